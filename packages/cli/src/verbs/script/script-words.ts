import { existsSync } from 'node:fs'

/** The words of a command line that takes files and names of objects in them. */
export interface ScriptWords {
  readonly files: readonly string[]
  readonly names: readonly string[]
}

/**
 * Distinguishes files from the classes (or functions) that follow them: the first word is a file, and so is
 * every further one that exists, is a pattern, or is a path into a folder or an archive.
 */
export function scriptWords(words: readonly string[]): ScriptWords {
  const isFile = (word: string, i: number) => i === 0 || /[\\/!*?[\]{}]/.test(word) || existsSync(word)
  return { files: words.filter(isFile), names: words.filter((word, i) => !isFile(word, i)) }
}
