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
  /** Added to the object's name, such as `.mip1`, if it becomes several files. */
  readonly suffix?: string
  /** The file represents the object's outer: a class's source is `Class.uc`, not `Class/ScriptText.uc`. */
  readonly forOuter?: boolean
  /** The file represents the whole package: a level's scene is `DM-Mill.glb`, not `MyLevel.glb`. */
  readonly forPackage?: boolean
  /** What anyone who opens the file should know, such as that larger levels are elsewhere. */
  readonly note?: string
  /** A picture that is smaller than its texture, whose larger levels are not available. */
  readonly reduced?: ReducedPicture
}

/** *A picture that shows a texture at less than its size*, in pixels. */
export interface ReducedPicture {
  readonly width: number
  readonly height: number
  /** The size of the texture. */
  readonly of: { readonly width: number; readonly height: number }
}

/** *What an exporter may use.* */
export interface ExportContext {
  /**
   * Reads other objects of the package, such as a texture's palette, and follows references into other
   * packages (`follow`, `value`); packages that were missing are in its `packages`.
   */
  readonly reader: ObjectReader
  /** Codecs that decompress payloads. */
  readonly codecs: CodecSet
  /** Makes a zlib stream, for PNG. */
  readonly deflate: Deflate
  /**
   * Memory for large data that is only needed until the files are written, such as the files; by default
   * newly allocated.
   */
  readonly memory?: NumberMemory | undefined
  /** All sizes of a picture, not only the largest. */
  readonly mips: boolean
  /** Options for the files. */
  readonly options: MediaOptions
  /** Stops work that takes long, such as on a level; then it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Opens a file of the game that is not a package, such as `Textures.tfc`, by its name and ignoring case;
   * `undefined` when there is none. It stays open for other objects: the caller does not close it.
   */
  readonly openFile: (name: string) => Promise<ByteSource | undefined>
  /**
   * Names of other packages whose classes may show meshes of this one and so determine their textures; only
   * called if the mesh's own package does not determine them.
   */
  readonly classPackages: () => Promise<readonly string[]>
  /** Whether an object becomes files of its own; by default, all do. */
  readonly isChosen?: ((object: ExportObject, reader: ObjectReader) => boolean) | undefined
  /**
   * *The PNG file of a texture, which other files refer to*, as a path relative to the folder of the object
   * being exported: `../Skins/Jskin1.png`. It is written once, even if many refer to it.
   *
   * `undefined` when the texture gives no picture. For the object being exported itself, it is the path that
   * its own PNG file will have.
   *
   * With `isMasked` it is a second picture, `Jskin1.masked.png`, in which colour 0 of the palette is a hole;
   * for a texture without a palette it is the ordinary picture.
   */
  readonly fileOf: (texture: ExportObject, how?: { readonly isMasked: boolean }) => Promise<string | undefined>
}

/** *How objects of some classes become files.* */
export interface Exporter {
  /**
   * Classes whose objects it takes, in lower case; classes that extend them are included. An object of these
   * that does not decode is reported as broken.
   */
  readonly classes: readonly string[]
  /**
   * Whether it takes an object. Also called with empty objects, to see without decoding whether objects of a
   * class may be taken; if only the content decides, the class must be in `classes`.
   */
  takes(read: ReadObject): boolean
  /** Files of other objects refer to its files: see `ExportContext.fileOf`. */
  readonly isShared?: boolean
  /** The files show only a part of the object: if JSON is requested, the object becomes JSON as well. */
  readonly isPart?: boolean
  /**
   * The files of an object; none if its content is in the files of another object. They are returned without
   * a promise if nothing has to be awaited.
   *
   * @throws {MediaError} when the object contains nothing that could be written, with the reason.
   */
  export(read: ReadObject, context: ExportContext): MediaFile[] | Promise<MediaFile[]>
}
