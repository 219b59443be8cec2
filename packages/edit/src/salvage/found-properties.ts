import { Archive, type FormatContext, MoreBytesNeeded, Name, type ObjectSource, type Symbols } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { MapValue, type Property, PropertyList, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'

/** An object that something refers to, of which nothing but its number is known. */
class LostReference implements ObjectSource {
  readonly path = ''
  readonly reference: number

  constructor(reference: number) {
    this.reference = reference
  }
}

/** *Reads properties without tables but the names.* */
export class FoundProperties {
  readonly #bytes: Uint8Array
  readonly #context: FormatContext
  readonly #symbols: Symbols

  constructor(bytes: Uint8Array, context: FormatContext, names: readonly string[]) {
    this.#bytes = bytes
    this.#context = context
    const sources = names.map((text, index) => new Name({ text, index }))
    this.#symbols = {
      nameAt: (index) => sources[index],
      objectAt: (reference) => new LostReference(reference),
    }
  }

  /** The properties from `start` to `end`; none when they do not end there. */
  read(className: string, start: number, end: number): PropertyList {
    const list = new PropertyList()
    if (start === end) return list
    const ar = Archive.load(this.#bytes.subarray(start, end), this.#context, { base: start, symbols: this.#symbols })
    try {
      list.serialize(ar, { ancestry: [className], depth: 0, createList: () => new PropertyList() })
    } catch (error) {
      if (error instanceof PackageError || error instanceof MoreBytesNeeded) return new PropertyList()
      throw error
    }
    return ar.remaining === 0 ? list : new PropertyList()
  }
}

/** What a property stores as its object; 0 for one that has none. */
export function referenceIn(property: Property | undefined): number {
  return property?.value instanceof LostReference ? property.value.reference : 0
}

/**
 * A value with objects instead of references; `undefined` when one of them is lost, or bytes of it are
 * not understood and may hold one.
 */
export function withObjects(
  value: PropertyValue,
  objectOf: (reference: number) => ObjectSource | undefined,
): PropertyValue | undefined {
  if (value instanceof LostReference) return objectOf(value.reference)
  if (value instanceof Uint8Array || value instanceof MapValue) return undefined
  if (Array.isArray(value)) return allWithObjects(value, objectOf)
  if (value instanceof RawStruct) {
    const values = allWithObjects(value.values, objectOf)
    return values === undefined ? undefined : new RawStruct(value.type, values)
  }
  if (!(value instanceof TaggedStruct)) return value
  const items = value.properties.items.map((property) => withObjects(property.value, objectOf))
  return items.includes(undefined) ? undefined : value
}

function allWithObjects(
  values: readonly PropertyValue[],
  objectOf: (reference: number) => ObjectSource | undefined,
): PropertyValue[] | undefined {
  const found: PropertyValue[] = []
  for (const value of values) {
    const own = withObjects(value, objectOf)
    if (own === undefined) return undefined
    found.push(own)
  }
  return found
}
