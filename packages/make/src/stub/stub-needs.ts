import { mainObjectFlags, memberOf, ObjectFlag } from '@ukit/container'
import { ExportObject, ImportObject, type ObjectReader, type PackageObject, PackageSet } from '@ukit/core'
import type { Property } from '@ukit/objects'
import { loadWorld, type Type, type World } from '@ukit/script/symbols'
import { gatherCodeNeeds } from './code-needs.js'
import { typeOfClass } from './code-types.js'
import { ClassFacts } from './stub-facts.js'

/** An object of the missing package that users import. */
export interface NeededObject {
  /** Inside the package: `Group.Name`. */
  readonly path: string
  readonly className: string
  /** The package that declares its class. */
  readonly classPackage: string
}

/** *What users need of a package that is missing.* */
export interface StubNeeds {
  /** Outermost first, each once. */
  readonly objects: readonly NeededObject[]
  /** Its classes, by name in lower case. */
  readonly classes: ReadonlyMap<string, ClassFacts>
  /** All variables that other objects of users set are known: what is not is a missing class's own. */
  readonly knowsVariables: boolean
  /** Packages of classes that users import, by the class's name in lower case. */
  readonly packagesOfClasses: ReadonlyMap<string, string>
  /** What users and the packages that are available declare. */
  readonly world: World
}

/** The facts about a class, if it is one of the missing package. */
type FactsOf = (object: PackageObject | null | undefined) => ClassFacts | undefined

/**
 * Looks through users of a package: what their tables import, what objects of its classes set, and what their
 * code calls.
 */
export async function gatherStubNeeds(users: readonly ObjectReader[], name: string): Promise<StubNeeds> {
  const objects = new Map<string, NeededObject>()
  const classes = new Map<string, ClassFacts>()
  const packagesOfClasses = new Map<string, string>()
  let knowsVariables = true
  const key = name.toLowerCase()
  const classFacts = (className: string) => {
    const known = classes.get(className.toLowerCase()) ?? new ClassFacts(className)
    classes.set(className.toLowerCase(), known)
    return known
  }
  const need = (path: string, className: string, classPackage: string) => {
    const id = `${className}'${path}'`.toLowerCase()
    if (!objects.has(id)) objects.set(id, { path, className, classPackage })
    if (className === 'Class' && !path.includes('.')) classFacts(path)
  }
  const factsOf: FactsOf = (object) => {
    if (!(object instanceof ImportObject) || object.className !== 'Class' || object.outer === null) return undefined
    return rootOf(object).name.toLowerCase() === key ? classFacts(object.name) : undefined
  }
  for (const reader of users) {
    for (const entry of reader.package.imports) {
      const root = rootOf(entry)
      if (entry.classPackage.toLowerCase() === key) need(entry.className, 'Class', 'Core')
      if (root === entry) continue
      if (entry.className === 'Class') packagesOfClasses.set(entry.name.toLowerCase(), root.name)
      else packagesOfClasses.set(entry.className.toLowerCase(), entry.classPackage)
      if (root.name.toLowerCase() !== key) continue
      const [, ...path] = entry.path.split('.')
      need(path.join('.'), entry.className, entry.classPackage)
    }
    if (!(await gatherObjects(reader, factsOf))) knowsVariables = false
  }
  const [first] = users
  const packages = new PackageSet(async (other) =>
    other.toLowerCase() === key ? undefined : first?.packages.package(other),
  )
  const world = await loadWorld(
    users.map((reader) => reader.package),
    { packages },
  )
  await gatherCodeNeeds(users, world, (symbol) =>
    symbol?.missingPackage?.toLowerCase() === key ? classFacts(symbol.name) : undefined,
  )
  const depth = ({ path }: NeededObject) => path.split('.').length
  const sorted = [...objects.values()].sort((a, b) => depth(a) - depth(b))
  return { objects: sorted, classes, packagesOfClasses, knowsVariables, world }
}

/**
 * What objects of the missing classes set, and what variables hold these classes.
 *
 * @returns whether all variables that objects of other classes set are known.
 */
async function gatherObjects(reader: ObjectReader, factsOf: FactsOf): Promise<boolean> {
  const { context, exports } = reader.package
  let knowsAll = true
  for (const exported of exports) {
    if (exported.entry.size === 0 || /^(?:function|state|\w+property)$/i.test(exported.className)) continue
    const ofClass = exported.class === null ? exported : exported.class
    const facts = factsOf(missingSuper(ofClass, factsOf))
    const { object } = await reader.read(exported)
    const ancestry = reader.ancestryOf(ofClass)
    if (facts !== undefined && (mainObjectFlags(exported.entry, context) & ObjectFlag.HasStack) !== 0)
      facts.isActor = true
    for (const property of object.properties.items) {
      const name = property.name.toString()
      const member = memberOf(reader.schema, ancestry, name)
      if (facts !== undefined && member === undefined) {
        const shown = facts.setting(name)
        shown.use(typeOfProperty(property))
        shown.length = Math.max(shown.length, property.index + 1)
      }
      if (facts === undefined && member === undefined && ancestry.at(-1) === 'Object') knowsAll = false
      const bound = member?.type.kind === 'class' || member?.type.kind === 'object' ? member.type.class : undefined
      if (bound === undefined) continue
      const held = member?.type.kind === 'class' ? property.value : classOf(property.value)
      if (held instanceof ImportObject) factsOf(held)?.bounds.add(bound)
    }
  }
  return knowsAll
}

/** The nearest class of the missing package among a class and its supers. */
function missingSuper(of: PackageObject, factsOf: FactsOf): PackageObject | undefined {
  let at: PackageObject | null = of
  for (let depth = 0; at !== null && depth < MOST_SUPERS; depth++) {
    if (factsOf(at) !== undefined) return at
    at = at instanceof ExportObject ? at.super : null
  }
  return undefined
}

/** No class of any game has more; a circle, which only a damaged package has, ends. */
const MOST_SUPERS = 128

function typeOfProperty(property: Property): Type | undefined {
  return typeOfClass(`${property.type === 'vector' || property.type === 'rotator' ? 'struct' : property.type}Property`)
}

function classOf(value: unknown): PackageObject | null {
  return value instanceof ExportObject ? value.class : null
}

function rootOf(object: PackageObject): PackageObject {
  let at = object
  for (let depth = 0; at.outer !== null && depth < MOST_SUPERS; depth++) at = at.outer
  return at
}
