import type { FileToOpen } from './package-calls.js'

/** Calls about files in which other files are. */
export interface FilesCalls {
  /** The files in an archive, an installer or a compressed download; nothing of them is unpacked but a `.uz`. */
  readonly list: { readonly given: FileToOpen; readonly brought: ArchiveList }
  /** A whole file, unpacked when it is in an archive, to be saved. */
  readonly unpack: { readonly given: FileToOpen; readonly brought: Uint8Array<ArrayBuffer> }
}

/** What is in an archive. */
export interface ArchiveList {
  /** `zip`, `umod`, `uz`, `uz2` or `uz3`. */
  readonly kind: string
  /** In the order of the archive, by their paths as stored. */
  readonly files: readonly { readonly name: string; readonly size: number }[]
  /** What is wrong with it, if only part of it can be read. */
  readonly damage: string | undefined
}
