import { memberOf, Name, UString, type ValueType } from '@ukit/container'
import { type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { type HeldProperty, type InheritedValues, ownValues } from './inherited-values.js'
import type { ObjectReader } from './object-reader.js'
import {
  ancestryOf,
  enumNameOf,
  type HeldValues,
  memberValue,
  type ObjectValue,
  type Typed,
  typeOf,
  type ValueHolder,
  valueAtPath,
} from './object-value.js'
import { ExportObject, ImportObject, type PackageObject } from './package-object.js'
import type { ReadObject } from './read-object.js'

/** Three numbers: X, Y, Z of a vector; pitch, yaw, roll of a rotator, 65,536 to the turn. */
export type Triple = readonly [number, number, number]

const ZERO: Triple = [0, 0, 0]

/**
 * *Values by name and type*, with what they are when nobody sets them. Names ignore case; `Skins[1]` is a
 * further element of a static array. A value of another type than the one asked for counts as not set.
 */
abstract class Values {
  /** The value as it is stored; `undefined` when nobody available sets it. */
  abstract raw(name: string): PropertyValue | undefined

  /** The struct of this name, whose members have the same methods; empty when nobody sets it. */
  abstract struct(name: string): StructView

  /** The name of an enum's value, such as `LT_Steady`, where the enum is known. */
  abstract enumName(name: string): string | undefined

  /** @internal How to show an element of an array. */
  protected abstract structOf(value: PropertyValue, name: string): StructView

  /** A number: a byte, an int, a float or the number of an enum's value. */
  number(name: string, otherwise = 0): number {
    const value = this.raw(name)
    return typeof value === 'number' ? value : otherwise
  }

  /** A bool. */
  flag(name: string, otherwise = false): boolean {
    const value = this.raw(name)
    return typeof value === 'boolean' ? value : otherwise
  }

  /** A string or a name. */
  text(name: string, otherwise = ''): string {
    const value = this.raw(name)
    return value instanceof UString || value instanceof Name ? value.toString() : otherwise
  }

  /** X, Y and Z of a vector, in the units of the engine. */
  vector(name: string, otherwise: Triple = ZERO): Triple {
    return this.#three(name, 'X', 'Y', 'Z', otherwise)
  }

  /** Pitch, yaw and roll of a rotator, 65,536 to the turn. */
  rotator(name: string, otherwise: Triple = ZERO): Triple {
    return this.#three(name, 'Pitch', 'Yaw', 'Roll', otherwise)
  }

  /** Red, green, blue and alpha of a colour, as stored (0 to 255, of a LinearColor 0 to 1 and more). */
  color(name: string): readonly [number, number, number, number] | undefined {
    if (this.raw(name) === undefined) return undefined
    const color = this.struct(name)
    return [color.number('R'), color.number('G'), color.number('B'), color.number('A')]
  }

  /** The object that a reference means, as this package's tables know it; `undefined` for none. */
  object(name: string): PackageObject | undefined {
    return objectOf(this.raw(name))
  }

  /** Elements of a dynamic array, or of a static one: those that are set, with gaps as `null`. */
  list(name: string): readonly PropertyValue[] {
    const value = this.raw(name)
    if (Array.isArray(value)) return value
    if (value instanceof Uint8Array) return []
    const elements: PropertyValue[] = value === undefined ? [] : [value]
    for (let index = 1, gaps = 0; gaps < MOST_GAPS; index++) {
      const element = this.raw(`${name}[${index}]`)
      if (element === undefined) {
        gaps++
        continue
      }
      while (elements.length < index) elements.push(null)
      elements.push(element)
      gaps = 0
    }
    return elements
  }

  /** The objects of an array, `undefined` for an empty place. */
  objects(name: string): readonly (PackageObject | undefined)[] {
    return this.list(name).map(objectOf)
  }

  /** The structs of an array. */
  structs(name: string): readonly StructView[] {
    return this.list(name).map((value) => this.structOf(value, name))
  }

  #three(name: string, first: string, second: string, third: string, otherwise: Triple): Triple {
    const value = this.raw(name)
    if (value instanceof RawStruct) {
      const { values } = value
      const at = placesIn(value)
      return [
        numberAt(values, at.get(first.toLowerCase())),
        numberAt(values, at.get(second.toLowerCase())),
        numberAt(values, at.get(third.toLowerCase())),
      ]
    }
    if (!(value instanceof TaggedStruct)) return otherwise
    const struct = this.struct(name)
    return [struct.number(first, otherwise[0]), struct.number(second, otherwise[1]), struct.number(third, otherwise[2])]
  }
}

/** How many elements of a static array may be left out, at their defaults, before it counts as over. */
const MOST_GAPS = 64

/**
 * *An object with all that it inherits*: what it sets itself, else its class, that class's supers (UE1, UE2)
 * or its archetypes (UE3), through other packages. Asking takes no waiting.
 *
 * ```ts
 * const view = await reader.view(actor)
 * view.vector('Location')            // [128, -64, 0]
 * view.number('DrawScale', 1)
 * view.enumName('Physics')           // 'PHYS_Rotating'
 * view.object('Mesh')?.path
 * view.struct('Region').number('ZoneNumber')
 * ```
 */
export class ObjectView extends Values {
  /** The object. */
  readonly export: ExportObject
  /** The class or archetype whose package is not available; `null` when all that it inherits is known. */
  readonly missing: string | null
  readonly #reader: ObjectReader
  readonly #own: ReadonlyMap<string, HeldProperty>
  readonly #inherited: InheritedValues

