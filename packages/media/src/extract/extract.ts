import { CodecError, type CodecSet } from '@ukit/codecs'
import { encodePng } from '@ukit/codecs/images'
import { type ExportObject, ObjectReader, type Package, type ReadObject, type ReadOptions } from '@ukit/core'
import { type ByteSource, PackageError } from '@ukit/files'
import { describeObject } from '@ukit/inspect'
import type { ExportContext, Exporter, MediaFile } from '../exporters/exporter.js'
import { EXPORTERS } from '../exporters/exporters.js'
import type { MediaOptions } from '../exporters/media-options.js'
import { MediaError, type SkipReason } from '../media-error.js'
import { pictureOf } from '../picture/picture.js'
import { withHole } from '../picture/pixel-format.js'
import { type Choice, chooserOf } from './choice.js'
import { PackageFiles } from './package-files.js'
import { relativePath } from './relative-path.js'
import { ReusedBytes } from './reused-bytes.js'
import { type Share, shareOf } from './share.js'
import type { Sheets } from './sheets.js'

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
   * The bytes of sounds and music may be gone when the next object is asked for: anyone who writes each file
   * at once spares the memory for all of them.
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

/** What `extract` does unless told otherwise. */
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

/**
 * *Everything in a package as files that people open*, one object at a time: nothing is written here.
 *
 * Objects are taken in table order; one that does not decode is skipped with the reason, and the next one
 * goes on. A texture that a mesh refers to comes directly before it, also when it was not chosen or is in
 * another package. What other packages were missing is in `options.packages` afterwards.
 */
export async function* extract(pkg: Package, options: ExtractOptions): AsyncGenerator<Extracted> {
  yield* (await Extraction.open(pkg, options)).run()
}

/**
 * How hard zlib tries for PNG files: on 168 textures of all engines 4 takes 60 to 70 % of the time of 6, and
 * the files are 4 % larger.
 */
const PNG_LEVEL = 4

/** One call of `extract`: the package, and those that its objects refer to. */
class Extraction {
  readonly #own: PackageFiles
  readonly #options: ExtractOptions
  readonly #deflate: (bytes: Uint8Array) => Uint8Array
  readonly #isChosen: (object: ExportObject, reader: ObjectReader) => boolean
  readonly #packages = new Map<Package, PackageFiles>()
  readonly #sheets: Sheets | undefined
  readonly #reused: ReusedBytes | undefined
  /** Objects that were tried, and whether the picture came of it that others refer to. */
  readonly #done = new Map<ExportObject, boolean>()
  /** Paths of textures' pictures; `undefined` for those without one. */
  readonly #pictures = new Map<ExportObject, Promise<string | undefined>>()
  /** The same for pictures with a hole. */
  readonly #maskedPictures = new Map<ExportObject, Promise<string | undefined>>()
  /** What was made for others and has not been handed out yet. */
  readonly #waiting: Extracted[] = []

  private constructor(
    own: PackageFiles,
    options: ExtractOptions,
    deflate: (bytes: Uint8Array) => Uint8Array,
    sheets: Sheets | undefined,
  ) {
    this.#own = own
    this.#options = options
    this.#deflate = deflate
    this.#isChosen = chooserOf(options)
    this.#sheets = sheets
    const { image } = own.reader.package
    // What is in memory is not copied at all.
    if (options.reusesMemory === true && image.readInto !== undefined) this.#reused = new ReusedBytes(image)
    this.#packages.set(own.reader.package, own)
  }

  static async open(pkg: Package, options: ExtractOptions): Promise<Extraction> {
    const zlib = await options.codecs.zlib()
    const deflate = (bytes: Uint8Array) => {
      if (zlib.compress === undefined) throw new RangeError('extract needs a zlib codec that compresses')
      return zlib.compress(bytes, PNG_LEVEL)
    }
    const reader = await ObjectReader.open(pkg, options)
    const own = new PackageFiles(reader, options.folder ?? pkg.name, options.reserved)
    const sheets = options.sheet === true ? new (await import('./sheets.js')).Sheets(deflate) : undefined
    return new Extraction(own, options, deflate, sheets)
  }

