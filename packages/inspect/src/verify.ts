import { Archive, type ByteRange, ExportEntry, MoreBytesNeeded } from '@ukit/container'
import type { ExportObject, Layer, Package } from '@ukit/core'
import { type OpenOptions, openPackage } from '@ukit/core'
import type { ByteSource } from '@ukit/files'
import { hex, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import { headerRegions } from './header-regions.js'
import { type Problem, problemOf } from './problem.js'
import { isStub } from './stub-mark.js'
import { type ClassTally, type VerifyObjectsOptions, verifyObjects } from './verify-objects.js'
import { tableProblems } from './verify-tables.js'

/** What `verify` found. */
export interface VerifyReport {
  /** No problem is an error. */
  readonly ok: boolean
  /** Number of exports. */
  readonly objects: number
  /** Bytes of all exports. */
  readonly bytes: number
  /** Share of these bytes that named fields cover, 0 to 1; 1 where there are no bytes. */
  readonly understood: number
  /** The same by class, so that the next gap shows itself. */
  readonly classes: readonly ClassTally[]
  /** It is a stub: made from what others need of it, with placeholders for content. */
  readonly stub: boolean
  /** All that is wrong or odd, errors and warnings. */
  readonly problems: readonly Problem[]
}

/** How to verify a package. */
export interface VerifyOptions extends Omit<OpenOptions, 'permissive' | 'signal'>, VerifyObjectsOptions {}

/**
 * *Is this package whole?* Opens it past its errors, decodes every object, and lists what is wrong; never
 * throws for bad bytes.
 *
 * Looks at ranges, overlaps, gaps, names and paths that occur twice, cycles of outers and generations, then
 * at each object: see `verifyObjects`.
 */
export async function verify(source: ByteSource, options: VerifyOptions = {}): Promise<VerifyReport> {
  let pkg: Package
  try {
    pkg = await openPackage(source, { ...options, permissive: true })
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return { ok: false, objects: 0, bytes: 0, understood: 0, classes: [], stub: false, problems: [problemOf(error)] }
  }
  return verifyPackage(pkg, options)
}

/** Most problems that a report lists one by one. */
const MOST_PROBLEMS = 10_000

/**
 * *Is this package whole?* For a package that is open; one that was opened strictly has no table errors left
 * to find.
 */
export async function verifyPackage(pkg: Package, options: VerifyObjectsOptions = {}): Promise<VerifyReport> {
  const problems: Problem[] = []
  let more = 0
  let ok = true
  // A file may be nothing but problems: as many as people read are listed, the rest are counted.
  const add = (found: Iterable<Problem>) => {
    for (const problem of found) {
      if (problem.severity === 'error') ok = false
      if (problems.length < MOST_PROBLEMS) problems.push(problem)
      else more++
    }
  }
  add(pkg.recovered.map(problemOf))
  for (const layer of pkg.layers) add((await layer.check?.())?.map((message) => layerProblem(layer, message)) ?? [])
  add(tableProblems(pkg))
  add(await checkChunkSizes(pkg))
  add(await checkRegions(pkg))
  const objects = await verifyObjects(pkg, options)
  add(objects.problems)
  if (more > 0) {
    const message = `${plural(more, 'more problem is', 'more problems are')} not listed`
    problems.push({ kind: 'limit', severity: 'warning', object: null, offset: null, message })
  }
  const bytes = pkg.exportTable.reduce((sum, entry) => sum + Math.max(0, entry.size), 0)
  return {
    ok,
    objects: pkg.exportTable.length,
    bytes,
    understood: share(objects.classes, bytes),
    classes: objects.classes,
    stub: isStub(pkg),
    problems,
  }
}

/** The chunk table of a compressed package says how many bytes each chunk has; chunks say it themselves. */
async function checkChunkSizes(pkg: Package): Promise<Problem[]> {
  const { chunked } = pkg
  if (chunked === undefined) return []
  try {
    const wrong = await chunked.wrongSizes()
    const [first] = wrong
    if (first === undefined) return []
    const found = chunked.chunks[first.index]?.compressedSize ?? 0
    const message =
      `chunks[${first.index}].compressedSize: expected ${first.size}, the bytes of its blocks, found ${found}` +
      `${wrong.length > 1 ? ` (and the same in ${wrong.length - 1} more of ${chunked.chunks.length} chunks)` : ''}; ` +
      'the engine goes by the blocks, other programs may refuse the package'
    return [{ kind: 'bad-value', severity: 'warning', object: null, offset: null, message }]
  } catch (error) {
    // A chunk that cannot be opened is reported with what is in it.
    if (error instanceof PackageError) return []
    throw error
  }
}

function share(classes: readonly ClassTally[], bytes: number): number {
  return bytes === 0 ? 1 : classes.reduce((sum, tally) => sum + tally.understoodBytes, 0) / bytes
}

interface Region extends ByteRange {
  readonly what: string
  readonly object: ExportObject | null
}

/** Tables and bodies cover the file once: reports what overlaps and what nothing refers to. */
async function checkRegions(pkg: Package): Promise<Problem[]> {
  const problems: Problem[] = []
  const header = await headerRegions(pkg)
  problems.push(...header.problems)
  const regions: Region[] = header.regions.map((region) => ({ ...region, object: null }))
  for (const object of pkg.exports) {
    const { offset: start, size } = object.entry
    const end = start + size
    if (size > 0 && start >= 0 && end <= pkg.image.byteLength) regions.push({ start, end, what: 'the body', object })
  }
  regions.sort((a, b) => a.start - b.start || a.end - b.end)
  let end = 0
  let before: Region | undefined
  for (const region of regions) {
    if (region.start > end) problems.push(gapProblem(end, region.start))
    if (region.start < end && before !== undefined) {
      const message =
        `${describe(region)} at ${hex(region.start)} overlaps ${describe(before)} by ` +
        plural(Math.min(end, region.end) - region.start, 'byte')
      problems.push({
        kind: 'overlap',
        severity: 'error',
        object: region.object?.path ?? null,
        offset: region.start,
        message,
      })
    }
    if (region.end >= end) {
      end = region.end
      before = region
    }
  }
  if (end < pkg.image.byteLength) problems.push(gapProblem(end, pkg.image.byteLength))
  problems.push(...(await cutTables(pkg, problems)))
  return problems
}

/** Maximum number of bytes of one export that is looked at after its table. */
const MOST_ROW = 256

/**
 * Bytes directly after a table that belong to nothing, but to the table: its count is too small, by the last
 * generation or by what they are.
 */
async function cutTables(
  { summary, ranges, image, context, layout }: Package,
  problems: readonly Problem[],
): Promise<Problem[]> {
  const cut: Problem[] = []
  const gaps = new Set(problems.filter(({ kind }) => kind === 'gap').map(({ offset }) => offset))
  const report = (offset: number, message: string) =>
    cut.push({ kind: 'bad-count', severity: 'error', object: null, offset, message })
  const last = summary.generations.at(-1)
  const { names, exports } = ranges
  if (summary.nameCount < (last?.nameCount ?? 0) && gaps.has(names.end)) {
    report(
      names.end,
      `expected the ${last?.nameCount} names of the last generation, found ${summary.nameCount} and ` +
        'more bytes after them',
    )
  }
  if (!gaps.has(exports.end)) return cut
  const row = new ExportEntry()
  try {
    row.serialize(
      Archive.load(await image.slice(exports.end, Math.min(image.byteLength, exports.end + MOST_ROW)), context),
      layout,
      summary.exportCount,
    )
  } catch (error) {
    if (error instanceof PackageError || error instanceof MoreBytesNeeded) return cut
    throw error
  }
  const isObject = (at: number) => at >= -summary.importCount && at <= summary.exportCount + 1
  const isRow =
    [row.class, row.super, row.outer, row.archetype].every(isObject) &&
    row.objectName > 0 &&
    row.objectName < summary.nameCount
  // Bodies that no row names start where another gap does.
  if (isRow && row.size > 0 && row.offset !== exports.end && gaps.has(row.offset)) {
    report(
      exports.end,
      `expected the export table to end after ${plural(summary.exportCount, 'row')}, found another row after ` +
        `them, of the body at ${hex(row.offset)}`,
    )
  }
  return cut
}

/** Games have read files with a wrong checksum around the package, so that it is not an error. */
function layerProblem({ name }: Layer, message: string): Problem {
  return { kind: 'bad-value', severity: 'warning', object: null, offset: null, message: `${name}: ${message}` }
}

function gapProblem(start: number, end: number): Problem {
  const message =
    `${plural(end - start, 'byte')} from ${hex(start)} ` +
    `${end - start === 1 ? 'belongs' : 'belong'} to no table and no object`
  return { kind: 'gap', severity: 'warning', object: null, offset: start, message }
}

function describe({ what, object }: Region): string {
  return object === null ? what : `${what} of ${object.path}`
}
