import { CodecError } from '@ukit/codecs'
import { type Deflate, encodePng } from '@ukit/codecs/images'
import { type ExportObject, ObjectReader, type Package, type ReadObject } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { describeObject } from '@ukit/inspect'
import { jsonText } from '@ukit/text/internal'
import type { ExportContext, Exporter, MediaFile } from '../exporters/exporter.js'
import { EXPORTERS } from '../exporters/exporters.js'
import type { MediaOptions } from '../exporters/media-options.js'
import { MediaError } from '../media-error.js'
import { ReusedMemory } from '../number-memory.js'
import { pictureOf } from '../picture/picture.js'
import { withHole } from '../picture/pixel-format.js'
import { chooserOf } from './choice.js'
import {
  EXTRACT_DEFAULTS,
  type Extracted,
  type ExtractedFile,
  type ExtractOptions,
  type PackageFolder,
} from './extract-options.js'
import { PackageFiles } from './package-files.js'
import { relativePath } from './relative-path.js'
import { ReusedBytes } from './reused-bytes.js'
import { shareOf } from './share.js'
import type { Sheets } from './sheets.js'

/**
 * *Extracts everything in a package as files that people can open*, one object at a time; nothing is written
 * to disk.
 *
 * Objects come in the order of the export table; an object that does not decode is skipped with the reason,
 * and extraction continues with the next. A texture that a mesh refers to comes directly before the mesh,
 * even if it was not chosen or is in another package. Packages that were missing are in `options.packages`
 * afterwards.
 */
export async function* extract(pkg: Package, options: ExtractOptions): AsyncGenerator<Extracted> {
  for (const step of await extractSteps(pkg, options)) {
    if (step instanceof Promise) for (const extracted of await step) yield extracted
    else yield step
  }
}

/**
 * *The same as {@link extract}, without a promise if none is needed*: a sound in a file that is read
 * synchronously takes less time than its promises would.
 *
 * @returns objects, and promises of several objects, each of which must be awaited before the next step.
 */
export async function extractSteps(
  pkg: Package,
  options: ExtractOptions,
): Promise<Iterable<Extracted | Promise<readonly Extracted[]>>> {
  return (await Extraction.open(pkg, options)).steps()
}

/**
 * The level of compression for PNG files: on 168 textures of all engines, level 4 takes 60 to 70 % of the
 * time of level 6, and the files are 4 % larger.
 */
const PNG_LEVEL = 4

/** One call of `extract`: the package, and the packages that its objects refer to. */
class Extraction {
  readonly #own: PackageFiles
  readonly #options: ExtractOptions
  readonly #deflate: Deflate
  readonly #isChosen: (object: ExportObject, reader: ObjectReader) => boolean
  readonly #packages = new Map<Package, PackageFiles>()
  readonly #sheets: Sheets | undefined
  readonly #reused: ReusedBytes | undefined
  readonly #memory: ReusedMemory | undefined
  /** Objects that were tried, and whether each gave the picture that other objects refer to. */
  readonly #done = new Map<ExportObject, boolean>()
  /** Paths of textures' pictures; `undefined` for those without one. */
  readonly #pictures = new Map<ExportObject, Promise<string | undefined>>()
  /** The same for pictures in which colour 0 is a hole. */
  readonly #maskedPictures = new Map<ExportObject, Promise<string | undefined>>()
  /** What was made for other objects and has not been returned yet. */
  readonly #waiting: Extracted[] = []

  private constructor(own: PackageFiles, options: ExtractOptions, deflate: Deflate, sheets: Sheets | undefined) {
    this.#own = own
    this.#options = options
    this.#deflate = deflate
    this.#isChosen = chooserOf(options)
    this.#sheets = sheets
    const { image } = own.reader.package
    if (options.reusesMemory === true) this.#memory = new ReusedMemory()
    // Bytes that are already in memory are not copied at all.
    if (options.reusesMemory === true && image.readInto !== undefined) this.#reused = new ReusedBytes(image)
    this.#packages.set(own.reader.package, own)
  }

