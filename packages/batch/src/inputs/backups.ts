import { resolve } from 'node:path'
import { backedUpFile } from '@ukit/files/node'
import type { Input } from './input.js'

/**
 * *Inputs without the backups of others among them*, for verbs that change all files of a folder: a backup is
 * the way back, so a second run must neither change it nor ask it what others need.
 */
export function withoutBackups(inputs: readonly Input[]): readonly Input[] {
  const files = new Set(inputs.map(({ file }) => resolve(file)))
  return inputs.filter(({ file }) => {
    const original = backedUpFile(file)
    return original === undefined || !files.has(resolve(original))
  })
}
