/**
 * *A map whose values are made when they are asked for*: its keys are known, and for each where the value is.
 */
export class MadeMap<P, T> implements ReadonlyMap<string, T> {
  readonly #places: ReadonlyMap<string, P>
  readonly #make: (place: P, key: string) => T | undefined
  readonly #made = new Map<string, T>()

  constructor(places: ReadonlyMap<string, P>, make: (place: P, key: string) => T | undefined) {
    this.#places = places
    this.#make = make
  }

  get size(): number {
    return this.#places.size
  }

  has(key: string): boolean {
    return this.#places.has(key)
  }

  get(key: string): T | undefined {
    const place = this.#places.get(key)
    if (place === undefined) return undefined
    let made = this.#made.get(key)
    if (made === undefined) {
      made = this.#make(place, key)
      if (made !== undefined) this.#made.set(key, made)
    }
    return made
  }

  /** All values, in the order of the keys. */
  #all(): Map<string, T> {
    const all = new Map<string, T>()
    for (const key of this.#places.keys()) {
      const value = this.get(key)
      if (value !== undefined) all.set(key, value)
    }
    return all
  }

  keys(): MapIterator<string> {
    return this.#all().keys()
  }

  values(): MapIterator<T> {
    return this.#all().values()
  }

  entries(): MapIterator<[string, T]> {
    return this.#all().entries()
  }

  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.entries()
  }

  forEach(call: (value: T, key: string, map: ReadonlyMap<string, T>) => void): void {
    for (const [key, value] of this.#all()) call(value, key, this)
  }
}
