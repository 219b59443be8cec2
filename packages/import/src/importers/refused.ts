import { PackageError } from '@ukit/files'

/** The error for an import that is refused: what was expected, what was found, and for which object. */
export function refused(path: string, message: string): PackageError {
  return new PackageError('refused', message, { object: path })
}