  async *run(): AsyncGenerator<Extracted> {
    const { signal, onProgress, others = [] } = this.#options
    const { reader } = this.#own
    const chosen = reader.package.exports.filter((object) => this.#isChosen(object, reader) && this.#isShare(object))
    const total = chosen.length + others.length
    let done = 0
    for (const objects of [chosen, others]) {
      for (const object of objects) {
        signal?.throwIfAborted()
        if (!this.#done.has(object)) {
          const files = await this.#filesOf(object.package)
          if (objects === chosen || this.#isChosen(object, files.reader)) {
            const extracted = await (objects === chosen
              ? this.#extract(object, files)
              : this.#extractShared(object, files))
            yield* this.#waiting.splice(0)
            yield extracted
          }
        }
        onProgress?.(++done, total)
      }
    }
    yield* this.#sheetFiles()
  }

  /** The contact sheets, as if they were of the package itself. */
  *#sheetFiles(): Generator<Extracted> {
    const { reader } = this.#own
    const files = (this.#sheets?.finish() ?? []).map((bytes, i) => {
      return { path: this.#own.takeName(i === 0 ? 'sheet' : `sheet${i + 1}`, 'png'), bytes, note: null }
    })
    if (files.length > 0)
      yield { object: reader.package.name, class: 'Package', index: -1, package: null, files, ...WHOLE }
  }

  /** The files of a package that an object is in. */
  async #filesOf(pkg: Package): Promise<PackageFiles> {
    let files = this.#packages.get(pkg)
    if (files === undefined) {
      files = new PackageFiles(await this.#own.reader.forPackage(pkg), this.#folderOf(pkg).folder)
      this.#packages.set(pkg, files)
    }
    return files
  }

  #folderOf(pkg: Package): PackageFolder {
    return this.#options.folderOf?.(pkg) ?? { folder: pkg.name, isExtracted: false }
  }

