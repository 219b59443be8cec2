import { UkitError } from '@ukit/codecs/internal'
import { systemWords } from './system-words.js'

/** What kept a source from answering, or a file from being written. */
export type SourceErrorKind =
  /**
   * The system or the network failed: no such file, no permission, disk full, connection lost, source closed.
   */
  | 'io'
  /** A layer below answered with a different number of bytes than requested. */
  | 'range'
  /** The bytes that the source reads are no longer the ones it was opened on. */
  | 'changed'
  /** A server's answer breaks the rules of HTTP, refuses, or is larger than allowed. */
  | 'http'
  /** The file to be written already exists, and overwriting was not allowed. */
  | 'exists'

/** Where a {@link SourceError} happened, as far as it is known. */
export interface SourceErrorPlace {
  /** The file, as it was named by the caller. */
  readonly path?: string
  /** The address, as it was named by the caller. */
  readonly url?: string
  /** The server's status code. */
  readonly status?: number
  /** First byte that was requested. */
  readonly start?: number
  /** First byte after those that were requested. */
  readonly end?: number
  /** The error of the platform below. */
  readonly cause?: unknown
}

/**
 * Bytes could not be read or written. The message names the place; the same facts are in the fields, for
 * programs.
 */
export class SourceError extends UkitError {
  /** The name of the class. */
  override readonly name = 'SourceError'
  /** What kind of error; programs decide by it. */
  readonly kind: SourceErrorKind
  /** The file or folder that it is about. */
  readonly path: string | undefined
  /** The address that it is about. */
  readonly url: string | undefined
  /** Status of the server's answer. */
  readonly status: number | undefined
  /** First byte that was requested. */
  readonly start: number | undefined
  /** Position after the last requested byte. */
  readonly end: number | undefined

  constructor(kind: SourceErrorKind, message: string, place: SourceErrorPlace = {}) {
    super(message, 'cause' in place ? { cause: place.cause } : undefined)
    this.kind = kind
    this.path = place.path
    this.url = place.url
    this.status = place.status
    this.start = place.start
    this.end = place.end
  }
}

/**
 * The text of whatever was thrown, with the cause behind it: `fetch` says only "fetch failed" and hides the
 * reason there. What the system said comes in our words, without its code.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Our own messages contain their cause.
  if (error instanceof SourceError) return error.message
  const words = systemWords(error) ?? systemWords(error.cause)
  if (words !== undefined) return words
  if (error.cause instanceof Error && error.cause.message !== '') return `${error.message}: ${error.cause.message}`
  return error.message
}

/** A {@link SourceError} `io` for what the platform threw: `text`, then what the platform said, in words. */
export function systemError(text: string, cause: unknown, place: SourceErrorPlace = {}): SourceError {
  return new SourceError('io', `${text}: ${reasonOf(cause)}`, { ...place, cause })
}

/** For the promises of clean-up work: whether it succeeds changes nothing for the caller. */
export function ignoreError(): void {
  // On purpose.
}
