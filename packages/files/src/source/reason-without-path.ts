import { PackageError } from '../error.js'
import { SourceError } from './source-error.js'
import { systemWords } from './system-words.js'

/** What went wrong, in words and without the path of the file, which is shown before it. */
export function reasonWithoutPath(error: unknown): string {
  if (error instanceof SourceError) return whyNotOpened(error) ?? error.message
  if (error instanceof PackageError) return error.message
  return systemWords(error) ?? (error instanceof Error ? error.message : String(error))
}

/** Why a file could not be opened, without the words that name it; `undefined` for all other errors. */
export function whyNotOpened({ kind, message, path }: SourceError): string | undefined {
  if (kind !== 'io' || path === undefined) return undefined
  const opening = `cannot open "${path}": `
  if (message.startsWith(opening)) return message.slice(opening.length)
  const name = `"${path}" is a `
  return message.startsWith(name) ? `it is a ${message.slice(name.length)}` : undefined
}
