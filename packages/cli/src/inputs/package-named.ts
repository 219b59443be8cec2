import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isTaken, listFolder } from '@ukit/batch/internal'
import { packageName } from '@ukit/core'
import { PackageError, SourceError } from '@ukit/files'
import { gameOfFile } from '@ukit/game/node'

/**
 * The file of a package that is named as other packages name it (`MillTex`), for a verb that is called with a
 * package: looked up in folders, in the folder of that package, and in the game around it. Any other word,
 * and a package that is not found, is returned as it is.
 */
export async function packageNamed(word: string, beside: string, folders: readonly string[]): Promise<string> {
  if (/[\\/.!]/.test(word) || existsSync(word)) return word
  for (const folder of [...folders, dirname(beside)]) {
    const found = inFolder(folder, word)
    if (found !== undefined) return found
  }
  try {
    const { found } = (await (await gameOfFile(beside))?.resolve(word)) ?? {}
    return found?.path ?? word
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
    return word
  }
}

function inFolder(folder: string, wanted: string): string | undefined {
  try {
    const entry = listFolder(folder).find(
      ({ kind, name }) =>
        kind === 'file' && isTaken(name, {}) && packageName(name).toLowerCase() === wanted.toLowerCase(),
    )
    return entry === undefined ? undefined : join(folder, entry.name)
  } catch {
    return undefined
  }
}
