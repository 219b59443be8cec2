import { existsSync } from 'node:fs'
import { packageFileKind } from '@ukit/container'
import { InputError, UsageError } from '../../command/usage-error.js'

/** The words of a command line that takes files and names of objects in them. */
export interface ScriptWords {
  readonly files: readonly string[]
  readonly names: readonly string[]
}

/**
 * Distinguishes files from the classes (or functions) that follow them: the first word is a file, and so is
 * every further one that exists, is a pattern, or is a path into a folder or an archive.
 *
 * @throws {UsageError} when a file comes after what is looked for in it; {InputError} when the first word has
 *   the name of a package, and does not exist.
 */
export function scriptWords(words: readonly string[]): ScriptWords {
  const [first = '', ...others] = words
  const isPlace = (word: string) => /[\\/!*?[\]{}]/.test(word) || existsSync(word)
  const file = others.find(isPlace)
  if (file !== undefined && !isPlace(first)) {
    if (packageFileKind(first.slice(first.lastIndexOf('.') + 1)) !== undefined && first.includes('.'))
      throw new InputError(`${first}: there is no such file or folder`)
    const names = words.filter((word) => !isPlace(word))
    throw new UsageError(`the file comes first: ${[...words.filter(isPlace), ...names].join(' ')}`)
  }
  const isFile = (word: string, i: number) => i === 0 || isPlace(word)
  return { files: words.filter(isFile), names: words.filter((word, i) => !isFile(word, i)) }
}