  static async open(pkg: Package, options: ExtractOptions): Promise<Extraction> {
    const zlib = await options.codecs.zlib()
    const compress = (bytes: Uint8Array) => {
      if (zlib.compress === undefined) throw new RangeError('extract needs a zlib codec that compresses')
      return zlib.compress(bytes, PNG_LEVEL)
    }
    const deflate: Deflate = Object.assign(compress, { crc32: zlib.crc32 })
    const reader = await ObjectReader.open(pkg, options)
    const own = new PackageFiles(reader, options.folder ?? pkg.name, options.reserved)
    const sheets = options.sheet === true ? new (await import('./sheets.js')).Sheets(deflate) : undefined
    return new Extraction(own, options, deflate, sheets)
  }

  *steps(): Generator<Extracted | Promise<readonly Extracted[]>> {
    const { signal, onProgress, others = [] } = this.#options
    const { reader } = this.#own
    const chosen = reader.package.exports.filter((object) => this.#isChosen(object, reader) && this.#isShare(object))
    const total = chosen.length + others.length
    let done = 0
    for (const object of chosen) {
      signal?.throwIfAborted()
      this.#memory?.restart()
      // In most packages, nothing is extracted before its turn.
      if (this.#done.size === 0 || !this.#done.has(object)) {
        const extracted = this.#extract(object, this.#own)
        yield extracted instanceof Promise ? this.#afterWaiting(extracted) : extracted
      }
      onProgress?.(++done, total)
    }
    for (const object of others) {
      signal?.throwIfAborted()
      this.#memory?.restart()
      if (!this.#done.has(object)) yield this.#extractOther(object)
      onProgress?.(++done, total)
    }
    yield* this.#sheetFiles()
  }

  /** Puts what was made for an object in the meantime before the object. */
  async #afterWaiting(extracting: Promise<Extracted>): Promise<readonly Extracted[]> {
    const extracted = await extracting
    return [...this.#waiting.splice(0), extracted]
  }

  /** Extracts an object of `others`, if it is chosen. */
  async #extractOther(object: ExportObject): Promise<readonly Extracted[]> {
    const files = await this.#filesOf(object.package)
    return this.#isChosen(object, files.reader) ? this.#afterWaiting(this.#extractShared(object, files)) : []
  }

  /** The contact sheets, as files of the package itself. */
  *#sheetFiles(): Generator<Extracted> {
    const { reader } = this.#own
    const files = (this.#sheets?.finish() ?? []).map((bytes, i) => {
      return { path: this.#own.takeName(i === 0 ? 'sheet' : `sheet${i + 1}`, 'png'), bytes, note: null }
    })
    if (files.length > 0)
      yield { object: reader.package.name, class: 'Package', index: -1, package: null, files, ...WHOLE }
  }

  /** The `PackageFiles` of a package. */
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

