import { type FSWatcher, watch } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'

/** After a change: programs empty a file before they write it, and often write several. */
const SETTLE_MS = 15

/** What editors and this command write beside sources, which is none. */
const NOT_A_SOURCE = /(?:^|[\\/])\.|~$|\.(?:tmp|swp|bak\d*|u|int|ucl|h)$/i

/**
 * *Changes of files below folders*, noticed from when this is made to when the signal is aborted: a turn for
 * each time that something has changed since the last.
 *
 * A turn comes soon, perhaps before a file is written in full: `changedMeanwhile` says so, and another turn
 * follows.
 */
export class SourceChanges {
  readonly #signal: AbortSignal
  readonly #watchers: FSWatcher[]
  #isChanged = false
  #wake: (() => void) | undefined

  constructor(folders: readonly string[], signal: AbortSignal) {
    this.#signal = signal
    const changed = (_: string, name: string | null) => {
      if (name !== null && NOT_A_SOURCE.test(name)) return
      this.#isChanged = true
      this.#wake?.()
    }
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
    this.#watchers = folders.map((folder) => watch(folder, { recursive: true }, changed))
  }

  /** Whether something has changed since the last turn; what changes right now counts too. */
  async changedMeanwhile(): Promise<boolean> {
    await after(SETTLE_MS)
    return this.#isChanged
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<void> {
    while (!this.#signal.aborted) {
      if (!this.#isChanged)
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      if (this.#signal.aborted) return
      await after(SETTLE_MS)
      this.#isChanged = false
      yield
    }
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close()
  }
}
