import { packageNamed } from '../../inputs/package-named.js'
import { printable } from '../../terminal/text.js'
import type { BetweenCall } from './options.js'

/** The files of packages, some of which are named as other packages name them; says which they are. */
export async function packagesNamed(
  words: readonly string[],
  beside: string,
  { options, output }: BetweenCall,
): Promise<string[]> {
  const files: string[] = []
  for (const word of words) {
    const file = await packageNamed(word, beside, options.packages === undefined ? [] : [options.packages])
    if (file !== word) output.note(`${printable(word)} is ${printable(file)}`)
    files.push(file)
  }
  return files
}
