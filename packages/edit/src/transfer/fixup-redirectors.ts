import { PackageError } from '@ukit/files'
import { addTo } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import { bodyCodec } from '../body-codec.js'
import type { PackageEdit } from '../document.js'
import { EditExport, type EditImport, type EditObject } from '../entries.js'
import { list } from '../names.js'
import { removeObjects } from '../remove-object.js'
import { usesOf } from '../uses.js'
import { isPublic } from './export-index.js'
import { ImportIndex, importOf } from './import-index.js'
import { redirectImports } from './redirect-imports.js'
import { type FindPackage, isRedirector, type RedirectedTo, Redirectors, type RedirectsNowhere } from './redirectors.js'

/** How redirectors are fixed up. */
export interface FixupOptions {
  /** Removes the redirectors that none of the packages uses afterwards. */
  readonly remove?: boolean | undefined
  /** Finds packages that are only read: redirectors and objects in them count too. */
  readonly find?: FindPackage | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of `fixupRedirectors`. */
export const FIXUP_DEFAULTS = { remove: false } as const satisfies FixupOptions

/** A reference to a redirector. */
export interface FixedReference {
  /** The package that refers. */
  readonly user: PackageEdit
  /** What it referred to, as the engine writes it: `Texture2D'Walls.Old'`. */
  readonly from: string
  /** What it refers to now; `null` when it was left. */
  readonly to: string | null
  /** Why it was left; `null` when it was not. */
  readonly problem: string | null
}

/** What came of it. */
export interface FixedUp {
  /** The packages that changed. */
  readonly changed: readonly PackageEdit[]
  /** Each reference to a redirector. */
  readonly references: readonly FixedReference[]
  /** The redirectors that were removed, as `Walls.Old`. */
  readonly removed: readonly string[]
  /** What is worth telling, a line each. */
  readonly notes: readonly string[]
}

/**
 * *Fixes up redirectors* (UE3): references of packages to a redirector become references to the object to
 * which it leads, also through several redirectors and other packages. The editor leaves a redirector where
 * an object was before it was renamed or moved.
 *
 * A reference is left, and noted, when its redirector leads to nothing, in a circle, to an object of another
 * class, or to one that is not Public (in another package).
 *
 * @param users the packages whose references change, and whose redirectors are removed.
 * @throws {PackageError} `unsupported` when a package must be changed that is not understood well enough;
 *   throw all documents away then.
 */
export async function fixupRedirectors(users: readonly PackageEdit[], options: FixupOptions = {}): Promise<FixedUp> {
  checkNames(users)
  const redirectors = new Redirectors(users, options.find)
  const plans: Plan[] = []
  // All are looked up before the first one changes.
  for (const user of users) {
    options.signal?.throwIfAborted()
    plans.push(await planFor(user, redirectors))
  }
  const changed = new Set<PackageEdit>()
  for (const plan of plans) {
    options.signal?.throwIfAborted()
    if (await apply(plan)) changed.add(plan.user)
  }
  const references = plans.flatMap((plan) => plan.references)
  const notes = references.map(({ user, from, to, problem }) =>
    to === null
      ? `${user.package.name}: ${from} is left as it was: ${problem}`
      : `${user.package.name}: ${from} became ${to}`,
  )
  const removed: string[] = []
  const withRedirectors = users.filter((user) => user.exports.some(isRedirector))
  if (options.remove ?? FIXUP_DEFAULTS.remove) {
    const used = new Set<EditObject>()
    for (const user of users)
      for (const entry of user.imports) {
        const found = await redirectors.redirectorOf(entry)
        if (found !== undefined) used.add(found)
      }
    for (const edit of withRedirectors) {
      options.signal?.throwIfAborted()
      const gone = await removeUnused(edit, used, redirectors, notes)
      if (gone.length > 0) changed.add(edit)
      removed.push(...gone.map((path) => `${edit.package.name}.${path}`))
    }
  } else {
    const count = withRedirectors.reduce((sum, edit) => sum + edit.exports.filter(isRedirector).length, 0)
    if (count > 0) notes.push(`${stay(count)}: --remove removes unused ones`)
  }
  if (references.length === 0 && withRedirectors.length === 0) notes.push('nothing refers to a redirector')
  return { changed: users.filter((user) => changed.has(user)), references, removed, notes }
}

/**
 * Makes imports of redirectors imports of the objects to which these lead, without a word about those that
 * lead to nothing: before objects are transferred between packages, since a redirector is none of them.
 */
export async function skipRedirectors(users: Iterable<PackageEdit>, sources: readonly PackageEdit[]): Promise<void> {
  if (!sources.some((source) => source.exports.some(isRedirector))) return
  const redirectors = new Redirectors(sources)
  for (const user of new Set(users)) await applyImports(await planImports(user, redirectors))
}

function stay(count: number): string {
  return plural(count, 'redirector stays', 'redirectors stay')
}

/** @throws {PackageError} `refused` when it is unclear which package's redirectors imports mean. */
function checkNames(users: readonly PackageEdit[]): void {
  const seen = new Map<string, PackageEdit>()
  for (const user of users) {
    const { name } = user.package
    const other = seen.get(name.toLowerCase())
    seen.set(name.toLowerCase(), user)
    if (other === undefined || ![other, user].some((edit) => edit.exports.some(isRedirector))) continue
    const message = `two packages are called ${name}, so it is unclear which of them imports mean: leave one out`
    throw new PackageError('refused', message)
  }
}

/** What changes in one package. */
interface Plan {
  readonly user: PackageEdit
  readonly references: FixedReference[]
  /** The places of imports that find redirectors. */
  readonly imports: ReadonlyMap<EditImport, RedirectedTo>
  /** The places of own redirectors that own objects refer to. */
  readonly own: ReadonlyMap<EditExport, RedirectedTo>
}

async function planFor(user: PackageEdit, redirectors: Redirectors): Promise<Plan> {
  const { imports, references } = await planImports(user, redirectors)
  const own = new Map<EditExport, RedirectedTo>()
  if (user.exports.some(isRedirector)) {
    // The editor never writes these: other programs do.
    const { uses } = await usesOf(user, isRedirector)
    for (const { from, to } of uses) {
      if (!(to instanceof EditExport) || own.has(to) || from === to) continue
      const found = await redirectors.followFrom(user, to)
      const problem = 'problem' in found ? found.problem : problemFor(user, found)
      if (problem === undefined && !('problem' in found)) own.set(to, found)
      references.push(reference(user, String(to), found, problem))
    }
  }
  return { user, imports, references, own }
}

async function planImports(user: PackageEdit, redirectors: Redirectors): Promise<Plan> {
  const places = new Map<EditImport, RedirectedTo>()
  const found = new Map<EditImport, RedirectedTo | RedirectsNowhere>()
  const problems = new Map<EditObject, string>()
  for (const entry of user.imports) {
    const to = await redirectors.follow(entry)
    if (to === undefined) continue
    found.set(entry, to)
    const problem = 'problem' in to ? to.problem : problemFor(user, to, entry.className)
    if (problem === undefined) continue
    // What it is in stays too, since it would be looked for inside that.
    problems.set(entry, problem)
    for (let at = entry.outer; at !== null && !problems.has(at); at = at.outer)
      problems.set(at, `${entry.path}, which is in it, cannot be found at its new path`)
  }
  const references: FixedReference[] = []
  for (const [entry, to] of found) {
    const problem = problems.get(entry)
    if (problem === undefined && !('problem' in to)) places.set(entry, to)
    references.push(reference(user, String(entry), to, problem))
  }
  return { user, imports: places, references, own: new Map() }
}

function reference(
  user: PackageEdit,
  from: string,
  found: RedirectedTo | RedirectsNowhere,
  problem: string | undefined,
): FixedReference {
  if ('problem' in found) return { user, from, to: null, problem: problem ?? found.problem }
  return problem === undefined ? { user, from, to: textOf(found), problem: null } : { user, from, to: null, problem }
}

function textOf({ into, object }: RedirectedTo): string {
  return `${object.className}'${into.package.name}.${object.path}'`
}

/** Why a package cannot refer to an object directly. */
function problemFor(user: PackageEdit, found: RedirectedTo, className = 'ObjectRedirector'): string | undefined {
  const { into, object } = found
  const key = className.toLowerCase()
  const fits =
    key === 'objectredirector' || into.ancestryOf(object.class).some((ancestor) => ancestor.toLowerCase() === key)
  if (!fits) return `its redirector leads to ${textOf(found)}, which is not a ${className}`
  if (user !== into && !isPublic(into, object)) return `its redirector leads to ${textOf(found)}, which is not Public`
  return undefined
}

/** Tells whether anything changed. */
async function apply(plan: Plan): Promise<boolean> {
  const { user, own } = plan
  const before = await applyImports(plan)
  if (own.size === 0) return before
  const imports = new ImportIndex(user)
  const targets = new Map<EditObject, EditObject>()
  for (const [redirector, { into, object }] of own)
    targets.set(redirector, into === user ? object : importOf(imports, into, object))
  const { uses } = await usesOf(user, (to) => targets.has(to))
  for (const from of new Set(uses.map((use) => use.from))) {
    if (!(from instanceof EditExport) || from.body.kind !== 'stored' || from.codec !== undefined) continue
    if (from.archetype !== null) from.archetype = targets.get(from.archetype) ?? from.archetype
    const symbols = {
      nameAt: (index: number, number: number) => user.nameAt(index, number),
      objectAt(index: number) {
        const found = user.objectAt(index)
        return found === undefined ? undefined : (targets.get(found) ?? found)
      },
    }
    const isOther = (index: number) => {
      const found = user.objectAt(index)
      return user.meansOtherEntry(index) || (found !== undefined && targets.has(found))
    }
    from.codec = bodyCodec(user.reader, user.subjectOf(from), symbols, isOther)
  }
  user.revision++
  return true
}

async function applyImports({ user, imports }: Plan): Promise<boolean> {
  for (const into of new Set([...imports.values()].map((place) => place.into))) {
    await redirectImports(user, {
      into,
      placeOf(entry) {
        const place = imports.get(entry)
        return place?.into === into ? place.object : undefined
      },
      hasClass: () => false,
    })
  }
  return imports.size > 0
}

/** Removes the redirectors of a package that nobody uses; their paths. */
async function removeUnused(
  edit: PackageEdit,
  used: ReadonlySet<EditObject>,
  redirectors: Redirectors,
  notes: string[],
): Promise<string[]> {
  const { uses, uncertain } = await usesOf(edit, isRedirector)
  const earlier = edit.summary.generations.at(-2)?.exportCount ?? 0
  const gone: EditExport[] = []
  const kept = new Map<string, string[]>()
  for (const redirector of edit.exports.filter(isRedirector)) {
    const found = await redirectors.followFrom(edit, redirector)
    const reason =
      'problem' in found
        ? found.problem
        : used.has(redirector) || uses.some(({ from, to }) => to === redirector && from !== redirector)
          ? 'it is still used'
          : uncertain.has(redirector)
            ? 'objects that are not understood may refer to it'
            : redirector.index < earlier
              ? 'an earlier generation of the package has it; --new-guid makes it a new package'
              : undefined
    if (reason === undefined) gone.push(redirector)
    else addTo(kept, reason, redirector.path)
  }
  for (const [reason, those] of kept)
    notes.push(`${edit.package.name}: ${stay(those.length)} (${list(those)}): ${reason}`)
  const paths = gone.map(({ path }) => path)
  if (gone.length === 0) return []
  try {
    await removeObjects(edit, gone)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    notes.push(`no redirector of ${edit.package.name} was removed: ${error.message}`)
    return []
  }
  notes.push(`${edit.package.name}: removed ${plural(paths.length, 'redirector')}: ${list(paths)}`)
  return paths
}
