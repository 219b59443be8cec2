import { reasonOf, SourceError } from '../source/source-error.js'

/**
 * Runs work on the disk; what the system throws comes out as a `SourceError` `io`, whose message names the
 * file.
 */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw fromSystem(error)
  }
}

/** Errors of the system have a code such as `EACCES`; others are handed through. */
export function fromSystem(error: unknown): unknown {
  if (error instanceof SourceError || !(error instanceof Error) || !('syscall' in error)) return error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  const to = 'dest' in error && typeof error.dest === 'string' ? ` → "${error.dest}"` : ''
  const place = path === undefined ? 'the system refuses' : `"${path}"${to}`
  return new SourceError('io', `${place}: ${reasonOf(error)}`, {
    ...(path === undefined ? {} : { path }),
    cause: error,
  })
}

/** The system's code of an error, such as `ENOENT`; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
