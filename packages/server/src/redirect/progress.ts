/** The clock: to be given by tests of what happens after long inactivity. */
export interface Clock {
  /** Milliseconds, from any beginning. */
  now(): number
  /**
   * Calls again and again, every so many milliseconds, without keeping the process alive; gives what ends it.
   */
  every(ms: number, call: () => void): () => void
}

/** The time of this machine. */
const CLOCK: Clock = {
  now: () => performance.now(),
  every(ms, call) {
    const timer = setInterval(call, ms).unref()
    return () => clearInterval(timer)
  },
}

/** How often to look for those who are late, in milliseconds. */
const LOOK_MS = 1000

/**
 * *Cuts off readers that do not get on.* Somebody who takes a byte now and then is never idle, and could hold
 * a connection, its file and its buffers forever: what counts is how long the pieces take that are written to
 * him.
 */
export class ProgressWatch {
  readonly #clock: Clock
  readonly #stallMs: number
  /** Pieces that are on their way: until when they must be gone, and what cuts their reader off. */
  readonly #waiting = new Map<object, { readonly until: number; readonly cut: () => void }>()
  #stop: (() => void) | undefined

  /** @param stallMs how long {@link LEAST_PIECE} bytes may take; 0: as long as they like. */
  constructor(stallMs: number, clock: Clock = CLOCK) {
    this.#stallMs = stallMs
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now()
  }

  /** A piece of so many bytes is on its way, for the holder of this key. */
  begin(key: object, bytes: number, cut: () => void): void {
    if (this.#stallMs === 0) return
    const until = this.#clock.now() + this.#stallMs * Math.max(1, bytes / LEAST_PIECE)
    this.#waiting.set(key, { until, cut })
    this.#stop ??= this.#clock.every(LOOK_MS, () => this.#look())
  }

  /** It is gone, or given up. */
  end(key: object): void {
    this.#waiting.delete(key)
    if (this.#waiting.size > 0) return
    this.#stop?.()
    this.#stop = undefined
  }

  #look(): void {
    const now = this.#clock.now()
    for (const [key, { until, cut }] of [...this.#waiting]) {
      if (now < until) continue
      this.end(key)
      cut()
    }
  }
}

/** Bytes of the smallest pieces that are sent: what a reader gets until it has shown that it reads. */
export const LEAST_PIECE = 16 << 10
