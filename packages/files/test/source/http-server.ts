import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request that the server received. */
export interface Seen {
  readonly method: string
  readonly range: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** A file in its current state on the server; tests change it between requests. */
export interface Served {
  bytes: Uint8Array
  etag?: string
  lastModified?: string
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server on loopback for one test; every request that it receives is in `seen`. */
export async function serve(handler: Handler): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? '', range: request.headers.range, headers: request.headers })
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/Maps/DM-Test.unr`, seen }
}

/** A plain, honest file server: HEAD, Range, If-Range, validators. */
export function fileHandler(file: Served, rules: { ranges?: boolean; head?: boolean } = {}): Handler {
  const { ranges = true, head = true } = rules
  return (request, response) => {
    const { bytes, etag, lastModified } = file
    if (etag !== undefined) response.setHeader('ETag', etag)
    if (lastModified !== undefined) response.setHeader('Last-Modified', lastModified)
    if (request.method === 'HEAD') {
      if (head)
        response.writeHead(200, { 'Content-Length': bytes.length, ...(ranges ? { 'Accept-Ranges': 'bytes' } : {}) })
      else response.writeHead(405)
      response.end()
      return
    }
    const asked = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const condition = request.headers['if-range']
    if (!ranges || asked === null || (condition !== undefined && condition !== etag)) {
      response.writeHead(200, { 'Content-Length': bytes.length })
      response.end(bytes)
      return
    }
    const start = Number(asked[1])
    const end = Math.min(Number(asked[2]) + 1, bytes.length)
    if (start >= bytes.length) {
      response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` })
      response.end()
      return
    }
    response.writeHead(206, {
      'Content-Length': end - start,
      'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}`,
    })
    response.end(bytes.subarray(start, end))
  }
}
