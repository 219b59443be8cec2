import { crc32 } from 'node:zlib'
import type { MissingObject } from '@ukit/core'
import type { Extracted, ExtractedFile, SkipReason } from '@ukit/media'
import type { Written } from './extract-folder.js'

/** Name of the file that lists what was written and what was not. */
export const MANIFEST = 'manifest.json'

/** A file that was written. */
interface WrittenEntry {
  readonly object: string
  readonly class: string
  readonly index: number
  readonly package?: string | undefined
  /** Path relative to the folder that was named. */
  readonly file: string
  /**
   * Length of the file. This, `crc32` and `note` are absent for a picture from a different package if the run
   * extracts several packages: any of them may have written it.
   */
  readonly bytes?: number
  /** CRC-32 of the file as by `crc32Of`: importing the folder only takes files that have changed since. */
  readonly crc32?: string
  readonly note?: string | undefined
  /** A picture that is smaller than its texture: its size and that of the texture, width and height. */
  readonly size?: readonly [number, number] | undefined
  readonly of?: readonly [number, number] | undefined
}

/** An object that was not extracted, or one of its files that could not be written. */
interface SkippedEntry {
  readonly object: string
  readonly class: string
  readonly index: number
  readonly package?: string
  readonly file?: string
  readonly reason: SkipReason | 'exists' | 'io'
  readonly message: string
}

/** A package that objects refer to and that was not found, and the objects in it that they refer to. */
interface MissingEntry {
  readonly package: string
  readonly objects: readonly string[]
}

/** The result of one part of the work on a package, to be joined with the other parts: plain data. */
export interface ManifestPiece {
  readonly head: Readonly<Record<string, unknown>>
  readonly written: readonly WrittenEntry[]
  readonly skipped: readonly SkippedEntry[]
  readonly withoutForm: ReadonlyMap<string, number>
  readonly missing: readonly MissingEntry[]
}

/** Whether a value is the result of a part that completed. */
export function isManifestPiece(piece: unknown): piece is ManifestPiece {
  return typeof piece === 'object' && piece !== null && 'written' in piece && 'withoutForm' in piece
}

/** *What became of a package's objects*: the content of `manifest.json`. */
export class Manifest {
  readonly #head: Readonly<Record<string, unknown>>
  readonly #isOneOfMany: boolean
  readonly #written: WrittenEntry[] = []
  /** Whether a file may have several entries, as files do that other packages or parts also have. */
  #mayRepeat = false
  readonly #skipped: SkippedEntry[] = []
  /** Number of objects of each class that has no file format. */
  readonly #withoutForm = new Map<string, number>()

  readonly #missing = new Map<string, { package: string; objects: Set<string> }>()

  /** @param isOneOfMany other packages of the run, each with its own manifest, may make the same pictures. */
  constructor(head: Readonly<Record<string, unknown>>, isOneOfMany = false) {
    this.#head = head
    this.#isOneOfMany = isOneOfMany
  }

  /** Joins the results of the parts to one manifest; `undefined` if there are none. */
  static join(pieces: readonly ManifestPiece[]): Manifest | undefined {
    const [first] = pieces
    if (first === undefined) return undefined
    const manifest = new Manifest(first.head)
    manifest.#mayRepeat = true
    const known = new Set<string>()
    for (const { written, skipped, withoutForm, missing } of pieces) {
      for (const entry of written) manifest.#written.push(entry)
      for (const entry of skipped) {
        // Parts may find the same picture of another package.
        const key = `${entry.package ?? ''}/${entry.index}/${entry.file ?? ''}/${entry.reason}`
        if (!known.has(key)) manifest.#skipped.push(entry)
        known.add(key)
      }
      for (const [name, count] of withoutForm) manifest.#addWithoutForm(name, count)
      for (const { package: name, objects } of missing) for (const path of objects) manifest.#addMissing(name, path)
    }
    return manifest
  }

  /** What {@link Manifest.join} takes. */
  get piece(): ManifestPiece {
    return {
      head: this.#head,
      written: this.#files,
      skipped: this.#skipped,
      withoutForm: this.#withoutForm,
      missing: this.missing,
    }
  }

