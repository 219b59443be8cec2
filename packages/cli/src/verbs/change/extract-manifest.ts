import { crc32 } from 'node:zlib'
import type { MissingObject } from '@ukit/core'
import type { Extracted, ExtractedFile, SkipReason } from '@ukit/media'
import type { Written } from './extract-folder.js'

/** Name of the file that says what was written and what was not. */
export const MANIFEST = 'manifest.json'

/** A file that was written. */
interface WrittenEntry {
  readonly object: string
  readonly class: string
  readonly index: number
  readonly package?: string | undefined
  /** Path below the folder that was named. */
  readonly file: string
  /**
   * This and `crc32` are absent when it was written with a different package of the run, which refers to it
   * too.
   */
  readonly bytes?: number
  /** Of the file, as `crc32Of` gives it: importing the folder takes what has changed since. */
  readonly crc32?: string
  readonly note?: string | undefined
}

/** An object that became no file, or a file of it that could not be written. */
interface SkippedEntry {
  readonly object: string
  readonly class: string
  readonly index: number
  readonly package?: string
  readonly file?: string
  readonly reason: SkipReason | 'exists' | 'io'
  readonly message: string
}

/** A package that objects refer to and that was not found, with what they refer to in it. */
interface MissingEntry {
  readonly package: string
  readonly objects: readonly string[]
}

/** What one part of the work on a package found, to be joined with the others: plain data. */
export interface ManifestPiece {
  readonly head: Readonly<Record<string, unknown>>
  readonly written: readonly WrittenEntry[]
  readonly skipped: readonly SkippedEntry[]
  readonly withoutForm: ReadonlyMap<string, number>
  readonly missing: readonly MissingEntry[]
}

/** Whether a part that came to an end gave it. */
export function isManifestPiece(piece: unknown): piece is ManifestPiece {
  return typeof piece === 'object' && piece !== null && 'written' in piece && 'withoutForm' in piece
}

/** *What became of a package's objects*, as `manifest.json` says it. */
export class Manifest {
  readonly #head: Readonly<Record<string, unknown>>
  readonly #written: WrittenEntry[] = []
  /** Whether there may be several entries of a file: only of what other packages, or parts, have too. */
  #mayRepeat = false
  readonly #skipped: SkippedEntry[] = []
  /** Objects of classes that have no file form: how many of each class. */
  readonly #withoutForm = new Map<string, number>()

  readonly #missing = new Map<string, { package: string; objects: Set<string> }>()

  constructor(head: Readonly<Record<string, unknown>>) {
    this.#head = head
  }

  /** One manifest of what the parts found; `undefined` if there are none. */
  static join(pieces: readonly ManifestPiece[]): Manifest | undefined {
    const [first] = pieces
    if (first === undefined) return undefined
    const manifest = new Manifest(first.head)
    manifest.#mayRepeat = true
    for (const { written, skipped, withoutForm, missing } of pieces) {
      for (const entry of written) manifest.#written.push(entry)
      manifest.#skipped.push(...skipped)
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

  /** A file that was to be written, by what became of it. */
  addFile(extracted: Extracted, file: ExtractedFile, written: Written): void {
    if (written.ok) this.#addWritten(extracted, file)
    else this.addSkipped(extracted, written.exists ? 'exists' : 'io', written.message, file.path)
  }

  #addWritten(extracted: Extracted, { path, bytes, note }: ExtractedFile): void {
    const { object, class: className, index, package: other } = extracted
    // One for each of thousands of files: JSON leaves out what is undefined.
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
    })
  }

  /**
   * A file that this object has too, and that is written with a different package of the run, or part of this
   * one.
   */
  addShared(extracted: Extracted, file: string): void {
    this.#mayRepeat = true
    this.#written.push({ ...objectOf(extracted), file })
  }

  /** An entry for each file; of those that several parts came across, the one with what was written. */
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

  /** Packages that could not be followed into; what they only lack is said where it matters. */
  addMissing(missing: readonly MissingObject[]): void {
    for (const { path, missing: what } of missing)
      if (what === 'package') this.#addMissing(path.split('.', 1)[0] ?? path, path)
  }

  /** Packages that were not found, one entry each. */
  get missing(): readonly MissingEntry[] {
    const entries = [...this.#missing.values()].sort((a, b) =>
      compare(a.package.toLowerCase(), b.package.toLowerCase()),
    )
    return entries.map(({ package: name, objects }) => ({ package: name, objects: [...objects].sort(compare) }))
  }

  /** Files written, by extension, and objects or files skipped, by reason. */
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
 * CRC-32 of a file's bytes, as zip archives have it, in eight hex digits. It is to show whether the owner of
 * a file changed it, not to withstand anyone, and takes a fifth of the time of SHA-256.
 */
export function crc32Of(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}

/**
 * The package's own objects in the order of its table, then those of other packages; the same in however many
 * parts.
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
