import type { Input } from '@ukit/batch'
import { EqualErrors } from '../terminal/equal-errors.js'
import type { Output } from '../terminal/output.js'
import type { BatchVerb, Outcome, Piece, Settings } from './batch-verb.js'

/**
 * *Prints the texts of the files*, in the order of the inputs, with what belongs before, between and after
 * them.
 */
export class Sink {
  readonly #output: Output
  readonly #verb: BatchVerb
  readonly #settings: Settings
  readonly #between: string
  readonly #repeats: boolean
  #any = false
  #fresh = true
  #failed = 0
  #done = 0
  readonly #notes = new Set<string>()
  readonly #missing = new Set<string>()
  readonly #errors: EqualErrors
  readonly #counts: Record<string, number> = {}

  constructor(output: Output, verb: BatchVerb, settings: Settings) {
    this.#output = output
    this.#errors = new EqualErrors(output)
    this.#verb = verb
    this.#settings = settings
    this.#repeats = verb.repeats ?? false
    this.#between = settings.json ? ',\n' : verb.between(settings)
  }

  get failed(): number {
    return this.#failed
  }

  async begin(): Promise<void> {
    await this.#output.write(
      this.#settings.json ? '[\n' : (this.#verb.head?.(this.#settings, this.#output.style) ?? ''),
    )
  }

  /** Prints a piece of the text of the current file. */
  async text(text: Piece): Promise<void> {
    if (text instanceof Uint8Array) return this.#output.writeBytes(text)
    if (typeof text !== 'string') {
      this.#fresh = true
      return
    }
    if (text === '') return
    if (this.#fresh && this.#any) await this.#output.write(this.#between)
    this.#fresh = false
    this.#any = true
    await this.#output.write(text)
  }

  /** Ends the current file. */
  end(input: Input, outcome: Outcome): void {
    this.#fresh = true
    this.#done++
    if (outcome.failed) this.#failed++
    for (const message of outcome.errors) this.#errors.add(input.path, message)
    const missing = (outcome.missing ?? []).filter((name) => !this.#missing.has(name.toLowerCase()))
    for (const name of missing) this.#missing.add(name.toLowerCase())
    const were = missing.length === 1 ? 'was' : 'were'
    if (missing.length > 0) this.#output.note(`${input.path}: needs ${missing.join(', ')}, which ${were} not found`)
    for (const note of outcome.notes ?? []) {
      if (this.#notes.has(note) && !this.#repeats) continue
      this.#notes.add(note)
      this.#output.note(`${input.path}: ${note}`)
    }
    for (const [name, value] of Object.entries(outcome.counts ?? {})) {
      this.#counts[name] = (this.#counts[name] ?? 0) + value
    }
  }

  async finish(): Promise<void> {
    this.#errors.finish()
    const tail = this.#verb.tail?.(this.#done, this.#failed, this.#counts, this.#output.style) ?? ''
    await this.#output.write(this.#settings.json ? `${this.#any ? '\n' : ''}]\n` : tail)
  }
}
