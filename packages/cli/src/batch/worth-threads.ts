/** Seconds of work after which the speed is known: by then, most of the code has been compiled. */
const MEASURED = 0.5
/**
 * Seconds of remaining work that are worth further threads. Each of them loads and compiles its code again,
 * some 0.4 s of CPU time, and then two of them on two cores are 1.6 times as fast as one.
 */
const WORTH = 2

/**
 * *Finds out during a run whether further threads are worth it*: files of the same size may take a
 * millisecond (sounds) or a second (code), so their number and bytes do not say.
 */
export class WorkMeter {
  readonly #start: number
  readonly #total: number
  #done = 0

  /**
   * @param now seconds of CPU time: on a busy machine the clock would count the work of others.
   * @param total bytes of all files.
   */
  constructor(now: number, total: number) {
    this.#start = now
    this.#total = total
  }

  /** Counts a file that is done; returns whether the rest is worth further threads. */
  add(now: number, bytes: number): boolean {
    this.#done += bytes
    const seconds = now - this.#start
    return seconds >= MEASURED && (seconds * (this.#total - this.#done)) / Math.max(1, this.#done) >= WORTH
  }
}
