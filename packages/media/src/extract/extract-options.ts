import type { CodecSet } from '@ukit/codecs'
import type { ExportObject, Package, ReadOptions } from '@ukit/core'
import type { ByteSource } from '@ukit/files'
import type { MediaOptions } from '../exporters/media-options.js'
import type { SkipReason } from '../media-error.js'
import type { Choice } from './choice.js'
import type { Share } from './share.js'

/** How to extract. */
export interface ExtractOptions extends ReadOptions, MediaOptions, Choice {
  /** Decompress payloads and make PNG files. */
  readonly codecs: CodecSet
  /** Objects that have no file form become JSON. */
  readonly json?: boolean
  /**
   * Small pictures of all textures with their names, as `sheet.png`, `sheet2.png` … in the package's folder.
   */
  readonly sheet?: boolean
  /** Objects of other packages, extracted after those that were chosen here: what a map uses. */
  readonly others?: readonly ExportObject[]
  /** Name of the folder for the package's files; the package's when absent. */
  readonly folder?: string
  /** Paths that no file may take, such as that of a manifest: below the folder. */
  readonly reserved?: readonly string[]
  /**
   * Folders of other packages, whose textures are referred to; each has its own name for a folder if absent.
   */
  readonly folderOf?: ((pkg: Package) => PackageFolder) | undefined
  /** Opens a file of the game that is not a package, such as `Textures.tfc`; see `ExportContext.openFile`. */
  readonly openFile?: ((name: string) => Promise<ByteSource | undefined>) | undefined
  /** Names of the packages around that have classes; see `ExportContext.classPackages`. */
  readonly classPackages?: (() => Promise<readonly string[]>) | undefined
  /**
   * The bytes of sounds, music and meshes may be gone when the next object is asked for: anyone who writes
   * each file at once spares the memory for all of them.
   */
  readonly reusesMemory?: boolean | undefined
  /** Takes only a share of the objects that were chosen; another extraction makes the files of the others. */
  readonly share?: Share | undefined
  /**
   * Asked before the picture of a texture that several extractions may come across, such as one of a package
   * that none of them extracts, with the path of its file: false when another one makes it. True for the
   * first that asks.
   */
  readonly claim?: ((path: string) => boolean) | undefined
  /** Told how many of the chosen objects are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Ends the extraction between two objects. */
  readonly signal?: AbortSignal | undefined
}

/** The folder that the files of a package go into. */
export interface PackageFolder {
  /** Name of the folder. */
  readonly folder: string
  /**
   * The same run extracts this package too, with the same choice of objects, which need not be done twice.
   */
  readonly isExtracted: boolean
}

/** The defaults of `extract`. */
export const EXTRACT_DEFAULTS = { mips: false, json: false, sheet: false } as const

/** One file that an object became. */
export interface ExtractedFile {
  /**
   * Folders and name with `/` between them, the package's folder first; safe on every system, and leads
   * nowhere else.
   */
  readonly path: string
  /** The content of the file. */
  readonly bytes: Uint8Array
  /** What anyone who opens it should know; `null` when nothing. */
  readonly note: string | null
}

/** *What became of one object*: files, or a reason why there are none. */
export interface Extracted {
  /** Path of the object in its package. */
  readonly object: string
  /** The name of its class. */
  readonly class: string
  /** Row of the export table, from 0. */
  readonly index: number
  /**
   * Name of its package when that is another one: a texture that a mesh refers to. Several packages may give
   * the same file then, with the same bytes.
   */
  readonly package: string | null
  /** What was made of it; empty when there is a reason in `skipped`, or the picture is in `sharedFile`. */
  readonly files: readonly ExtractedFile[]
  /** Path of its picture if another extraction makes that (`ExtractOptions.claim`); `null` if not. */
  readonly sharedFile: string | null
  /** Why there is no file; `null` when there is one. */
  readonly skipped: { readonly reason: SkipReason; readonly message: string } | null
}
