/**
 * *Something that is found out of texts, of each once*: what is made again and again finds it out of texts
 * that have changed.
 */
export class PerText<T> {
  readonly #find: (text: string) => T
  #found = new Map<string, T>()
  #before: ReadonlyMap<string, T> = new Map()

  constructor(find: (text: string) => T) {
    this.#find = find
  }

  /** What a text gives. */
  of(text: string): T {
    let found = this.#found.get(text)
    if (found === undefined) {
      found = this.#before.get(text) ?? this.#find(text)
      this.#found.set(text, found)
    }
    return found
  }

  /**
   * From now on texts of another round are asked for: those that this one does not ask for are forgotten
   * after it.
   */
  nextRound(): void {
    this.#before = this.#found
    this.#found = new Map()
  }
}
