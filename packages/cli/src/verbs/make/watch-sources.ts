import { type FSWatcher, watch } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'

/** Time to wait after a change: programs empty a file before they write it, and often write several. */
const SETTLE_MS = 15

/** Files that editors and this command write beside sources. */
const NOT_A_SOURCE = /(?:^|[\\/])\.|~$|\.(?:tmp|swp|bak\d*|u|int|ucl|h)$/i

/**
 * *Changes of files below folders*, watched from the construction of this object until the signal is aborted.
 * It yields a turn each time something has changed since the last turn.
 *
 * A turn comes quickly, perhaps before a file is completely written: `changedMeanwhile` is then true, and
 * another turn follows.
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

  /** Whether something has changed since the last turn; waits a moment for changes in progress. */
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
