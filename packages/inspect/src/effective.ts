import { type ExportObject, ObjectReader, type ReadObject, type ReadOptions } from '@ukit/core'
import type { Property } from '@ukit/objects'

/** A value that an object has, and who sets it. */
export interface EffectiveProperty {
  /** The property as the object or the default holds it, which is live; see `describeValue`. */
  readonly property: Property
  /** The object itself, or the class or archetype whose default it is, as `Class'Package.Path'`. */
  readonly from: string
  /** True when the object itself sets it. */
  readonly own: boolean
}

/** Values that an object has, and how far its defaults could be followed. */
export interface EffectiveProperties {
  /** The object's own first, then those that it inherits, nearest first. */
  readonly properties: readonly EffectiveProperty[]
  /** The class or archetype whose package is not available; `null` when the chain was followed to its end. */
  readonly missing: string | null
}

/**
 * *What values does an object really have?* Its own, then the defaults of its class and that class's supers
 * (UE1, UE2), or of its archetype and its archetypes (UE3).
 *
 * Defaults of other packages come from `packages`; without one, the chain ends there and says so.
 */
export async function effectiveProperties(read: ReadObject, options: ReadOptions = {}): Promise<EffectiveProperties> {
  const reader = await ObjectReader.open(read.export.package, options)
  const view = await reader.view(read)
  const names = new Map<ExportObject, string>()
  const properties: EffectiveProperty[] = []
  for (const { property, holder } of view.entries()) {
    const { export: exported } = holder.read
    const from = names.get(exported) ?? describe(exported)
    names.set(exported, from)
    properties.push({ property, from, own: exported === read.export })
  }
  return { properties, missing: view.missing }
}

function describe(exported: ExportObject): string {
  return `${exported.className}'${exported.package.name}.${exported.path}'`
}
