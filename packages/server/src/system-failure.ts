import { type SourceError, systemError } from '@ukit/files'

/** What the system said of a file or folder, as an error of ours. */
export function systemFailure(path: string, cause: unknown): SourceError {
  return systemError(`cannot open "${path}"`, cause, { path })
}
