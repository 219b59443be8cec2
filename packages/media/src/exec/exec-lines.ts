/** A line of `#exec` in a source, and where it is. */
export interface ExecSourceLine {
  /** The line with its `#exec`, without the spaces around it. */
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

/** *The lines of `#exec` of a source*; those in comments are none. */
export function execLinesOf(source: string): ExecSourceLine[] {
  // Comments keep their lines, so that numbers of lines stay right.
  const text = source.replace(/\/\*.*?(?:\*\/|$)/gs, (comment) => comment.replace(/[^\n]/g, ''))
  return text
    .split('\n')
    .map((written, index) => ({ text: written.trim(), line: index + 1 }))
    .filter((one) => /^#exec\b/i.test(one.text))
}