  /** Whether it is of this extraction's share. */
  #isShare(object: ExportObject): boolean {
    const { share } = this.#options
    return share === undefined || shareOf(object, share) === share.number
  }

  #recordOf(object: ExportObject, files: PackageFiles): Omit<Extracted, 'files' | 'sharedFile' | 'skipped'> {
    return {
      object: object.path,
      class: object.className,
      index: object.index,
      package: files === this.#own ? null : files.reader.package.name,
    }
  }

  /** An object that other extractions may come across too: its picture is only made by the first. */
  async #extractShared(object: ExportObject, files: PackageFiles): Promise<Extracted> {
    const path = files.pictureOf(object)
    const { claim, format = 'png' } = this.#options
    if (path === undefined || format !== 'png' || claim === undefined || claim(path))
      return this.#extract(object, files)
    const isPicture = await this.#isPicture(object, files)
    this.#done.set(object, isPicture)
    return { ...this.#recordOf(object, files), files: [], ...WHOLE, sharedFile: isPicture ? path : null }
  }

  async #extract(object: ExportObject, files: PackageFiles): Promise<Extracted> {
    const base = this.#recordOf(object, files)
    try {
      const made = await this.#make(object, files)
      const written = made.map((file) => ({
        path: files.take(object, file),
        bytes: file.bytes,
        note: file.note ?? null,
      }))
      this.#done.set(
        object,
        written.some(({ path }) => path === files.pictureOf(object)),
      )
      if (files === this.#own && files.pictureOf(object) !== undefined)
        await this.#sheets?.add(files.reader, object, this.#options)
      return { ...base, files: written, ...WHOLE }
    } catch (error) {
      this.#done.set(object, false)
      return { ...base, files: [], ...WHOLE, skipped: skippedFor(error) }
    }
  }

  /** @throws {MediaError} with the reason why there are none. */
  async #make(object: ExportObject, files: PackageFiles): Promise<MediaFile[]> {
    const { forms } = files
    if (SILENT.has(object.className.toLowerCase()))
      throw new MediaError('no-form', 'a group: its objects are extracted; it has no content itself')
    if (object.entry.size === 0) throw new MediaError('no-data', 'it has no bytes')
    const json = this.#options.json ?? EXTRACT_DEFAULTS.json
    const noForm = () =>
      new MediaError('no-form', `${object.className} has no file format of its own; it can be written as JSON`)
    if (!json && !forms.mayHave(object)) throw noForm()
    const read = await this.#read(object, files)
    const exporter: Exporter | undefined = EXPORTERS.find((candidate) => candidate.takes(read))
    let made: MediaFile[] = []
    if (exporter !== undefined) {
      made = await exporter.export(read, this.#contextFor(object, files))
      if (made.length > 0 && !(json && exporter.isPart === true)) return made
    }
    const isMissed = exporter === undefined && forms.isNamed(object)
    if (read.error !== undefined && (json || isMissed)) throw new MediaError('broken', read.error.message)
    if (json) return [...made, jsonFile(read)]
    throw noForm()
  }

  async #read(object: ExportObject, { reader, forms }: PackageFiles): Promise<ReadObject> {
    const isReused = this.#reused !== undefined && object.package === this.#own.reader.package && forms.isCopied(object)
    return isReused ? reader.decode(object, await object.bytesFrom(this.#reused)) : reader.read(object)
  }

  #contextFor(object: ExportObject, files: PackageFiles): ExportContext {
    const { codecs, openFile, classPackages } = this.#options
    return {
      reader: files.reader,
      codecs,
      deflate: this.#deflate,
      mips: this.#options.mips ?? EXTRACT_DEFAULTS.mips,
      options: this.#options,
      openFile: openFile ?? (async () => undefined),
      classPackages: classPackages ?? (async () => []),
      fileOf: async (texture, { isMasked } = { isMasked: false }) => {
        const own = texture === object ? files.pictureOf(object) : undefined
        const path = own ?? (await (isMasked ? this.#maskedPictureOf(texture) : this.#pictureOf(texture)))
        return path === undefined ? undefined : relativePath(files.foldersOf(object), path)
      },
    }
  }

  /** The picture of a texture, made if it was not yet. */
  #pictureOf(texture: ExportObject): Promise<string | undefined> {
    let picture = this.#pictures.get(texture)
    if (picture === undefined) {
      picture = this.#makePicture(texture)
      this.#pictures.set(texture, picture)
    }
    return picture
  }

  /** The same with a hole where colour 0 is. */
  #maskedPictureOf(texture: ExportObject): Promise<string | undefined> {
    let picture = this.#maskedPictures.get(texture)
    if (picture === undefined) {
      picture = this.#makeMaskedPicture(texture)
      this.#maskedPictures.set(texture, picture)
    }
    return picture
  }

  async #makeMaskedPicture(texture: ExportObject): Promise<string | undefined> {
    const files = await this.#filesOf(texture.package)
    try {
      const picture = await (await pictureOf(files.reader, texture, this.#options)).picture()
      if (picture.format !== 'indexed') return await this.#pictureOf(texture)
      const path = files.takeBeside(texture, '.masked', 'png')
      const base = { ...this.#recordOf(texture, files), ...WHOLE }
      if (this.#options.claim?.(path) === false) {
        this.#waiting.push({ ...base, files: [], sharedFile: path })
        return path
      }
      const bytes = encodePng(withHole(picture), this.#deflate)
      const note = 'colour 0 is a hole, as the faces of a mesh draw it'
      this.#waiting.push({ ...base, files: [{ path, bytes, note }] })
      return path
    } catch (error) {
      skippedFor(error)
      return undefined
    }
  }

  async #makePicture(texture: ExportObject): Promise<string | undefined> {
    const files = await this.#filesOf(texture.package)
    const path = files.pictureOf(texture)
    if (path === undefined) return undefined
    const isPng = (this.#options.format ?? 'png') === 'png'
    const isOther = files === this.#own ? !this.#isShare(texture) : this.#folderOf(texture.package).isExtracted
    if (isOther && this.#isChosen(texture, files.reader)) {
      if (isPng) return (await this.#isPicture(texture, files)) ? path : undefined
    } else {
      if (!this.#done.has(texture)) {
        const isOwn = files === this.#own && this.#isChosen(texture, files.reader)
        this.#waiting.push(await (isOwn ? this.#extract(texture, files) : this.#extractShared(texture, files)))
      }
      if (this.#done.get(texture) === true) return path
    }
    return !isPng && (await this.#addPng(texture, files)) ? path : undefined
  }

  /** A PNG file beside that of the format which was asked for, since glTF and BMFont name PNG files. */
  async #addPng(texture: ExportObject, files: PackageFiles): Promise<boolean> {
    try {
      const read = await files.reader.read(texture)
      const context = this.#contextFor(texture, files)
      const exporter = EXPORTERS.find((candidate) => candidate.takes(read))
      const options: MediaOptions = { ...context.options, format: 'png' }
      const made = await exporter?.export(read, { ...context, mips: false, options })
      const file = made?.find(({ extension, suffix }) => extension === 'png' && suffix === undefined)
      if (file === undefined) return false
      const written = { path: files.take(texture, file), bytes: file.bytes, note: file.note ?? null }
      this.#waiting.push({ ...this.#recordOf(texture, files), files: [written], ...WHOLE })
      return true
    } catch (error) {
      skippedFor(error)
      return false
    }
  }

  /** Whether the package's own extraction will give a picture of a texture. */
  async #isPicture(texture: ExportObject, { reader }: PackageFiles): Promise<boolean> {
    try {
      await pictureOf(reader, texture, { codecs: this.#options.codecs })
      return true
    } catch (error) {
      skippedFor(error)
      return false
    }
  }
}

/** Of an object about which there is nothing more to say than its files. */
const WHOLE = { sharedFile: null, skipped: null } as const

function skippedFor(error: unknown): NonNullable<Extracted['skipped']> {
  if (error instanceof MediaError) return { reason: error.reason, message: error.message }
  if (error instanceof PackageError || error instanceof CodecError) {
    const reason = error.kind === 'unsupported' ? 'unsupported' : 'broken'
    return { reason, message: error.message }
  }
  throw error
}

/** Classes whose objects only put others in order. */
const SILENT = new Set(['package'])

function jsonFile(read: ReadObject): MediaFile {
  const facts = describeObject(read, { bytesLimit: Number.POSITIVE_INFINITY })
  return { extension: 'json', bytes: new TextEncoder().encode(`${JSON.stringify(facts, null, 2)}\n`) }
}
