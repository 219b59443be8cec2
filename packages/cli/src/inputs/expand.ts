import { type ExpandOptions, expandInputs, type Inputs, joinInputs } from '@ukit/batch'
import { namedFile } from '@ukit/batch/internal'
import { OPENER } from './open.js'
import { STANDARD } from './standard.js'

/**
 * What the words on the command line represent, as `expandInputs` says; `-` is standard input, and a file of
 * that name is `./-`.
 */
export async function expand(words: readonly string[], options: ExpandOptions = {}): Promise<Inputs> {
  const found: Inputs[] = []
  for (const word of words) {
    const isFile = word !== STANDARD
    found.push(isFile ? await expandInputs([word], options, OPENER) : { inputs: [namedFile(word, 0)], skipped: [] })
  }
  return joinInputs(found)
}
