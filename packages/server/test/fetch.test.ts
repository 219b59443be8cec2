import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { compressUz, compressUz2, compressUz3 } from '@ukit/codecs/uz'
import { Guid } from '@ukit/container'
import { nodeCodecs } from '@ukit/core/node'
import { FetchError, fetchPackage, fetchToCache, inlineCompressor, serveRedirect } from '@ukit/server'
import { afterEach, expect, test } from 'vitest'
import { corpusFile, describeCorpus } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { packageFile } from './support/package-file.js'

const servers: (Server | RawServer)[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  }
})

/** A redirect that behaves as the test specifies; returns its address and the received requests. */
async function redirect(answer: RequestListener): Promise<{ base: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  return { base: await listen(server), asked }
}

/** A redirect that writes its answers byte for byte. */
async function rawRedirect(
  answer: (socket: Socket, request: string) => void,
): Promise<{ base: string; asked: string[] }> {
  const asked: string[] = []
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      asked.push(data.toString('latin1'))
      answer(socket, data.toString('latin1'))
    })
  })
  return { base: await listen(server), asked }
}

function listen(server: Server | RawServer): Promise<string> {
  servers.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`)
    })
  })
}

const FAST = { retryMs: 0, idleMs: 5000 }
const guid = new Guid(0x2306087a, 0x11d1e2fd, 0x4f00dba5, 0xcaa00349)

/** Sends the body for each name in a table, and 404 for other names. */
function files(table: Readonly<Record<string, Uint8Array | string>>): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const body = table[decodeURIComponent((request.url ?? '').slice(1))]
    if (body === undefined) response.writeHead(404, { 'Content-Length': 0 }).end()
    else response.writeHead(200, { 'Content-Length': Buffer.byteLength(body) }).end(body)
  }
}

async function failure(promise: Promise<unknown>): Promise<FetchError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof FetchError)) throw new Error(`expected a FetchError, found ${String(error)}`, { cause: error })
  return error
}

test('a package is fetched in each compression and without one', async () => {
  const bytes = await packageFile({ size: 50_000 })
  const zlib = await nodeCodecs.zlib()
  const forms = {
    uz: compressUz(bytes, { name: 'Mod.u' }),
    uz2: compressUz2(bytes, zlib),
    uz3: compressUz3(bytes, zlib),
  }
  for (const [format, body] of Object.entries(forms)) {
    const { base } = await redirect(files({ [`Mod.u.${format}`]: body }))
    const got = await fetchPackage(base, { fileName: 'Mod.u', guid, size: bytes.length }, FAST)
    expect(got).toMatchObject({ format, transferred: body.length, warnings: [] })
    expect(Buffer.from(got.bytes).equals(bytes)).toBe(true)
  }
  const { base, asked } = await redirect(files({ 'Mod.u': bytes }))
  expect((await fetchPackage(base, { fileName: 'Mod.u' }, FAST)).format).toBe('plain')
  expect(asked).toEqual(['/Mod.u.uz', '/Mod.u.uz2', '/Mod.u.uz3', '/Mod.u'])
})

test('the extension determines what is requested first', async () => {
  const { base, asked } = await redirect(files({}))
  for (const fileName of ['DM-X.ut2', 'X.upk', "CTF-[x]'s Map+.unr"]) {
    await failure(fetchPackage(base, { fileName }, FAST))
    expect(asked.splice(0)[0]).toBe(
      { 'DM-X.ut2': '/DM-X.ut2.uz2', 'X.upk': '/X.upk.uz3' }[fileName] ?? "/CTF-%5Bx%5D's%20Map%2B.unr.uz",
    )
  }
})

test('404 for every name is reported, with the names', async () => {
  const { base } = await redirect(files({}))
  const error = await failure(fetchPackage(base, { fileName: 'Mod.u' }, FAST))
  expect(error.kind).toBe('not-found')
  expect(error.message).toBe(
    `${base}: the redirect does not have Mod.u: it answers 404 to Mod.u.uz, Mod.u.uz2, Mod.u.uz3, Mod.u`,
  )
})

test('a different version of the package: the two GUIDs, and what to do', async () => {
  const { base } = await redirect(files({ 'Mod.u': await packageFile({ guid: new Guid(1, 2, 3, 4) }) }))
  const error = await failure(fetchPackage(base, { fileName: 'Mod.u', guid }, FAST))
  expect(error.kind).toBe('wrong-file')
  expect(error.message).toContain(`expected the GUID ${guid}, found 00000001000000020000000300000004`)
})

test('a wrong file in one format does not hide a good one in another, and is reported', async () => {
  const bytes = await packageFile()
  const { base } = await redirect(files({ 'Mod.u.uz': 'rubbish', 'Mod.u': bytes }))
  const got = await fetchPackage(base, { fileName: 'Mod.u', guid }, FAST)
  expect(got.format).toBe('plain')
  expect(got.warnings).toEqual([expect.stringContaining('Mod.u.uz: it does not unpack')])
})

test('files that are too large and too small', async () => {
  const bytes = await packageFile()
  const { base } = await redirect(files({ 'Mod.u': bytes, 'Mod.u.uz': compressUz(bytes, { name: 'Mod.u' }) }))
  const kind = async (size: number, formats: readonly ('plain' | 'uz')[]) =>
    (await failure(fetchPackage(base, { fileName: 'Mod.u', size }, { ...FAST, formats }))).kind
  expect(await kind(bytes.length + 1, ['plain'])).toBe('too-small')
  expect(await kind(bytes.length - 1, ['plain'])).toBe('too-large')
  expect(await kind(bytes.length + 1, ['uz'])).toBe('too-small')
  expect(await kind(bytes.length - 1, ['uz'])).toBe('too-large')
  const error = await failure(fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, limit: 10 }))
  expect(error.kind).toBe('too-large')
})

test('an endless body is cut off at the limit', async () => {
  const { base } = await rawRedirect((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      if (!socket.destroyed) socket.once('drain', more)
    }
    more()
  })
  const error = await failure(
    fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, limit: 1_000_000, formats: ['plain'] }),
  )
  expect(error.kind).toBe('too-large')
})

test('decompressing a small file to gigabytes is stopped', async () => {
  const zlib = await nodeCodecs.zlib()
  const zeros = new Uint8Array(40_000_000)
  const { base } = await redirect(
    files({
      'A.u.uz': compressUz(zeros, { name: 'A.u' }),
      'A.u.uz2': compressUz2(zeros, zlib),
      'A.u.uz3': compressUz3(zeros, zlib),
    }),
  )
  for (const format of ['uz', 'uz2', 'uz3'] as const) {
    const error = await failure(
      fetchPackage(base, { fileName: 'A.u' }, { ...FAST, formats: [format], limit: 1_000_000 }),
    )
    expect([format, error.kind]).toEqual([format, 'too-large'])
    expect(error.message).toContain('unpacks to more than the 1000000 bytes allowed')
  }
})

test('a compressed file that ends too early is not decompressed', async () => {
  const whole = compressUz(await packageFile({ size: 10_000 }), { name: 'Mod.u' })
  const { base } = await redirect(files({ 'Mod.u.uz': whole.subarray(0, whole.length - 100) }))
  const error = await failure(fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, formats: ['uz'] }))
  expect(error.kind).toBe('damaged')
})

test('HTML with status 200 is distinguished from a package', async () => {
  const { base } = await redirect((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!DOCTYPE html><title>Not found</title>')
  })
  const error = await failure(fetchPackage(base, { fileName: 'Mod.u' }, FAST))
  expect(error.kind).toBe('html')
  expect(error.message).toContain('should answer 404')
})

test('what is not a package is reported', async () => {
  const { base } = await redirect(files({ 'Mod.u': 'just some text that is long enough to be something' }))
  expect((await failure(fetchPackage(base, { fileName: 'Mod.u' }, FAST))).kind).toBe('not-a-package')
})

test.each([301, 302, 307, 308])('%i is followed and reported, since old games do not follow it', async (status) => {
  const bytes = await packageFile()
  const target = await redirect(files({ 'there/Mod.u': bytes }))
  const { base } = await redirect((_, response) =>
    response.writeHead(status, { Location: `${target.base}there/Mod.u` }).end(),
  )
  const got = await fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] })
  expect(got.url).toBe(`${target.base}there/Mod.u`)
  expect(got.warnings).toEqual([
    expect.stringMatching(new RegExp(`\\(${status}\\), which games before 469 do not follow`)),
  ])
})

test('redirects in a cycle, or to a file, end', async () => {
  const { base, asked } = await redirect((request, response) =>
    response.writeHead(302, { Location: request.url }).end(),
  )
  const error = await failure(fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] }))
  expect([error.kind, asked.length]).toEqual(['redirects', 6])
  const other = await redirect((_, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end())
  expect((await failure(fetchPackage(other.base, { fileName: 'Mod.u' }, FAST))).message).toContain(
    'not an HTTP address',
  )
})

test('chunked answers, and those without a length, are accepted and reported', async () => {
  const bytes = await packageFile()
  const chunked = await redirect((_, response) => {
    response.writeHead(200)
    response.write(bytes.subarray(0, 50))
    response.end(bytes.subarray(50))
  })
  const got = await fetchPackage(chunked.base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] })
  expect(got.warnings).toEqual([expect.stringContaining('comes chunked')])
  const bare = await rawRedirect((socket) => {
    socket.write('HTTP/1.0 200 OK\r\n\r\n')
    socket.end(bytes)
  })
  const other = await fetchPackage(bare.base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] })
  expect(other.warnings).toEqual([expect.stringContaining('without Content-Length')])
  expect(Buffer.from(other.bytes).equals(bytes)).toBe(true)
})

test('gzip is refused, since games do not decompress it', async () => {
  const { base } = await redirect((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x'))
  expect((await failure(fetchPackage(base, { fileName: 'Mod.u' }, FAST))).kind).toBe('encoded')
})

test.each([401, 403, 451])('%i is a refusal, at once', async (status) => {
  const { base, asked } = await redirect((_, response) => response.writeHead(status).end())
  const error = await failure(fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] }))
  expect([error.kind, asked.length]).toEqual(['refused', 1])
})

test('503 is retried', async () => {
  const bytes = await packageFile()
  let count = 0
  const { base, asked } = await redirect((_, response) => {
    if (++count < 3) response.writeHead(503).end()
    else response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes)
  })
  await fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] })
  expect(asked).toHaveLength(3)
})

test('a redirect that stalls is given up, before the head and in the middle', async () => {
  const silent = await rawRedirect(() => undefined)
  const options = { ...FAST, idleMs: 50, retries: 1 }
  expect((await failure(fetchPackage(silent.base, { fileName: 'Mod.u' }, options))).kind).toBe('timeout')
  expect(silent.asked).toHaveLength(2)
  const half = await rawRedirect((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'))
  expect((await failure(fetchPackage(half.base, { fileName: 'Mod.u' }, options))).kind).toBe('timeout')
})

test('a redirect that sends very slowly is given up after the total time limit', async () => {
  const { base } = await rawRedirect((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
    const drip = () => {
      if (!socket.destroyed) socket.write('x', () => setTimeout(drip, 1))
    }
    drip()
  })
  const options = { ...FAST, totalMs: 100, retries: 0 }
  expect((await failure(fetchPackage(base, { fileName: 'Mod.u' }, options))).kind).toBe('timeout')
})

test('no server at the address', async () => {
  const error = await failure(fetchPackage('http://127.0.0.1:9/', { fileName: 'Mod.u' }, { ...FAST, retries: 0 }))
  expect(error.kind).toBe('unreachable')
  expect((await failure(fetchPackage('ftp://x/', { fileName: 'Mod.u' }))).message).toContain('http:// or https://')
})

test('an answer that breaks off is resumed at that position, if the file is the same', async () => {
  const bytes = await packageFile({ size: 100_000 })
  const head = (status: string, from: number) =>
    `HTTP/1.1 ${status}\r\nETag: "a"\r\nAccept-Ranges: bytes\r\nContent-Range: bytes ${from}-${bytes.length - 1}/${bytes.length}\r\nContent-Length: ${bytes.length - from}\r\n\r\n`
  const { base, asked } = await rawRedirect((socket, request) => {
    const from = Number(/^Range: bytes=(\d+)-/im.exec(request)?.[1] ?? 0)
    socket.write(head(from === 0 ? '200 OK' : '206 Partial Content', from))
    socket.end(bytes.subarray(from, Math.min(bytes.length, from + 40_000)))
  })
  const got = await fetchPackage(base, { fileName: 'Mod.u', guid }, { ...FAST, formats: ['plain'] })
  expect(Buffer.from(got.bytes).equals(bytes)).toBe(true)
  expect(asked.map((text) => /^Range: (.*)\r$/im.exec(text)?.[1])).toEqual([undefined, 'bytes=40000-', 'bytes=80000-'])
  expect(asked[1]).toMatch(/^If-Range: "a"\r$/m)
})

/** Answers each request with the next of these heads and the bytes after it, and closes the connection. */
function parts(...answers: readonly (readonly [head: string, body: Uint8Array])[]) {
  let count = 0
  return rawRedirect((socket) => {
    const [head, body] = answers[count++] ?? ['HTTP/1.1 500 No more', new Uint8Array()]
    socket.write(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`)
    socket.end(body)
  })
}

