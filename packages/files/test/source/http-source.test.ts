import type { FetchLike } from '@ukit/files'
import { HTTP_SOURCE_DEFAULTS, httpSource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { pattern } from './counting-source.js'
import { fileHandler, type Handler, type Served, serve } from './http-server.js'

const bytes = pattern(100_000)
const bare = { cache: false } as const

/** A server with correct answers to HEAD, and the test's answers to GET. */
function lying(get: Handler, served: Served = { bytes }): Handler {
  const honest = fileHandler(served)
  return (request, response) => (request.method === 'HEAD' ? honest : get)(request, response)
}

describe('httpSource', () => {
  it('opens with one HEAD and reads pages by Range', async () => {
    const { url, seen } = await serve(fileHandler({ bytes, etag: '"one"' }))
    const source = await httpSource(url)
    expect(source.byteLength).toBe(100_000)
    expect(seen.map(({ method, range }) => [method, range])).toEqual([['HEAD', undefined]])
    expect(await source.slice(10, 20)).toEqual(bytes.slice(10, 20))
    expect(source.slice(60_000, 65_536)).toEqual(bytes.slice(60_000, 65_536))
    expect(await source.slice(65_000, 100_000)).toEqual(bytes.slice(65_000))
    expect(seen.slice(1).map(({ method, range }) => [method, range])).toEqual([
      ['GET', 'bytes=0-65535'],
      ['GET', 'bytes=65536-99999'],
    ])
    expect(seen.map(({ headers }) => headers['if-range'])).toEqual([undefined, '"one"', '"one"'])
    for (const { headers } of seen) expect(headers['accept-encoding']).not.toMatch(/gzip|deflate|br/)
  })

  it('requests exactly what is needed without a cache, and sends the given headers', async () => {
    const { url, seen } = await serve(fileHandler({ bytes }))
    const headers = { Authorization: 'Basic x', Range: 'bytes=7-8', 'Accept-Encoding': 'br' }
    const source = await httpSource(new URL(url), { ...bare, headers })
    expect(await source.slice(1, 4)).toEqual(bytes.slice(1, 4))
    expect(await source.slice(5, 5)).toHaveLength(0)
    expect(() => source.slice(0, 100_001)).toThrow(RangeError)
    expect(seen.map(({ range, headers }) => [range, headers.authorization])).toEqual([
      [undefined, 'Basic x'],
      ['bytes=1-3', 'Basic x'],
    ])
  })

  it.each([
    ['refused', fileHandler({ bytes }, { head: false })],
    [
      'answered without a length',
      ((request, response) => {
        if (request.method === 'HEAD') response.writeHead(200, { 'Transfer-Encoding': 'chunked' }).end()
        else fileHandler({ bytes })(request, response)
      }) satisfies Handler,
    ],
    [
      'answered with the length of its own empty body',
      ((request, response) => {
        if (request.method === 'HEAD') response.writeHead(200, { 'Content-Length': 0 }).end()
        else fileHandler({ bytes })(request, response)
      }) satisfies Handler,
    ],
    [
      'answered with the length of a compressed body',
      ((request, response) => {
        if (request.method === 'HEAD')
          response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': 7 }).end()
        else fileHandler({ bytes })(request, response)
      }) satisfies Handler,
    ],
    [
      'cut off',
      ((request, response) => {
        if (request.method === 'HEAD') request.socket.destroy()
        else fileHandler({ bytes })(request, response)
      }) satisfies Handler,
    ],
  ])('requests the first byte if HEAD is %s', async (_, handler) => {
    const { url, seen } = await serve(handler)
    const source = await httpSource(url, bare)
    expect(source.byteLength).toBe(100_000)
    expect(await source.slice(99_990, 100_000)).toEqual(bytes.slice(99_990))
    const gets = seen.filter(({ method }) => method === 'GET')
    expect(gets.map(({ range }) => range)).toEqual(['bytes=0-0', 'bytes=99990-99999'])
  })

  it('opens an empty file', async () => {
    const { url } = await serve(fileHandler({ bytes: new Uint8Array(0) }))
    const source = await httpSource(url)
    expect(source.byteLength).toBe(0)
    expect(await source.slice(0, 0)).toHaveLength(0)
  })

  it('downloads the entire file once from a server without ranges', async () => {
    for (const etag of ['"one"', undefined]) {
      const { url, seen } = await serve(fileHandler({ bytes, ...(etag ? { etag } : {}) }, { ranges: false }))
      const source = await httpSource(url, bare)
      expect(source.byteLength).toBe(100_000)
      expect(await source.slice(10, 20)).toEqual(bytes.slice(10, 20))
      expect(source.slice(90_000, 100_000)).toEqual(bytes.slice(90_000))
      expect(seen.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
    }
  })

  it('downloads once while opening if HEAD is refused and there are no ranges', async () => {
    const { url, seen } = await serve(fileHandler({ bytes }, { ranges: false, head: false }))
    const source = await httpSource(url, bare)
    expect(source.slice(10, 20)).toEqual(bytes.slice(10, 20))
    expect(seen.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
  })

  it('trusts "Accept-Ranges: none"', async () => {
    const plain = fileHandler({ bytes }, { ranges: false })
    const { url, seen } = await serve((request, response) => {
      response.setHeader('Accept-Ranges', 'none')
      plain(request, response)
    })
    const source = await httpSource(url, bare)
    const answers = await Promise.all([source.slice(0, 5), source.slice(7, 9)])
    expect(answers).toEqual([bytes.slice(0, 5), bytes.slice(7, 9)])
    expect(seen.map(({ method, range }) => [method, range])).toEqual([
      ['HEAD', undefined],
      ['GET', undefined],
    ])
    await expect(httpSource(url, { maxDownload: 99_999 })).rejects.toMatchObject({ kind: 'http', url })
  })

  it('keeps one body if several reads find out at the same time that there are no ranges', async () => {
    const { url } = await serve(fileHandler({ bytes }, { ranges: false }))
    const source = await httpSource(url, bare)
    const ranges = [0, 1000, 50_000].map((start) => [start, start + 100] as const)
    const answers = await Promise.all(ranges.map(([start, end]) => source.slice(start, end)))
    expect(answers).toEqual(ranges.map(([start, end]) => bytes.slice(start, end)))
    expect(new Set(answers.map(({ buffer }) => buffer)).size).toBe(1)
  })

  it('does not download more than maxDownload', async () => {
    expect(HTTP_SOURCE_DEFAULTS.maxDownload).toBe(256 * 1024 * 1024)
    const limit = { ...bare, maxDownload: 99_999 }
    const announced = await serve(fileHandler({ bytes }, { ranges: false }))
    const source = await httpSource(announced.url, limit)
    const message = /100000 bytes are more than the 99999 that maxDownload allows/
    await expect(source.slice(0, 1)).rejects.toThrow(message)

    // HEAD states the length, GET does not.
    const untold = await serve(lying((_, response) => void response.write(bytes)))
    await expect((await httpSource(untold.url, limit)).slice(0, 1)).rejects.toThrow(message)

    // A server that never states the length, and never stops.
    const endless = await serve((request, response) => {
      if (request.method === 'HEAD') return void response.writeHead(405).end()
      const more = () => {
        while (!response.destroyed && response.write(bytes));
      }
      response.on('drain', more)
      more()
    })
    await expect(httpSource(endless.url, limit)).rejects.toMatchObject({ kind: 'http', status: 200, url: endless.url })
  })

  it('reads a body that arrives byte by byte', async () => {
    const { url } = await serve(
      lying((_, response) => {
        response.writeHead(206, { 'Content-Range': 'bytes 0-9/100000' })
        // The next byte is only sent after the previous one was, and after a turn of the event loop.
        const drop = (at: number): unknown =>
          at === 10
            ? response.end()
            : response.write(bytes.subarray(at, at + 1), () => void setImmediate(() => drop(at + 1)))
        drop(0)
      }),
    )
    const source = await httpSource(url, bare)
    expect(await source.slice(0, 10)).toEqual(bytes.slice(0, 10))
  })

  it.each([
    ['another range', { 'Content-Range': 'bytes 1-10/100000' }, 10],
    ['a shorter range', { 'Content-Range': 'bytes 0-8/100000' }, 9],
    ['no Content-Range', {}, 10],
    ['nonsense', { 'Content-Range': 'lines 0-9/100000' }, 10],
    ['a range beyond its own total', { 'Content-Range': 'bytes 0-9/5' }, 10],
    ['a length that is not that of the range', { 'Content-Range': 'bytes 0-9/100000', 'Content-Length': '9' }, 9],
    ['a part of a compressed body', { 'Content-Range': 'bytes 0-9/100000', 'Content-Encoding': 'gzip' }, 10],
    ['more bytes than it says', { 'Content-Range': 'bytes 0-9/100000' }, 11],
  ])('refuses a 206 with %s', async (_, headers, length) => {
    const { url } = await serve(
      lying((_, response) => {
        response.writeHead(206, headers)
        response.end(bytes.subarray(0, length))
      }),
    )
    const source = await httpSource(url, bare)
    await expect(source.slice(0, 10)).rejects.toMatchObject({
      name: 'SourceError',
      kind: 'http',
      url,
      status: 206,
      start: 0,
      end: 10,
      message: expect.stringContaining(`${url} (status 206, bytes 0-9): `),
    })
  })

  it.each([
    ['with a length', { 'Content-Length': '10' }],
    ['without a length', {}],
  ])('notices a body that breaks off, %s', async (_, headers) => {
    const { url } = await serve(
      lying((request, response) => {
        response.writeHead(206, { 'Content-Range': 'bytes 0-9/100000', ...headers })
        response.write(bytes.subarray(0, 4), () => request.socket.destroy())
      }),
    )
    const source = await httpSource(url, bare)
    await expect(source.slice(0, 10)).rejects.toMatchObject({ kind: 'io', url, status: 206, start: 0, end: 10 })
  })

  it('notices a body that ends properly, but too early', async () => {
    const { url } = await serve(
      lying((_, response) => {
        response.writeHead(206, { 'Content-Range': 'bytes 0-9/100000' })
        response.end(bytes.subarray(0, 4))
      }),
    )
    const source = await httpSource(url, bare)
    await expect(source.slice(0, 10)).rejects.toThrow('the answer ended after 4 of 10 bytes')
  })

  describe('a file that changes meanwhile', () => {
    const before: Served = { bytes, etag: '"one"', lastModified: 'Mon, 01 Nov 1999 00:00:00 GMT' }
    const { etag, lastModified, ...anonymous } = before
    const cases: [string, Served, Served][] = [
      ['another ETag, same length', before, { ...before, etag: '"two"' }],
      ['a weak ETag', { ...anonymous, etag: 'W/"one"' }, { ...anonymous, etag: 'W/"two"' }],
      [
        'another date',
        { ...anonymous, lastModified: lastModified ?? '' },
        { ...anonymous, lastModified: 'Tue, 02 Nov 1999 00:00:00 GMT' },
      ],
      ['longer', anonymous, { bytes: pattern(100_001) }],
      ['shorter', anonymous, { bytes: pattern(50_000) }],
      ['shorter than the range', anonymous, { bytes: pattern(10) }],
      ['its ETag lost', before, anonymous],
    ]
    it.each(cases)('is an error: %s', async (_, first, second) => {
      const file = { ...first }
      // Not a spread: the handler has to see the later state.
      const { url, seen } = await serve((request, response) => fileHandler(file)(request, response))
      const source = await httpSource(url, bare)
      expect(await source.slice(100, 110)).toEqual(bytes.slice(100, 110))
      delete file.etag
      delete file.lastModified
      Object.assign(file, second)
      await expect(source.slice(100, 110)).rejects.toMatchObject({
        name: 'SourceError',
        kind: 'changed',
        url,
        start: 100,
        end: 110,
      })
      expect(seen).toHaveLength(3)
    })

    it('is an error even if the server does not support ranges', async () => {
      const file: Served = { bytes }
      const { url } = await serve((request, response) => fileHandler(file, { ranges: false })(request, response))
      const source = await httpSource(url, bare)
      file.bytes = pattern(100_001)
      await expect(source.slice(0, 1)).rejects.toMatchObject({ kind: 'changed', status: 200 })
      // Failures are not kept: when the file is restored, the source works again.
      file.bytes = bytes
      expect(await source.slice(0, 1)).toEqual(bytes.slice(0, 1))
    })

    it('is not reported if a proxy only weakens the ETag, or mirrors disagree about the date', async () => {
      const file = { ...before }
      const { url } = await serve((request, response) => fileHandler(file)(request, response))
      const source = await httpSource(url, bare)
      file.lastModified = 'Tue, 02 Nov 1999 00:00:00 GMT'
      expect(await source.slice(0, 4)).toEqual(bytes.slice(0, 4))
    })
  })

  it.each([404, 403, 500])('names address, status and range if the server answers %d', async (status) => {
    const { url, seen } = await serve((_, response) => void response.writeHead(status).end('no'))
    await expect(httpSource(url)).rejects.toMatchObject({
      kind: 'http',
      url,
      status,
      message: `${url} (status ${status}, bytes 0-0): the server refuses`,
    })
    expect(seen.map(({ method }) => method)).toEqual(['HEAD', 'GET'])

    const later = await serve(lying((_, response) => void response.writeHead(status).end('no')))
    const source = await httpSource(later.url, bare)
    await expect(source.slice(5, 9)).rejects.toMatchObject({ kind: 'http', status, start: 5, end: 9 })
  })

  it('reports why there is no connection', async () => {
    const { url } = await serve((request) => request.socket.destroy())
    await expect(httpSource(url)).rejects.toMatchObject({ kind: 'io', url, message: expect.stringContaining(url) })
  })

  it('ends on a signal: while opening, while reading, and before', async () => {
    const reason = new Error('enough')
    const opening = new AbortController()
    const silent = await serve(() => opening.abort(reason))
    await expect(httpSource(silent.url, { signal: opening.signal })).rejects.toBe(reason)
    expect(silent.seen).toHaveLength(1)
    await expect(httpSource(silent.url, { signal: opening.signal })).rejects.toBe(reason)
    expect(silent.seen).toHaveLength(1)

    const reading = new AbortController()
    const stalled = await serve(
      lying((_, response) => {
        response.writeHead(206, { 'Content-Range': 'bytes 0-9/100000' })
        response.write(bytes.subarray(0, 4), () => reading.abort(reason))
      }),
    )
    const source = await httpSource(stalled.url, { ...bare, signal: reading.signal })
    await expect(source.slice(0, 10)).rejects.toBe(reason)
  })

  it('fails once it is closed', async () => {
    const { url } = await serve(fileHandler({ bytes }, { ranges: false }))
    const source = await httpSource(url, bare)
    await source.slice(0, 1)
    await source.close?.()
    expect(() => source.slice(0, 1)).toThrow('closed')
  })

  it('uses the given fetch, and never calls it as a method', async () => {
    const asked: string[] = []
    const stub: FetchLike = async function (this: unknown, url, { method }) {
      expect(this).toBeUndefined()
      asked.push(`${method} ${url}`)
      return new Response(null, { headers: { 'Content-Length': '12' } })
    }
    const source = await httpSource('http://example.test/a.u', { fetch: stub })
    expect(source.byteLength).toBe(12)
    expect(asked).toEqual(['HEAD http://example.test/a.u'])
    // The platform's own type fits without a cast.
    await expect(httpSource('http://[', { fetch: globalThis.fetch })).rejects.toMatchObject({ kind: 'io' })
  })
})
