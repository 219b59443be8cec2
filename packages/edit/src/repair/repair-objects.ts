import type { ExportEntry } from '@ukit/container'
import { Version } from '@ukit/container'
import type { ExportObject, Package } from '@ukit/core'
import { ObjectReader, type ReadObject, type ReadOptions } from '@ukit/core'
import { hex } from '@ukit/files'
import { plural } from '@ukit/text/internal'

/** An object, and what is wrong with it. */
export interface LostObject {
  /** As `Class'Path'`, as far as its row tells. */
  readonly object: string
  /** Row of the export table, from 0. */
  readonly index: number
  /** Why it could not be kept: a phrase for a person. */
  readonly reason: string
}

/** The result for the objects. */
export interface SalvagedObjects {
  readonly lost: LostObject[]
  readonly doubtful: LostObject[]
  readonly kept: number
  /** Bodies inside the file, and how many of them read as objects. */
  readonly tried: number
  readonly read: number
  /** Bodies that were found elsewhere than their rows say. */
  readonly repairs: string[]
  /**
   * Bodies that were rebuilt, because only their existence matters: those of packages (groups).
   */
  readonly rebuilt: ReadonlyMap<number, Uint8Array>
}

interface Place {
  readonly offset: number
  readonly size: number
}

/** How to repair the objects. */
interface SalvageOptions extends ReadOptions {
  /**
   * Objects that do not decode, and those that cannot exist without a lost one, are lost as well; otherwise
   * they stay.
   */
  readonly drop: boolean
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Decides what of each object can be kept, and makes nulls of the rows of those that cannot. Rows whose
 * bodies are found elsewhere are corrected.
 *
 * @param rows `undefined` for a row that is lost; the package has a null there already.
 */
export async function salvageObjects(
  pkg: Package,
  rows: readonly (ExportEntry | undefined)[],
  bytes: Uint8Array,
  options: SalvageOptions,
): Promise<SalvagedObjects> {
  const reasons = new Map<number, string>()
  const repairs: string[] = []
  rows.forEach((row, index) => {
    const wrong = row === undefined ? [] : mendRow(pkg, row, index)
    if (wrong.length > 0) repairs.push(`export ${index} is damaged: ${wrong.join('; ')}`)
  })
  // Paths according to the rows: nulls have none.
  const texts = pkg.exports.map(String)
  rows.forEach((row, index) => {
    if (row === undefined) reasons.set(index, 'its row of the export table is damaged')
    else {
      const problem = rowProblem(pkg, row)
      if (problem !== undefined) reasons.set(index, problem)
    }
  })
  const bodies = new Bodies(pkg, bytes.length, reasons)
  // What is certainly wrong is repaired before classes are read from it.
  for (const object of pkg.exports) {
    const first = bodies.candidates(object.index)[0]
    if (first !== undefined && !bodies.isInside(object.entry)) setPlace(object.entry, first)
  }
  const reader = await ObjectReader.open(pkg, options)
  const doubtful: LostObject[] = []
  const rebuilt = new Map<number, Uint8Array>()
  let [done, tried, readable] = [0, 0, 0]
  for (const object of pkg.exports) {
    options.signal?.throwIfAborted()
    options.onProgress?.(++done, pkg.exports.length)
    if (reasons.has(object.index) || object.entry.size === 0) continue
    const stored = bodies.stored(object.index)
    if (bodies.isInside(stored)) tried++
    const read = bestRead(reader, object, bodies.candidates(object.index), bodies.isAlone(object.index), bytes)
    if (read === undefined) {
      const body = emptyBody(pkg, object)
      const reason = bodyReason(stored, bytes.length)
      if (body !== undefined) {
        rebuilt.set(object.index, body)
        repairs.push(`${texts[object.index]} now has an empty body: ${reason}`)
      } else if (options.drop || !bodies.isInside(stored)) reasons.set(object.index, reason)
      else {
        // ukit itself may not know it.
        setPlace(object.entry, stored)
        doubtful.push({ object: texts[object.index] ?? '', index: object.index, reason })
      }
      continue
    }
    readable++
    const { offset, size } = object.entry
    if (offset !== stored.offset || size !== stored.size) {
      const from = `${plural(stored.size, 'byte')} at ${hex(stored.offset)}`
      repairs.push(`${texts[object.index]} found at ${hex(offset)} with ${plural(size, 'byte')}; its row said ${from}`)
    }
    if (read.error !== undefined) {
      doubtful.push({ object: texts[object.index] ?? '', index: object.index, reason: read.error.message })
    }
  }
  const standing = options.drop ? spread(pkg, reasons) : rowsNeededByOthers(pkg, rows, reasons)
  const lost = [...reasons]
    .sort(([a], [b]) => a - b)
    .map(([index, reason]) => ({ object: texts[index] ?? '', index, reason }))
  const nones = pkg.names.map((text) => text.toLowerCase())
  for (const { index } of lost) {
    const row = pkg.exportTable[index]
    rebuilt.delete(index)
    if (row === undefined) continue
    if (standing.has(index)) setPlace(row, { offset: 0, size: 0 })
    else makeNull(row, Math.max(0, nones.lastIndexOf('none')))
  }
  const gone = new Set(reasons.keys())
  const real = pkg.exports.filter((object) => !gone.has(object.index) && !object.isNull).length
  const stillThere = doubtful.filter(({ index }) => !gone.has(index))
  return { lost, doubtful: stillThere, kept: real - stillThere.length, tried, read: readable, repairs, rebuilt }
}

/** Why nothing can be said about the object of a row. */
function rowProblem(pkg: Package, row: ExportEntry): string | undefined {
  if (!isThere(pkg, row.class)) return `its class is object ${row.class}, which does not exist`
  const names = pkg.nameTable.length
  if (row.objectName >= 0 && row.objectName < names) return undefined
  return `its name is number ${row.objectName} of ${names}`
}

function isThere(pkg: Package, reference: number): boolean {
  return reference <= pkg.exportTable.length && reference >= -pkg.importTable.length
}

/**
 * Corrects wrong fields of a row that its object can do without: a name, an outer, a super, an archetype.
 * Returns what was wrong.
 */
function mendRow(pkg: Package, row: ExportEntry, index: number): string[] {
  const wrong: string[] = []
  for (const field of ['super', 'outer', 'archetype'] as const) {
    if (isThere(pkg, row[field])) continue
    wrong.push(`its ${field} was object ${row[field]}, which does not exist, and is now null`)
    row[field] = 0
  }
  const names = pkg.nameTable.length
  const ownClass = isThere(pkg, row.class) ? pkg.objectAt(row.class) : undefined
  const className = ownClass?.entry.objectName ?? -1
  if ((row.objectName < 0 || row.objectName >= names) && className >= 0 && className < names) {
    wrong.push(`its name was number ${row.objectName} of ${names}, and is now that of its class`)
    row.objectName = className
    row.objectNameNumber = pkg.context.since(Version.NameNumbers) ? index + 1 : 0
  }
  if (wrong.length > 0) row.verbatim = undefined
  return wrong
}

function bodyReason({ offset, size }: Place, length: number): string {
  const isInside = size > 0 && offset >= 0 && offset + size <= length
  const place = `${plural(size, 'byte')} at ${hex(offset)}`
  return isInside
    ? `the bytes at its place (${place}) are not an object that ukit can read`
    : `its body (${place}) is outside the file`
}

function setPlace(entry: ExportEntry, { offset, size }: Place): void {
  if (entry.offset === offset && entry.size === size) return
  entry.offset = offset
  entry.size = size
  entry.verbatim = undefined
}

/** Where bodies may be: where their rows say, and in the gaps between their neighbours. */
class Bodies {
  readonly #stored: Place[]
  readonly #length: number
  readonly #end: number
  readonly #broken: ReadonlyMap<number, string>
  /** For each row the nearest one before and after it that has a body. */
  readonly #before: Int32Array
  readonly #after: Int32Array

