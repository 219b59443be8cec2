import { PackageError, SourceError } from '@ukit/files'

/** What the system's error codes mean, in words. */
const CODES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'its path leads through a file as if that were a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  EEXIST: 'it is a file, not a folder',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a loop',
  EIO: 'the disk reports a read error',
}

/** What went wrong, in words and without the path, which the caller prints before it. */
export function reasonOf(error: unknown): string {
  if (error instanceof SourceError && error.kind === 'exists') {
    return `"${error.path ?? ''}" already exists; --force replaces it`
  }
  const code = codeOf(error) ?? (error instanceof SourceError ? codeOf(error.cause) : undefined)
  if (code !== undefined && Object.hasOwn(CODES, code)) return CODES[code] ?? code
  if (error instanceof PackageError || error instanceof SourceError) return error.message
  return error instanceof Error ? error.message : String(error)
}

/**
 * What went wrong, for verbs that do not process files one by one: errors of the system get the path in
 * front, our own messages are unchanged.
 */
export function reasonWithPath(error: unknown): string {
  if (!(error instanceof SourceError) || error.kind !== 'io' || error.path === undefined) return reasonOf(error)
  const isOurs = !(error.cause instanceof Error) || error.message !== error.cause.message
  return isOurs ? error.message : `${error.path}: ${reasonOf(error)}`
}

/** The system's error code, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
