import { UkitError } from '@ukit/codecs/internal'
/**
 * Why a package did not come:
 *
 * - `unreachable`: nothing answers at that address;
 * - `not-found`: the redirect does not have it (404), under none of the names that were tried;
 * - `refused`: the redirect answers with another status than 200;
 * - `redirects`: it sends from one address to the next without end, or to one that is not an HTTP;
 * - `timeout`: nothing came for too long;
 * - `broken-off`: the answer ended before its announced length, each time;
 * - `encoded`: the answer is in a `Content-Encoding`, which games do not undo;
 * - `html`: a page came instead of a file;
 * - `too-large`: more bytes than announced or allowed, on the wire or unpacked;
 * - `too-small`: fewer bytes than announced;
 * - `damaged`: what came does not unpack;
 * - `not-a-package`: what came is none;
 * - `wrong-file`: it is a package with another GUID.
 */
export type FetchErrorKind =
  | 'unreachable'
  | 'not-found'
  | 'refused'
  | 'redirects'
  | 'timeout'
  | 'broken-off'
  | 'encoded'
  | 'html'
  | 'too-large'
  | 'too-small'
  | 'damaged'
  | 'not-a-package'
  | 'wrong-file'

/** *A package did not come.* The message says what was asked for, what came, and what to do about it. */
export class FetchError extends UkitError {
  /** The name of the class. */
  override readonly name = 'FetchError'
  /** What kind of error; programs decide by it. */
  readonly kind: FetchErrorKind
  /** The address that was asked for. */
  readonly url: string

  constructor(kind: FetchErrorKind, url: string, message: string, options?: ErrorOptions) {
    super(`${url}: ${message}`, options)
    this.kind = kind
    this.url = url
  }

  /** The same, for something that was thrown below. */
  static wrap(cause: unknown, kind: FetchErrorKind, url: string, message: string): FetchError {
    return new FetchError(kind, url, message, { cause })
  }
}
