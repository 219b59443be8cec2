import { ExportObject, ImportObject, type ObjectReader, type ReadObject } from '@ukit/core'
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
  readonly #classes: ReadonlySet<string>

  private constructor(reader: ObjectReader, read: ReadObject) {
    this.reader = reader
    this.read = read
    this.#classes = new Set(reader.ancestryOf(read.export.class).map((name) => name.toLowerCase()))
  }

  /** @param reader a reader of any package; the reader of the object's own package is found. */
  static async of(reader: ObjectReader, object: ExportObject): Promise<MaterialObject> {
    const own = object.package === reader.package ? reader : await reader.forPackage(object.package)
    return new MaterialObject(own, await own.read(object))
  }

  get export(): ExportObject {
    return this.read.export
  }

  get path(): string {
    return fullPath(this.export)
  }

  /** Whether the object is of a class, or of one that extends it. */
  isA(className: string): boolean {
    return this.#classes.has(className.toLowerCase())
  }

  /** Its own value, else that of its class; `undefined` if neither sets it. */
  async value(name: string): Promise<PropertyValue | undefined> {
    return (await this.reader.value(this.read, name))?.value
  }

  async flag(name: string): Promise<boolean> {
    return (await this.value(name)) === true
  }

  async number(name: string, otherwise = 0): Promise<number> {
    return numberOf(await this.value(name), otherwise)
  }

  /** The name of an enum's value, from the enum if that is known, else from `names` by its number. */
  async choice(name: string, names: readonly string[]): Promise<string> {
    const found = await this.reader.value(this.read, name)
    return found?.enumName ?? names[numberOf(found?.value)] ?? String(found?.value)
  }

  /** The object that a property refers to. */
  async follow(name: string): Promise<MaterialObject | MissingMaterial | undefined> {
    return this.followValue(await this.value(name))
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
