import type { EditExport } from '../entries.js'

/**
 * *Whose judgement rests on an object*: when that one turns out to be different, only these are looked at
 * once more.
 */
export class Dependents<T> {
  readonly #users = new Map<EditExport, Set<T>>()
  /** Who is looked at now. */
  user: T | undefined

  /** The judgement about `user` rests on this object too. */
  note(object: EditExport): void {
    if (this.user === undefined) return
    const users = this.#users.get(object)
    if (users === undefined) this.#users.set(object, new Set([this.user]))
    else users.add(this.user)
  }

  /** Whose judgement rests on it. */
  of(object: EditExport): Iterable<T> {
    return this.#users.get(object) ?? []
  }
}