test.each([
  ['another ETag', 'b', 0, 0],
  ['another length', 'a', 0, 1],
  ['another position', 'a', 1, 0],
])('two versions of a file are not joined: the rest has %s', async (_, etag, before, more) => {
  const old = await packageFile({ size: 100_000 })
  const { length } = old
  const fresh = old.slice().fill(7, 50_000)
  const range = `${40_000 - before}-${length - 1 - before}/${length + more}`
  const { base, asked } = await parts(
    [`HTTP/1.1 200 OK\nETag: "a"\nContent-Length: ${length}`, old.subarray(0, 40_000)],
    [
      `HTTP/1.1 206 Partial\nETag: "${etag}"\nContent-Range: bytes ${range}\nContent-Length: ${length - 40_000}`,
      fresh.subarray(40_000),
    ],
    [`HTTP/1.1 200 OK\nETag: "b"\nContent-Length: ${length}`, fresh],
  )
  const got = await fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] })
  expect(Buffer.from(got.bytes).equals(fresh)).toBe(true)
  expect(asked.map((text) => /^Range: (.*)\r$/im.exec(text)?.[1])).toEqual([undefined, 'bytes=40000-', undefined])
})

test('a part that ends early is not taken for the rest of the file', async () => {
  const bytes = await packageFile({ size: 100_000 })
  const { length } = bytes
  const part = (from: number, to: number) =>
    [
      `HTTP/1.1 206 Partial\nETag: "a"\nContent-Range: bytes ${from}-${to - 1}/${length}\nContent-Length: ${to - from}`,
      bytes.subarray(from, to),
    ] as const
  const { base } = await parts(
    [`HTTP/1.1 200 OK\nETag: "a"\nContent-Length: ${length}`, bytes.subarray(0, 40_000)],
    part(40_000, 70_000),
    part(70_000, length),
  )
  const got = await fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] })
  expect(Buffer.from(got.bytes).equals(bytes)).toBe(true)
})

