import { ExportObject, ImportObject, type ObjectReader, type ObjectView, type ReadObject } from '@ukit/core'
import type { PropertyValue } from '@ukit/objects'
import { numberOf } from '../property-values.js'

/** Path of an object with its package: `XWeapons_rc.Material.ShockRifle`. */
export function fullPath(object: ExportObject): string {
  return `${object.package.name}.${object.path}`
}

/** *A material as an object of a package*: its values with their defaults, and what it refers to. */
export class MaterialObject {
  readonly reader: ObjectReader
  readonly read: ReadObject
  readonly #view: ObjectView

  private constructor(reader: ObjectReader, read: ReadObject, view: ObjectView) {
    this.reader = reader
    this.read = read
    this.#view = view
  }

  /** @param reader a reader of any package; the reader of the object's own package is found. */
  static async of(reader: ObjectReader, object: ExportObject): Promise<MaterialObject> {
    const own = object.package === reader.package ? reader : await reader.forPackage(object.package)
    const read = await own.read(object)
    return new MaterialObject(own, read, await own.view(read))
  }

  get export(): ExportObject {
    return this.read.export
  }

  get path(): string {
    return fullPath(this.export)
  }

  /** Whether the object is of a class, or of one that extends it. */
  isA(className: string): boolean {
    return this.#view.isA(className)
  }

  /** Its own value, else that of its class; `undefined` if neither sets it. */
  value(name: string): PropertyValue | undefined {
    return this.#view.raw(name)
  }

  flag(name: string): boolean {
    return this.#view.flag(name)
  }

  number(name: string, otherwise = 0): number {
    return numberOf(this.value(name), otherwise)
  }

  /** The name of an enum's value, from the enum if that is known, else from `names` by its number. */
  choice(name: string, names: readonly string[]): string {
    const found = this.#view.value(name)
    return found?.enumName ?? names[numberOf(found?.value)] ?? String(found?.value)
  }

  /** The object that a property refers to. */
  follow(name: string): Promise<MaterialObject | MissingMaterial | undefined> {
    return this.followValue(this.value(name))
  }

  /** The object that a value refers to. */
  async followValue(value: PropertyValue | undefined): Promise<MaterialObject | MissingMaterial | undefined> {
    const found = await this.reader.follow(value)
    if (found !== undefined) return MaterialObject.of(this.reader, found)
    return value instanceof ImportObject || value instanceof ExportObject ? new MissingMaterial(value.path) : undefined
  }
}

/** *An object that a material refers to, and whose package is missing or lacks it.* */
export class MissingMaterial {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}
