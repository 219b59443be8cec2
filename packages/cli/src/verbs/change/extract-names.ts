import { basename, resolve } from 'node:path'
import type { Input } from '@ukit/batch'
import { unpackedName } from '@ukit/batch/internal'
import { type Package, packageName } from '@ukit/core'
import { UniqueNames } from '@ukit/files/internal'
import { type PackageFolder, safeFileName } from '@ukit/media'

/**
 * The folders for the packages of a run. They are chosen before the work begins, so that the result does not
 * depend on which thread is first.
 */
export interface Folders {
  /** By the input's path: `DM-Deck`, and `DM-Deck~2` for another package of the same name. */
  readonly byInput: ReadonlyMap<string, string>
  /** By the real file's absolute path. */
  readonly byFile: ReadonlyMap<string, string>
  /** All of them, in lower case. */
  readonly taken: ReadonlySet<string>
}

/** Gives each package of a run its own folder. */
export function foldersOf(inputs: readonly Input[]): Folders {
  const names = new UniqueNames('~', (name) => name.toLowerCase())
  const taken = new Set<string>()
  const byInput = new Map<string, string>()
  const byFile = new Map<string, string>()
  for (const input of inputs) {
    const unique = names.take(folderName(input))
    taken.add(unique.toLowerCase())
    byInput.set(input.path, unique)
    if (input.inner.length === 0) byFile.set(resolve(input.file), unique)
  }
  return { byInput, byFile, taken }
}

/** The folder of a package that another one refers to: its own folder, if the run extracts it, too. */
export function folderOfPackage({ file, name }: Package, { byFile, taken }: Folders): PackageFolder {
  const path = 'path' in file && typeof file.path === 'string' ? resolve(file.path) : undefined
  const known = path === undefined ? undefined : byFile.get(path)
  if (known !== undefined) return { folder: known, isExtracted: true }
  const wanted = safeFileName(name)
  let unique = wanted
  for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${wanted}~${number}`
  return { folder: unique, isExtracted: false }
}

/** The package's name as a folder. */
export function folderName(input: Input): string {
  const inner = input.inner.at(-1)
  const name = inner === undefined ? basename(input.file) : inner.replace(/^.*[/\\]/, '')
  return safeFileName(packageName(unpackedName(name)))
}
