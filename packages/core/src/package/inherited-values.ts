import type { Property } from '@ukit/objects'
import type { ObjectReader } from './object-reader.js'
import { type HeldValues, holders, parentOf, type ValueHolder } from './object-value.js'
import type { PackageObject } from './package-object.js'
import type { ReadObject } from './read-object.js'

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
  /** By {@link keyOf}, the nearest holder's first. */
  readonly values: ReadonlyMap<string, HeldProperty>
  /** The class or archetype that is not available; `null` when the chain was followed to its end. */
  readonly missing: PackageObject | null
}

/** `skins` for the first element of a static array, `skins[2]` for another. */
export function keyOf(property: Property): string {
  return property.label.toLowerCase()
}

const NOTHING: InheritedValues = { values: new Map(), missing: null }

/**
 * *What objects of one class inherit, flattened*: once for all of them, since a map has a thousand actors of
 * a few dozen classes. An object's own values are not among them.
 *
 * @param kept what was flattened before, by the class or archetype; the most recently used at the end.
 */
export function inheritedValues(
  reader: ObjectReader,
  read: ReadObject,
  kept: Map<PackageObject, Promise<InheritedValues>>,
): Promise<InheritedValues> {
  const parent = parentOf(read.export)
  if (parent === null) return Promise.resolve(NOTHING)
  let found = kept.get(parent)
  kept.delete(parent)
  if (found === undefined) {
    found = flatten(reader, read)
    found.catch(() => kept.delete(parent))
  }
  kept.set(parent, found)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return found
}

/** Maximum number of classes whose flattened values a reader keeps: more than most packages use. */
const MOST_KEPT = 256

async function flatten(reader: ObjectReader, read: ReadObject): Promise<InheritedValues> {
  const chain: ValueHolder<HeldValues>[] = []
  const all = holders<HeldValues>(reader, read, (of, holder) => of.defaultsIn(holder))
  let next = await all.next()
  for (; next.done !== true; next = await all.next()) if (next.value.read !== read) chain.push(next.value)
  let values = new Map<string, HeldProperty>()
  for (const holder of chain.reverse()) values = over(holder, values)
  return { values, missing: next.value }
}

/** The properties of a holder over those that it inherits. */
function over(
  holder: ValueHolder<HeldValues>,
  inherited: ReadonlyMap<string, HeldProperty>,
): Map<string, HeldProperty> {
  const values = new Map<string, HeldProperty>()
  for (const property of holder.read.object.properties.items) {
    const key = keyOf(property)
    // Of two of one name the engine's own readers take the first too.
    if (!values.has(key)) values.set(key, { property, holder, below: inherited.get(key) })
  }
  for (const [key, held] of inherited) if (!values.has(key)) values.set(key, held)
  return values
}
