import { crc32 } from '@ukit/codecs'
import type { MissingObject } from '@ukit/core'
import type { SkipReason } from '../media-error.js'
import type { Extracted, ExtractedFile } from './extract-options.js'

/** Name of the file that lists what was extracted from a package, and what was not. */
export const EXTRACT_MANIFEST = 'manifest.json'

/** A file that was written, as the manifest lists it. */
export interface ManifestWritten {
  /** Path of the object in its package. */
  readonly object: string
  /** Its class. */
  readonly class: string
  /** Its row in the export table; negative for a file of several objects, such as a sheet. */
  readonly index: number
  /** The package of the object, if it is a different one. */
  readonly package?: string | undefined
  /** Path relative to the folder that was named. */
  readonly file: string
  /**
   * Length of the file. This, `crc32` and `note` are absent for a picture from a different package if the run
   * extracts several packages: any of them may have written it.
   */
  readonly bytes?: number
  /** CRC-32 of the file in eight hex digits: importing the folder only takes files that have changed. */
  readonly crc32?: string
  /** What the file lacks that the object has. */
  readonly note?: string | undefined
  /** Width and height of a picture that is smaller than its texture. */
  readonly size?: readonly [number, number] | undefined
  /** Width and height of that texture. */
  readonly of?: readonly [number, number] | undefined
}

/** An object that was not extracted, or one of its files that could not be written. */
export interface ManifestSkipped {
  /** Path of the object in its package. */
  readonly object: string
  /** Its class. */
  readonly class: string
  /** Its row in the export table. */
  readonly index: number
  /** The package of the object, if it is a different one. */
  readonly package?: string
  /** The file that could not be written. */
  readonly file?: string
  /** Why: as of `extract`, or because the file exists or cannot be written. */
  readonly reason: SkipReason | 'exists' | 'io'
  /** The reason in words. */
  readonly message: string
}

/** A package that objects refer to and that was not found, and the objects in it that they refer to. */
export interface ManifestMissing {
  /** Name of the package. */
  readonly package: string
  /** Paths of the objects, beginning with the package. */
  readonly objects: readonly string[]
}

/** The result of one part of the work on a package, to be joined with the other parts: plain data. */
export interface ManifestPiece {
  /** Facts about the package. */
  readonly head: Readonly<Record<string, unknown>>
  /** Files that were written. */
  readonly written: readonly ManifestWritten[]
  /** Objects and files that were not. */
  readonly skipped: readonly ManifestSkipped[]
  /** Number of objects of each class that has no file format. */
  readonly withoutForm: ReadonlyMap<string, number>
  /** Packages that were not found. */
  readonly missing: readonly ManifestMissing[]
}

/** Settings of an `ExtractManifest`. */
export interface ExtractManifestOptions {
  /** Whether other packages of the run, each with its own manifest, may make the same pictures. */
  readonly isOneOfMany?: boolean | undefined
  /** zlib's CRC-32, where the platform has a faster one. */
  readonly crc32?: ((bytes: Uint8Array) => number) | undefined
}

/** Whether a value is the result of a part that completed. */
export function isManifestPiece(piece: unknown): piece is ManifestPiece {
  return typeof piece === 'object' && piece !== null && 'written' in piece && 'withoutForm' in piece
}

/**
 * *What became of a package's objects*: the content of `manifest.json`, which `planFolder` of
 * `ukit/import/node` reads.
 *
 * @example
 * const manifest = new ExtractManifest({ package: pkg.name, path })
 * for await (const extracted of extract(pkg)) {
 *   if (extracted.skipped) manifest.addSkipped(extracted, extracted.skipped.reason, extracted.skipped.message)
 *   for (const file of extracted.files) manifest.addFile(extracted, file)
 * }
 * const text = JSON.stringify(manifest)
 */
export class ExtractManifest {
  readonly #head: Readonly<Record<string, unknown>>
  readonly #isOneOfMany: boolean
  readonly #crc32: (bytes: Uint8Array) => number
  readonly #written: ManifestWritten[] = []
  /** Whether a file may have several entries, as files do that other packages or parts also have. */
  #mayRepeat = false
  readonly #skipped: ManifestSkipped[] = []
  /** Number of objects of each class that has no file format. */
  readonly #withoutForm = new Map<string, number>()

  readonly #missing = new Map<string, { package: string; objects: Set<string> }>()

  /** @param head facts about the package: its name, and what else the manifest is to begin with. */
  constructor(head: Readonly<Record<string, unknown>>, options: ExtractManifestOptions = {}) {
    this.#head = head
    this.#isOneOfMany = options.isOneOfMany ?? false
    this.#crc32 = options.crc32 ?? crc32
  }

  /** Joins the results of the parts to one manifest; `undefined` if there are none. */
  static join(pieces: readonly ManifestPiece[]): ExtractManifest | undefined {
    const [first] = pieces
    if (first === undefined) return undefined
    const manifest = new ExtractManifest(first.head)
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

  /** What {@link ExtractManifest.join} takes. */
  get piece(): ManifestPiece {
    return {
      head: this.#head,
      written: this.#files,
      skipped: this.#skipped,
      withoutForm: this.#withoutForm,
      missing: this.missing,
    }
  }

  /** Adds a file that was written. */
  addFile(extracted: Extracted, file: ExtractedFile): void {
    // The manifest does not show which package of the run was the first to find a picture that several use.
    if (this.#isOneOfMany && extracted.sharedFile !== null) this.addShared(extracted, extracted.sharedFile)
    else this.#addWritten(extracted, file)
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
      crc32: this.#crc32(bytes).toString(16).padStart(8, '0'),
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
  get #files(): readonly ManifestWritten[] {
    if (!this.#mayRepeat) return this.#written
    const byPath = new Map<string, ManifestWritten>()
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

  /** Adds an object that was not extracted, or one of its files that was not written. */
  addSkipped(extracted: Extracted, reason: ManifestSkipped['reason'], message: string, file?: string): void {
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
  get missing(): readonly ManifestMissing[] {
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
  get problems(): readonly ManifestSkipped[] {
    return inOrder(this.#skipped).filter(({ reason }) => reason === 'broken' || reason === 'exists' || reason === 'io')
  }

  /** What a scene leaves out, or shows otherwise; none if there is no scene. */
  get sceneNotes(): readonly string[] {
    const scene = this.#files.find(({ class: className, file }) => /^level$/i.test(className) && file.endsWith('.glb'))
    return [...new Set(scene?.note?.split('; ') ?? [])]
  }

  /** What the manifest file contains. */
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
 * The package's own objects in the order of its table, then those of other packages. The order does not
 * depend on the number of parts.
 */
function inOrder<T extends ManifestWritten | ManifestSkipped>(entries: readonly T[]): T[] {
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
