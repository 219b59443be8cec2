import { createHash } from 'node:crypto'
import type { MissingObject } from '@ukit/core'
import type { Extracted, ExtractedFile, SkipReason } from '@ukit/media'

/** Name of the file that says what was written and what was not. */
export const MANIFEST = 'manifest.json'

/** A file that was written. */
interface WrittenEntry {
  readonly object: string
  readonly class: string
  readonly index: number
  readonly package?: string
  /** Path below the folder that was named. */
  readonly file: string
  readonly bytes: number
  /** Of the file, in hex: importing the folder takes what has changed since. */
  readonly sha256: string
  readonly note?: string
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

/** *What became of a package's objects*, as `manifest.json` says it. */
export class Manifest {
  readonly #head: Readonly<Record<string, unknown>>
  readonly #written: WrittenEntry[] = []
  readonly #skipped: SkippedEntry[] = []
  /** Objects of classes that have no file form: how many of each class. */
  readonly #withoutForm = new Map<string, number>()

  #missing: readonly MissingEntry[] = []

  constructor(head: Readonly<Record<string, unknown>>) {
    this.#head = head
  }

  addWritten(extracted: Extracted, { path, bytes, note }: ExtractedFile): void {
    const entry = { ...objectOf(extracted), file: path, bytes: bytes.length, sha256: sha256Of(bytes) }
    this.#written.push(note === null ? entry : { ...entry, note })
  }

  addSkipped(extracted: Extracted, reason: SkippedEntry['reason'], message: string, file?: string): void {
    const { class: className } = extracted
    if (reason === 'no-form') {
      this.#withoutForm.set(className, (this.#withoutForm.get(className) ?? 0) + 1)
      return
    }
    const entry = { ...objectOf(extracted), reason, message }
    this.#skipped.push(file === undefined ? entry : { ...entry, file })
  }

  /** Packages that could not be followed into; what they only lack is said where it matters. */
  addMissing(missing: readonly MissingObject[]): void {
    const byPackage = new Map<string, string[]>()
    for (const { path, missing: what } of missing) {
      if (what !== 'package') continue
      const name = path.split('.', 1)[0] ?? path
      const key = [...byPackage.keys()].find((known) => known.toLowerCase() === name.toLowerCase()) ?? name
      byPackage.set(key, [...(byPackage.get(key) ?? []), path])
    }
    this.#missing = [...byPackage].map(([name, objects]) => ({ package: name, objects }))
  }

  /** Packages that were not found, one entry each. */
  get missing(): readonly MissingEntry[] {
    return this.#missing
  }

  /** Files written, by extension, and objects or files skipped, by reason. */
  get counts(): Record<string, number> {
    const counts: Record<string, number> = {}
    const add = (key: string) => {
      counts[key] = (counts[key] ?? 0) + 1
    }
    for (const { file } of this.#written) add(`wrote ${file.slice(file.lastIndexOf('.') + 1)}`)
    for (const { reason } of this.#skipped) add(`skipped ${reason}`)
    const withoutForm = [...this.#withoutForm.values()].reduce((sum, count) => sum + count, 0)
    return withoutForm === 0 ? counts : { ...counts, 'skipped no-form': withoutForm }
  }

  /** What went wrong: an object that is damaged, a file that is there already or could not be written. */
  get problems(): readonly SkippedEntry[] {
    return this.#skipped.filter(({ reason }) => reason === 'broken' || reason === 'exists' || reason === 'io')
  }

  toJSON(): Record<string, unknown> {
    return {
      ...this.#head,
      written: this.#written,
      skipped: this.#skipped,
      withoutForm: Object.fromEntries(this.#withoutForm),
      missing: this.#missing,
    }
  }
}

/** SHA-256 of a file's bytes, in hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function objectOf({ object, class: className, index, package: other }: Extracted) {
  return { object, class: className, index, ...(other === null ? {} : { package: other }) }
}
