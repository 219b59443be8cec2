import { Version } from '@ukit/container'
import type { ExportObject, Package } from '@ukit/core'
import { plural } from '@ukit/text/internal'
import { type ConformProblem, Problems } from './conform-problems.js'
import { compareNetIndices } from './net-indices.js'

/** The answer to: does a server with one of two files understand a client with the other? */
export interface ConformReport {
  /** True when there is no problem. */
  readonly compatible: boolean
  /**
   * Which file is the older release: the one with fewer generations; `null` when they are the same release,
   * or none of the other.
   */
  readonly older: 'first' | 'second' | null
  /**
   * The generation that both have, from 1, and its counts: what the two agree on (in UE3 the numbers of
   * objects, and no names); `null` when there is none.
   */
  readonly common: { readonly generation: number; readonly exports: number; readonly names: number } | null
  /**
   * Rows of the common generation that only one of the two still has; the other has a null in their place,
   * which is allowed.
   */
  readonly placeholders: { readonly exports: number; readonly names: number }
  /** The first ones; `problemCount` counts all. */
  readonly problems: readonly ConformProblem[]
  /** How many problems there are, listed or not. */
  readonly problemCount: number
}

/** How to compare. */
export interface ConformCheckOptions {
  /** Problems that are listed. */
  readonly problemLimit?: number | undefined
}

/** The defaults of `checkConform`. */
export const CONFORM_CHECK_DEFAULTS = { problemLimit: 1000 } as const satisfies ConformCheckOptions

interface Counts {
  readonly exportCount: number
  readonly nameCount: number
  /** 0 before UE3. */
  readonly netObjectCount: number
}

/**
 * *Can a server with one file play with a client that has the other?*
 *
 * UE1 and UE2: over the network names and objects are numbers, rows of the tables of the generation that both
 * sides have. So both files have one GUID, the older one's generations are the first of the newer one's, and
 * up to the older one's last counts every name and every export is in the same row. Where something was
 * removed, a null is in its place: the name `None`, an export without class (`docs` of conforming in the
 * Unreal Wiki; the pairs of the corpus).
 *
 * UE3: each object carries its number (`netIndex`), rows do not matter; up to the older one's last count of
 * numbers, each belongs to the same object in both, or to none in one of them. Reads every object of both.
 */
export async function checkConform(
  first: Package,
  second: Package,
  options: ConformCheckOptions = {},
): Promise<ConformReport> {
  const list = new Problems(options.problemLimit ?? CONFORM_CHECK_DEFAULTS.problemLimit)
  const [a, b] = [generationsOf(first), generationsOf(second)]
  const older = a.length < b.length ? 'first' : b.length < a.length ? 'second' : null
  const report = (common: ConformReport['common'], placeholders = { exports: 0, names: 0 }): ConformReport => ({
    compatible: list.count === 0,
    older: list.count === 0 || common !== null ? older : null,
    common,
    placeholders,
    problems: list.listed,
    problemCount: list.count,
  })
  if (!first.guid.equals(second.guid)) {
    list.add('guid', null, `the GUIDs differ (${first.guid} and ${second.guid}): neither is a release of the other`)
    return report(null)
  }
  for (const pkg of [first, second]) {
    if (!pkg.context.since(Version.PlainIndices) || pkg.context.since(Version.NetObjectCounts)) continue
    const message =
      `version ${pkg.version} numbers objects for the network in a way that is not documented: ` +
      'only the GUID was compared'
    list.add('unsupported', null, message)
    return report(null)
  }
  if (first.context.since(Version.NetObjectCounts) !== second.context.since(Version.NetObjectCounts)) {
    list.add('unsupported', null, `versions ${first.version} and ${second.version} number objects differently`)
    return report(null)
  }
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const [x, y] = [a[i], b[i]]
    if (x === undefined || y === undefined) continue
    if (x.exportCount === y.exportCount && x.nameCount === y.nameCount && x.netObjectCount === y.netObjectCount)
      continue
    list.add(
      'generations',
      null,
      `generation ${i + 1} has ${countsText(x)} in the first file, ${countsText(y)} in the second`,
    )
  }
  const last = a[shared - 1]
  if (last === undefined) {
    list.add('generations', null, 'there are no generations')
    return report(null)
  }
  // A file whose last generation differs from its contents has other counts than it says.
  for (const [pkg, generations] of [
    [first, a],
    [second, b],
  ] as const) {
    const own = generations.at(-1)
    if (own?.exportCount === pkg.exportTable.length && own.nameCount === pkg.nameTable.length) continue
    const message =
      `${pkg.name} has ${plural(pkg.exportTable.length, 'export')} and ${plural(pkg.nameTable.length, 'name')}, its ` +
      `last generation says ${own === undefined ? 'nothing' : countsText(own)}`
    list.add('generations', null, message)
  }
  if (first.context.since(Version.NetObjectCounts)) {
    const placeholders = await compareNetIndices(first, second, last.netObjectCount, list)
    const common = { generation: shared, exports: last.netObjectCount, names: 0 }
    return report(common, { exports: placeholders, names: 0 })
  }
  const names = compareNames(first, second, last.nameCount, list)
  const exports = compareExports(first, second, last.exportCount, list)
  const common = { generation: shared, exports: last.exportCount, names: last.nameCount }
  return report(common, { exports, names })
}

/** Before generations were stored a package had one: its present counts. */
function generationsOf(pkg: Package): readonly Counts[] {
  if (pkg.context.since(Version.GuidAndGenerations)) return pkg.summary.generations
  return [{ exportCount: pkg.summary.exportCount, nameCount: pkg.summary.nameCount, netObjectCount: 0 }]
}

function countsText({ exportCount, nameCount, netObjectCount }: Counts): string {
  const numbers = netObjectCount === 0 ? '' : `, ${netObjectCount} network numbers`
  return `${plural(exportCount, 'export')} and ${plural(nameCount, 'name')}${numbers}`
}

/** Compares rows up to `count`; gives how many are null in one of the two. */
function compareNames(first: Package, second: Package, count: number, list: Problems): number {
  const [a, b] = [first.nameTable, second.nameTable]
  let placeholders = 0
  for (let i = 0; i < Math.min(count, Math.max(a.length, b.length)); i++) {
    const [x, y] = [a[i]?.text.text, b[i]?.text.text]
    const [old, now] = [x?.toLowerCase(), y?.toLowerCase()]
    if (old === now) continue
    if (x !== undefined && y !== undefined && (old === 'none' || now === 'none')) placeholders++
    else list.add('name', i, `name ${i} is ${quoted(x)} in the first file, ${quoted(y)} in the second`)
  }
  return placeholders
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'missing' : `"${text}"`
}

function compareExports(first: Package, second: Package, count: number, list: Problems): number {
  const [a, b] = [first.exports, second.exports]
  let placeholders = 0
  for (let i = 0; i < Math.min(count, Math.max(a.length, b.length)); i++) {
    const [x, y] = [a[i], b[i]]
    if (x !== undefined && y !== undefined) {
      if (x.isNull && y.isNull) continue
      if (x.isNull || y.isNull) {
        placeholders++
        continue
      }
      if (String(x).toLowerCase() === String(y).toLowerCase()) continue
    }
    list.add('export', i, `export ${i} is ${textOf(x)} in the first file, ${textOf(y)} in the second`)
  }
  return placeholders
}

function textOf(object: ExportObject | undefined): string {
  return object === undefined ? 'missing' : object.toString()
}