  /** Adds a file, as written or as skipped. */
  addFile(extracted: Extracted, file: ExtractedFile, written: Written): void {
    // The manifest does not show which package of the run was the first to find a picture that several use.
    if (written.ok && this.#isOneOfMany && extracted.sharedFile !== null)
      this.addShared(extracted, extracted.sharedFile)
    else if (written.ok) this.#addWritten(extracted, file)
    else this.addSkipped(extracted, written.exists ? 'exists' : 'io', written.message, file.path)
  }

  #addWritten(extracted: Extracted, { path, bytes, note, reduced }: ExtractedFile): void {
    const { object, class: className, index, package: other } = extracted
    // Keys are set to undefined, which JSON leaves out: there is an entry for each of thousands of files.
    this.#mayRepeat ||= other !== null
    this.#written.push({
      object,
      class: className,
      index,
      package: other ?? undefined,
      file: path,
      bytes: bytes.length,
      crc32: crc32Of(bytes),
      note: note ?? undefined,
      size: reduced && [reduced.width, reduced.height],
      of: reduced && [reduced.of.width, reduced.of.height],
    })
  }

  /**
   * Adds a file that this object also has, but that is written with a different package of the run or by a
   * different part of the work on this one.
   */
  addShared(extracted: Extracted, file: string): void {
    this.#mayRepeat = true
    this.#written.push({ ...objectOf(extracted), file })
  }

  /** One entry per file; for a file with entries from several parts, the one that has its length. */
  get #files(): readonly WrittenEntry[] {
    if (!this.#mayRepeat) return this.#written
    const byPath = new Map<string, WrittenEntry>()
    for (const entry of this.#written)
      if (entry.bytes !== undefined || !byPath.has(entry.file)) byPath.set(entry.file, entry)
    return [...byPath.values()]
  }

  #addWithoutForm(className: string, count: number): void {
    this.#withoutForm.set(className, (this.#withoutForm.get(className) ?? 0) + count)
  }

  #addMissing(name: string, path: string): void {
    const key = name.toLowerCase()
    const known = this.#missing.get(key) ?? { package: name, objects: new Set() }
    known.objects.add(path)
    this.#missing.set(key, known)
  }

  addSkipped(extracted: Extracted, reason: SkippedEntry['reason'], message: string, file?: string): void {
    const { class: className } = extracted
    if (reason === 'no-form') {
      this.#addWithoutForm(className, 1)
      return
    }
    const entry = { ...objectOf(extracted), reason, message }
    this.#skipped.push(file === undefined ? entry : { ...entry, file })
  }

  /** Adds packages that were not found; objects that existing packages lack are reported elsewhere. */
  addMissing(missing: readonly MissingObject[]): void {
    for (const { path, missing: what } of missing)
      if (what === 'package') this.#addMissing(path.split('.', 1)[0] ?? path, path)
  }

  /** The packages that were not found, one entry each. */
  get missing(): readonly MissingEntry[] {
    const entries = [...this.#missing.values()].sort((a, b) =>
      compare(a.package.toLowerCase(), b.package.toLowerCase()),
    )
    return entries.map(({ package: name, objects }) => ({ package: name, objects: [...objects].sort(compare) }))
  }

  /** Numbers of files written, by extension, and of objects or files skipped, by reason. */
  get counts(): Record<string, number> {
    const counts: Record<string, number> = {}
    const add = (prefix: string, keys: readonly string[]) => {
      const found = new Map<string, number>()
      for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1)
      for (const [key, count] of found) counts[prefix + key] = count
    }
    add(
      'wrote ',
      this.#files.map(({ file }) => file.slice(file.lastIndexOf('.') + 1)),
    )
    add(
      'skipped ',
      this.#skipped.map(({ reason }) => reason),
    )
    const withoutForm = [...this.#withoutForm.values()].reduce((sum, count) => sum + count, 0)
    return withoutForm === 0 ? counts : { ...counts, 'skipped no-form': withoutForm }
  }

  /** Pictures that are smaller than their textures: `Walls.Brick 64 × 64 of 2048 × 2048`. */
  get reduced(): readonly string[] {
    return inOrder(this.#files).flatMap(({ object, size, of }) =>
      size === undefined || of === undefined ? [] : [`${object} ${size.join(' × ')} of ${of.join(' × ')}`],
    )
  }

  /** What went wrong: an object that is damaged, a file that already exists or could not be written. */
  get problems(): readonly SkippedEntry[] {
    return inOrder(this.#skipped).filter(({ reason }) => reason === 'broken' || reason === 'exists' || reason === 'io')
  }

  toJSON(): Record<string, unknown> {
    return {
      ...this.#head,
      written: inOrder(this.#files),
      skipped: inOrder(this.#skipped),
      withoutForm: Object.fromEntries([...this.#withoutForm].sort(([a], [b]) => compare(a, b))),
      missing: this.missing,
    }
  }
}

/**
 * CRC-32 of a file's bytes, as in zip archives, in eight hex digits. It shows whether the owner of a file
 * changed it and need not resist attacks, and takes a fifth of the time of SHA-256.
 */
export function crc32Of(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}

/**
 * The package's own objects in the order of its table, then those of other packages. The order does not
 * depend on the number of parts.
 */
function inOrder<T extends WrittenEntry | SkippedEntry>(entries: readonly T[]): T[] {
  return [...entries].sort((a, b) =>
    a.package === b.package ? a.index - b.index : compare(a.package ?? '', b.package ?? ''),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function objectOf({ object, class: className, index, package: other }: Extracted) {
  return { object, class: className, index, ...(other === null ? {} : { package: other }) }
}
