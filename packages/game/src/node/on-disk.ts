import { SourceError, systemError } from '@ukit/files'

/**
 * Runs one system call and converts its error into ours: `text`, then the system's own message. An error that
 * is already ours passes through.
 */
export async function onDisk<T>(text: string, path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    throw cause instanceof SourceError ? cause : systemError(text, cause, { path })
  }
}
