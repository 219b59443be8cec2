import type { Package, ResolvePackage } from '@ukit/core'
import { ExportObject, ObjectReader, type PackageObject, type ReadObject, type ReadOptions } from '@ukit/core'
import type { Property } from '@ukit/objects'

/** A value that an object has, and who sets it. */
export interface EffectiveProperty {
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
  /** The class or archetype whose package is not at hand; `null` when the chain was followed to its end. */
  readonly missing: string | null
}

// Deeper than any real chain; ends a circle in a damaged package.
const MAX_DEPTH = 100

/**
 * *What values does an object really have?* Its own, then the defaults of its class and that class's supers (UE1, UE2), or of its archetype and its archetypes (UE3).
 *
 * Defaults of other packages come through `resolve`; where it has none, the chain ends there and says so.
 */
export async function effectiveProperties(read: ReadObject, options: ReadOptions = {}): Promise<EffectiveProperties> {
  const found: EffectiveProperty[] = []
  const seen = new Set<string>()
  const add = (holder: ReadObject, own: boolean) => {
    const from = describe(holder.export)
    for (const property of holder.object.properties.items) {
      const key = property.label.toLowerCase()
      if (seen.has(key)) continue
      seen.add(key)
      found.push({ property, from, own })
    }
  }
  add(read, true)
  const readers = new Map<Package, ObjectReader>()
  let at: PackageObject | null = parentOf(read.export)
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
    const holder = await locate(at, options.resolve)
    if (holder === undefined) return { properties: found, missing: at.path }
    const defaults = defaultsOf(holder)
    let reader = readers.get(defaults.package)
    if (reader === undefined) {
      reader = await ObjectReader.open(defaults.package, options)
      readers.set(defaults.package, reader)
    }
    add(await reader.read(defaults), false)
    at = parentOf(defaults)
  }
  return { properties: found, missing: null }
}

/** Where an object's defaults are: its archetype, else its class; for a class its super. */
function parentOf(exported: ExportObject): PackageObject | null {
  if (exported.archetype !== null) return exported.archetype
  return exported.entry.class === 0 ? exported.super : exported.class
}

/** The object in whose package it is, or nothing when that is not at hand. */
async function locate(object: PackageObject, resolve: ResolvePackage | undefined): Promise<ExportObject | undefined> {
  if (object instanceof ExportObject) return object
  const [packageName, ...rest] = object.path.split('.')
  if (packageName === undefined || rest.length === 0) return undefined
  const pkg = resolve === undefined ? undefined : await Promise.resolve(resolve(packageName))
  const found = pkg?.find(rest.join('.'))
  return found instanceof ExportObject ? found : undefined
}

/** Of a UE3 class the object that holds its defaults; in UE1 and UE2 the class holds them itself. */
function defaultsOf(exported: ExportObject): ExportObject {
  if (exported.entry.class !== 0 || exported.package.context.engine < 3) return exported
  const found = exported.package.find(`Default__${exported.name}`)
  return found instanceof ExportObject ? found : exported
}

function describe(exported: ExportObject): string {
  return `${exported.className}'${exported.package.name}.${exported.path}'`
}
