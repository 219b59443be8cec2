import { plural } from '@ukit/text/internal'
import { NO_BYTES } from '../no-bytes.js'
import { type CachedSourceOptions, cachedSource } from './cached-source.js'
import {
  contentEncoding,
  contentLength,
  contentRange,
  difference,
  discard,
  isStrong,
  readBody,
  type Validators,
  validators,
} from './http-answer.js'
import { type AbortSignalLike, type FetchLike, type HttpResponse, platformFetch } from './platform.js'
import { checkRange } from './range.js'
import type { ByteSource } from './source.js'
import { reasonOf, SourceError, type SourceErrorKind } from './source-error.js'

/** Settings of {@link httpSource}. */
export interface HttpSourceOptions {
  /** Replaces the platform's `fetch`. */
  readonly fetch?: FetchLike | undefined
  /** Ends the opening, and every read, of this source: they fail with the signal's reason. */
  readonly signal?: AbortSignalLike | undefined
  /**
   * Headers for every request, such as `authorization`. `range`, `if-range` and `accept-encoding` are set
   * here and not taken.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Largest file that is downloaded whole, in bytes, when the server knows no ranges. */
  readonly maxDownload?: number | undefined
  /** The cache around the source, or false for none: then every `slice` is a request. */
  readonly cache?: CachedSourceOptions | false | undefined
}

/**
 * The defaults of {@link httpSource}: whole downloads up to 256 MiB, a cache of 16 MiB in
 * pages of 64 KiB.
 */
export const HTTP_SOURCE_DEFAULTS = {
  maxDownload: 0x10000000,
  cache: { pageSize: 0x10000, pages: 256 },
} as const

/**
 * A file on a web server, read by Range requests (RFC 9110 §14), page by page as needed.
 *
 * Opening asks for the length by HEAD; where that is refused or says nothing, by a GET of the first byte. A
 * server that knows no ranges is asked for the file once, whole, if it is no larger than `maxDownload`.
 *
 * Every answer is checked: the range it says it is, its length, and that ETag, date and total length are
 * those of the first answer. There is no timeout of its own and nothing is tried twice: a `signal`
 * (`AbortSignal.timeout(…)`) and the platform's own limits end a server's silence.
 *
 * In a browser, a server of another origin must expose `Content-Range` (and should expose `ETag`, and allow
 * `If-Range`).
 *
 * @throws {SourceError} by the promise, here and in each `slice`; the message names address, status and
 *   range. `io`: no
 * connection, or it broke off. `http`: a status other than 200 and 206, an answer that is not what was asked
 * for, a file too large to be downloaded whole. `changed`: the file is not the one that was opened; open it
 * again.
 */
export async function httpSource(
  url: string | { readonly href: string },
  options: HttpSourceOptions = {},
): Promise<ByteSource> {
  const remote = new HttpSource(typeof url === 'string' ? url : url.href, options)
  await remote.open()
  return options.cache === false ? remote : cachedSource(remote, { ...HTTP_SOURCE_DEFAULTS.cache, ...options.cache })
}

class HttpSource implements ByteSource {
  readonly #url: string
  readonly #fetch: FetchLike
  readonly #signal: AbortSignalLike | undefined
  readonly #headers: Record<string, string> = {}
  readonly #maxDownload: number
  #length = 0
  #state: Validators = { etag: undefined, lastModified: undefined }
  /** The whole file, once it is known that the server gives nothing less. */
  #whole: Uint8Array | Promise<Uint8Array> | undefined
  #knowsRanges = true
  #closed = false

  constructor(url: string, options: HttpSourceOptions) {
    this.#url = url
    this.#fetch = options.fetch ?? platformFetch()
    this.#signal = options.signal
    this.#maxDownload = options.maxDownload ?? HTTP_SOURCE_DEFAULTS.maxDownload
    for (const [name, value] of Object.entries(options.headers ?? {})) this.#headers[name.toLowerCase()] = value
    for (const name of ['range', 'if-range', 'accept-encoding']) delete this.#headers[name]
  }

  get byteLength(): number {
    return this.#length
  }

