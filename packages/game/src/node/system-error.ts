import { SourceError } from '@ukit/core'

/** What the system threw, as a `SourceError` `io`: `text`, then the system's own words. One that is ours already passes through. */
export function systemError(text: string, cause: unknown, path: string): SourceError {
  if (cause instanceof SourceError) return cause
  return new SourceError('io', `${text}: ${cause instanceof Error ? cause.message : String(cause)}`, { path, cause })
}

/** The system's code of an error, such as `ENOENT`; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Runs one step of the system; its error becomes ours. */
export async function onDisk<T>(text: string, path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    throw systemError(text, cause, path)
  }
}
