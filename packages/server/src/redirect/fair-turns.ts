/**
 * *Lets only some work run at a time, and takes turns by who wants it.* Hundreds of connections from one
 * address that take what the system buffers for them, and never read, would otherwise be in line before the
 * next piece of all others.
 */
export class FairTurns {
  readonly #most: number
  #running = 0
  /** Work that waits, by who wants it; in the order of their last turns. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /** @param most how much may run at a time. */
  constructor(most: number) {
    this.#most = most
  }

  /** Does the work when it is the turn of `who`. */
  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running++
    else {
      await new Promise<void>((resolve) => {
        const queue = this.#waiting.get(who)
        if (queue === undefined) this.#waiting.set(who, [resolve])
        else queue.push(resolve)
      })
    }
    try {
      return await work()
    } finally {
      this.#end()
    }
  }

  /** The place of what has ended goes to the one that has gone longest without a turn. */
  #end(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#running--
      return
    }
    const [who, queue] = next
    this.#waiting.delete(who)
    const start = queue.shift()
    if (queue.length > 0) this.#waiting.set(who, queue)
    start?.()
  }
}
