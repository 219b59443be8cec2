import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ignoreError } from '@ukit/files'
import type { AccessRecord } from './access-record.js'
import { isUnchanged, rangeHolds, readRange } from './byte-range.js'
import type { FairTurns } from './fair-turns.js'
import type { Metrics } from './metrics.js'
import { networkOf } from './network.js'
import type { ProgressWatch } from './progress.js'
import { sendFile } from './send-file.js'

/** A file that can be sent: what it is, and where its bytes are. */
export interface Sendable {
  readonly etag: string
  readonly modified: number
  readonly note: string
  readonly source: { readonly file: FileHandle; readonly size: number } | Buffer
}

/** No file, and why. */
export interface Refusal {
  readonly status: number
  readonly reason: string
}

/** The date of a file in HTTP's words; the same few files are asked for again and again. */
export function httpDate(modified: number): string {
  const known = dates.get(modified)
  if (known !== undefined) return known
  if (dates.size >= MOST_DATES) dates.clear()
  const text = new Date(modified).toUTCString()
  dates.set(modified, text)
  return text
}

const MOST_DATES = 1000
const dates = new Map<number, string>()

const TYPE = 'application/octet-stream'

/** *One request and its answer*, counted and told when it is over. */
export class Exchange {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #metrics: Metrics
  readonly #progress: ProgressWatch
  readonly #turns: FairTurns
  readonly #start = performance.now()
  readonly #time = Date.now()
  readonly #address: string
  #bytes = 0
  #planned = 0
  #note = ''

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    metrics: Metrics,
    progress: ProgressWatch,
    turns: FairTurns,
    onRequest: ((record: AccessRecord) => void) | undefined,
  ) {
    this.#request = request
    this.#response = response
    this.#metrics = metrics
    this.#progress = progress
    this.#turns = turns
    // Gone when the connection is.
    this.#address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    metrics.sending++
    response.once('close', () => this.#onEnd(onRequest))
  }

  /** Sends a file, or the part of it that is asked for. */
  send({ etag, modified, note, source }: Sendable): void {
    const { headers } = this.#request
    const size = Buffer.isBuffer(source) ? source.length : source.size
    this.#note = note
    const head = { ETag: etag, 'Last-Modified': httpDate(modified), 'Accept-Ranges': 'bytes' }
    const range = rangeHolds(headers, { etag, modified }) ? readRange(headers.range, size) : readRange(undefined, size)
    let [start, end] = [0, size]
    if (this.#response.destroyed) {
      end = 0
    } else if (isUnchanged(headers, { etag, modified })) {
      // Without a length: 304 has no body, and a length would be that of the file.
      this.#response.writeHead(304, head)
      end = 0
    } else if (range.kind === 'outside') {
      this.#response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 })
      end = 0
    } else if (range.kind === 'part') {
      ;({ start, end } = range)
      const part = { 'Content-Range': `bytes ${start}-${end - 1}/${size}`, 'Content-Length': end - start }
      this.#response.writeHead(206, { ...head, 'Content-Type': TYPE, ...part })
    } else {
      this.#response.writeHead(200, { ...head, 'Content-Type': TYPE, 'Content-Length': size })
    }
    if (this.#request.method === 'HEAD') end = start
    this.#planned = end - start
    if (Buffer.isBuffer(source)) {
      this.#progress.begin(this.#response, end - start, () => this.#response.destroy())
      this.#response.once('close', () => this.#progress.end(this.#response))
      this.#response.end(end === start ? undefined : source.subarray(start, end))
      return
    }
    const { file } = source
    const network = networkOf(this.#address)
    const sending =
      end === start
        ? Promise.resolve()
        : sendFile(
            this.#response,
            file,
            start,
            end,
            (bytes) => {
              this.#bytes += bytes
            },
            this.#progress,
            (read) => this.#turns.run(network, read),
          )
    sending
      .then(
        () => this.#response.end(),
        // The announced length cannot be kept any more: cutting the connection is the only way to say so.
        () => this.#response.destroy(),
      )
      .finally(() => file.close())
      .catch(ignoreError)
  }

  page(type: string, text: string): void {
    this.#finish(200, { 'Content-Type': type }, text)
  }

  /** Says why not. */
  refuse({ status, reason }: Refusal, headers: Readonly<Record<string, string>> = {}): void {
    this.#note = reason
    const retry = status === 503 ? { 'Retry-After': '10' } : {}
    this.#finish(
      status,
      { 'Content-Type': 'text/plain; charset=utf-8', ...retry, ...headers },
      `${status}: ${reason}\n`,
    )
  }

  #finish(status: number, headers: Readonly<Record<string, string>>, text: string): void {
    if (this.#response.destroyed) return
    if (this.#response.headersSent) {
      this.#response.destroy()
      return
    }
    const body = Buffer.from(text)
    this.#planned = this.#request.method === 'HEAD' ? 0 : body.length
    this.#response.writeHead(status, { ...headers, 'Content-Length': body.length })
    this.#response.end(this.#request.method === 'HEAD' ? undefined : body)
  }

  #onEnd(onRequest: ((record: AccessRecord) => void) | undefined): void {
    const complete = this.#response.writableFinished
    const bytes = complete ? this.#planned : this.#bytes
    // 499, as nginx writes it: the client was gone before there was an answer.
    const status = this.#response.headersSent ? this.#response.statusCode : 499
    this.#metrics.sending--
    this.#metrics.count(status, bytes, complete)
    onRequest?.({
      time: new Date(this.#time).toISOString(),
      address: this.#address,
      method: this.#request.method ?? '',
      path: this.#request.url ?? '',
      status,
      bytes,
      ms: performance.now() - this.#start,
      userAgent: this.#request.headers['user-agent'] ?? '',
      complete,
      note: this.#note,
    })
  }
}
