import { isPublicObject, objectFlagNames, packageFlagNames } from '@ukit/container'
import type { ExportObject, Package, PackageObject } from '@ukit/core'
import { hex } from '@ukit/files'
import { isDeclaredClass } from '@ukit/objects/script'
import { plural } from '@ukit/text/internal'
import { describeValue, type Json } from './describe.js'

/** One value that is another one now. */
export interface FieldChange {
  /** Name of the field. */
  readonly field: string
  /** Its value in the older package, as JSON. */
  readonly before: Json
  /** Its value in the newer package. */
  readonly after: Json
}

/** Names, compared ignoring case and order. */
export interface NamesDiff {
  /** Names that only the newer package has. */
  readonly added: readonly string[]
  /** Names that only the older package has. */
  readonly removed: readonly string[]
  /** The same name in other case. */
  readonly recased: readonly { readonly before: string; readonly after: string }[]
  /** The names that both have are in another order. */
  readonly reordered: boolean
}

/** Imports, as `Class'Package.Path'`. */
export interface ImportsDiff {
  /** What only the newer package imports. */
  readonly added: readonly string[]
  /** What only the older package imports. */
  readonly removed: readonly string[]
  /** The imports that both have are in another order. */
  readonly reordered: boolean
}

/** An export by path and class. */
export interface ListedExport {
  /** Path inside the package. */
  readonly path: string
  /** Name of its class. */
  readonly class: string
  /** Other packages may import it. */
  readonly public: boolean
}

/** An object of the same name and class that is inside another one now. */
export interface MovedExport {
  /** Name of its class. */
  readonly class: string
  /** Path in the older package. */
  readonly before: string
  /** Path in the newer package. */
  readonly after: string
}

/** A row of the export table that says something else of the same object. */
export interface ChangedExport {
  /** Path inside the package. */
  readonly path: string
  /** Name of its class. */
  readonly class: string
  /** `class`, `super`, `archetype`, `flags`, `size` and the like. */
  readonly changes: readonly FieldChange[]
}

/** Exports, matched by path and class; a placeholder of a conformed package is not an export. */
export interface ExportsDiff {
  /** Objects that only the newer package has. */
  readonly added: readonly ListedExport[]
  /** Objects that only the older package has. */
  readonly removed: readonly ListedExport[]
  /** Objects that are inside others now. */
  readonly moved: readonly MovedExport[]
  /** Objects whose rows say something else. */
  readonly changed: readonly ChangedExport[]
  /** Exports that are in both at other indices. */
  readonly renumbered: number
}

/** One object in two packages. */
export interface ExportPair {
  readonly before: ExportObject
  readonly after: ExportObject
}

/** Which exports are the same object, and what the tables say of them. */
export interface MatchedExports {
  readonly exports: ExportsDiff
  readonly pairs: readonly ExportPair[]
}

/** Fields of the summary; counts and positions follow from the content and are left out. */
export function diffSummaries(before: Package, after: Package): FieldChange[] {
  const [a, b] = [summaryFacts(before), summaryFacts(after)]
  return changesOf(a, b)
}

function summaryFacts(pkg: Package): Record<string, Json> {
  const { summary } = pkg
  return {
    tag: hex(summary.tag),
    version: summary.version,
    licensee: summary.licensee,
    endian: pkg.context.bigEndian ? 'big' : 'little',
    flags: packageFlagNames(summary.flags, summary.version),
    guid: pkg.guid.toString(),
    heritage: pkg.heritage.map(String),
    generations: summary.generations.map(
      ({ exportCount, nameCount }) => `${plural(exportCount, 'export')}, ${plural(nameCount, 'name')}`,
    ),
    folder: summary.folder.text,
    engineVersion: summary.engineVersion,
    cookerVersion: summary.cookerVersion,
    packageSource: summary.packageSource,
    additionalPackages: summary.additionalPackages.map(String),
    textureAllocations: describeValue(summary.textureAllocations),
    extra: describeValue(summary.extra),
  }
}

function changesOf(before: Readonly<Record<string, Json>>, after: Readonly<Record<string, Json>>): FieldChange[] {
  const found: FieldChange[] = []
  for (const [field, old] of Object.entries(before)) {
    const now = after[field] ?? null
    if (JSON.stringify(old) !== JSON.stringify(now)) found.push({ field, before: old, after: now })
  }
  return found
}

/**
 * Names that came, went, or changed their case. A conformed package has several `None`: how many does not
 * matter.
 */
export function diffNames(before: Package, after: Package): NamesDiff {
  const [old, now] = [namesByKey(before), namesByKey(after)]
  const added = [...now].filter(([key]) => !old.has(key)).map(([, text]) => text)
  const removed = [...old].filter(([key]) => !now.has(key)).map(([, text]) => text)
  const recased: { before: string; after: string }[] = []
  for (const [key, text] of old) {
    const other = now.get(key)
    if (other !== undefined && other !== text) recased.push({ before: text, after: other })
  }
  return { added, removed, recased, reordered: isReordered([...old.keys()], [...now.keys()]) }
}

function namesByKey(pkg: Package): Map<string, string> {
  const names = new Map<string, string>()
  for (const text of pkg.names) {
    const key = text.toLowerCase()
    if (!names.has(key)) names.set(key, text)
  }
  return names
}

/** Tells whether what both lists have is in another order. */
function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const [old, now] = [new Set(before), new Set(after)]
  const common = before.filter((key) => now.has(key))
  return after.filter((key) => old.has(key)).some((key, i) => key !== common[i])
}

