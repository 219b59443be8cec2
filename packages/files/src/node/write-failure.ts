import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { SourceError, systemError } from '../source/source-error.js'
import { codeOf } from './system-errors.js'

/** Why a file could not be written. "There is no such file" would make no sense for a new file. */
export function writeFailure(path: string, cause: unknown): SourceError {
  const text = `cannot write "${path}"`
  if (codeOf(cause) !== 'ENOENT') return systemError(text, cause, { path })
  const folder = dirname(path)
  const why = existsSync(folder) ? `nothing can be created in "${folder}"` : `there is no folder "${folder}"`
  return new SourceError('io', `${text}: ${why}`, { path, cause })
}
