import type { Extracted, ExtractedFile, SkipReason } from '@ukit/media'

/** Name of the file that says what was written and what was not. */
export const MANIFEST = 'manifest.json'

/** A file that was written. */
interface WrittenEntry {
  readonly object: string
  readonly class: string
  readonly index: number
  /** Path below the folder that was named. */
  readonly file: string
  readonly bytes: number
  readonly note?: string
}

/** An object that became no file, or a file of it that could not be written. */
interface SkippedEntry {
  readonly object: string
  readonly class: string
  readonly index: number
  readonly file?: string
  readonly reason: SkipReason | 'exists' | 'io'
  readonly message: string
}

/** *What became of a package's objects*, as `manifest.json` says it. */
export class Manifest {
  readonly #head: Readonly<Record<string, unknown>>
  readonly #written: WrittenEntry[] = []
  readonly #skipped: SkippedEntry[] = []
  /** Objects of classes that have no file form: how many of each class. */
  readonly #withoutForm = new Map<string, number>()

  constructor(head: Readonly<Record<string, unknown>>) {
    this.#head = head
  }

  addWritten({ object, class: className, index }: Extracted, { path, bytes, note }: ExtractedFile): void {
    const entry = { object, class: className, index, file: path, bytes: bytes.length }
    this.#written.push(note === null ? entry : { ...entry, note })
  }

  addSkipped(extracted: Extracted, reason: SkippedEntry['reason'], message: string, file?: string): void {
    const { object, class: className, index } = extracted
    if (reason === 'no-form') {
      this.#withoutForm.set(className, (this.#withoutForm.get(className) ?? 0) + 1)
      return
    }
    const entry = { object, class: className, index, reason, message }
    this.#skipped.push(file === undefined ? entry : { ...entry, file })
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
    }
  }
}
