import { PackageError } from '@ukit/files'

/** That an import cannot be: what was expected, what was found, and of which object. */
export function refused(path: string, message: string): PackageError {
  return new PackageError('refused', message, { object: path })
}
