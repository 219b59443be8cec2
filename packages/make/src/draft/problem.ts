/** Something that is wrong with a source. */
export interface BuildProblem {
  /** An error prevents the build; a warning says what was left out or looks wrong. */
  readonly severity: 'error' | 'warning'
  /** The class that it is in. */
  readonly className: string
  readonly file: string
  readonly line: number
  readonly column: number
  /** Characters of the text that it is about; 1 when only its beginning is known. */
  readonly length: number
  readonly message: string
  /** A package that is not available, when the problem may come from that. */
  readonly missingPackage: string | undefined
  /** A package that is available, and has no class that the problem is about. */
  readonly lackedBy?: string | undefined
}

/**
 * Problems, each once: what checking and compiling say of one place is said once, with what may have been
 * meant, and as the error that one of them is.
 */
export function withoutRepeats<T extends Pick<BuildProblem, 'severity' | 'file' | 'line' | 'column' | 'message'>>(
  problems: readonly T[],
): T[] {
  const said = new Map<string, T>()
  for (const problem of problems) {
    const { file, line, column, message, severity } = problem
    const key = `${file}\n${line}\n${column}\n${message.replace(/; did you mean '.*'\?$/, '')}`
    const first = said.get(key)
    if (first === undefined) said.set(key, problem)
    else if (severity === 'error') said.set(key, { ...first, severity })
  }
  return [...said.values()]
}