  /** Whether an object belongs to this extraction's share. */
  #isShare(object: ExportObject): boolean {
    const { share } = this.#options
    return share === undefined || shareOf(object, share) === share.number
  }

  #recordOf(object: ExportObject, files: PackageFiles): Omit<Extracted, 'files' | 'sharedFile' | 'skipped'> {
    return {
      object: object.path,
      class: files.forms.of(object).className,
      index: object.index,
      package: files === this.#own ? null : files.reader.package.name,
    }
  }

  /** Extracts an object that other extractions may need too: only the first makes its picture. */
  async #extractShared(object: ExportObject, files: PackageFiles): Promise<Extracted> {
    const path = files.pictureOf(object)
    const { claim, format = 'png' } = this.#options
    if (path === undefined || format !== 'png' || claim === undefined) return this.#extract(object, files)
    if (claim(path)) {
      const extracted = await this.#extract(object, files)
      return extracted.skipped === null ? { ...extracted, sharedFile: path } : extracted
    }
    try {
      const refused = this.#refusalOf(object, files)
      if (refused !== undefined) return this.#withoutFiles(object, files, refused)
      await pictureOf(files.reader, object, this.#options)
      this.#done.set(object, true)
      return { ...this.#recordOf(object, files), files: [], ...WHOLE, sharedFile: path }
    } catch (error) {
      // The first one has the same reason; the manifest does not show which of them was first.
      return this.#skipped(object, files, error)
    }
  }

  /**
   * Extracts one object, without a promise if its bytes are available and its exporter needs no other
   * objects.
   */
  #extract(object: ExportObject, files: PackageFiles): Extracted | Promise<Extracted> {
    try {
      const refused = this.#refusalOf(object, files)
      if (refused !== undefined) return this.#withoutFiles(object, files, refused)
      const made = this.#make(object, files)
      if (!(made instanceof Promise)) return this.#extracted(object, files, made)
      return made.then(
        (late) => this.#withSheet(this.#extracted(object, files, late), object, files),
        (error: unknown) => this.#skipped(object, files, error),
      )
    } catch (error) {
      return this.#skipped(object, files, error)
    }
  }

  #extracted(object: ExportObject, files: PackageFiles, made: readonly MediaFile[]): Extracted {
    const picture = files.pictureOf(object)
    let hasPicture = false
    const written: ExtractedFile[] = []
    for (const file of made) {
      const path = files.take(object, file)
      hasPicture ||= path === picture
      const { bytes, note = null, reduced } = file
      written.push(reduced === undefined ? { path, bytes, note } : { path, bytes, note, reduced })
    }
    this.#noteDone(object, files, hasPicture)
    const { object: path, class: className, index, package: other } = this.#recordOf(object, files)
    return { object: path, class: className, index, package: other, files: written, sharedFile: null, skipped: null }
  }

  /** Only objects that others refer to, or that may come twice, are looked up again. */
  #noteDone(object: ExportObject, files: PackageFiles, hasPicture: boolean): void {
    const { others = [] } = this.#options
    if (files.forms.of(object).isShared || others.length > 0) this.#done.set(object, hasPicture)
  }

  #skipped(object: ExportObject, files: PackageFiles, error: unknown): Extracted {
    return this.#withoutFiles(object, files, skippedFor(error))
  }

  #withoutFiles(object: ExportObject, files: PackageFiles, skipped: Skipped): Extracted {
    this.#noteDone(object, files, false)
    const { object: path, class: className, index, package: other } = this.#recordOf(object, files)
    return { object: path, class: className, index, package: other, files: [], sharedFile: null, skipped }
  }

  /** Adds a texture's picture to the contact sheet, if there is to be one. */
  async #withSheet(extracted: Extracted, object: ExportObject, files: PackageFiles): Promise<Extracted> {
    if (this.#sheets === undefined || files !== this.#own || files.pictureOf(object) === undefined) return extracted
    try {
      await this.#sheets.add(files.reader, object, this.#options)
      return extracted
    } catch (error) {
      return this.#skipped(object, files, error)
    }
  }

  /**
   * Makes the files of an object, without a promise if nothing has to be awaited.
   *
   * @throws {MediaError} with the reason why there are none; if a promise is returned, it is rejected
   *   instead.
   */
  #make(object: ExportObject, files: PackageFiles): MediaFile[] | Promise<MediaFile[]> {
    const isReused = files.forms.of(object).isTransient && this.#reused !== undefined && files === this.#own
    const bytes = isReused ? object.bytesFrom(this.#reused) : object.bytes()
    return bytes instanceof Promise
      ? bytes.then((late) => this.#makeFrom(late, object, files))
      : this.#makeFrom(bytes, object, files)
  }

  /**
   * Why an object has no files, as far as that can be told without its bytes: it is a group, has no bytes, or
   * is of a class without a file format. This is so for nearly all objects of a map, so it is not an error:
   * thousands of errors would take a tenth of the time.
   */
  #refusalOf(object: ExportObject, files: PackageFiles): Skipped | undefined {
    const form = files.forms.of(object)
    if (form.isSilent) return GROUP
    if (object.entry.size === 0) return EMPTY
    return this.#options.json === true || form.mayHave ? undefined : withoutForm(object)
  }

  #makeFrom(bytes: Uint8Array, object: ExportObject, files: PackageFiles): MediaFile[] | Promise<MediaFile[]> {
    const read = files.reader.decode(object, bytes)
    const exporter = EXPORTERS.find((candidate) => candidate.takes(read))
    const made = exporter?.export(read, this.#contextFor(object, files)) ?? []
    return made instanceof Promise
      ? made.then((late) => this.#madeBy(exporter, late, read, files))
      : this.#madeBy(exporter, made, read, files)
  }

  /** What an exporter made, with JSON if that was requested. */
  #madeBy(exporter: Exporter | undefined, made: MediaFile[], read: ReadObject, { forms }: PackageFiles): MediaFile[] {
    const json = this.#options.json ?? EXTRACT_DEFAULTS.json
    if (made.length > 0 && !(json && exporter?.isPart === true)) return made
    const isMissed = exporter === undefined && forms.of(read.export).isNamed
    if (read.error !== undefined && (json || isMissed)) throw new MediaError('broken', read.error.message)
    if (json) return [...made, jsonFile(read)]
    const { reason, message } = withoutForm(read.export)
    throw new MediaError(reason, message)
  }

  #contextFor(object: ExportObject, files: PackageFiles): ExportContext {
    const { codecs, openFile, classPackages, signal } = this.#options
    return {
      reader: files.reader,
      codecs,
      deflate: this.#deflate,
      memory: this.#memory,
      mips: this.#options.mips ?? EXTRACT_DEFAULTS.mips,
      options: this.#options,
      signal,
      openFile: openFile ?? (async () => undefined),
      classPackages: classPackages ?? (async () => []),
      isChosen: this.#isChosen,
      fileOf: async (texture, { isMasked } = { isMasked: false }) => {
        const own = texture === object ? files.pictureOf(object) : undefined
        const path = own ?? (await (isMasked ? this.#maskedPictureOf(texture) : this.#pictureOf(texture)))
        return path === undefined ? undefined : relativePath(files.foldersOf(object), path)
      },
    }
  }

  /** The path of a texture's picture, which is made if necessary. */
  #pictureOf(texture: ExportObject): Promise<string | undefined> {
    let picture = this.#pictures.get(texture)
    if (picture === undefined) {
      picture = this.#makePicture(texture)
      this.#pictures.set(texture, picture)
    }
    return picture
  }

  /** The same for the picture in which colour 0 is a hole. */
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
      const sharedFile = this.#options.claim === undefined ? null : path
      this.#waiting.push({ ...base, files: [{ path, bytes, note }], sharedFile })
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

  /** Adds a PNG file beside the one in the requested format, because glTF and BMFont refer to PNG files. */
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

/** For an object about which there is nothing to say except its files. */
const WHOLE = { sharedFile: null, skipped: null } as const

type Skipped = NonNullable<Extracted['skipped']>

const GROUP: Skipped = { reason: 'no-form', message: 'a group: its objects are extracted; it has no content itself' }
const EMPTY: Skipped = { reason: 'no-data', message: 'it has no bytes' }

function skippedFor(error: unknown): Skipped {
  if (error instanceof MediaError) return { reason: error.reason, message: error.message }
  if (error instanceof PackageError || error instanceof CodecError) {
    const reason = error.kind === 'unsupported' ? 'unsupported' : 'broken'
    return { reason, message: error.message }
  }
  throw error
}

function withoutForm({ className }: ExportObject): Skipped {
  return { reason: 'no-form', message: `${className} has no file format of its own; it can be written as JSON` }
}

function jsonFile(read: ReadObject): MediaFile {
  const facts = describeObject(read, { bytesLimit: Number.POSITIVE_INFINITY })
  return { extension: 'json', bytes: new TextEncoder().encode(jsonText(facts, 2)) }
}
