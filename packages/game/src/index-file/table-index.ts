import { crc32 } from '@ukit/codecs'
import { Archive, UString } from '@ukit/container'
import { PackageError } from '@ukit/files'
import type { FilePlace } from '../stamp.js'
import { PackageTables } from './package-tables.js'

/** First bytes of an index file. */
const MAGIC = 0x4b49_4455

/** Increased whenever the meaning of a byte changes: an index with a different number is discarded. */
const FORMAT = 4

/** Why a file of the index is not a package. */
export interface UnreadablePackage {
  /** What kind of error. */
  readonly kind: PackageError['kind']
  /** What was expected and what was found, in a sentence. */
  readonly message: string
}

/**
 * A file that the index knows: its tables, or why it has none; the tables stay bytes until they are first
 * needed.
 */
class IndexEntry {
  path = ''
  size = 0
  modified = 0
  problem: UnreadablePackage | undefined = undefined
  tables: PackageTables | undefined = undefined
  #stored: Uint8Array = new Uint8Array(0)

  /** The tables, read from the index when they are first needed. */
  get(): PackageTables | PackageError {
    if (this.problem !== undefined) return new PackageError(this.problem.kind, this.problem.message)
    if (this.tables === undefined) {
      const tables = new PackageTables()
      tables.serialize(Archive.load(this.#stored))
      this.#stored = new Uint8Array(0)
      tables.path = this.path
      tables.size = this.size
      tables.modified = this.modified
      this.tables = tables
    }
    return this.tables
  }

  serialize(ar: Archive): void {
    this.path = ar.string(UString.from(this.path), 'path').text
    this.size = ar.f64(this.size, 'size')
    this.modified = ar.f64(this.modified, 'modified')
    const kind = ar.string(UString.from(this.problem?.kind ?? ''), 'problem.kind').text
    const message = ar.string(UString.from(this.problem?.message ?? ''), 'problem.message').text
    // Written by this code and protected by a checksum: an unknown kind can only come from a bug.
    if (kind !== '') this.problem = { kind: kind as PackageError['kind'], message }
    const bytes = this.tables === undefined ? this.#stored : saved(this.tables)
    const length = ar.count(bytes.length, 'length', 1)
    const stored = ar.bytes(bytes, length, 'tables')
    if (ar.isLoading) this.#stored = stored
  }
}

/**
 * *What is known of many packages*, found by path, size and time of the last change: a file that changed is
 * not in it.
 *
 * The form on the disk is ukit's own and belongs to one version of it: `UDIK`, number of the format, number
 * of files, the files, and a CRC-32 of everything before. It is a cache: if anything in it is wrong, it is
 * discarded and made again.
 */
export class TableIndex {
  /** True if something was added or removed since it was read. */
  changed = false
  readonly #entries = new Map<string, IndexEntry>()

  /** Files that it knows. */
  get size(): number {
    return this.#entries.size
  }

  /** Tells whether a file that begins with these bytes is an index, of whatever format. */
  static isIndex(head: Uint8Array): boolean {
    return head.length >= 4 && new DataView(head.buffer, head.byteOffset).getUint32(0, true) === MAGIC
  }

  /**
   * Reads an index file.
   *
   * @throws {PackageError} when it is damaged, or of another version of ukit: start with an empty one.
   */
  static parse(bytes: Uint8Array): TableIndex {
    const ar = Archive.load(bytes)
    const magic = ar.u32(0, 'magic')
    const format = ar.u32(0, 'format')
    if (magic !== MAGIC || format !== FORMAT) {
      throw new PackageError('unsupported', `expected an index of format ${FORMAT}, found another file or format`)
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const end = bytes.length - 4
    if (end < ar.position || view.getUint32(end, true) !== crc32(bytes.subarray(0, end))) {
      throw new PackageError('bad-value', 'the index is damaged: its checksum is not that of its bytes')
    }
    const index = new TableIndex()
    const count = ar.count(0, 'count', 1)
    for (let i = 0; i < count; i++) {
      const entry = new IndexEntry()
      entry.serialize(ar)
      index.#entries.set(entry.path, entry)
    }
    return index
  }

  /** The file of the index, in pieces. */
  *pieces(): Generator<Uint8Array> {
    let crc = 0
    const piece = (write: (ar: Archive) => void) => {
      const ar = Archive.save()
      write(ar)
      const bytes = ar.written()
      crc = crc32(bytes, crc)
      return bytes
    }
    yield piece((ar) => {
      ar.u32(MAGIC, 'magic')
      ar.u32(FORMAT, 'format')
      ar.count(this.#entries.size, 'count', 1)
    })
    for (const entry of this.#entries.values()) yield piece((ar) => entry.serialize(ar))
    const sum = crc
    yield piece((ar) => ar.u32(sum, 'crc'))
  }

  /**
   * What is known of a file as it is now: its tables, or why it cannot be read; `undefined` when it is new or
   * changed, or what the index says of it is damaged.
   */
  find({ path, size, modified }: FilePlace): PackageTables | PackageError | undefined {
    const entry = this.#entries.get(path)
    if (entry === undefined || entry.size !== size || entry.modified !== modified) return undefined
    try {
      return entry.get()
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      // This is not an error of the package, which is read again.
      this.#entries.delete(path)
      this.changed = true
      return undefined
    }
  }

  /** Adds a file, or replaces what was known about it. */
  add(file: FilePlace, found: PackageTables | UnreadablePackage): void {
    const entry = new IndexEntry()
    entry.path = file.path
    entry.size = file.size
    entry.modified = file.modified
    if (found instanceof PackageTables) entry.tables = found
    else entry.problem = { kind: found.kind, message: found.message }
    this.#entries.set(file.path, entry)
    this.changed = true
  }

  /** Forgets files that are gone. */
  retain(paths: ReadonlySet<string>): void {
    for (const path of this.#entries.keys()) {
      if (paths.has(path)) continue
      this.#entries.delete(path)
      this.changed = true
    }
  }
}

function saved(tables: PackageTables): Uint8Array {
  const ar = Archive.save()
  tables.serialize(ar)
  return ar.written()
}
