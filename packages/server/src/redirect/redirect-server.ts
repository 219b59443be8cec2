import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { withDefaults } from '../with-defaults.js'
import { HotConnections } from './hot-connections.js'
import { networkOf } from './network.js'
import { createRedirect, REDIRECT_DEFAULTS, type Redirect, type RedirectOptions } from './redirect.js'

/** Settings of {@link serveRedirect}. */
export interface RedirectServerOptions extends RedirectOptions {
  /** Port to listen on; 0 takes a free one. */
  readonly port?: number | undefined
  /** Address to listen on; all of the machine's by default. */
  readonly host?: string | undefined
  /** Bytes that the head of a request may have. */
  readonly maxHeaderBytes?: number | undefined
  /** Milliseconds in which a request must have come in whole. */
  readonly requestMs?: number | undefined
  /** Milliseconds in which nothing is sent or read, after which a connection is cut: readers that stall. */
  readonly idleMs?: number | undefined
  /** Milliseconds that a connection stays open for another request. */
  readonly keepAliveMs?: number | undefined
  /** Connections at a time; more are closed at once. */
  readonly maxConnections?: number | undefined
  /**
   * Connections at a time from one address (in IPv6 one /64 network); more are closed at once. 0: no limit
   * but that of all.
   */
  readonly maxPerAddress?: number | undefined
  /** Milliseconds that running downloads get when the server is stopped. */
  readonly graceMs?: number | undefined
}

/** The defaults of the server. */
export const REDIRECT_SERVER_DEFAULTS = {
  /** TCP port. */
  port: 8080,
  /** 16 KiB. */
  maxHeaderBytes: 16 << 10,
  /** 10 seconds for the head of a request. */
  requestMs: 10_000,
  /** 30 seconds without a byte. */
  idleMs: 30_000,
  /** 5 seconds until the next request. */
  keepAliveMs: 5000,
  /** In all. */
  maxConnections: 500,
  /** From one address. */
  maxPerAddress: 64,
  /** 30 seconds for downloads that run when it is stopped. */
  graceMs: 30_000,
} as const

/** A redirect that listens. */
export interface RedirectServer {
  /** What answers the requests. */
  readonly redirect: Redirect
  /** The TCP port that it listens on. */
  readonly port: number
  /** Takes no more connections, lets downloads end (as long as `graceMs` allows), and frees everything. */
  close(): Promise<void>
}

/**
 * *Serves a redirect over HTTP.*
 *
 * @throws {SourceError} `io` for a folder that cannot be read; the system's error when the port is taken.
 */
export async function serveRedirect(options: RedirectServerOptions): Promise<RedirectServer> {
  const set = withDefaults(options, REDIRECT_SERVER_DEFAULTS)
  const redirect = await createRedirect(options)
  const server = createServer(
    {
      maxHeaderSize: set.maxHeaderBytes,
      headersTimeout: set.requestMs,
      requestTimeout: set.requestMs,
      keepAliveTimeout: set.keepAliveMs,
      connectionsCheckingInterval: Math.min(1000, set.requestMs),
      noDelay: true,
      // Node's own answer to a request without Host is chunked, which no old client understands; and there is
      // one host.
      requireHostHeader: false,
    },
    (request, response) => redirect.handle(request, response),
  )
  const hot = new HotConnections(redirect, { ...set, stallMs: options.stallMs ?? REDIRECT_DEFAULTS.stallMs })
  const [handOver] = server.listeners('connection')
  server.removeAllListeners('connection')
  server.maxConnections = set.maxConnections
  limitAddresses(server, set.maxPerAddress, () => redirect.metrics.refusedConnections++)
  server.on('connection', (socket: Socket) => {
    if (!socket.destroyed) hot.take(socket, () => handOver?.call(server, socket))
  })
  server.on('drop', () => redirect.metrics.refusedConnections++)
  server.setTimeout(set.idleMs, (socket) => {
    if (!redirect.isPreparing(socket)) socket.destroy()
  })
  server.on('clientError', (error, socket) => answerBadRequest(redirect, error, socket, set.maxHeaderBytes))
  // Whatever somebody expects: a GET has no body that waits for it.
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => redirect.handle(request, response))
  }
  try {
    await listening(server, set.port, options.host)
  } catch (error) {
    await redirect.close()
    throw error
  }
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : set.port
  return {
    redirect,
    port,
    async close() {
      // Closes what waits for another request, too.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      hot.close()
      const cut = setTimeout(() => {
        server.closeAllConnections()
        hot.cut()
      }, set.graceMs)
      await closed
      clearTimeout(cut)
      await redirect.close()
    },
  }
}

