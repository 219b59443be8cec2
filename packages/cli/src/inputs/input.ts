/** *One thing to work on*: a file, or a file inside containers, or the reason why there is none. */
export interface Input {
  /** What it is called in every output: what the user named, and the way below it. */
  readonly path: string
  /** The real file. */
  readonly file: string
  /** Names inside containers, outermost first, exactly as they are stored there; empty for a real file. */
  readonly inner: readonly string[]
  /**
   * The way below the folder or container that was named, with `/`; the file's own name when it was named
   * itself.
   */
  readonly below: string
  /** Length in bytes, as far as it is known before opening. */
  readonly bytes: number
  /** Why it cannot be opened, when that is known already. */
  readonly problem?: string
}

/** What the words on the command line represent. */
export interface Inputs {
  readonly inputs: readonly Input[]
  /** Files that were found in folders and containers, and are not packages. */
  readonly skipped: number
  /** Archives and installers among those, by how they are named to look into them. */
  readonly archives?: readonly string[]
}

/** What is taken from folders and containers. */
export interface ExpandOptions {
  /** Installers and compressed downloads too. */
  readonly others?: boolean
  /** What is in archives and installers that are found, too, and in those inside them. */
  readonly archives?: boolean
  /** Compressed downloads, and nothing else. */
  readonly downloads?: boolean
}