  slice(start: number, end: number): Uint8Array | Promise<Uint8Array> {
    checkRange(this.#length, start, end)
    if (this.#closed) throw this.#error('io', 'the source is closed', { start, end })
    if (start === end) return NO_BYTES
    if (this.#whole !== undefined && !('then' in this.#whole)) return this.#whole.subarray(start, end)
    return this.#read(start, end)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#whole = undefined
  }

  /** Learns length, validators and whether there are ranges, by one request where the server helps. */
  async open(): Promise<void> {
    if (await this.#openByHead()) return
    const range = { start: 0, end: 1 }
    const response = await this.#send('GET', range)
    const { status } = response
    this.#state = validators(response)
    if (status === 206) {
      const total = this.#checkPartial(response, range)
      if (total === undefined) {
        throw this.#reject(response, 'http', 'the server does not give the length of the file', range)
      }
      this.#length = total
      await this.#body(response, range, 1)
    } else if (status === 200) {
      const whole = await this.#readWhole(response, contentLength(response))
      this.#length = whole.byteLength
      this.#whole = whole
    } else if (status === 416 && response.headers.get('content-range')?.trim().toLowerCase() === 'bytes */0') {
      // Not even the first byte exists: the file is empty.
      discard(response)
      this.#whole = NO_BYTES
    } else {
      throw this.#refused(response, range)
    }
  }

  async #openByHead(): Promise<boolean> {
    let response: HttpResponse
    try {
      response = await this.#send('HEAD')
    } catch (error) {
      // Some servers hang up on HEAD. If it is more than that, the GET that follows says so.
      if (error instanceof SourceError) return false
      throw error
    }
    discard(response)
    const length = contentLength(response)
    // A length of 0 may be the truth, or a server that takes HEAD for "a GET with an empty body".
    if (response.status !== 200 || length === undefined || length === 0) return false
    this.#length = length
    this.#state = validators(response)
    if (response.headers.get('accept-ranges')?.trim().toLowerCase() === 'none') {
      this.#knowsRanges = false
      this.#checkSize(response, length)
    }
    return true
  }

  async #read(start: number, end: number): Promise<Uint8Array> {
    const whole = this.#wholeFile() ?? (this.#knowsRanges ? undefined : this.#adopt(this.#download()))
    if (whole !== undefined) return (await whole).subarray(start, end)
    const range = { start, end }
    const response = await this.#send('GET', range)
    if (response.status === 206) {
      this.#checkSame(response, range)
      const total = this.#checkPartial(response, range)
      if (total !== undefined && total !== this.#length) throw this.#changedLength(response, total, range)
      return await this.#body(response, range, end - start)
    }
    if (response.status === 200) {
      this.#checkSame(response, range)
      // Several reads may learn at the same time that there are no ranges; one body is enough.
      const other = this.#wholeFile()
      if (other !== undefined) discard(response)
      return (await (other ?? this.#adopt(this.#readWhole(response, this.#length)))).subarray(start, end)
    }
    if (response.status === 416) {
      throw this.#reject(response, 'changed', `the file has become shorter than ${plural(this.#length, 'byte')}`, range)
    }
    throw this.#refused(response, range)
  }

  /** Takes `download` for the whole file, until it fails. */
  #adopt(download: Promise<Uint8Array>): Promise<Uint8Array> {
    const whole = download.then(
      (bytes) => {
        if (!this.#closed) this.#whole = bytes
        return bytes
      },
      (error: unknown) => {
        if (this.#whole === whole) this.#whole = undefined
        throw error
      },
    )
    this.#whole = whole
    return whole
  }

  /** The whole file as it is now: it may have come while a request was under way. */
  #wholeFile(): Uint8Array | Promise<Uint8Array> | undefined {
    return this.#whole
  }

  async #download(): Promise<Uint8Array> {
    const response = await this.#send('GET')
    if (response.status !== 200) throw this.#refused(response)
    this.#checkSame(response)
    return this.#readWhole(response, this.#length)
  }

  async #readWhole(response: HttpResponse, expected: number | undefined): Promise<Uint8Array> {
    const announced = contentLength(response)
    if (announced !== undefined && expected !== undefined && announced !== expected) {
      throw this.#changedLength(response, announced)
    }
    this.#checkSize(response, announced ?? expected ?? 0)
    const bytes = await this.#body(response, undefined, expected)
    // Only an answer without a Content-Length comes to this: a broken off one failed in #body.
    if (expected !== undefined && bytes.byteLength !== expected) throw this.#changedLength(response, bytes.byteLength)
    return bytes
  }

  async #send(method: 'GET' | 'HEAD', range?: Range): Promise<HttpResponse> {
    const { etag } = this.#state
    const headers =
      range === undefined
        ? { ...this.#headers, 'accept-encoding': 'identity' }
        : {
            // With a range, fetch by itself asks for the bytes as they are.
            ...this.#headers,
            range: `bytes=${range.start}-${range.end - 1}`,
            ...(etag !== undefined && isStrong(etag) ? { 'if-range': etag } : {}),
          }
    // A browser's fetch refuses to be called as a method of something else.
    const fetch = this.#fetch
    const request = { method, headers, ...(this.#signal === undefined ? {} : { signal: this.#signal }) }
    try {
      return await fetch(this.#url, request)
    } catch (cause) {
      throw this.#failed(cause, `${method} failed`, range)
    }
  }

  /** The body, of `expected` bytes (or, when unknown, up to `maxDownload`). */
  async #body(response: HttpResponse, range: Range | undefined, expected: number | undefined): Promise<Uint8Array> {
    const limit = expected ?? this.#maxDownload
    let bytes: Uint8Array | undefined
    try {
      bytes = await readBody(response, limit, () => this.#closed)
    } catch (cause) {
      throw this.#failed(cause, 'the answer broke off', range, response.status)
    }
    if (this.#closed) throw this.#error('io', 'the source was closed during the read', range, response.status)
    if (bytes === undefined) {
      const advice =
        expected === undefined ? ': it does not support ranges, and the file is larger than maxDownload allows' : ''
      throw this.#error('http', `the server sends more than ${plural(limit, 'byte')}${advice}`, range, response.status)
    }
    if (expected !== undefined && bytes.byteLength < expected) {
      const text = `the answer ended after ${bytes.byteLength} of ${plural(expected, 'byte')}`
      throw this.#error('io', text, range, response.status)
    }
    return bytes
  }

  /**
   * Checks that a 206 is the range asked for, and bare; gives the length of the whole file if it is stated.
   */
  #checkPartial(response: HttpResponse, range: Range): number | undefined {
    const found = contentRange(response)
    const text = response.headers.get('content-range')
    if (found === undefined) {
      const what =
        text === null ? 'without Content-Range (or it is not exposed to this page)' : `with the Content-Range "${text}"`
      throw this.#reject(response, 'http', `the server answers ${what}`, range)
    }
    if (found.start !== range.start || found.end !== range.end) {
      throw this.#reject(response, 'http', `the server answers another range, "${text}"`, range)
    }
    const encoding = contentEncoding(response)
    if (encoding !== undefined) {
      throw this.#reject(response, 'http', `the server sends a part of a "${encoding}" encoding`, range)
    }
    const length = contentLength(response)
    if (length !== undefined && length !== range.end - range.start) {
      throw this.#reject(response, 'http', `the server announces ${plural(length, 'byte')} for that range`, range)
    }
    return found.total
  }

  #checkSame(response: HttpResponse, range?: Range): void {
    const now = validators(response)
    const what = difference(this.#state, now)
    if (what !== undefined) throw this.#reject(response, 'changed', `the file has changed: ${what}`, range)
    // We said "this range if the file is still this one, else all of it", and got all of it with nothing to
    // show that it is.
    if (range !== undefined && response.status === 200 && this.#state.etag !== undefined && now.etag === undefined) {
      throw this.#reject(
        response,
        'changed',
        `the file has changed: its ETag was ${this.#state.etag}, it has none`,
        range,
      )
    }
  }

  #checkSize(response: HttpResponse, length: number): void {
    if (length <= this.#maxDownload) return
    const text =
      `the server does not support ranges, and ${plural(length, 'byte is', 'bytes are')} more than the ` +
      `${this.#maxDownload} that maxDownload allows`
    throw this.#reject(response, 'http', text)
  }

  #changedLength(response: HttpResponse, length: number, range?: Range): SourceError {
    return this.#reject(
      response,
      'changed',
      `the file has changed: it had ${plural(this.#length, 'byte')} and has ${length}`,
      range,
    )
  }

  #refused(response: HttpResponse, range?: Range): SourceError {
    return this.#reject(response, 'http', 'the server refuses', range)
  }

  /** An error about an answer that is not read any further. */
  #reject(response: HttpResponse, kind: SourceErrorKind, text: string, range?: Range): SourceError {
    discard(response)
    return this.#error(kind, text, range, response.status)
  }

  /** What to throw for something `fetch` threw: the signal's own reason when it was asked to stop. */
  #failed(cause: unknown, text: string, range?: Range, status?: number): unknown {
    if (this.#signal?.aborted) return this.#signal.reason
    return this.#error('io', `${text}: ${reasonOf(cause)}`, range, status, { cause })
  }

  #error(kind: SourceErrorKind, text: string, range?: Range, status?: number, cause?: { cause: unknown }): SourceError {
    const where = [
      ...(status === undefined ? [] : [`status ${status}`]),
      ...(range === undefined ? [] : [`bytes ${range.start}-${range.end - 1}`]),
    ].join(', ')
    return new SourceError(kind, `${this.#url}${where === '' ? '' : ` (${where})`}: ${text}`, {
      url: this.#url,
      ...(status === undefined ? {} : { status }),
      ...range,
      ...cause,
    })
  }
}

/** The bytes `start` up to, not including, `end`. */
interface Range {
  readonly start: number
  readonly end: number
}
