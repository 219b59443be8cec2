/** A line of `#exec` in a source, and where it is. */
export interface ExecSourceLine {
  /** The line with its `#exec`, without the spaces around it. */
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

/** *The lines of `#exec` in a source*, without those in comments. */
export function execLinesOf(source: string): ExecSourceLine[] {
  // Line breaks in comments are kept, so line numbers stay right.
  const text = source.replace(/\/\*.*?(?:\*\/|$)/gs, (comment) => comment.replace(/[^\n]/g, ''))
  return text
    .split('\n')
    .map((written, index) => ({ text: written.trim(), line: index + 1 }))
    .filter((one) => /^#exec\b/i.test(one.text))
}
