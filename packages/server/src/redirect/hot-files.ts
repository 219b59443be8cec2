/** A small file in memory, ready to be sent. */
export interface HotFile {
  readonly body: Buffer
  readonly etag: string
  /** Milliseconds since 1970. */
  readonly modified: number
  /** What the log says of it. */
  readonly note: string
}

interface Kept {
  readonly file: HotFile
  /** Until when it is sent without another look at the disk; milliseconds of `performance.now()`. */
  freshUntil: number
}

/** A file in memory is looked at on the disk once a second at most. */
const FRESH_MS = 1000
/** How long others are still answered from memory while one looks. */
const LOOKING_MS = 100

/**
 * *Small files that were asked for lately*, by the name they were asked for; the one not asked for longest
 * goes first.
 */
export class HotFiles {
  readonly #limit: number
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** @param limit bytes of all bodies together. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * The file, if it can be sent without looking. The first that has to look does it for all that come
   * meanwhile.
   */
  getIfFresh(name: string): HotFile | undefined {
    const kept = this.#kept.get(name)
    if (kept === undefined) return undefined
    const now = performance.now()
    if (now < kept.freshUntil) return kept.file
    kept.freshUntil = now + LOOKING_MS
    return undefined
  }

  /** The file, if the disk still has this very state. */
  getIfSame(name: string, etag: string): HotFile | undefined {
    const kept = this.#kept.get(name)
    if (kept?.file.etag !== etag) return undefined
    kept.freshUntil = performance.now() + FRESH_MS
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept.file
  }

  put(name: string, file: HotFile): void {
    this.forget(name)
    this.#kept.set(name, { file, freshUntil: performance.now() + FRESH_MS })
    this.#bytes += file.body.length
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limit) break
      this.forget(oldest)
    }
  }

  /** Whether the file is in memory, however long ago it was looked at. */
  has(name: string): boolean {
    return this.#kept.has(name)
  }

  forget(name: string): void {
    const kept = this.#kept.get(name)
    if (kept === undefined) return
    this.#bytes -= kept.file.body.length
    this.#kept.delete(name)
  }
}
