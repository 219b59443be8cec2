import type { CodecSet } from '@ukit/codecs'
import type { ObjectReader, PackageSet, ReadObject } from '@ukit/core'

/** One file that an object becomes. */
export interface MediaFile {
  /** Without the dot: `png`, `wav`. */
  readonly extension: string
  readonly bytes: Uint8Array
  /** Put after the object's name, such as `.mip1`, when it becomes several files. */
  readonly suffix?: string
  /** The file represents the object's outer: a class's source is `Class.uc`, not `Class/ScriptText.uc`. */
  readonly forOuter?: boolean
  /** What anyone who opens the file should know: that larger levels are elsewhere. */
  readonly note?: string
}

/** What an exporter may ask for. */
export interface ExportContext {
  /** Reads other objects of the package: a texture's palette. */
  readonly reader: ObjectReader
  /** Decompress payloads. */
  readonly codecs: CodecSet
  /** Makes a zlib stream, for PNG. */
  readonly deflate: (bytes: Uint8Array) => Uint8Array
  /** All sizes of a picture, not only the largest. */
  readonly mips: boolean
  /** Gives the packages that classes were compiled with; see `ExtractOptions`. */
  readonly basePackages?: (() => Promise<PackageSet>) | undefined
}

/** *How objects of some classes become files.* */
export interface Exporter {
  /**
   * Classes whose objects it takes, and those that extend them: what it misses when one of them does not
   * decode. In lower case.
   */
  readonly classes: readonly string[]
  /** True for an object that it takes. */
  takes(read: ReadObject): boolean
  /** The files show only a part of the object: with JSON asked for, it becomes JSON as well. */
  readonly isPart?: boolean
  /**
   * The files of an object; none when what it holds is in the files of another object.
   *
   * @throws {MediaError} when the object holds nothing that could be written, with the reason.
   */
  export(read: ReadObject, context: ExportContext): Promise<MediaFile[]>
}
