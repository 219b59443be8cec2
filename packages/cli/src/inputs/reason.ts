import { PackageError, SourceError } from '@ukit/files'
import { systemWords } from '@ukit/files/internal'

/** What went wrong, in words and without the path of the input file, which the caller prints before it. */
export function reasonOf(error: unknown): string {
  if (error instanceof SourceError) {
    if (error.kind === 'exists') return `"${error.path ?? ''}" already exists; --force replaces it`
    return withoutOpening(error) ?? error.message
  }
  if (error instanceof PackageError) return error.message
  return systemWords(error) ?? (error instanceof Error ? error.message : String(error))
}

/**
 * What went wrong, for verbs that do not process files one by one: a file that cannot be opened gets its path
 * in front, our own messages, which name it already, are unchanged.
 */
export function reasonWithPath(error: unknown): string {
  const opening = error instanceof SourceError ? withoutOpening(error) : undefined
  return opening === undefined || !(error instanceof SourceError) ? reasonOf(error) : `${error.path}: ${opening}`
}

/** Why a file could not be opened, without the words that name it; `undefined` for all other errors. */
function withoutOpening({ kind, message, path }: SourceError): string | undefined {
  if (kind !== 'io' || path === undefined) return undefined
  const opening = `cannot open "${path}": `
  if (message.startsWith(opening)) return message.slice(opening.length)
  const name = `"${path}" is a `
  return message.startsWith(name) ? `it is a ${message.slice(name.length)}` : undefined
}
