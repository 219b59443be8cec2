import type { ExportObject, Package } from '@ukit/core'
import { ObjectReader, type ReadObject, type ReadOptions } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { equalBytes, readAhead } from '@ukit/files/internal'
import { CheckReport } from '@ukit/objects'
import { type Problem, problemOf } from './problem.js'

/** What is understood of the objects of one class. */
export interface ClassTally {
  /** Name of the class. */
  readonly class: string
  /** How many objects of it there are. */
  objects: number
  /** Bytes of all of them. */
  bytes: number
  /** Bytes that named fields cover. */
  understoodBytes: number
}

/** What became of a package's objects. */
export interface ObjectsReport {
  /** What is wrong with objects. */
  readonly problems: Problem[]
  /** By class, in the order of first appearance. */
  readonly classes: ClassTally[]
}

/** How to go through the objects. */
export interface VerifyObjectsOptions extends ReadOptions {
  /** Told how many of the exports are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Decodes every object to its last byte, encodes it again and compares; then asks its class whether its
 * values make sense together.
 *
 * An object that no codec understands is counted, not complained of; one whose codec fails is a warning when
 * its properties still read (the codec may be at fault), an error when even they do not.
 */
export async function verifyObjects(pkg: Package, options: VerifyObjectsOptions = {}): Promise<ObjectsReport> {
  const reader = await ObjectReader.open(pkg, options)
  const problems: Problem[] = []
  const tallies = new Tallies()
  const total = pkg.exportTable.length
  const inOrder = pkg.exports
    .filter(({ entry }) => entry.size > 0 && entry.offset >= 0 && entry.offset + entry.size <= pkg.image.byteLength)
    .sort((a, b) => a.entry.offset - b.entry.offset)
  const image = readAhead(pkg.image)
  const buffer = new Uint8Array(BUFFER)
  let done = total - inOrder.length
  for (const exported of inOrder) {
    options.signal?.throwIfAborted()
    try {
      const stored = exported.bytesFrom(image)
      const bytes = stored instanceof Uint8Array ? stored : await stored
      verifyObject(reader, exported, bytes, buffer, tallies, problems)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      problems.push({ ...problemOf(error), object: exported.path, offset: exported.entry.offset })
    }
    options.onProgress?.(++done, total)
  }
  return { problems, classes: tallies.all }
}

/** Decodes one object, counts it, and adds what is wrong with it to the problems. */
function verifyObject(
  reader: ObjectReader,
  exported: ExportObject,
  bytes: Uint8Array,
  buffer: Uint8Array,
  tallies: Tallies,
  problems: Problem[],
): void {
  const read = reader.decode(exported, bytes)
  tallies.add(read, bytes.length)
  checkBytes(reader, read, bytes, buffer, problems)
  checkSound(reader, read, bytes, problems)
}

/** Room for most objects; larger ones get their own. */
const BUFFER = 0x40000

/** The tallies of all classes. */
class Tallies {
  readonly #byName = new Map<string, ClassTally>()
  /** By the reference to the class, which has a name to look up once. */
  readonly #byClass = new Map<number, ClassTally>()

  get all(): ClassTally[] {
    return [...this.#byName.values()]
  }

  add({ export: exported, opaqueBytes }: ReadObject, bytes: number): void {
    const tally = this.#byClass.get(exported.entry.class) ?? this.#tallyOf(exported)
    tally.objects++
    tally.bytes += bytes
    tally.understoodBytes += bytes - opaqueBytes
  }

  #tallyOf({ className, entry }: ExportObject): ClassTally {
    const tally = this.#byName.get(className) ?? { class: className, objects: 0, bytes: 0, understoodBytes: 0 }
    this.#byName.set(className, tally)
    this.#byClass.set(entry.class, tally)
    return tally
  }
}

/** Tells whether the object was read as what it is, and would be written with the same bytes. */
function checkBytes(
  reader: ObjectReader,
  read: ReadObject,
  bytes: Uint8Array,
  buffer: Uint8Array,
  problems: Problem[],
): void {
  const { export: exported, error } = read
  if (error !== undefined) {
    // Nothing at all was read when all bytes are in the rest.
    const severity = read.rest.length === bytes.length ? 'error' : 'warning'
    const message = `does not decode as ${exported.className}: ${error.message}`
    const offset = error.offset ?? exported.entry.offset
    problems.push({ kind: 'undecoded', severity, object: exported.path, offset, message })
  }
  const written = encode(reader, read, buffer)
  if (written === undefined || !equalBytes(written, bytes)) {
    const message =
      `${exported.className} would be written with different bytes (${written?.length ?? 0} ` +
      `instead of ${bytes.length})`
    problems.push({
      kind: 'not-canonical',
      severity: 'warning',
      object: exported.path,
      offset: offsetOf(exported, written, bytes),
      message,
    })
  }
}

/** What the object's class says must hold beside its bytes. */
function checkSound(reader: ObjectReader, read: ReadObject, bytes: Uint8Array, problems: Problem[]): void {
  if (read.error !== undefined) return
  const { export: exported, object } = read
  const report = new CheckReport(reader.package.context)
  object.check(report)
  if (report.found.length === 0) return
  const places = placesOf(reader, exported, bytes)
  for (const { severity, field, message } of report.found) {
    const offset = places.get(field) ?? exported.entry.offset
    problems.push({ kind: 'unsound', severity, object: exported.path, offset, field, message: `${field}: ${message}` })
  }
  if (report.more > 0) {
    const message = `${report.more} more of its values do not make sense`
    problems.push({
      kind: 'unsound',
      severity: 'warning',
      object: exported.path,
      offset: exported.entry.offset,
      message,
    })
  }
}

/** Where each field of an object begins, records and lists included. */
function placesOf(reader: ObjectReader, exported: ExportObject, bytes: Uint8Array): Map<string, number> {
  const places = new Map<string, number>()
  reader.decode(exported, bytes, {
    begin: () => places.clear(),
    field({ path, offset }) {
      for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.search(/(?:\.|\[)[^.[]*$/)))) {
        if (!places.has(at)) places.set(at, offset)
      }
    },
  })
  return places
}

/** The object's bytes, or nothing when its values cannot be written. */
function encode(reader: ObjectReader, read: ReadObject, buffer: Uint8Array): Uint8Array | undefined {
  try {
    return reader.encode(read, read.export.entry.offset, buffer)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return undefined
  }
}

/** Where the bytes begin to differ. */
function offsetOf(exported: ExportObject, written: Uint8Array | undefined, bytes: Uint8Array): number {
  const at = bytes.findIndex((byte, i) => byte !== written?.[i])
  return exported.entry.offset + Math.max(0, at)
}