  constructor(pkg: Package, length: number, broken: ReadonlyMap<number, string>) {
    this.#stored = pkg.exportTable.map(({ offset, size }) => ({ offset, size }))
    this.#length = length
    this.#broken = broken
    const count = this.#stored.length
    this.#before = new Int32Array(count)
    this.#after = new Int32Array(count)
    let last = -1
    for (let i = 0; i < count; i++) {
      this.#before[i] = last
      if (this.stored(i).size !== 0) last = i
    }
    last = -1
    for (let i = count - 1; i >= 0; i--) {
      this.#after[i] = last
      if (this.stored(i).size !== 0) last = i
    }
    // UE1 and UE2 store imports after the last body, UE3 nothing.
    const { imports, exports } = pkg.ranges
    this.#end = pkg.context.since(Version.PlainIndices) ? length : Math.min(imports.start, exports.start)
  }

  stored(index: number): Place {
    return this.#stored[index] ?? { offset: 0, size: 0 }
  }

  isInside({ offset, size }: Place): boolean {
    return size > 0 && offset > 0 && offset + size <= this.#length
  }

  /** The row's own place, if that is inside the file, then the gap that its neighbours leave. */
  candidates(index: number): Place[] {
    const stored = this.stored(index)
    const found: Place[] = this.isInside(stored) ? [stored] : []
    const start = this.#neighbour(index, -1)
    const end = this.#neighbour(index, 1)
    const gap = { offset: start, size: end - start }
    const add = (place: Place) => {
      const known = found.some(({ offset, size }) => offset === place.offset && size === place.size)
      if (!known && this.isInside(place) && place.offset >= start && place.offset + place.size <= end) found.push(place)
    }
    if (start > 0 && gap.size > 0) {
      add({ offset: start, size: stored.size })
      add({ offset: stored.offset, size: end - stored.offset })
      add(gap)
    }
    return found
  }

  /** Tells whether the row's own place is between those of its neighbours. */
  isAlone(index: number): boolean {
    const { offset, size } = this.stored(index)
    return offset >= this.#neighbour(index, -1) && offset + size <= (this.#neighbour(index, 1) || this.#length)
  }

