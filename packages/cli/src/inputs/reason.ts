import { SourceError } from '@ukit/files'
import { reasonWithoutPath, whyNotOpened } from '@ukit/files/internal'

/** What went wrong, in words and without the path of the input file, which the caller prints before it. */
export function reasonOf(error: unknown): string {
  const isThere = error instanceof SourceError && error.kind === 'exists'
  return isThere ? `"${error.path ?? ''}" already exists; --force replaces it` : reasonWithoutPath(error)
}

/**
 * What went wrong, for verbs that do not process files one by one: a file that cannot be opened gets its path
 * in front, our own messages, which name it already, are unchanged.
 */
export function reasonWithPath(error: unknown): string {
  const opening = error instanceof SourceError ? whyNotOpened(error) : undefined
  return opening === undefined || !(error instanceof SourceError) ? reasonOf(error) : `${error.path}: ${opening}`
}