/** Imports that came or went. */
export function diffImports(before: Package, after: Package): ImportsDiff {
  const [old, now] = [importsByKey(before), importsByKey(after)]
  return {
    added: [...now].filter(([key]) => !old.has(key)).map(([, text]) => text),
    removed: [...old].filter(([key]) => !now.has(key)).map(([, text]) => text),
    reordered: isReordered([...old.keys()], [...now.keys()]),
  }
}

function importsByKey(pkg: Package): Map<string, string> {
  return new Map(pkg.imports.map((object) => [keyOf(object), object.toString()]))
}

function keyOf(object: PackageObject): string {
  return object.toString().toLowerCase()
}

/**
 * Finds each export again: by class and path, then by path alone (it has another class now), then by class
 * and name where only one of each came and went (it was moved).
 */
export function matchExports(before: Package, after: Package): MatchedExports {
  const old = before.exports.filter((object) => !object.isNull)
  const now = after.exports.filter((object) => !object.isNull)
  const pairs: ExportPair[] = []
  const left = pair(old, now, keyOf, pairs)
  const rest = pair(left.before, left.after, (object) => object.path.toLowerCase(), pairs)
  const moved: ExportPair[] = []
  const lone = pairMoved(rest.before, rest.after, moved)
  pairs.push(...moved)
  pairs.sort((a, b) => a.before.index - b.before.index)
  const changed = pairs.flatMap(({ before: a, after: b }) => {
    const changes = changesOf(rowFacts(a), rowFacts(b))
    return changes.length === 0 ? [] : [{ path: b.path, class: b.className, changes }]
  })
  const exports: ExportsDiff = {
    added: lone.after.map(listedExport),
    removed: lone.before.map(listedExport),
    moved: moved.map(({ before: a, after: b }) => ({ class: b.className, before: a.path, after: b.path })),
    changed,
    renumbered: pairs.filter(({ before: a, after: b }) => a.index !== b.index).length,
  }
  return { exports, pairs }
}

interface Lone {
  readonly before: readonly ExportObject[]
  readonly after: readonly ExportObject[]
}

/** Pairs objects of one key, in table order; gives those that found none. */
function pair(
  before: readonly ExportObject[],
  after: readonly ExportObject[],
  key: (object: ExportObject) => string,
  pairs: ExportPair[],
): Lone {
  const waiting = new Map<string, ExportObject[]>()
  // Last first, so that taking from the end gives table order.
  for (const object of [...after].reverse()) {
    const at = key(object)
    const list = waiting.get(at)
    if (list === undefined) waiting.set(at, [object])
    else list.push(object)
  }
  const alone: ExportObject[] = []
  for (const object of before) {
    const found = waiting.get(key(object))?.pop()
    if (found === undefined) alone.push(object)
    else pairs.push({ before: object, after: found })
  }
  const taken = new Set(pairs.map((made) => made.after))
  return { before: alone, after: after.filter((object) => !taken.has(object)) }
}

/**
 * Fields have common names (`i`, `ReturnValue`): one that went here and one that came there are not the same
 * one.
 */
function mayMove(object: ExportObject): boolean {
  const { className } = object
  return className === 'Class' || !(isDeclaredClass(className) || className === 'TextBuffer')
}

function pairMoved(before: readonly ExportObject[], after: readonly ExportObject[], pairs: ExportPair[]): Lone {
  const key = (object: ExportObject) => `${object.className}'${object.name}'`.toLowerCase()
  const [old, now] = [uniqueBy(before.filter(mayMove), key), uniqueBy(after.filter(mayMove), key)]
  for (const [at, object] of old) {
    const found = now.get(at)
    if (object !== undefined && found !== undefined) pairs.push({ before: object, after: found })
  }
  const taken = new Set(pairs.flatMap((made) => [made.before, made.after]))
  return {
    before: before.filter((object) => !taken.has(object)),
    after: after.filter((object) => !taken.has(object)),
  }
}

/** Objects by key; `undefined` where several have it. */
function uniqueBy(objects: readonly ExportObject[], key: (object: ExportObject) => string) {
  const found = new Map<string, ExportObject | undefined>()
  for (const object of objects) found.set(key(object), found.has(key(object)) ? undefined : object)
  return found
}

function listedExport(object: ExportObject): ListedExport {
  return { path: object.path, class: object.className, public: isPublic(object) }
}

/** Tells whether other packages may import it. */
export function isPublic({ entry, package: { context } }: ExportObject): boolean {
  return isPublicObject(entry, context)
}

function rowFacts(object: ExportObject): Record<string, Json> {
  const { entry } = object
  const text = (to: PackageObject | null) => (to === null ? null : to.toString())
  return {
    name: object.name,
    class: object.class === null ? 'Class' : object.class.path,
    super: text(object.super),
    outer: text(object.outer),
    archetype: text(object.archetype),
    flags: objectFlagNames(entry.flags, entry.flagsHigh, object.package.version),
    size: entry.size,
    exportFlags: entry.exportFlags,
    netObjectCounts: [...entry.netObjectCounts],
    packageGuid: entry.packageGuid.toString(),
    packageFlags: entry.packageFlags,
    componentMap: entry.componentMap.map(
      ({ name, nameNumber, component }) =>
        `${object.package.nameText(name, nameNumber)}: ${text(object.package.objectAt(component) ?? null)}`,
    ),
  }
}
