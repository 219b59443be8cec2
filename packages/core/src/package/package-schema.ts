import type { ClassType, Member, Schema, StructType, ValueType } from '@ukit/container'
import { findMember, Limit } from '@ukit/container/internal'
import { loadStockClasses, type StockClasses } from '@ukit/objects/internal'
import type { Package } from './package.js'
import { PackageClasses } from './package-classes.js'
import type { ImportObject, PackageObject } from './package-object.js'
import type { PackageSet } from './package-set.js'

// More packages than any game's scripts have; a set gone wild stops here.
const MAX_PACKAGES = 256

/**
 * *What is known of the classes that a package's objects are of*: its own, those of other packages, stock
 * classes.
 *
 * Reads nothing of a package without classes (a map), and of others only what declares variables.
 */
export async function packageSchema(pkg: Package, packages?: PackageSet): Promise<Schema> {
  const own = await PackageClasses.read(pkg)
  const others = packages === undefined ? [] : await importedClasses(pkg, packages)
  const layers: Layer[] = own === undefined ? others : [own, ...others]
  return new CombinedSchema(layers, await loadStockClasses(pkg.context))
}

/** Where classes come from; keys are in lower case. */
interface Layer {
  class(key: string): ClassType | undefined
  struct(key: string): StructType | undefined
  enum(key: string): readonly string[] | undefined
}

/**
 * Asks its layers in turn; a struct is looked for in the class that uses it and its supers before anywhere
 * else.
 */
class CombinedSchema implements Schema {
  readonly #layers: readonly Layer[]
  readonly #stock: StockClasses
  readonly #classes = new Map<string, ClassType | undefined>()
  /** Structs by the class that uses them, then by name; like members, by names as they were asked for. */
  readonly #structs = new Map<string, Map<string, StructType | undefined>>()
  /** What each object asks for again; the names of a class and its supers are one array. */
  readonly #members = new WeakMap<readonly string[], Map<string, Member | undefined>>()

  constructor(layers: readonly Layer[], stock: StockClasses) {
    this.#layers = [...layers, stock]
    this.#stock = stock
  }

  arraysNamed(name: string): readonly ValueType[] {
    return this.#stock.arraysNamed(name.toLowerCase())
  }

  enum(name: string): readonly string[] | undefined {
    const key = name.toLowerCase()
    for (const layer of this.#layers) {
      const found = layer.enum(key)
      if (found !== undefined) return found
    }
    return undefined
  }

  class(name: string): ClassType | undefined {
    const key = name.toLowerCase()
    if (this.#classes.has(key)) return this.#classes.get(key)
    let found: ClassType | undefined
    for (const layer of this.#layers) {
      found = layer.class(key)
      if (found !== undefined) break
    }
    this.#classes.set(key, found)
    return found
  }

  struct(name: string, owner?: string): StructType | undefined {
    let known = this.#structs.get(owner ?? '')
    if (known === undefined) {
      known = new Map()
      this.#structs.set(owner ?? '', known)
    }
    let found = known.get(name)
    if (found === undefined && !known.has(name)) {
      const key = name.toLowerCase()
      found = this.#structOf(key, owner) ?? this.#structAnywhere(key)
      known.set(name, found)
    }
    return found
  }

  member(ancestry: readonly string[], name: string): Member | undefined {
    let known = this.#members.get(ancestry)
    if (known === undefined) {
      known = new Map()
      this.#members.set(ancestry, known)
    }
    let found = known.get(name)
    if (found === undefined && !known.has(name)) {
      found = findMember(this, ancestry, name)
      known.set(name, found)
    }
    return found
  }

  #structOf(key: string, owner: string | undefined): StructType | undefined {
    let type = owner === undefined ? undefined : this.class(owner)
    for (let depth = 0; type !== undefined && depth < Limit.Supers; depth++) {
      const found = type.structs?.find((struct) => struct.name.toLowerCase() === key)
      if (found !== undefined) return found
      type = type.super === undefined ? undefined : this.class(type.super)
    }
    return undefined
  }

  #structAnywhere(key: string): StructType | undefined {
    for (const layer of this.#layers) {
      const found = layer.struct(key)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Classes are the same at each opening, and read once a package. */
const READ = new WeakMap<Package, Promise<PackageClasses | undefined>>()

function classesOf(pkg: Package): Promise<PackageClasses | undefined> {
  let classes = READ.get(pkg)
  if (classes === undefined) {
    classes = PackageClasses.read(pkg)
    READ.set(pkg, classes)
  }
  return classes
}

/**
 * Packages that hold the classes of `pkg`, those that hold these classes' supers, and so on; nearest first.
 */
async function importedClasses(pkg: Package, packages: PackageSet): Promise<PackageClasses[]> {
  const seen = new Set([pkg.name.toLowerCase()])
  const queue = packagesOf(pkg.imports.filter(isDeclaration))
  const found: PackageClasses[] = []
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const key = name.toLowerCase()
    if (seen.has(key) || seen.size > MAX_PACKAGES) continue
    seen.add(key)
    const other = await packages.package(name)
    if (other === undefined) continue
    const classes = await classesOf(other)
    if (classes === undefined) continue
    found.push(classes)
    queue.push(...packagesOf(other.imports.filter(isDeclaration)))
  }
  return found
}

function isDeclaration(imported: ImportObject): boolean {
  const { className } = imported
  return className === 'Class' || className === 'Struct' || className === 'ScriptStruct'
}

function packagesOf(imports: readonly ImportObject[]): string[] {
  return [...new Set(imports.map((imported) => outermost(imported).name))]
}

function outermost(object: PackageObject): PackageObject {
  let at = object
  for (let depth = 0; at.outer !== null && depth < Limit.Supers; depth++) at = at.outer
  return at
}
