import type { ByteSource } from '@ukit/files'

/** *One thing to work on*: a file, or a file inside containers, or the reason why there is none. */
export interface Input {
  /** Its name in all output: what the user named, and the path below it. */
  readonly path: string
  /** The real file, or the address of one. */
  readonly file: string
  /** Names inside containers, outermost first, exactly as they are stored there; empty for a real file. */
  readonly inner: readonly string[]
  /**
   * The path relative to the folder or container that was named, with `/`; the file's name if the file itself
   * was named.
   */
  readonly below: string
  /** Length in bytes, if it is known before opening; otherwise 0. */
  readonly bytes: number
  /** Why it cannot be opened, if that is already known. */
  readonly problem?: string
  /** True if it is at an address (http://…), and read by Range requests. */
  readonly isRemote?: boolean
}

/** What the words of a user mean: see `expandInputs`. */
export interface Inputs {
  /** The files to work on, in the order of the words and of the names in folders; also what is missing. */
  readonly inputs: readonly Input[]
  /** The files that were found in folders and containers and are not packages, as their paths are shown. */
  readonly skipped: readonly string[]
  /** Archives and installers among those, as paths to name before `!`. */
  readonly archives?: readonly string[]
  /** Backups of other files in the folders (`Map.unr.bak`), which were left out. */
  readonly backups?: readonly string[]
}

/** *An input that is open.* */
export interface OpenedInput {
  /** Its bytes: those of the file in a compressed download, unless that was to be opened itself. */
  readonly source: ByteSource
  /** File name with extension; the package's name comes from it. */
  readonly fileName: string
  /** Closes it; what `source` gave is no longer valid then. */
  close(): Promise<void>
}

/** What is taken from folders and containers. */
export interface ExpandOptions {
  /** Also installers and compressed downloads. */
  readonly others?: boolean | undefined
  /** Also the contents of archives and installers, and of those inside them. */
  readonly archives?: boolean | undefined
  /** Only compressed downloads. */
  readonly downloads?: boolean | undefined
  /** Also backups of other files in a folder. */
  readonly backups?: boolean | undefined
}
