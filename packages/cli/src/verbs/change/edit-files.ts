import { type NewPackage, type Package, type PackageSet, packageName, type SaveOptions } from '@ukit/core'
import { folderPackages } from '@ukit/core/node'
import { newGuid } from '@ukit/edit'
import { PackageError, SourceError } from '@ukit/files'
import { problemOf } from '../../batch/one-file.js'
import { InputError } from '../../command/usage-error.js'
import type { PackageVersion } from '../../command/values.js'
import { reasonOf } from '../../inputs/reason.js'
import { COMPRESSIONS } from './copy-one.js'

/**
 * The packages in a folder, to look up classes that a package imports.
 *
 * @throws {InputError} when the folder cannot be read.
 */
export async function packagesIn(folder: string): Promise<PackageSet> {
  try {
    return await folderPackages([folder])
  } catch (error) {
    throw new InputError(`cannot read the folder "${folder}": ${reasonOf(error)}`, { cause: error })
  }
}

/**
 * Awaits work on one of several files, and adds the file to messages of errors.
 *
 * @throws {PackageError} with the path before the message.
 */
export async function withPathInErrors<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) throw inFile(path, error)
    throw error
  }
}

function inFile(path: string, cause: PackageError | SourceError): PackageError {
  const kind = cause instanceof PackageError ? cause.kind : 'io'
  return new PackageError(kind, `${path}: ${problemOf(cause).message}`, { cause })
}

/** The package that `--new` asks for. It has a new GUID unless an edit sets one. */
export function freshPackage(
  file: string,
  { game, ...version }: PackageVersion & { readonly game?: string | undefined },
): NewPackage {
  const guid = newGuid((words) => crypto.getRandomValues(words))
  return { name: packageName(file), ...version, guid, game }
}

/** The compression to save with; by default that of the file, with chunks divided again. */
export function compressionOf(pkg: Package, wish: string | undefined): NonNullable<SaveOptions['compress']> {
  if (wish === 'none') return 'none'
  const codec = COMPRESSIONS.find((name) => name === wish)
  const stored = pkg.chunked?.codec.name ?? 'keep'
  // A decoder for Oodle may be available (UKIT_OODLE), but never an encoder.
  return codec ?? (stored === 'oodle' ? 'none' : stored)
}
