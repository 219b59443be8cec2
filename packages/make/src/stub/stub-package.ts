import { ancestryOf, type Guid, memberOf } from '@ukit/container'
import { ObjectReader, type Package, type ReadOptions } from '@ukit/core'
import { emptyLike, groupAt, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { addTo } from '@ukit/files/internal'
import { importText } from '@ukit/import'
import { STUB_MARK } from '@ukit/inspect'
import { findFunction } from '@ukit/script/analysis'
import { StubClasses } from './stub-classes.js'
import { addPlaceholder, type StubSize } from './stub-contents.js'
import { mergeFunction } from './stub-facts.js'
import { hierarchyOf, type PlacedClass } from './stub-hierarchy.js'
import { gatherStubNeeds, type NeededObject } from './stub-needs.js'
import { StubTypes } from './stub-types.js'

/** How a stub is made. */
export interface StubOptions extends ReadOptions {
  /** Width and height of its textures, powers of two. */
  readonly size?: StubSize | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of `stubPackage`. */
export const STUB_DEFAULTS = { size: [64, 64] } as const satisfies StubOptions

/** A package made from what its users need. */
export interface StubPackage {
  readonly edit: PackageEdit
  /** What was invented, a line each. */
  readonly notes: readonly string[]
}

/**
 * *Makes a package that is missing from what its users need of it*, so that they can be opened, edited,
 * compiled and played: objects at their paths and of their classes with placeholders for content, classes
 * with the variables that users refer to and the functions that they call, which do nothing.
 *
 * It says that it is a stub: see `isStub`.
 *
 * @param users packages that import from it; the first one decides about versions and game.
 * @throws {PackageError} `refused` when none of them needs it, they are for different engines, or it is Core.
 */
export async function stubPackage(
  users: readonly Package[],
  name: string,
  guid: Guid,
  options: StubOptions = {},
): Promise<StubPackage> {
  const [first] = users
  if (first === undefined) throw new RangeError('a stub needs users')
  // All classes extend Core.Object, which extends nothing, and the engine itself relies on what is in Core.
  if (name.toLowerCase() === 'core')
    throw new PackageError('refused', 'Core has no stub: it is part of the engine, so take it from the game')
  const other = users.find((user) => user.context.engine !== first.context.engine)
  if (other !== undefined)
    throw new PackageError(
      'refused',
      `${first.name} and ${other.name} are for different engines: one stub cannot be both`,
    )
  const readers: ObjectReader[] = []
  for (const user of users) readers.push(await ObjectReader.open(user, options))
  const { objects, classes, packagesOfClasses, knowsVariables, world } = await gatherStubNeeds(readers, name)
  if (objects.length === 0)
    throw new PackageError('refused', `${users.map((user) => user.name).join(', ')}: nothing is imported from ${name}`)
  const edit = await emptyLike(first, name, guid)
  const notes: string[] = []
  const [{ schema, packages: available } = edit.reader] = readers
  const packageOf = (className: string) => packagesOfClasses.get(className.toLowerCase())
  const placed = hierarchyOf(classes, schema, packageOf, name)
  shareForms(placed)
  const types = new StubTypes(world, users, placed, name)
  types.placeFunctions()
  const made = new StubClasses(edit, world, types, users)
  for (const { facts, above, siblings, root } of placed) {
    made.add(facts, above)
    notes.push(`class ${facts.name} extends ${above.name}: ${above.why}`)
    const base = await available.package(root.packageName)
    const rootClass = world.byPath(`${root.packageName}.${root.name}`)
    for (const [key, called] of facts.inherited) {
      const own = [facts, ...siblings].find(({ functions }) => functions.has(key))?.functions.get(key)
      if (own !== undefined) mergeFunction(own, called)
      else if (rootClass?.kind !== 'class' || findFunction(rootClass, called.name) === null)
        facts.functions.set(key, called)
    }
    const inherited = ancestryOf(schema, root.name)
    const unknown: string[] = []
    for (const [key, variable] of facts.settings) {
      const isThere = [facts, ...siblings].some(({ variables }) => variables.has(key))
      if (isThere || memberOf(schema, inherited, variable.name) !== undefined) continue
      // The tables of stock classes may lack a variable; a second one of the name would hide the first.
      if (knowsVariables || base !== undefined) facts.variables.set(key, variable)
      else unknown.push(variable.name)
    }
    if (unknown.length > 0)
      notes.push(
        `${facts.name} may lack variables that its objects set (${root.packageName} is not here): ${list(unknown)}`,
      )
  }
  const rest: NeededObject[] = []
  const members = new Map<string, NeededObject[]>()
  for (const need of objects) {
    const [root = '', ...inner] = need.path.split('.')
    if (need.className === 'Class' && inner.length === 0) continue
    const facts = classes.get(root.toLowerCase())
    if (facts === undefined || inner.length === 0) rest.push(need)
    else addTo(members, root.toLowerCase(), need)
  }
  for (const [key, facts] of classes) {
    made.fill(
      facts,
      (members.get(key) ?? []).map(({ path, className }) => ({ path: path.split('.').slice(1), className })),
    )
    const [variables, functions] = [[...facts.variables.values()], [...facts.functions.values()]]
    if (variables.length > 0)
      notes.push(`${facts.name} has the variables ${variables.map((each) => each.name).join(', ')}`)
    if (functions.length > 0)
      notes.push(`${facts.name} has the functions ${functions.map((each) => each.name).join(', ')}, which do nothing`)
  }
  for (const path of made.simplified) notes.push(`variables for ${path} have a class above it, which is not a user's`)
  for (const need of rest) {
    options.signal?.throwIfAborted()
    if (need.className === 'Package') groupAt(edit, need.path)
    else if (edit.lookUp(`${need.className}'${need.path}'`) === undefined) {
      const ownClass = need.classPackage.toLowerCase() === name.toLowerCase() ? made.named(need.className) : undefined
      const what = await addPlaceholder(edit, need, options.size ?? STUB_DEFAULTS.size, ownClass)
      notes.push(`${need.className}'${need.path}': ${what}`)
    }
  }
  await importText(
    edit,
    STUB_MARK,
    `A stub of ${name}, made by ukit for ${users.map((user) => user.name).join(', ')}.\r\n`,
  )
  return { edit, notes }
}

/** A class's function has the form of those that override it, also further down. */
function shareForms(placed: readonly PlacedClass[]): void {
  for (const { facts, siblings } of [...placed].reverse())
    for (const above of siblings)
      for (const [key, form] of facts.overrides) if (!above.overrides.has(key)) above.overrides.set(key, form)
}

/** Up to eight names, and how many more there are. */
function list(names: readonly string[]): string {
  const more = names.length > 8 ? ` and ${names.length - 8} more` : ''
  return `${names.slice(0, 8).join(', ')}${more}`
}
