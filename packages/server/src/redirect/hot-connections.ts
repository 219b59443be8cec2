import type { Socket } from 'node:net'
import { ignoreError } from '@ukit/files'
import { httpDate } from './exchange.js'
import type { HotFile } from './hot-files.js'
import { LEAST_PIECE } from './progress.js'
import type { Redirect } from './redirect.js'

/** How long connections may take. Milliseconds. */
export interface HotConnectionTimes {
  /** Until the first request. */
  readonly requestMs: number
  /** Until another request. */
  readonly keepAliveMs: number
  /** For 16 kB of an answer; 0: as long as they like. */
  readonly stallMs: number
}

/**
 * A request as nearly all are: whole, for a file, without a body, conditions or ranges. Names of headers that
 * ask for more are looked for below.
 */
const PLAIN_REQUEST = /^GET (\/[!-~]{0,1023}) HTTP\/1\.1\r\n((?:[\w-]{1,64}:[ -~]{0,1023}\r\n){0,32})\r\n$/
const ASKS_MORE =
  /^(?:range|if-[\w-]+|expect|content-length|transfer-encoding|upgrade|connection:(?! *(?:keep-alive|close) *\r))/im
const CLOSES = /^connection: *close *\r/im
const USER_AGENT = /^user-agent: *(.*?) *\r/im
/** Longest request that is looked at here. */
const MOST_REQUEST = 4096
/** A body up to this length is kept with its head, so that both are one write. */
const MOST_JOINED = 16 << 10

/**
 * *Answers plain requests for small files in memory straight from the socket*: Node's HTTP takes longer for
 * such a request than the rest of the work. A connection on which anything else is asked for goes to Node's
 * server for good, with what has been read of it.
 */
export class HotConnections {
  readonly #redirect: Redirect
  readonly #times: HotConnectionTimes
  /** Connections that are here. */
  readonly #open = new Set<Socket>()
  /** Those of them on which nothing is being answered. */
  readonly #idle = new Set<Socket>()
  #closed = false

  constructor(redirect: Redirect, times: HotConnectionTimes) {
    this.#redirect = redirect
    this.#times = times
  }

  /**
   * Takes a connection.
   *
   * @param handOver gives it to Node's server.
   */
  take(socket: Socket, handOver: () => void): void {
    const onData = (bytes: Buffer) => {
      this.#idle.delete(socket)
      const request = this.#closed ? undefined : readPlainRequest(bytes)
      const found = request === undefined ? undefined : this.#redirect.inMemory(request.target)
      if (request === undefined || found === undefined) giveUp(bytes)
      else if (!(found instanceof Promise)) this.#answer(socket, request, found)
      else {
        // Another request on it waits for this one.
        socket.pause()
        socket.setTimeout(0)
        found
          .then((file) => {
            if (socket.destroyed) return
            if (file === undefined) giveUp(bytes)
            else this.#answer(socket, request, file)
          })
          .catch(ignoreError)
      }
    }
    const onTimeout = () => socket.destroy()
    const onEnd = () => socket.end()
    const onClose = () => {
      this.#idle.delete(socket)
      this.#open.delete(socket)
    }
    const giveUp = (bytes: Buffer) => {
      onClose()
      socket
        .off('data', onData)
        .off('timeout', onTimeout)
        .off('end', onEnd)
        .off('close', onClose)
        .off('error', ignoreError)
      socket.setTimeout(0)
      socket.pause()
      socket.unshift(bytes)
      handOver()
      process.nextTick(() => socket.resume())
    }
    socket.on('data', onData).on('timeout', onTimeout).on('end', onEnd).on('close', onClose).on('error', ignoreError)
    socket.setTimeout(this.#times.requestMs)
    this.#idle.add(socket)
    this.#open.add(socket)
  }

  /** Closes connections that wait for another request; those in use are closed after their answers. */
  close(): void {
    this.#closed = true
    for (const socket of this.#idle) socket.destroy()
  }

  /** Cuts all connections. */
  cut(): void {
    for (const socket of this.#open) socket.destroy()
  }

  #answer(socket: Socket, request: PlainRequest, file: HotFile): void {
    const { target, userAgent } = request
    const start = performance.now()
    const time = Date.now()
    const closes = request.closes || this.#closed
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    const { metrics } = this.#redirect
    metrics.sending++
    const onSent = (error?: Error | null) => {
      clearTimeout(cut)
      metrics.sending--
      this.#redirect.record({
        time: new Date(time).toISOString(),
        address,
        method: 'GET',
        path: target,
        status: 200,
        bytes: error ? 0 : file.body.length,
        ms: performance.now() - start,
        userAgent,
        complete: !error,
        note: file.note,
      })
      if (socket.destroyed) return
      // For one that is to end, too: the client may not close it.
      socket.setTimeout(keepAliveMs)
      if (closes || this.#closed) socket.end()
      else this.#idle.add(socket)
      socket.resume()
    }
    const { stallMs, keepAliveMs } = this.#times
    let cut: NodeJS.Timeout | undefined
    for (const [i, piece] of messageOf(file, closes, keepAliveMs).entries()) {
      if (i === 0 && file.body.length > MOST_JOINED) {
        socket.cork()
        socket.write(piece)
      } else socket.write(piece, onSent)
    }
    if (file.body.length > MOST_JOINED) socket.uncork()
    if (socket.writableLength > 0) {
      // It does not read at once: it may ask for more when it has, and has the same time for it as with other
      // files.
      socket.pause()
      socket.setTimeout(0)
      if (stallMs > 0)
        cut = setTimeout(() => socket.destroy(), stallMs * Math.max(1, file.body.length / LEAST_PIECE)).unref()
    }
  }
}

interface PlainRequest {
  readonly target: string
  readonly userAgent: string
  /** The client wants no other answer on this connection. */
  readonly closes: boolean
}

function readPlainRequest(bytes: Buffer): PlainRequest | undefined {
  if (bytes.length > MOST_REQUEST) return undefined
  const [, target, headers = ''] = PLAIN_REQUEST.exec(bytes.toString('latin1')) ?? []
  if (target === undefined || ASKS_MORE.test(headers)) return undefined
  return { target, userAgent: USER_AGENT.exec(headers)?.[1] ?? '', closes: CLOSES.test(headers) }
}

/** The bytes of answers with a file, as long as their date holds. */
const messages = new WeakMap<HotFile, { readonly second: number; keep?: Buffer[]; close?: Buffer[] }>()

function messageOf(file: HotFile, closes: boolean, keepAliveMs: number): readonly Buffer[] {
  const second = Math.floor(Date.now() / 1000)
  let known = messages.get(file)
  if (known?.second !== second) {
    known = { second }
    messages.set(file, known)
  }
  const key = closes ? 'close' : 'keep'
  let message = known[key]
  if (message === undefined) {
    const head = Buffer.from(headOf(file, second, closes, keepAliveMs), 'latin1')
    message = file.body.length > MOST_JOINED ? [head, file.body] : [Buffer.concat([head, file.body])]
    known[key] = message
  }
  return message
}

function headOf(file: HotFile, second: number, closes: boolean, keepAliveMs: number): string {
  const connection = closes
    ? 'Connection: close'
    : `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}`
  return [
    'HTTP/1.1 200 OK',
    `ETag: ${file.etag}`,
    `Last-Modified: ${httpDate(file.modified)}`,
    'Accept-Ranges: bytes',
    'Content-Type: application/octet-stream',
    `Content-Length: ${file.body.length}`,
    `Date: ${httpDate(second * 1000)}`,
    connection,
    '\r\n',
  ].join('\r\n')
}
