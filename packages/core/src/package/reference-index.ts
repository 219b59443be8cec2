import { Archive, type ObjectSource } from '@ukit/container'
import type { ObjectReader } from './object-reader.js'
import { ExportObject, ImportObject, type PackageObject } from './package-object.js'
import { type Reference, referencesOf } from './references.js'

/** What to do while an index is made. */
export interface ReferenceIndexOptions {
  readonly signal?: AbortSignal | undefined
  /** Called before each object is read. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * *All references of a package*, in both directions: those of the tables and those inside objects, properties
 * and code included. Each object is decoded once, when the index is made.
 *
 * ```ts
 * const index = await ReferenceIndex.of(reader)
 * for (const { from, field } of index.to(texture)) console.log(from.path, field)   // 'LevelInfo0' 'Sky.value'
 * ```
 */
export class ReferenceIndex {
  /**
   * Objects with bytes that are not understood, or that could not be read to their end: there may be
   * references in them that are not listed.
   */
  readonly opaque: readonly ExportObject[]
  readonly #from: ReadonlyMap<PackageObject, readonly Reference[]>
  readonly #to: ReadonlyMap<PackageObject, readonly Reference[]>

  private constructor(from: ReadonlyMap<PackageObject, readonly Reference[]>, opaque: readonly ExportObject[]) {
    const to = new Map<PackageObject, Reference[]>()
    for (const references of from.values())
      for (const reference of references) {
        const known = to.get(reference.to)
        if (known === undefined) to.set(reference.to, [reference])
        else known.push(reference)
      }
    this.#from = from
    this.#to = to
    this.opaque = opaque
  }

  /**
   * The index of the package that a reader reads.
   *
   * @throws {PackageError} when the bytes of an object cannot be read, as `ObjectReader.read` does.
   */
  static async of(reader: ObjectReader, options: ReferenceIndexOptions = {}): Promise<ReferenceIndex> {
    const { exports, imports } = reader.package
    const from = new Map<PackageObject, readonly Reference[]>()
    const opaque: ExportObject[] = []
    for (const object of imports) from.set(object, referencesOf(object))
    for (const [done, object] of exports.entries()) {
      options.signal?.throwIfAborted()
      options.onProgress?.(done, exports.length)
      const found = referencesOf(object)
      from.set(object, found)
      if (object.entry.size === 0) continue
      const read = await reader.read(object)
      if (read.opaqueBytes > 0 || read.error !== undefined) opaque.push(object)
      const visitor = {
        object(to: ObjectSource, field: string) {
          if (to instanceof ExportObject || to instanceof ImportObject) found.push({ from: object, field, to })
        },
      }
      read.object.serialize(Archive.references(visitor, reader.package.context, reader.subjectOf(object)))
    }
    return new ReferenceIndex(from, opaque)
  }

  /** What an object refers to: first by its row of the table, then in the order of its bytes. */
  from(object: PackageObject): readonly Reference[] {
    return this.#from.get(object) ?? []
  }

  /** What refers to an object: imports first, then exports, each in the order of the table. */
  to(object: PackageObject): readonly Reference[] {
    return this.#to.get(object) ?? []
  }
}
