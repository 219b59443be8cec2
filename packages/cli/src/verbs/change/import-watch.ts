import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { addTo } from '@ukit/files/internal'
import { changedBytes, crc32Of, type ImportJob } from '@ukit/import/node'
import { plural } from '../../terminal/text.js'
import type { ImportRound } from './import-round.js'

/** Time to wait after a change: programs write a file in several steps, and often several files. */
const SETTLE_MS = 150

/**
 * *Imports files again whenever they change*, until the signal is aborted.
 *
 * The folders of the files are watched instead of the files, since most programs write a new file and rename
 * it. A file that is not complete yet is reported, and read again after its next change.
 *
 * @param failed sources that the first import left out: they are compiled again after every change, since
 *   what was wrong may have been in another one.
 * @param again makes one import, and returns whether the package was saved (only the first time, the original
 *   is backed up) and the sources that it left out; none are known if it failed.
 */
export async function watchImports(
  round: ImportRound,
  failed: readonly string[],
  again: (round: ImportRound) => Promise<{ readonly isSaved: boolean; readonly failed: readonly string[] | undefined }>,
): Promise<void> {
  const { jobs, output, signal } = round
  const known = new Map<ImportJob, string | undefined>()
  for (const job of jobs) known.set(job, await sumOf(job))
  const changes = new Changes()
  const folders = new Map<string, ImportJob[]>()
  for (const job of jobs) {
    addTo(folders, dirname(resolve(job.file)), job)
  }
  const watchers: FSWatcher[] = []
  let { isSaved } = round
  let left = new Set(failed)
  try {
    for (const [folder, own] of folders) {
      const names = new Map(own.map((job) => [basename(job.file), job]))
      watchers.push(
        // Some systems do not report the name of the file.
        watch(folder, (_, name) =>
          changes.add(name === null ? own : [names.get(name)].filter((job) => job !== undefined)),
        ),
      )
    }
    output.note(`watching ${plural(jobs.length, 'file')}; Ctrl-C stops`)
    for await (const some of changes.until(signal)) {
      const changed: ImportJob[] = []
      for (const job of some) {
        const sum = await sumOf(job)
        if (sum === undefined || sum === known.get(job)) continue
        known.set(job, sum)
        changed.push(job)
      }
      if (changed.length === 0) continue
      changed.push(...jobs.filter((job) => left.has(job.file) && !changed.includes(job)))
      const options = { ...round.options, replace: true }
      // Once the package is saved to OUT, further imports change that file.
      const { out } = round
      const file = out !== undefined && isSaved ? out : round.file
      const next = {
        ...round,
        exec: undefined,
        file,
        fresh: undefined,
        out: isSaved ? undefined : out,
        isSaved,
        jobs: changed.map(({ was, ...job }) => job),
        options,
      }
      const result = await again(next)
      isSaved ||= result.isSaved
      if (result.failed !== undefined) left = new Set(result.failed)
    }
  } finally {
    for (const watcher of watchers) watcher.close()
  }
}

/** A checksum of a file; `undefined` if it cannot be read at the moment. */
async function sumOf({ path, file }: ImportJob): Promise<string | undefined> {
  const bytes = await changedBytes({ path, file }).catch(() => undefined)
  return bytes instanceof Uint8Array ? crc32Of(bytes) : undefined
}

/** *Files that have changed*, collected until nothing changes for a moment. */
class Changes {
  readonly #jobs = new Set<ImportJob>()
  #timer: NodeJS.Timeout | undefined
  #wake: (() => void) | undefined

  add(jobs: readonly ImportJob[]): void {
    if (jobs.length === 0) return
    for (const job of jobs) this.#jobs.add(job)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#wake?.()
    }, SETTLE_MS)
  }

  async *until(signal: AbortSignal): AsyncGenerator<readonly ImportJob[]> {
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        // Something may have changed while the last changes were imported.
        if (this.#jobs.size > 0 && this.#timer === undefined) resolve()
      })
      const jobs = [...this.#jobs]
      this.#jobs.clear()
      if (jobs.length > 0 && !signal.aborted) yield jobs
    }
    clearTimeout(this.#timer)
  }
}
