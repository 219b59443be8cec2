/** A point with its cost at the time it was added. */
interface Entry {
  readonly cost: number
  readonly point: number
}

/**
 * *A queue of points by cost, lowest first*; of points with equal cost, the lowest number first. It is a heap
 * in which outdated costs of a point stay until they come up.
 */
export class CollapseQueue {
  readonly #heap: Entry[] = []
  readonly #costs = new Map<number, number>()

  /** Sets or changes the cost of a point. */
  set(point: number, cost: number): void {
    if (this.#costs.get(point) === cost) return
    this.#costs.set(point, cost)
    this.#heap.push({ cost, point })
    this.#rise(this.#heap.length - 1)
  }

  remove(point: number): void {
    this.#costs.delete(point)
  }

  /** The lowest cost; `undefined` when no point is left. */
  least(): number | undefined {
    this.#dropOld()
    return this.#heap[0]?.cost
  }

  /** Removes and returns the point with the lowest cost. */
  take(): number | undefined {
    this.#dropOld()
    const point = this.#heap[0]?.point
    if (point !== undefined) this.remove(point)
    return point
  }

  #dropOld(): void {
    for (let [top] = this.#heap; top !== undefined && this.#costs.get(top.point) !== top.cost; [top] = this.#heap) {
      const last = this.#heap.pop()
      if (last === undefined || this.#heap.length === 0) return
      this.#heap[0] = last
      this.#sink()
    }
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1
      if (!this.#swapIfLess(at, above)) return
      at = above
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      let least = at
      for (const below of [2 * at + 1, 2 * at + 2]) if (this.#isLess(below, least)) least = below
      if (least === at || !this.#swapIfLess(least, at)) return
      at = least
    }
  }

  #isLess(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a], this.#heap[b]]
    if (first === undefined || second === undefined) return false
    return first.cost < second.cost || (first.cost === second.cost && first.point < second.point)
  }

  #swapIfLess(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a], this.#heap[b]]
    if (first === undefined || second === undefined || !this.#isLess(a, b)) return false
    this.#heap[a] = second
    this.#heap[b] = first
    return true
  }
}
