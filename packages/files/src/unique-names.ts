/**
 * *Gives each name once*: a further one of the same name gets a number, from 2 on. Files can contain very
 * many of one name, so numbers that were given are not tried again.
 */
export class UniqueNames {
  readonly #between: string
  readonly #keyOf: (name: string) => string
  readonly #taken = new Set<string>()
  /** The number to try next, by the key of a name. */
  readonly #next = new Map<string, number>()

  /**
   * @param between what is between a name and its number.
   * @param keyOf what two names must not have in common; by default, the names themselves.
   */
  constructor(between: string, keyOf: (name: string) => string = (name) => name) {
    this.#between = between
    this.#keyOf = keyOf
  }

  /** The name, or the name with a number; nobody else gets it. */
  take(name: string): string {
    const key = this.#keyOf(name)
    let [unique, uniqueKey] = [name, key]
    for (let number = this.#next.get(key) ?? 2; this.#taken.has(uniqueKey); number++) {
      unique = `${name}${this.#between}${number}`
      uniqueKey = this.#keyOf(unique)
      this.#next.set(key, number + 1)
    }
    this.#taken.add(uniqueKey)
    return unique
  }
}