  /**
   * Where the body before ends, or the next body starts: of the nearest row whose body can be where it
   * says.
   */
  #neighbour(index: number, step: -1 | 1): number {
    const i = (step < 0 ? this.#before : this.#after)[index] ?? -1
    const place = this.#stored[i]
    if (place !== undefined) {
      if (this.#broken.has(i) || !this.isInside(place)) return 0
      return step < 0 ? place.offset + place.size : place.offset
    }
    return step < 0 ? 0 : this.#end
  }
}

/**
 * Reads the object where its row says; only where that fails, at the first other place where it decodes to
 * the last byte and more of it is understood, else where at least something of it does. The row then says
 * that place.
 */
function bestRead(
  reader: ObjectReader,
  object: ExportObject,
  places: readonly Place[],
  isAlone: boolean,
  bytes: Uint8Array,
): ReadObject | undefined {
  let fallback: { place: Place; read: ReadObject } | undefined
  let understood = -1
  for (const place of places) {
    setPlace(object.entry, place)
    const read = reader.decode(object, bytes.subarray(place.offset, place.offset + place.size))
    const isOwn = place === places[0]
    // A body that no codec understands is not in the wrong place for that reason, unless another body is
    // there too.
    if (isOwn && read.error === undefined && (isAlone || read.rest.length === 0)) return read
    const known = place.size - read.opaqueBytes
    if (!isOwn && read.error === undefined && read.rest.length === 0 && known >= understood) return read
    if (isOwn) understood = known
    if (fallback === undefined && (read.rest.length < place.size || (isOwn && read.error === undefined))) {
      fallback = { place, read }
    }
  }
  if (fallback === undefined) return undefined
  setPlace(object.entry, fallback.place)
  return fallback.read
}

/** The body of a group: it has none but the end of its properties. */
function emptyBody(pkg: Package, object: ExportObject): Uint8Array | undefined {
  if (object.className !== 'Package') return undefined
  const none = pkg.names.findIndex((text) => text.toLowerCase() === 'none')
  if (none < 0 || none >= 0x40) return undefined
  if (!pkg.context.since(Version.PlainIndices)) return Uint8Array.of(none)
  const bytes = new Uint8Array(pkg.context.since(Version.NetIndex) ? 12 : 8)
  const view = new DataView(bytes.buffer)
  if (bytes.length === 12) view.setInt32(0, -1)
  view.setInt32(bytes.length - 8, none, !pkg.context.bigEndian)
  return bytes
}

/** References of a row without which the object cannot exist. */
const NEEDS = ['outer', 'class', 'super', 'archetype'] as const

/** An object cannot exist without its outer, its class, its super and its archetype. */
function spread(pkg: Package, reasons: Map<number, string>): ReadonlySet<number> {
  const needing = new Map<number, [index: number, field: string][]>()
  for (const { index, entry } of pkg.exports) {
    for (const field of NEEDS) {
      if (entry[field] <= 0) continue
      const list = needing.get(entry[field] - 1)
      if (list === undefined) needing.set(entry[field] - 1, [[index, field]])
      else list.push([index, field])
    }
  }
  const queue = [...reasons.keys()]
  for (let at = 0; at < queue.length; at++) {
    for (const [index, field] of needing.get(queue[at] ?? -1) ?? []) {
      if (reasons.has(index)) continue
      reasons.set(index, `its ${field} is lost`)
      queue.push(index)
    }
  }
  return new Set()
}

/**
 * Rows that stay, without a body, although their objects are lost, since objects that are not need them: for
 * their paths, or to be read at all.
 */
function rowsNeededByOthers(
  pkg: Package,
  rows: readonly (ExportEntry | undefined)[],
  reasons: Map<number, string>,
): ReadonlySet<number> {
  const standing = new Set<number>()
  const queue = pkg.exports
    .filter(({ index, entry }) => !reasons.has(index) && entry.size > 0)
    .map(({ index }) => index)
  for (let at = 0; at < queue.length; at++) {
    const entry = pkg.exportTable[queue[at] ?? -1]
    for (const field of NEEDS) {
      const needed = (entry?.[field] ?? 0) - 1
      const row = rows[needed]
      // A damaged row says nothing about its object.
      if (!reasons.has(needed) || standing.has(needed) || row === undefined || rowProblem(pkg, row) !== undefined)
        continue
      standing.add(needed)
      queue.push(needed)
    }
  }
  for (const index of standing) reasons.set(index, `${reasons.get(index)}; its row stays for the objects that need it`)
  return standing
}

function makeNull(row: ExportEntry, none: number): void {
  Object.assign(row, {
    class: 0,
    super: 0,
    outer: 0,
    objectName: none,
    objectNameNumber: 0,
    archetype: 0,
    flags: 0,
    flagsHigh: 0,
    size: 0,
    offset: 0,
    exportFlags: 0,
    verbatim: undefined,
  })
}
