import { PackageError } from '@ukit/files'
import { isInDefault, type PackageEdit } from '../document.js'
import { EditExport, EditImport, type EditName, type EditObject } from '../entries.js'
import { list } from '../names.js'
import { FOUND_BY_NAME } from '../rename-object.js'
import { type Use, usesOf, whyOpaque } from '../uses.js'
import { ExportIndex, isGroup, isPublic } from './export-index.js'
import { ImportIndex, importOf } from './import-index.js'
import { removeImports } from './remove-imports.js'

/**
 * *Takes objects out of a document that are in another one now*: anyone who stays and refers to one imports
 * it from there.
 *
 * Groups that are empty then, and imports that only those objects needed, go with them. What only came along
 * with others (such as the palette that two textures share), and is needed by somebody who stays, stays too,
 * and both packages have it: so the old package needs the new one for nothing but what was asked for. Of
 * declarations, and of objects that refer to each other in a circle, there is only one: those are imported,
 * if they are Public.
 *
 * @param moved from what an object was to what it is in `into`; with all that is inside it.
 * @param cameAlong tells those that nobody asked for by name.
 * @returns the objects that both packages have.
 * @throws {PackageError} `refused` when somebody who stays refers to a requested object that is not Public,
 *   or when an earlier generation of the package holds one; `unsupported` when it cannot be told whether
 *   somebody does.
 */
export async function withdrawObjects(
  from: PackageEdit,
  into: PackageEdit,
  moved: ReadonlyMap<EditExport, EditExport>,
  cameAlong: (entry: EditExport) => boolean,
): Promise<EditExport[]> {
  const { uses, uncertain, opaque } = await usesOf(from, () => true)
  const copied = copiedObjects(from, into, moved, uses, cameAlong)
  const leaving = new Map([...moved].filter(([entry]) => !copied.has(entry)))
  const groups = groupsLeftEmpty(from, leaving)
  const leaves = (entry: EditObject) => entry instanceof EditExport && (leaving.has(entry) || groups.has(entry))
  checkGenerations(from, [...leaving.keys(), ...groups])
  await checkCertain(from, leaving, uncertain, opaque)
  const imports = new ImportIndex(from)
  const orphans = new Set<EditImport>()
  const needed = new Set<EditObject>()
  for (const { from: user, to } of uses) {
    if (to instanceof EditImport) {
      if (leaves(user)) orphans.add(to)
      else if (user instanceof EditExport) needed.add(to)
    } else if (!leaves(user)) {
      const place = leaving.get(to)
      if (place !== undefined) to.replacement = importOf(imports, into, place)
      else if (groups.has(to))
        for (let at: EditObject | null = to; at instanceof EditExport; at = at.outer) groups.delete(at)
    }
  }
  from.removeEntries(new Set<EditName | EditObject>([...leaving.keys(), ...groups]))
  removeImports(from, importsNoLongerNeeded(from, orphans, needed, uncertain))
  return [...copied]
}

/** Objects that somebody who stays needs too, and that can be in both packages. */
function copiedObjects(
  from: PackageEdit,
  into: PackageEdit,
  moved: ReadonlyMap<EditExport, EditExport>,
  uses: readonly Use[],
  cameAlong: (entry: EditExport) => boolean,
): Set<EditExport> {
  const index = new ExportIndex(from)
  const copied = new Set<EditExport>()
  const hidden = new Map<EditExport, EditObject>()
  const byUser = new Map<EditObject, Use[]>()
  const waiting: Use[] = []
  for (const use of uses) {
    const { from: user } = use
    if (!(user instanceof EditExport) || !moved.has(user)) waiting.push(use)
    else {
      const same = byUser.get(user)
      if (same === undefined) byUser.set(user, [use])
      else same.push(use)
    }
  }
  const inCircles = circlesAmong(new Set([...moved.keys()].filter(cameAlong)), uses)
  // All uses by what stays, and then those by what has to be in both.
  for (const { from: user, field, to } of waiting) {
    if (!(to instanceof EditExport) || copied.has(to)) continue
    const place = moved.get(to)
    if (place === undefined) continue
    // What an object is in has to be in its own package, anyone who may import it.
    const canImport = field !== 'outer' && isPublic(into, place)
    if (!cameAlong(to)) {
      if (!canImport) hidden.set(to, user)
      continue
    }
    if (canImport && (inCircles.has(to) || isDeclared(to))) continue
    for (const entry of index.families([to])) {
      if (copied.has(entry)) continue
      copied.add(entry)
      for (const use of byUser.get(entry) ?? []) waiting.push(use)
    }
  }
  if (hidden.size > 0) {
    const paths = [...hidden].map(
      ([entry, user]) => `${entry.className}'${entry.path}' (for ${user.className}'${user.path}')`,
    )
    const message =
      `the rest of ${from.package.name} refers to objects that are not Public, and so could not be imported: ` +
      `${list(paths)}; leave them, include what refers to them, or set the flag with object-flags`
    throw new PackageError('refused', message)
  }
  checkCircles(from, copied, uses)
  return copied
}

