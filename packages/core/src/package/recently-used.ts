/** *What was made lately, by key*: once also when several ask at a time, and only a number of them. */
export class RecentlyUsed<K, V> {
  readonly #most: number
  readonly #drop: ((value: V) => unknown) | undefined
  /** The most recently used at the end. */
  readonly #made = new Map<K, Promise<V>>()

  /**
   * @param most how many are kept.
   * @param drop is given what is no longer kept, such as a file that is closed then.
   */
  constructor(most: number, drop?: (value: V) => unknown) {
    this.#most = most
    this.#drop = drop
  }

  /** What there is for a key, else what is made now; what failed is not kept. */
  get(key: K, make: () => Promise<V>): Promise<V> {
    let found = this.#made.get(key)
    this.#made.delete(key)
    if (found === undefined) {
      found = make()
      found.catch(() => this.#made.delete(key))
    }
    this.#made.set(key, found)
    for (const [oldest, value] of this.#made) {
      if (this.#made.size <= this.#most) break
      this.#made.delete(oldest)
      if (this.#drop !== undefined) value.then(this.#drop).catch(() => undefined)
    }
    return found
  }
}
