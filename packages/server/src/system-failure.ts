import { SourceError, systemError } from '@ukit/files'

/** What the system said of a file or folder, as an error of ours. */
export function systemFailure(path: string, cause: unknown): SourceError {
  return systemError(`cannot open "${path}"`, cause, { path })
}

/** A file where a folder is needed: the system calls it a path through a file. */
export function notAFolder(path: string, cause: unknown): SourceError {
  return new SourceError('io', `cannot open "${path}": it is a file, not a folder`, { path, cause })
}
