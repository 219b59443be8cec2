import { SourceError } from '@ukit/files'

/** What the system said of a file or folder, as an error of ours. */
export function systemFailure(path: string, cause: unknown): SourceError {
  return new SourceError('io', cause instanceof Error ? cause.message : String(cause), { path, cause })
}
