import { resolve } from 'node:path'
import type { Package } from '@ukit/core'
import { type UnsatisfiedImport, unsatisfiedImports } from '@ukit/inspect'
import { problemOf } from '../../batch/one-file.js'
import { InputError } from '../../command/usage-error.js'
import { expand } from '../../inputs/expand.js'
import { openHere } from './diff-open.js'

/** A package with imports that would no longer be found. */
export interface Against {
  readonly path: string
  readonly unsatisfied: readonly UnsatisfiedImport[]
  /** Why it could not be examined. */
  readonly error: string | null
}

/**
 * The packages in a folder whose imports from `before` are missing in `after`, and the packages that cannot
 * be read.
 */
export async function packagesAgainst(
  folder: string,
  before: Package,
  after: Package,
  own: readonly string[],
  signal: AbortSignal,
): Promise<Against[]> {
  const { inputs } = await expand([folder])
  if (inputs[0]?.problem !== undefined) throw new InputError(`--against ${folder}: ${inputs[0].problem}`)
  const skipped = new Set(own.map((path) => resolve(path)))
  const found: Against[] = []
  for (const input of inputs) {
    signal.throwIfAborted()
    if (input.inner.length === 0 && skipped.has(resolve(input.file))) continue
    try {
      const { pkg, close } = await openHere(input, undefined, signal)
      try {
        const unsatisfied = unsatisfiedImports(pkg, before, after)
        if (unsatisfied.length > 0) found.push({ path: input.path, unsatisfied, error: null })
      } finally {
        await close()
      }
    } catch (error) {
      if (signal.aborted) throw error
      found.push({ path: input.path, unsatisfied: [], error: problemOf(error).message })
    }
  }
  return found
}
