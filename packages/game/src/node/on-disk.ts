import { SourceError, systemError } from '@ukit/files'

/**
 * Runs one step of the system; its error becomes ours: `text`, then the system's own words. One that is ours
 * already passes through.
 */
export async function onDisk<T>(text: string, path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    throw cause instanceof SourceError ? cause : systemError(text, cause, { path })
  }
}
