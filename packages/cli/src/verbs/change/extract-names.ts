import { basename } from 'node:path'
import { packageName } from '@ukit/core'
import { safeFileName } from '@ukit/media'
import type { Input } from '../../inputs/input.js'

/**
 * Folders for packages whose own name another one of the run takes as well, by the input's path: `DM-Deck`,
 * `DM-Deck~2`. Decided before any work, so that the result does not depend on which thread is first.
 */
export function sharedNames(inputs: readonly Input[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const renamed = new Map<string, string>()
  for (const input of inputs) {
    const name = folderName(input)
    let unique = name
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${name}~${number}`
    taken.add(unique.toLowerCase())
    if (unique !== name) renamed.set(input.path, unique)
  }
  return renamed
}

/** The package's name as a folder. */
export function folderName(input: Input): string {
  const inner = input.inner.at(-1)
  return safeFileName(packageName(inner === undefined ? basename(input.file) : inner.replace(/^.*[/\\]/, '')))
}
