import { signal } from '@preact/signals'
import { checkInBackground } from '../data/background.js'
import type { CheckedPackage } from '../data/check-calls.js'
import type { OpenedPackage } from '../data/package-calls.js'
import { fileOf, otherFiles } from './packages.js'
import { problemCounts } from './panels.js'
import { runTask } from './tasks.js'

/** What is known of a package's problems. */
export type Check = CheckedPackage | 'running' | Error

/** By the number of the package. */
export const checks = signal<ReadonlyMap<number, Check>>(new Map())

/** Looks for problems in a package, once. */
export async function check({ id, fileName }: OpenedPackage): Promise<void> {
  const file = fileOf(id)
  if (file === undefined || checks.value.get(id) === 'running') return
  set(id, 'running')
  try {
    const found = await runTask(`checking ${fileName}`, (stop, onProgress) =>
      checkInBackground(file, otherFiles(id), { signal: stop, onProgress }),
    )
    set(id, found)
    problemCounts.value = new Map(problemCounts.value).set(id, found.total)
  } catch (error) {
    set(id, error instanceof Error ? error : new Error(String(error)))
  }
}

function set(id: number, value: Check): void {
  checks.value = new Map(checks.value).set(id, value)
}
