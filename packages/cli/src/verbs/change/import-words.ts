import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { type ImportJob, ImportPlaceError, type ImportPlan, isT3dFile, planFolder } from '@ukit/import/node'
import { InputError, UsageError } from '../../command/usage-error.js'

/**
 * Reads the words after FILE: pairs of a path and a file, a folder, or T3D files.
 *
 * A folder that `ukit extract` wrote (or its parent) is read by its manifest; in any other folder, subfolders
 * are groups, and the names of files are those of their objects.
 *
 * @throws {UsageError} when the words are neither; {InputError} when there is nothing to import in the
 *   folder; {SourceError} `io` when a folder cannot be read.
 */
export async function importPlan(file: string, words: readonly string[]): Promise<ImportPlan> {
  const [first] = words
  if (first === undefined) throw new UsageError('import needs a path in the package and a file, or a folder')
  if (words.every(isT3dFile))
    return { jobs: words.map((word) => ({ path: word, file: word })), isExtracted: false, notes: [] }
  if (words.length === 1) {
    if (await isFolder(first)) return planFolder(file, first).catch(asInputError)
    const isFile = await stat(first).then(
      (found) => found.isFile(),
      () => false,
    )
    // A name that an object can have: spaces and dots are usual in names of files.
    const name = basename(first, extname(first)).replace(/[^\p{L}\p{N}_-]+/gu, '_')
    throw new UsageError(
      isFile
        ? `import needs the path of the object in front of its file: "${name}" "${first}"`
        : `import needs a file after "${first}"`,
    )
  }
  if (words.length % 2 !== 0) throw new UsageError(`import needs a file after "${words.at(-1)}"`)
  const jobs: ImportJob[] = []
  for (let i = 0; i < words.length; i += 2) jobs.push({ path: words[i] ?? '', file: words[i + 1] ?? '' })
  return { jobs, isExtracted: false, notes: [] }
}

/** An error about what an import names, as one that ends the call. */
export function asInputError(error: unknown): never {
  throw error instanceof ImportPlaceError ? new InputError(error.message, { cause: error }) : error
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}
