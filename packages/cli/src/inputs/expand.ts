import { type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { likeness } from './extensions.js'
import { startsLikePackage } from './first-bytes.js'
import { filesBelow } from './folder.js'
import type { Input, Inputs } from './input.js'
import { reasonOf } from './reason.js'

/** What is taken from folders and containers. */
export interface ExpandOptions {
  /** Installers and compressed downloads too. */
  readonly others?: boolean
}

const PATTERN = /[*?[\]{}]/

/**
 * What the words on the command line stand for: files, folders (searched with all folders in them), patterns (a shell on Windows leaves them to us),
 * and `outer!inner` for files inside containers. A word that names an existing file means that file, whatever characters it has.
 *
 * What is not there comes out as an input with a `problem`, in its place.
 */
export async function expand(words: readonly string[], options: ExpandOptions = {}): Promise<Inputs> {
  const inputs: Input[] = []
  let skipped = 0
  const add = (found: Inputs) => {
    for (const input of found.inputs) inputs.push(input)
    skipped += found.skipped
  }
  for (const word of words) {
    const stats = statOf(word)
    if (stats !== undefined && 'reason' in stats) {
      add(missing(word, stats.reason))
    } else if (stats !== undefined) {
      add(stats.isDirectory() ? folder(word, options) : { inputs: [file(word, stats.size)], skipped: 0 })
    } else {
      add(await expandWord(word, options))
    }
  }
  return { inputs, skipped }
}

/** A word that is no existing file: a place in a container, a pattern, or a mistake. */
async function expandWord(word: string, options: ExpandOptions): Promise<Inputs> {
  if (word.includes('!')) {
    const { expandContainer } = await import('./container-inputs.js')
    const found = await expandContainer(word, options)
    if (found !== undefined) return found
  }
  if (!PATTERN.test(word)) {
    const outer = word.includes('!')
      ? `, and none called "${word.slice(0, word.indexOf('!'))}" that it could be in`
      : ''
    return missing(word, `there is no such file or folder${outer}`)
  }
  const { filesMatching } = await import('./pattern.js')
  const inputs: Input[] = []
  let skipped = 0
  for (const path of filesMatching(word)) {
    const stats = statOf(path)
    if (stats === undefined || 'reason' in stats) {
      inputs.push(...missing(path, stats?.reason ?? 'it is gone').inputs)
    } else if (stats.isDirectory()) {
      const found = folder(path, options)
      inputs.push(...found.inputs)
      skipped += found.skipped
    } else inputs.push(file(path, stats.size))
  }
  return inputs.length === 0 ? missing(word, 'no file matches the pattern') : { inputs, skipped }
}

/** An input that is not there. */
export function missing(path: string, problem: string): Inputs {
  return { inputs: [{ path, file: path, inner: [], below: basename(path), bytes: 0, problem }], skipped: 0 }
}

/** Facts about an existing file or folder; `undefined` when there is none; a reason when the system does not say. */
export function statOf(path: string): Stats | { reason: string } | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

function file(path: string, bytes: number): Input {
  return { path, file: path, inner: [], below: basename(path), bytes }
}

function folder(path: string, options: ExpandOptions): Inputs {
  const inputs: Input[] = []
  let skipped = 0
  for (const { path: found, below, bytes, problem } of filesBelow(path)) {
    const kind = likeness(found)
    const taken = kind === 'package' || (kind === 'other' && options.others === true)
    if (problem !== undefined) inputs.push({ path: found, file: found, inner: [], below, bytes, problem })
    else if (taken || startsLikePackage(found)) inputs.push({ path: found, file: found, inner: [], below, bytes })
    else skipped++
  }
  if (inputs.length === 0) return { ...missing(path, 'there is no package in the folder'), skipped }
  return { inputs, skipped }
}
