import { type ClientRequest, get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import { type WithDefaults, withDefaults } from '../with-defaults.js'
import { FetchError } from './fetch-error.js'

/** Settings of fetching. */
export interface DownloadOptions {
  /** Maximum number of bytes that are taken. */
  readonly limit?: number | undefined
  /** Milliseconds without a byte after which an attempt is given up. */
  readonly idleMs?: number | undefined
  /** Milliseconds that a file may take in all. */
  readonly totalMs?: number | undefined
  /** Further attempts after one that failed for a reason that may pass. */
  readonly retries?: number | undefined
  /** Milliseconds before the first further attempt; each one waits twice as long as the one before. */
  readonly retryMs?: number | undefined
  /** Addresses that one may be sent on to. */
  readonly maxRedirects?: number | undefined
  /** What the request calls the client. */
  readonly userAgent?: string | undefined
  /** Ends the download: it fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Told how many bytes have come, and of how many, where that is announced. */
  readonly onProgress?: ((bytes: number, total: number | undefined) => void) | undefined
}

/** The defaults of fetching. */
export const DOWNLOAD_DEFAULTS = {
  /** 1 GiB. */
  limit: 1 << 30,
  /** 15 seconds without a byte. */
  idleMs: 15_000,
  /** An hour. */
  totalMs: 3_600_000,
  /** Three more tries. */
  retries: 3,
  /** Half a second before the first, twice as long before each further one. */
  retryMs: 500,
  /** Five addresses in a row. */
  maxRedirects: 5,
  // Not the "Unreal" of the games: an admin who reads the log should see who asks. The option is for
  // redirects that insist on it.
  /** Contains `Unreal`: some redirects answer no other clients. */
  userAgent: 'ukit (Unreal)',
} as const

/** What came. */
export interface Downloaded {
  readonly bytes: Uint8Array
  /** Where it came from in the end. */
  readonly url: string
  /** What a browser would take it for. */
  readonly contentType: string
  /** What games would stumble over although we did not. */
  readonly warnings: readonly string[]
}

/** Failures that may pass. */
const PASSING: ReadonlySet<string> = new Set(['timeout', 'broken-off', 'unreachable'])
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * *Loads a file over HTTP or HTTPS into memory.* An attempt that breaks off is resumed where the server
 * offers ranges and the file is still the same one, and begun again where not.
 *
 * @throws {FetchError}; the signal's reason.
 */
export async function download(url: string, options: DownloadOptions = {}): Promise<Downloaded> {
  const loading = new Loading(withDefaults(options, DOWNLOAD_DEFAULTS))
  for (let attempt = 0; ; attempt++) {
    try {
      return await loading.attempt(url)
    } catch (error) {
      options.signal?.throwIfAborted()
      const { retries = DOWNLOAD_DEFAULTS.retries, retryMs = DOWNLOAD_DEFAULTS.retryMs } = options
      if (!(error instanceof FetchError) || !isPassing(error) || attempt >= retries) throw error
      await sleep(retryMs * 2 ** attempt, undefined, { signal: options.signal })
    }
  }
}

/** An answer whose status may be another one next time. */
class PassingRefusal extends FetchError {}

function isPassing(error: FetchError): boolean {
  return PASSING.has(error.kind) || error instanceof PassingRefusal
}

type Settings = WithDefaults<DownloadOptions, keyof typeof DOWNLOAD_DEFAULTS>

/** What a server says of a file, by which two versions of it differ. */
interface FileVersion {
  readonly etag?: string | undefined
  readonly modified?: string | undefined
  /** Its length in bytes. */
  readonly total?: number | undefined
}

/** One file on its way, over several attempts. */
class Loading {
  readonly #settings: Settings
  readonly #deadline: number
  readonly #warnings = new Set<string>()
  #pieces: Uint8Array[] = []
  #got = 0
  /** What the server said of the state that the pieces belong to: its validators, and its length. */
  #state: FileVersion = {}
  #timedOut = false

  constructor(settings: Settings) {
    this.#settings = settings
    this.#deadline = performance.now() + settings.totalMs
  }

  async attempt(url: string): Promise<Downloaded> {
    let at = url
    for (let hops = 0; ; hops++) {
      const answer = await this.#ask(at)
      const next = answer.headers.location
      if (!isRedirect(answer.statusCode) || next === undefined) return await this.#take(at, answer)
      answer.destroy()
      if (hops >= this.#settings.maxRedirects) {
        throw new FetchError('redirects', url, `it redirects more than ${plural(hops, 'time')}`)
      }
      const target = URL.canParse(next, at) ? new URL(next, at) : undefined
      if (target === undefined || !/^https?:$/.test(target.protocol)) {
        throw new FetchError('redirects', url, `it redirects to "${next}", which is not an HTTP address`)
      }
      const kind =
        target.protocol === 'https:' ? 'to HTTPS, which no game supports' : 'which games before 469 do not follow'
      this.#warnings.add(`${at} redirects to ${target.href} (${answer.statusCode}), ${kind}`)
      at = target.href
    }
  }

  #ask(url: string): Promise<IncomingMessage> {
    const { userAgent, idleMs, signal } = this.#settings
    this.#timedOut = false
    const { etag, modified } = this.#state
    // Two files with the same weak tag may differ in their bytes.
    const validator = etag?.startsWith('"') === true ? etag : modified
    const resume = this.#got > 0 && validator !== undefined
    const headers = {
      'User-Agent': userAgent,
      ...(resume ? { Range: `bytes=${this.#got}-`, 'If-Range': validator } : {}),
    }
    return new Promise((resolve, reject) => {
      const get = url.startsWith('https:') ? getHttps : getHttp
      const request: ClientRequest = get(url, { headers, agent: false, signal })
      request.setTimeout(idleMs, () => {
        this.#timedOut = true
        request.destroy(timeoutAfter(url, idleMs))
      })
      request.on('response', resolve)
      request.on('error', (cause) => {
        const reset = 'code' in cause && cause.code === 'ECONNRESET'
        const [kind, text] = reset
          ? (['broken-off', 'the server closed the connection without an answer'] as const)
          : (['unreachable', `no answer: ${reasonOf(cause)}`] as const)
        reject(cause instanceof FetchError ? cause : FetchError.wrap(cause, kind, url, text))
      })
    })
  }

  async #take(url: string, answer: IncomingMessage): Promise<Downloaded> {
    try {
      const total = this.#check(url, answer)
      await this.#read(url, answer, total)
    } catch (error) {
      answer.destroy()
      throw error
    }
    const bytes = new Uint8Array(this.#got)
    let at = 0
    for (const piece of this.#pieces) {
      bytes.set(piece, at)
      at += piece.length
    }
    return { bytes, url, contentType: answer.headers['content-type'] ?? '', warnings: [...this.#warnings] }
  }

  /** Looks at the head of an answer; returns the length that the file must have, if it says so. */
  #check(url: string, answer: IncomingMessage): number | undefined {
    const { statusCode = 0, statusMessage = '', headers } = answer
    if (statusCode === 404 || statusCode === 410)
      throw new FetchError('not-found', url, `the redirect does not have it (${statusCode})`)
    const resumed = statusCode === 206 && this.#got > 0
    if (statusCode !== 200 && !resumed) {
      const text = `the redirect refuses with ${statusCode} ${statusMessage}`.trimEnd()
      throw PASSING_STATUS.has(statusCode)
        ? new PassingRefusal('refused', url, text)
        : new FetchError('refused', url, text)
    }
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      const text =
        `it comes with Content-Encoding ${encoding}, which games do not undo: turn compression off ` +
        'for this folder of the web server'
      throw new FetchError('encoded', url, text)
    }
    const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
    if (headers['transfer-encoding'] !== undefined) {
      this.#warnings.add(
        `${url} comes ${headers['transfer-encoding']}, which games before 469 do not understand: they ` +
          'need Content-Length',
      )
    } else if (length === undefined) {
      this.#warnings.add(`${url} comes without Content-Length, which games need`)
    }
    const version: FileVersion = { etag: headers.etag, modified: headers['last-modified'] }
    if (!resumed) {
      this.#forget()
      this.#state = { ...version, total: length }
    } else this.#continue(url, headers['content-range'] ?? '', version)
    const { total } = this.#state
    if (total !== undefined && total > this.#settings.limit)
      throw this.#tooLarge(url, `${plural(total, 'byte is', 'bytes are')} announced`)
    return total
  }

  /**
   * Sees to it that the rest that comes is that of the file whose beginning is here: some servers ignore
   * `If-Range`, and one address may be several servers.
   */
  #continue(url: string, range: string, { etag, modified }: FileVersion): void {
    const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range) ?? []
    const known = this.#state
    const differs = (one: string | undefined, other: string | undefined) =>
      one !== undefined && other !== undefined && one !== other
    let what: string | undefined
    if (Number(start ?? Number.NaN) !== this.#got) what = 'continued at a different position than requested'
    else if (differs(etag, known.etag)) what = `now has a different version of the file (ETag ${etag})`
    // Of two servers with one file, each may have its own time.
    else if (etag === undefined && differs(modified, known.modified))
      what = `now has a different version of the file (of ${modified})`
    else if (total !== '*' && known.total !== undefined && Number(total) !== known.total)
      what = `now has a different version of the file (${total} instead of ${plural(known.total, 'byte')})`
    if (what !== undefined) {
      this.#forget()
      throw new FetchError('broken-off', url, `the redirect ${what}`)
    }
    if (total !== '*') this.#state = { ...known, total: Number(total) }
  }

  async #read(url: string, answer: IncomingMessage, total: number | undefined): Promise<void> {
    const { idleMs, onProgress } = this.#settings
    try {
      for await (const piece of answer) {
        if (!(piece instanceof Uint8Array)) throw new TypeError('a socket gives bytes')
        this.#got += piece.length
        if (this.#got > this.#settings.limit) throw this.#tooLarge(url, 'more came')
        if (performance.now() > this.#deadline) throw timeoutAfter(url, this.#settings.totalMs, 'the whole file')
        this.#pieces.push(piece)
        onProgress?.(this.#got, total)
      }
    } catch (cause) {
      if (cause instanceof FetchError || cause instanceof TypeError || this.#settings.signal?.aborted === true)
        throw cause
      if (this.#timedOut) throw timeoutAfter(url, idleMs)
      const text = `the answer broke off after ${this.#got}${total === undefined ? '' : ` of ${total}`} bytes`
      throw FetchError.wrap(cause, 'broken-off', url, text)
    }
    // A server may send less of a file than was requested.
    if (total !== undefined && this.#got < total)
      throw new FetchError('broken-off', url, `the answer ended after ${this.#got} of ${plural(total, 'byte')}`)
    if (total !== undefined && this.#got > total) {
      this.#forget()
      throw new FetchError('broken-off', url, `more than the ${plural(total, 'byte')} announced came`)
    }
  }

  #forget(): void {
    this.#pieces = []
    this.#got = 0
    this.#state = {}
  }

  #tooLarge(url: string, what: string): FetchError {
    return new FetchError('too-large', url, `${what}, but only ${this.#settings.limit} are allowed`)
  }
}

function isRedirect(status: number | undefined): boolean {
  return status !== undefined && [301, 302, 303, 307, 308].includes(status)
}

function timeoutAfter(url: string, ms: number, what = 'the next byte'): FetchError {
  return new FetchError('timeout', url, `waited longer than ${ms / 1000} s for ${what}`)
}
