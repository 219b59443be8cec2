import type { ExportObject, ObjectReader } from '@ukit/core'
import type { MediaFile } from '../exporters/exporter.js'
import { FileNames, safeFolder } from '../file-name.js'
import { FileForms } from './choice.js'

/** *Where the files of one package go*, and what they are called. */
export class PackageFiles {
  readonly reader: ObjectReader
  readonly forms: FileForms
  readonly #folder: string
  readonly #names = new FileNames()
  /** Safe paths of the folders, by the outer of the objects in them. */
  readonly #safeFolders = new Map<ExportObject['outer'], string>()
  /** Paths of the pictures that other files may refer to; they are known before anything is extracted. */
  readonly #pictures = new Map<ExportObject, string>()

  /** @param reserved paths below the folder that no file may take. */
  constructor(reader: ObjectReader, folder: string, reserved: readonly string[] = []) {
    this.reader = reader
    this.#folder = folder
    this.forms = new FileForms(reader)
    for (const path of reserved) this.#names.reserve([folder], path)
    for (const object of reader.package.exports) {
      if (!this.forms.of(object).isShared || object.isNull) continue
      this.#pictures.set(object, this.#names.takeIn(this.#folderOf(object), object.name, 'png'))
    }
  }

  /** Takes the path for a file: the package's folder, the groups, the object's name. */
  take(object: ExportObject, { extension, suffix, forOuter, forPackage }: MediaFile): string {
    if (forPackage === true) return this.takeName(`${this.reader.package.name}${suffix ?? ''}`, extension)
    if (extension === 'png' && suffix === undefined) {
      const picture = this.#pictures.get(object)
      if (picture !== undefined) return picture
    }
    if (forOuter !== true)
      return this.#names.takeIn(
        this.#folderOf(object),
        suffix === undefined ? object.name : object.name + suffix,
        extension,
      )
    const folders = this.foldersOf(object)
    const last = folders.pop()
    return this.#names.take(folders, `${last ?? object.name}${suffix ?? ''}`, extension)
  }

  /**
   * The folder of an object's files as a safe path; it is kept, because most objects share their folder with
   * others.
   */
  #folderOf(object: ExportObject): string {
    const { outer } = object
    let folder = this.#safeFolders.get(outer)
    if (folder === undefined) {
      folder = safeFolder(this.foldersOf(object))
      this.#safeFolders.set(outer, folder)
    }
    return folder
  }

  /** Takes the path for a second file of an object: `Group/Name.masked.png`. */
  takeBeside(object: ExportObject, suffix: string, extension: string): string {
    return this.#names.takeIn(this.#folderOf(object), `${object.name}${suffix}`, extension)
  }

  /** Takes the path for a file of the whole package. */
  takeName(name: string, extension: string): string {
    return this.#names.take([this.#folder], name, extension)
  }

  /** The path of the picture that other files refer to; `undefined` for an object that has none. */
  pictureOf(object: ExportObject): string | undefined {
    return this.#pictures.get(object)
  }

  /** The package's folder and those of the object's outers, outermost first. */
  foldersOf(object: ExportObject): string[] {
    const names: string[] = []
    for (let outer = object.outer; outer !== null && names.length < MAX_FOLDERS; outer = outer.outer)
      names.unshift(outer.name)
    return [this.#folder, ...names]
  }
}

const MAX_FOLDERS = 16