  /** @internal By `ObjectReader.view`. */
  constructor(reader: ObjectReader, read: ReadObject, inherited: InheritedValues) {
    super()
    this.export = read.export
    this.missing = inherited.missing?.path ?? null
    this.#reader = reader
    this.#inherited = inherited
    this.#own = ownValues({ reader, read }, inherited.values)
  }

  /** Tells whether the object is of a class, or of one that extends it. */
  isA(className: string): boolean {
    const key = className.toLowerCase()
    return this.#reader.ancestryOf(this.export.class).some((name) => name.toLowerCase() === key)
  }

  override raw(name: string): PropertyValue | undefined {
    return this.#held(name)?.property.value
  }

  override struct(name: string): StructView {
    const layers: StructLayer[] = []
    for (let held = this.#held(name); held !== undefined; held = held.below)
      layers.push({ value: held.property.value, holder: held.holder })
    return new StructView(layers)
  }

  override enumName(name: string): string | undefined {
    const held = this.#held(name)
    if (held !== undefined) return enumNameOf(held.holder.reader.schema, typed(held))
    const ancestry = this.#reader.ancestryOf(this.export.class)
    return firstTag(this.#reader, memberOf(this.#reader.schema, ancestry, name)?.type)
  }

  /** The value at a path, with its type and who sets it; see `ObjectReader.value`. */
  value(path: string): ObjectValue | undefined {
    const [name = '', ...members] = path.split('.')
    // A struct with tags omits values that equal the defaults, so the next holder may have them.
    for (let held = this.#held(name); held !== undefined; held = held.below) {
      const { reader, read } = held.holder
      const found = valueAtPath(typed(held), members, reader.schema, ancestryOf(held.holder))
      if (found === undefined) continue
      return {
        ...found,
        enumName: enumNameOf(reader.schema, found),
        from: read.export,
        own: read.export === this.export,
      }
    }
    return undefined
  }

  /** @internal All that it has: its own first, then what it inherits, nearest first. */
  *entries(): Generator<HeldProperty> {
    yield* this.#own.values()
    for (const [key, held] of this.#inherited.values) if (!this.#own.has(key)) yield held
  }

  protected override structOf(value: PropertyValue, name: string): StructView {
    const held = this.#held(name)
    return new StructView(held === undefined ? [] : [{ value, holder: held.holder }])
  }

  #held(name: string): HeldProperty | undefined {
    const lower = name.toLowerCase()
    const key = lower.endsWith('[0]') ? lower.slice(0, -3) : lower
    return this.#own.get(key) ?? this.#inherited.values.get(key)
  }
}

/** A struct's value, and the object that sets it. */
interface StructLayer {
  readonly value: PropertyValue
  readonly holder: ValueHolder<HeldValues>
}

/** *The members of a struct*, with those that a class sets where the object leaves them out. */
export class StructView extends Values {
  readonly #layers: readonly StructLayer[]

  /** @internal By `Values.struct`. */
  constructor(layers: readonly StructLayer[]) {
    super()
    this.#layers = layers
  }

  override raw(name: string): PropertyValue | undefined {
    return this.#find(name)?.found.value
  }

  override struct(name: string): StructView {
    const layers: StructLayer[] = []
    for (const layer of this.#layers) {
      const found = memberIn(layer, name)
      if (found !== undefined) layers.push({ value: found.value, holder: layer.holder })
    }
    return new StructView(layers)
  }

  override enumName(name: string): string | undefined {
    const at = this.#find(name)
    return at === undefined ? undefined : enumNameOf(at.layer.holder.reader.schema, at.found)
  }

  protected override structOf(value: PropertyValue, name: string): StructView {
    const at = this.#find(name)
    return new StructView(at === undefined ? [] : [{ value, holder: at.layer.holder }])
  }

  #find(name: string): { readonly layer: StructLayer; readonly found: Typed } | undefined {
    for (const layer of this.#layers) {
      const found = memberIn(layer, name)
      if (found !== undefined) return { layer, found }
    }
    return undefined
  }
}

function memberIn({ value, holder }: StructLayer, name: string): Typed | undefined {
  return memberValue(value, name, holder.reader.schema, ancestryOf(holder))
}

function typed({ property, holder }: HeldProperty): Typed {
  return { value: property.value, type: typeOf(holder.reader.schema, ancestryOf(holder), property) }
}

/** What an enum that nobody sets is: its first tag. */
function firstTag({ schema }: ObjectReader, type: ValueType | undefined): string | undefined {
  return type?.kind === 'byte' && type.enum !== undefined ? schema.enum?.(type.enum)?.[0] : undefined
}

/** Where the members of a struct are among its values, by name in lower case. */
function placesIn({ type }: RawStruct): ReadonlyMap<string, number> {
  let places = PLACES.get(type)
  if (places === undefined) {
    places = new Map(type.members.map(({ name }, index) => [name.toLowerCase(), index]))
    PLACES.set(type, places)
  }
  return places
}

const PLACES = new WeakMap<RawStruct['type'], ReadonlyMap<string, number>>()

function numberAt(values: readonly PropertyValue[], place: number | undefined): number {
  const value = place === undefined ? undefined : values[place]
  return typeof value === 'number' ? value : 0
}

function objectOf(value: PropertyValue | undefined): PackageObject | undefined {
  return value instanceof ExportObject || value instanceof ImportObject ? value : undefined
}