/** Closes connections beyond the limit of their address, so that one client does not take all of them. */
function limitAddresses(server: Server, most: number, onRefused: () => void): void {
  if (most === 0) return
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
    if (count <= most) return
    onRefused()
    socket.destroy()
  })
}

function listening(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Sockets that got their last answer. */
const answered = new WeakSet<Socket>()

/**
 * Answers what Node's parser refuses.
 *
 * Old clients write the name of a package into the request as it is, with spaces and bytes beyond ASCII: no
 * valid request line, but a clear one. Such a request is read here and answered like any other; the
 * connection ends with it. Everything else gets its status and no more.
 */
function answerBadRequest(
  redirect: Redirect,
  error: Error & { code?: string; rawPacket?: Buffer },
  socket: Duplex,
  maxHeaderBytes: number,
): void {
  if (!(socket instanceof Socket) || answered.has(socket)) return
  if (OLD_REQUEST.has(error.code ?? '')) {
    const packet = Buffer.concat([begun.get(socket) ?? EMPTY, error.rawPacket ?? EMPTY])
    error.rawPacket = packet
    // The rest of it comes to this place as well: the parser refuses it, too.
    if (isBegun(packet, maxHeaderBytes)) {
      begun.set(socket, packet)
      return
    }
  }
  answered.add(socket)
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const request = OLD_REQUEST.has(error.code ?? '') ? readOldRequest(error.rawPacket, socket) : undefined
  const response = new ServerResponse(request ?? new IncomingMessage(socket))
  response.shouldKeepAlive = false
  try {
    response.assignSocket(socket)
  } catch {
    // It has an answer under way, to an earlier request: whatever came now would get mixed up with it.
    socket.destroy()
    return
  }
  response.on('finish', () => {
    response.detachSocket(socket)
    socket.end()
    socket.destroySoon()
    response.emit('close')
  })
  if (request !== undefined) {
    redirect.handle(request, response)
    return
  }
  const status = STATUS_OF[error.code ?? ''] ?? 400
  const text = `${status}: the request cannot be read\n`
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Content-Length': text.length }).end(text)
}

/**
 * Requests of old clients that came in part. One cut before the space in its name is not among them: the
 * parser took its beginning and keeps it.
 */
const begun = new WeakMap<Socket, Buffer>()
const EMPTY = Buffer.alloc(0)

/** Whether this is the beginning of a request that may yet become whole. */
function isBegun(packet: Buffer, most: number): boolean {
  return (
    packet.length < most && /^(?:GET|HEAD) \//.test(packet.toString('latin1', 0, 6)) && !packet.includes('\r\n\r\n')
  )
}

/** What the parser says of a space in a path, and of a byte beyond ASCII. */
const OLD_REQUEST: ReadonlySet<string> = new Set(['HPE_INVALID_CONSTANT', 'HPE_INVALID_URL'])

const STATUS_OF: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** The request of a client that does not encode names. */
function readOldRequest(packet: Buffer | undefined, socket: Socket): IncomingMessage | undefined {
  const [line = '', ...rest] = packet?.toString('latin1').split('\r\n') ?? []
  const parts = /^(GET|HEAD) (\/[ -~\u0080-\u00ff]*) HTTP\/1\.[01]$/.exec(line)
  // One that is in order was answered already; what is wrong came after it.
  if (parts === null || /^[!-~]*$/.test(parts[2] ?? '')) return undefined
  const request = new IncomingMessage(socket)
  request.method = parts[1] ?? ''
  request.url = parts[2] ?? ''
  for (const header of rest) {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*?)\s*$/.exec(header) ?? []
    if (name !== '') request.headers[name.toLowerCase()] ??= value
  }
  return request
}
