import { type FSWatcher, watch } from 'node:fs'

/** After a change: programs write a file in several steps, and often several files. */
const SETTLE_MS = 80

/** What editors and this command write beside sources, which is none. */
const NOT_A_SOURCE = /(?:^|[\\/])\.|~$|\.(?:tmp|swp|bak\d*|u|int|ucl|h)$/i

/**
 * *Something below folders has changed*: gives a turn each time that nothing changes for a moment after it.
 */
export function changesBelow(folders: readonly string[], signal: AbortSignal): AsyncGenerator<void> {
  let isChanged = false
  let timer: NodeJS.Timeout | undefined
  let wake: (() => void) | undefined
  const watchers: FSWatcher[] = []
  const changed = (_: string, name: string | null) => {
    if (name !== null && NOT_A_SOURCE.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      isChanged = true
      wake?.()
    }, SETTLE_MS)
  }
  signal.addEventListener('abort', () => wake?.(), { once: true })
  // From now on, not from when the first change is asked for.
  for (const folder of folders) watchers.push(watch(folder, { recursive: true }, changed))
  return turns()

  async function* turns(): AsyncGenerator<void> {
    try {
      while (!signal.aborted) {
        if (!isChanged)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        if (signal.aborted) return
        isChanged = false
        yield
      }
    } finally {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    }
  }
}