/**
 * Tells whether it is a class, what a class declares or has as its default: there is one of its kind, however
 * many packages refer to it.
 */
function isDeclared(object: EditExport): boolean {
  if (isInDefault(object)) return true
  for (let at: EditObject | null = object; at instanceof EditExport; at = at.outer)
    if (at.class === null || FOUND_BY_NAME.test(at.className)) return true
  return false
}

/**
 * Refuses to have objects twice that refer to each other in a circle: a palette can be copied, a level with
 * its actors is one of its kind.
 */
function checkCircles(from: PackageEdit, copied: ReadonlySet<EditExport>, uses: readonly Use[]): void {
  const inCircles = circlesAmong(copied, uses)
  if (inCircles.size === 0) return
  const paths = [...inCircles].map((entry) => `${entry.className}'${entry.path}'`)
  const message =
    `the requested objects need objects that are not Public: ${list(paths)}; the rest of ` +
    `${from.package.name} needs them too, and they cannot be in both, because they refer to each other; ` +
    'include what refers to them, or request other objects'
  throw new PackageError('refused', message)
}

/** Objects that refer to each other in a circle, and those that refer to such objects. */
function circlesAmong(objects: ReadonlySet<EditExport>, uses: readonly Use[]): Set<EditObject> {
  const waiting = new Map<EditObject, Set<EditObject>>()
  const users = new Map<EditObject, Set<EditObject>>()
  const note = (map: Map<EditObject, Set<EditObject>>, key: EditObject, value: EditObject) => {
    const known = map.get(key)
    if (known === undefined) map.set(key, new Set([value]))
    else known.add(value)
  }
  for (const { from: user, field, to } of uses) {
    if (user === to || field === 'outer' || !(user instanceof EditExport) || !(to instanceof EditExport)) continue
    if (!objects.has(user) || !objects.has(to)) continue
    note(waiting, user, to)
    note(users, to, user)
  }
  // Anyone who refers to nobody that waits is in no circle.
  const done: EditObject[] = [...objects].filter((entry) => !waiting.has(entry))
  for (let next = done.pop(); next !== undefined; next = done.pop()) {
    for (const user of users.get(next) ?? []) {
      const left = waiting.get(user)
      if (left?.delete(next) !== true || left.size > 0) continue
      waiting.delete(user)
      done.push(user)
    }
  }
  return new Set(waiting.keys())
}

async function checkCertain(
  from: PackageEdit,
  leaving: ReadonlyMap<EditExport, EditExport>,
  uncertain: ReadonlySet<EditName | EditObject>,
  opaque: readonly EditExport[],
): Promise<void> {
  const unsure = [...leaving.keys()].find((entry) => uncertain.has(entry))
  const unknown = opaque.find((entry) => !leaving.has(entry))
  if (unsure === undefined || unknown === undefined) return
  const message = `it may refer to ${unsure.path}: ${await whyOpaque(from, unknown)}`
  throw new PackageError('unsupported', message, { object: unknown.path })
}

/** Groups that held something that leaves, and hold nothing that stays. */
function groupsLeftEmpty(from: PackageEdit, moved: ReadonlyMap<EditExport, EditExport>): Set<EditExport> {
  const index = new ExportIndex(from)
  const groups = new Set<EditExport>()
  for (const entry of moved.keys())
    for (let at = entry.outer; at instanceof EditExport && isGroup(at); at = at.outer) groups.add(at)
  // What stays needs the groups that it is in.
  const check = [...groups].filter((group) =>
    [...index.inside(group)].some((entry) => !moved.has(entry) && !groups.has(entry)),
  )
  for (const group of check)
    for (let at: EditObject | null = group; at instanceof EditExport; at = at.outer) groups.delete(at)
  return groups
}

/** Imports that only what left needed; with what they were in, as far as nobody else is in it. */
function importsNoLongerNeeded(
  from: PackageEdit,
  orphans: ReadonlySet<EditImport>,
  needed: ReadonlySet<EditObject>,
  uncertain: ReadonlySet<EditName | EditObject>,
): Set<EditImport> {
  const gone = new Set<EditImport>()
  const inUse = new Set<EditObject>()
  const keep = (entry: EditObject) => {
    for (let at: EditObject | null = entry; at !== null && !inUse.has(at); at = at.outer) inUse.add(at)
  }
  const chains = new Set<EditImport>()
  for (const entry of orphans)
    for (let at: EditObject | null = entry; at instanceof EditImport; at = at.outer) chains.add(at)
  for (const entry of from.imports) if (needed.has(entry) || uncertain.has(entry) || !chains.has(entry)) keep(entry)
  for (const entry of chains) if (!inUse.has(entry)) gone.add(entry)
  return gone
}

function checkGenerations(from: PackageEdit, leaving: readonly EditExport[]): void {
  const earlier = from.summary.generations.at(-2)?.exportCount ?? 0
  const old = leaving.find((entry) => entry.position < earlier)
  if (old === undefined) return
  const message =
    `an earlier generation of ${from.package.name} has it, and its clients rely on its index; ` +
    '--new-guid makes a new package with one generation'
  throw new PackageError('refused', message, { object: old.path })
}
