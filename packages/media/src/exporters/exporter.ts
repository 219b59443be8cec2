import type { CodecSet } from '@ukit/codecs'
import type { Deflate } from '@ukit/codecs/images'
import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import type { ByteSource } from '@ukit/files'
import type { NumberMemory } from '../number-memory.js'
import type { MediaOptions } from './media-options.js'

/** One file that an object becomes. */
export interface MediaFile {
  /** Without the dot: `png`, `wav`. */
  readonly extension: string
  /** The content of the file. */
  readonly bytes: Uint8Array
  /** Put after the object's name, such as `.mip1`, when it becomes several files. */
  readonly suffix?: string
  /** The file represents the object's outer: a class's source is `Class.uc`, not `Class/ScriptText.uc`. */
  readonly forOuter?: boolean
  /** What anyone who opens the file should know: that larger levels are elsewhere. */
  readonly note?: string
}

/** *What an exporter may ask for.* */
export interface ExportContext {
  /**
   * Reads other objects of the package, such as a texture's palette, and follows references into other
   * packages (`follow`, `value`); what was missing is in its `packages`.
   */
  readonly reader: ObjectReader
  /** Decompress payloads. */
  readonly codecs: CodecSet
  /** Makes a zlib stream, for PNG. */
  readonly deflate: Deflate
  /** For what is large and needed until the files are written, such as the files; its own unless given. */
  readonly memory?: NumberMemory | undefined
  /** All sizes of a picture, not only the largest. */
  readonly mips: boolean
  /** What the files should be like. */
  readonly options: MediaOptions
  /**
   * Opens a file of the game that is not a package, such as `Textures.tfc`, by its name and ignoring case;
   * `undefined` when there is none. It stays open for others: who asks does not close it.
   */
  readonly openFile: (name: string) => Promise<ByteSource | undefined>
  /**
   * Names of other packages whose classes may show meshes of this one, which tells what the meshes are
   * painted with; asked for only when the mesh's own package does not tell.
   */
  readonly classPackages: () => Promise<readonly string[]>
  /**
   * *The PNG file of a texture, which other files refer to*, as a path from the folder of the object that is
   * being exported: `../Skins/Jskin1.png`. It is written once, also where many refer to it.
   *
   * `undefined` when it gives no picture. Of the object that is being exported itself: the path that its own
   * PNG file will have.
   *
   * With `isMasked` it is a second picture, `Jskin1.masked.png`, in which colour 0 of a palette is a hole;
   * the same as without for a texture that has no palette.
   */
  readonly fileOf: (texture: ExportObject, how?: { readonly isMasked: boolean }) => Promise<string | undefined>
}

/** *How objects of some classes become files.* */
export interface Exporter {
  /**
   * Classes whose objects it takes, and those that extend them: what it misses when one of them does not
   * decode. In lower case.
   */
  readonly classes: readonly string[]
  /**
   * True for an object that it takes. Asked with empty objects as well, to see without decoding whether
   * objects of a class may be taken; where only the content tells, the class has to be in `classes`.
   */
  takes(read: ReadObject): boolean
  /** Files of other objects refer to its files: see `ExportContext.fileOf`. */
  readonly isShared?: boolean
  /** The files show only a part of the object: with JSON asked for, it becomes JSON as well. */
  readonly isPart?: boolean
  /**
   * The files of an object; none when what it holds is in the files of another object. At once, without a
   * promise, where nothing has to be waited for.
   *
   * @throws {MediaError} when the object holds nothing that could be written, with the reason.
   */
  export(read: ReadObject, context: ExportContext): MediaFile[] | Promise<MediaFile[]>
}
