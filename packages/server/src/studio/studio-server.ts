import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { basename, extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { filesBelow } from '@ukit/batch'
import { systemPath } from '@ukit/files/node'
import { readRange } from '../redirect/byte-range.js'

/** What {@link serveStudio} serves. */
export interface StudioServerOptions {
  /** The folder with the page: `index.html` and what it loads. */
  readonly page: string
  /**
   * A file, or a folder of which everything can be opened; without it the page opens only what it is given.
   */
  readonly disk?: string | undefined
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number | undefined
}

/** A studio that listens. */
export interface StudioServer {
  /** What to open in a browser; only who knows it gets anything. */
  readonly address: string
  /** Files of the disk that the page lists. */
  readonly files: number
  /** Ends it. */
  close(): Promise<void>
}

/** A file that the page lists. */
interface DiskFile {
  readonly name: string
  /** Path below the folder, with `/`. */
  readonly path: string
  readonly size: number
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** More files than any game has; the page would list no more. */
const MOST_FILES = 200_000

/**
 * *Serves the studio to this computer's browser*, with a file or a folder of the disk behind it.
 *
 * It listens on the loopback address only. Every path begins with a secret that is in the address which it
 * returns, so that no other page and no other user gets anything; requests for another host name are refused,
 * which stops names that other sites let point here. Files are only read, and only those below the folder,
 * links followed.
 *
 * @throws {SourceError} `io` when `disk` cannot be read; the system's error when the port is taken.
 */
export async function serveStudio({ page, disk, port = 0 }: StudioServerOptions): Promise<StudioServer> {
  const secret = randomBytes(16).toString('hex')
  const shared = disk === undefined ? undefined : await Disk.open(disk)
  const server = createServer({ requestTimeout: 30_000, noDelay: true }, (request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  await listen(server, port)
  const at = server.address()
  const own = typeof at === 'object' && at !== null ? at.port : port
  const hosts = new Set([`127.0.0.1:${own}`, `localhost:${own}`])

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, headers } = request
    if (!hosts.has(headers.host ?? '') || isOtherOrigin(headers.origin, hosts)) return refuse(response, 403)
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405)
    const [, given = '', ...rest] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/')
    if (!isSecret(given, secret)) return refuse(response, 403)
    const path = rest.map(decoded)
    if (path.some((part) => part === undefined)) return refuse(response, 404)
    const way = path.join('/')
    if (way === 'disk/list' && shared !== undefined) return sendText(response, '.json', JSON.stringify(shared.files))
    if (way.startsWith('disk/file/')) {
      const file = await shared?.find(way.slice('disk/file/'.length))
      return file === undefined ? refuse(response, 404) : sendFile(request, response, file, false)
    }
    const file = await pageFile(page, way === '' ? 'index.html' : way)
    return file === undefined ? refuse(response, 404) : sendFile(request, response, file, true)
  }

  return {
    address: `http://127.0.0.1:${own}/${secret}/${shared === undefined ? '' : `?disk${shared.first}`}`,
    files: shared?.files.length ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The files that are shared with the page. */
class Disk {
  readonly files: readonly DiskFile[]
  /** What the address says is to be opened at once. */
  readonly first: string
  readonly #root: string

  private constructor(root: string, files: readonly DiskFile[], first: string) {
    this.#root = root
    this.files = files
    this.first = first
  }

  static async open(path: string): Promise<Disk> {
    const root = await realpath(systemPath(path))
    const stats = await stat(root)
    if (stats.isFile()) {
      const name = basename(root)
      const folder = root.slice(0, -name.length)
      const beside = listed(folder).filter(({ path: below }) => !below.includes('/'))
      return new Disk(folder, beside, `#/pkg/${encodeURIComponent(name)}`)
    }
    return new Disk(root, listed(root), '')
  }

  /** Where a file is; `undefined` for one that is not below the folder, links followed. */
  async find(path: string): Promise<string | undefined> {
    const root = this.#root.endsWith(sep) ? this.#root : this.#root + sep
    const real = await realpath(systemPath(join(root, path))).catch(() => undefined)
    return real?.startsWith(root) === true ? real : undefined
  }
}

function listed(folder: string): DiskFile[] {
  const files: DiskFile[] = []
  for (const { below, bytes, problem } of filesBelow(folder)) {
    if (problem !== undefined) continue
    files.push({ name: below.slice(below.lastIndexOf('/') + 1), path: below, size: bytes })
    if (files.length === MOST_FILES) break
  }
  return files
}

async function pageFile(page: string, way: string): Promise<string | undefined> {
  const root = (await realpath(page)) + sep
  const real = await realpath(join(root, way)).catch(() => undefined)
  return real?.startsWith(root) === true ? real : undefined
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  isPage: boolean,
): Promise<void> {
  const stats = await stat(path)
  if (!stats.isFile()) return refuse(response, 404)
  const { size } = stats
  const range = readRange(request.headers.range, size)
  if (range.kind === 'outside') {
    response.writeHead(416, { ...SAFE, 'Content-Range': `bytes */${size}` }).end()
    return
  }
  const start = range.kind === 'part' ? range.start : 0
  const end = range.kind === 'part' ? range.end : size
  const type = isPage ? (TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream') : 'application/octet-stream'
  response.writeHead(range.kind === 'part' ? 206 : 200, {
    ...SAFE,
    'Content-Type': type,
    'Content-Length': end - start,
    'Accept-Ranges': 'bytes',
    'Last-Modified': stats.mtime.toUTCString(),
    ...(range.kind === 'part' ? { 'Content-Range': `bytes ${start}-${end - 1}/${size}` } : {}),
  })
  if (request.method === 'HEAD' || end === start) {
    response.end()
    return
  }
  await pipeline(createReadStream(path, { start, end: end - 1 }), response)
}

function sendText(response: ServerResponse, extension: string, text: string): void {
  response.writeHead(200, { ...SAFE, 'Content-Type': TYPES[extension] ?? 'text/plain' }).end(text)
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...SAFE, 'Content-Type': 'text/plain' }).end(`${status}\n`)
}

/** Nothing of it may be framed, read or remembered by others, and its address stays here. */
const SAFE = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "frame-ancestors 'none'",
} as const

function isOtherOrigin(origin: string | undefined, hosts: ReadonlySet<string>): boolean {
  return origin !== undefined && !hosts.has(origin.replace(/^http:\/\//, ''))
}

function isSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part)
    return text === '..' || /[/\\\0]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
