import type { CodecSet } from '@ukit/codecs'
import type { ExportObject, Package, ReadOptions } from '@ukit/core'
import type { ByteSource } from '@ukit/files'
import type { ReducedPicture } from '../exporters/exporter.js'
import type { MediaOptions } from '../exporters/media-options.js'
import type { SkipReason } from '../media-error.js'
import type { Choice } from './choice.js'
import type { Share } from './share.js'

/** Options of `extract`. */
export interface ExtractOptions extends ReadOptions, MediaOptions, Choice {
  /** Codecs that decompress payloads and make PNG files. */
  readonly codecs: CodecSet
  /** Objects without a file format of their own become JSON. */
  readonly json?: boolean | undefined
  /**
   * Adds contact sheets, small pictures of all textures with their names, as `sheet.png`, `sheet2.png` … in
   * the package's folder.
   */
  readonly sheet?: boolean | undefined
  /**
   * Objects of other packages to extract after those chosen from this one, such as everything that a map
   * uses.
   */
  readonly others?: readonly ExportObject[] | undefined
  /** Name of the folder for the package's files; the name of the package by default. */
  readonly folder?: string | undefined
  /** Paths below the folder that no file may take, such as that of a manifest. */
  readonly reserved?: readonly string[] | undefined
  /**
   * Gives the folders of other packages whose textures are referred to; by default the name of each package.
   */
  readonly folderOf?: ((pkg: Package) => PackageFolder) | undefined
  /** Opens a file of the game that is not a package, such as `Textures.tfc`; see `ExportContext.openFile`. */
  readonly openFile?: ((name: string) => Promise<ByteSource | undefined>) | undefined
  /** Names of the other packages that have classes; see `ExportContext.classPackages`. */
  readonly classPackages?: (() => Promise<readonly string[]>) | undefined
  /**
   * The bytes of sounds, music and meshes may be overwritten once the next object is requested: a caller that
   * writes each file at once does not need memory for all of them.
   */
  readonly reusesMemory?: boolean | undefined
  /** Extracts only a share of the chosen objects; other extractions make the files of the rest. */
  readonly share?: Share | undefined
  /**
   * Called before making the picture of a texture that several extractions may need, such as a texture of a
   * package that none of them extracts, with the path of its file. Returns true for the first extraction that
   * asks, and false if another one makes the picture.
   */
  readonly claim?: ((path: string) => boolean) | undefined
  /** Called with the number of chosen objects that are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Aborts the extraction between two objects, and within a level. */
  readonly signal?: AbortSignal | undefined
}

/** The folder that the files of a package go into. */
export interface PackageFolder {
  /** Name of the folder. */
  readonly folder: string
  /**
   * The same run extracts this package too, with the same choice of objects, so these need not be extracted
   * twice.
   */
  readonly isExtracted: boolean
}

/** The defaults of `extract`. */
export const EXTRACT_DEFAULTS = { mips: false, json: false, sheet: false } as const

/** One file that an object became. */
export interface ExtractedFile {
  /**
   * Folders and name separated by `/`, the package's folder first; valid on every system, and never leads
   * outside.
   */
  readonly path: string
  /** The content of the file. */
  readonly bytes: Uint8Array
  /** What anyone who opens the file should know; `null` if there is nothing. */
  readonly note: string | null
  /** A picture that is smaller than its texture, whose larger levels are not available. */
  readonly reduced?: ReducedPicture | undefined
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
   * Name of the object's package if that is a different one, as for a texture that a mesh refers to; else
   * `null`. Several packages may then give the same file, with the same bytes.
   */
  readonly package: string | null
  /** Files made from it; empty with a reason in `skipped`, or if another extraction makes `sharedFile`. */
  readonly files: readonly ExtractedFile[]
  /**
   * Path of its picture if other extractions may find it too (`ExtractOptions.claim`): the one that makes it
   * has it in `files`. `null` for what only this extraction makes.
   */
  readonly sharedFile: string | null
  /** Why there is no file; `null` when there is one. */
  readonly skipped: { readonly reason: SkipReason; readonly message: string } | null
}