test('an answer that cannot be resumed is restarted; one that always breaks off is given up', async () => {
  const bytes = await packageFile({ size: 10_000 })
  let count = 0
  const { base } = await rawRedirect((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nETag: "${count}"\r\nContent-Length: ${bytes.length}\r\n\r\n`)
    socket.end(count++ === 0 ? bytes.subarray(0, 500) : bytes)
  })
  const got = await fetchPackage(base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] })
  expect(Buffer.from(got.bytes).equals(bytes)).toBe(true)
  const never = await rawRedirect((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc'))
  const error = await failure(fetchPackage(never.base, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] }))
  expect(error.kind).toBe('broken-off')
  expect(error.message).toContain('after 3 of 1000 bytes')
  expect(never.asked).toHaveLength(4)
})

test('an address without a final / is corrected and reported, since games would request something else', async () => {
  const { base, asked } = await redirect(files({ 'ut/Mod.u': await packageFile() }))
  const got = await fetchPackage(`${base}ut`, { fileName: 'Mod.u' }, { ...FAST, formats: ['plain'] })
  expect(asked).toEqual(['/ut/Mod.u'])
  expect(got.warnings).toEqual([expect.stringContaining('utNAME')])
})

test('a .uz with a different name inside, and one larger than its content, are reported', async () => {
  const bytes = await packageFile({ size: 0 })
  const { base } = await redirect(files({ 'Mod.u.uz': compressUz(bytes, { name: 'Other.u' }) }))
  const { warnings } = await fetchPackage(base, { fileName: 'Mod.u' }, FAST)
  expect(warnings[0]).toContain('says that it is "Other.u"')
})

test('a signal aborts it', async () => {
  const { base } = await rawRedirect(() => undefined)
  const controller = new AbortController()
  const fetching = fetchPackage(base, { fileName: 'Mod.u' }, { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(fetching).rejects.toThrow()
})

test('from ukit’s redirect into a cache: named by GUID, listed in cache.ini, not fetched twice', async () => {
  const bytes = await packageFile({ size: 30_000 })
  const server = await serveRedirect({
    folders: [temporaryFolder({ 'System/Mod.u': bytes })],
    cacheFolder: temporaryFolder(),
    compressor: inlineCompressor(),
    port: 0,
    host: '127.0.0.1',
    rescanMs: 0,
  })
  try {
    const cache = temporaryFolder()
    const base = `http://127.0.0.1:${server.port}/`
    const first = await fetchToCache(base, { fileName: 'Mod.u', guid, size: bytes.length }, cache, FAST)
    expect(first).toMatchObject({ action: 'added', fileName: '2306087A11D1E2FD4F00DBA5CAA00349.uxx' })
    expect(first.fetched?.format).toBe('uz')
    expect(readFileSync(first.path).equals(bytes)).toBe(true)
    expect(readFileSync(join(cache, 'cache.ini'), 'latin1')).toContain('2306087A11D1E2FD4F00DBA5CAA00349=Mod.u')
    expect(readdirSync(cache).filter((name) => name.endsWith('.tmp'))).toEqual([])
    const again = await fetchToCache(base, { fileName: 'Mod.u', guid }, cache, FAST)
    expect([again.action, again.fetched]).toEqual(['present', undefined])
    await expect(fetchToCache(base, { fileName: 'None.u' }, cache, FAST)).rejects.toThrow(FetchError)
    expect(readdirSync(cache)).toHaveLength(2)
  } finally {
    await server.close()
  }
})

describeCorpus('real files', () => {
  test('a real .uz, served and fetched, is the package that it was made from', async () => {
    const whole = corpusFile('ue1/cacofff/NewNetWeaponsv0_9.u')
    const { base } = await redirect(
      files({ 'NewNetWeaponsv0_9.u.uz': corpusFile('ue1/elsheepo/NewNetWeaponsv0_9.u.uz') }),
    )
    const got = await fetchPackage(base, { fileName: 'NewNetWeaponsv0_9.u', size: whole.length }, FAST)
    expect(Buffer.from(got.bytes).equals(whole)).toBe(true)
    expect(got).toMatchObject({ format: 'uz', warnings: [] })
  })
})
