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
}
