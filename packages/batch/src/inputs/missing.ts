import { type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { reasonWithoutPath } from '@ukit/files/internal'
import { systemPath } from '@ukit/files/node'
import type { Input, Inputs } from './input.js'

/** An input that does not exist. */
export function missingInput(path: string, problem: string): Inputs {
  return { inputs: [{ path, file: path, inner: [], below: basename(path), bytes: 0, problem }], skipped: [] }
}

/** An input that is a real file and was named itself. */
export function namedFile(path: string, bytes: number): Input {
  return { path, file: path, inner: [], below: basename(path), bytes }
}

/**
 * The stats of a file or folder; `undefined` when it does not exist; a reason when the system refuses them.
 */
export function statOf(path: string): Stats | { reason: string } | undefined {
  try {
    return statSync(systemPath(path), { throwIfNoEntry: false })
  } catch (error) {
    return { reason: reasonWithoutPath(error) }
  }
}
