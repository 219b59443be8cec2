import type { Property } from '@ukit/objects'
import type { ObjectReader } from './object-reader.js'
import { type HeldValues, holders, parentOf, type ValueHolder } from './object-value.js'
import type { PackageObject } from './package-object.js'
import type { ReadObject } from './read-object.js'
import type { RecentlyUsed } from './recently-used.js'

/**
 * A property, who sets it, and the one that it hides: where a struct leaves members out, those of the hidden
 * one count.
 */
export interface HeldProperty {
  /** As its holder stores it. */
  readonly property: Property
  /** The object, class, default object or archetype that sets it. */
  readonly holder: ValueHolder<HeldValues>
  /** The next one of the same name, further away. */
  readonly below: HeldProperty | undefined
}

/** What an object has by inheritance: the nearest value of each variable. */
export interface InheritedValues {
  /** By label in lower case (`skins`, `skins[2]`), the nearest holder's first. */
  readonly values: ReadonlyMap<string, HeldProperty>
  /** The class or archetype that is not available; `null` when the chain was followed to its end. */
  readonly missing: PackageObject | null
}

/** `skins` for the first element of a static array, `skins[2]` for another. */
function keyOf(property: Property): string {
  return property.label.toLowerCase()
}

const NOTHING: InheritedValues = { values: new Map(), missing: null }

/**
 * *What objects of one class inherit, flattened*: once for all of them, since a map has a thousand actors of
 * a few dozen classes. An object's own values are not among them.
 *
 * @param kept what was flattened before, by the class or archetype.
 */
export function inheritedValues(
  reader: ObjectReader,
  read: ReadObject,
  kept: RecentlyUsed<PackageObject, InheritedValues>,
): Promise<InheritedValues> {
  const parent = parentOf(read.export)
  return parent === null ? Promise.resolve(NOTHING) : kept.get(parent, () => flatten(reader, read))
}

async function flatten(reader: ObjectReader, read: ReadObject): Promise<InheritedValues> {
  const chain: ValueHolder<HeldValues>[] = []
  const all = holders<HeldValues>(reader, read, (of, holder) => of.defaultsIn(holder))
  let next = await all.next()
  for (; next.done !== true; next = await all.next()) if (next.value.read !== read) chain.push(next.value)
  let values: ReadonlyMap<string, HeldProperty> = NOTHING.values
  for (const holder of chain.reverse()) {
    const own = ownValues(holder, values)
    for (const [key, held] of values) if (!own.has(key)) own.set(key, held)
    values = own
  }
  return { values, missing: next.value }
}

/** The properties that a holder sets itself, each over the one that it inherits. */
export function ownValues(
  holder: ValueHolder<HeldValues>,
  inherited: ReadonlyMap<string, HeldProperty>,
): Map<string, HeldProperty> {
  const values = new Map<string, HeldProperty>()
  for (const property of holder.read.object.properties.items) {
    const key = keyOf(property)
    // Of two of one name the engine's own readers take the first too.
    if (!values.has(key)) values.set(key, { property, holder, below: inherited.get(key) })
  }
  return values
}
