import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { compressUz, compressUz2, compressUz3, decompressUz, decompressUz2, decompressUz3 } from '@ukit/codecs/uz'
import { Guid } from '@ukit/container'
import { nodeCodecs } from '@ukit/core/node'
import { type AccessRecord, type Compressor, inlineCompressor, type RedirectServer, serveRedirect } from '@ukit/server'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { temporaryFolder, writeTree } from '../../../testing/folders.js'
import { packageFile, SERVER_SIDE_ONLY } from './support/package-file.js'
import { connected, oldRequest, rawRequest, readAnswer } from './support/raw-http.js'

const servers: RedirectServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

type Options = Partial<Parameters<typeof serveRedirect>[0]>

/** A server over a folder with these files, and what it logged. */
async function served(files: Readonly<Record<string, Uint8Array | string>>, options: Options = {}) {
  const folder = temporaryFolder(files)
  const log: AccessRecord[] = []
  const notes: string[] = []
  const server = await serveRedirect({
    folders: [folder],
    cacheFolder: temporaryFolder(),
    compressor: inlineCompressor(),
    port: 0,
    host: '127.0.0.1',
    rescanMs: 0,
    graceMs: 0,
    onRequest: (record) => log.push(record),
    onNote: (note) => notes.push(note),
    ...options,
  })
  servers.push(server)
  const url = (path: string) => `http://127.0.0.1:${server.port}${path}`
  return { server, folder, log, notes, url, port: server.port }
}

describe('old clients', () => {
  test('get the bytes behind a plain head: 200 OK, Content-Length, no encoding of any kind, and the end', async () => {
    const bytes = await packageFile({ size: 5000 })
    const { port, log } = await served({ 'System/Mod.u': bytes })
    const { statusLine, headers, body } = await rawRequest(port, oldRequest('/Mod.u'))
    expect(statusLine).toBe('HTTP/1.1 200 OK')
    expect(headers).toMatchObject({ 'content-length': String(bytes.length), connection: 'close' })
    expect(headers).not.toHaveProperty('transfer-encoding')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(body.equals(bytes)).toBe(true)
    expect(log).toMatchObject([
      { method: 'GET', path: '/Mod.u', status: 200, bytes: bytes.length, userAgent: 'Unreal', complete: true },
    ])
  })

  test.each([
    ['without Host', 'GET /Mod.u HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['that expect something', 'GET /Mod.u HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nConnection: close\r\n\r\n'],
  ])('%s get the file, and no chunked answer of the platform', async (_, text) => {
    const bytes = await packageFile()
    const { port, log } = await served({ 'Mod.u': bytes })
    const { statusLine, headers, body } = await rawRequest(port, text)
    expect(statusLine).toBe('HTTP/1.1 200 OK')
    expect([headers['content-length'], headers['transfer-encoding']]).toEqual([String(bytes.length), undefined])
    expect(body.equals(bytes)).toBe(true)
    expect(log).toHaveLength(1)
  })

  test('whose request comes in pieces are understood, as far as the first one tells that it is an old one', async () => {
    const bytes = await packageFile()
    const { port, log } = await served({ 'DM-My Map.unr': bytes })
    const text = 'GET /ut/DM-My Map.unr HTTP/1.1\r\nHost: a\r\nUser-Agent: Unreal\r\nConnection: close\r\n\r\n'
    for (const at of ['GET /ut/DM-My M'.length, 25, 32, 60, text.length - 2]) {
      const socket = await connected(port)
      socket.setNoDelay(true)
      socket.write(text.slice(0, at), 'latin1')
      // Anything that is answered later on another connection was sent after the first piece had come.
      await rawRequest(port, oldRequest('/none'))
      socket.write(text.slice(at), 'latin1')
      const pieces: Buffer[] = []
      for await (const piece of socket) pieces.push(piece)
      const { statusLine, body } = readAnswer(Buffer.concat(pieces))
      expect({ at, statusLine }).toEqual({ at, statusLine: 'HTTP/1.1 200 OK' })
      expect(body.equals(bytes)).toBe(true)
    }
    expect(log.filter(({ status, userAgent }) => status === 200 && userAgent === 'Unreal')).toHaveLength(5)
  })

  test('of which a piece never comes are reported so, and the connection ends', async () => {
    const { port } = await served({}, { requestMs: 100 })
    const { statusLine } = await rawRequest(port, 'GET /DM-My Map')
    expect(statusLine).toBe('HTTP/1.1 408 Request Timeout')
  })

  test('that speak HTTP/1.0 are answered and the connection is closed', async () => {
    const bytes = await packageFile()
    const { port } = await served({ 'Mod.u': bytes })
    const { statusLine, headers, body } = await rawRequest(port, 'GET /Mod.u HTTP/1.0\r\n\r\n')
    expect(statusLine).toMatch(/^HTTP\/1\.[01] 200 OK$/)
    expect(headers['content-length']).toBe(String(bytes.length))
    expect(body.equals(bytes)).toBe(true)
  })

  test.each([
    ['/DM-My Map.unr', 'a space as it is'],
    ['/DM-My%20Map.unr', 'a space encoded'],
    ['/DM-My%2520Map.unr', 'a space encoded twice'],
    ['/DM-My+Map.unr', 'a space as a plus sign'],
    ['/dm-my map.UNR', 'another case'],
    ['/some/folder/DM-My%20Map.unr', 'a folder in front'],
    ['/some folder/DM-My Map.unr', 'a folder with a space in front'],
    ['/DM-My%20Map.unr?x=1', 'a query behind'],
    ['http://redirect.example/ut/DM-My%20Map.unr', 'the whole address, as proxies ask'],
  ])('%s finds DM-My Map.unr: %s', async (path) => {
    const bytes = await packageFile()
    const { port, log } = await served({ 'Maps/DM-My Map.unr': bytes })
    const { statusLine, body } = await rawRequest(port, oldRequest(path))
    expect(statusLine).toBe('HTTP/1.1 200 OK')
    expect(body.equals(bytes)).toBe(true)
    expect(log).toMatchObject([{ path, status: 200, userAgent: 'Unreal' }])
  })

  test.each([
    ["/CTF-[x]'s.unr", "CTF-[x]'s.unr"],
    ['/CTF-%5Bx%5D%27s.unr', "CTF-[x]'s.unr"],
    ['/CTF-%255Bx%255D%2527s.unr', "CTF-[x]'s.unr"],
    ['/DM-a+b.unr', 'DM-a+b.unr'],
    ['/DM-a%2Bb.unr', 'DM-a+b.unr'],
    ['/DM-100%.unr', 'DM-100%.unr'],
    ['/DM-%25.unr', 'DM-%25.unr'],
    ['/DM-#1.unr', 'DM-#1.unr'],
    ['/%47r%c3%b6%c3%9fe.utx', 'Größe.utx'],
    ['/Gr%F6%DFe.utx', 'Größe.utx'],
    ['/Gr\u00f6\u00dfe.utx', 'Größe.utx'],
    ['/\u00c3\u0080.utx', 'À.utx'],
  ])('%s finds %s', async (path, name) => {
    const bytes = await packageFile()
    const { port } = await served({ [name]: bytes })
    const { statusLine } = await rawRequest(port, oldRequest(path))
    expect(statusLine).toBe('HTTP/1.1 200 OK')
  })

  test('of which one announces what it does not send, or nothing at all, get an answer in the end', async () => {
    const { port } = await served({ 'Mod.u': await packageFile() }, { requestMs: 100 })
    const { statusLine } = await rawRequest(port, 'GET /Mod.u HTTP/1.1\r\nHost: x\r\n')
    expect(statusLine).toBe('HTTP/1.1 408 Request Timeout')
  })
})

describe('path tricks', () => {
  test.each([
    ['/../secret.u', 400],
    ['/a/../secret.u', 400],
    ['/./Mod.u', 400],
    ['/%2e%2e/secret.u', 400],
    ['/%252e%252e%252fsecret.u', 400],
    ['/..%2fsecret.u', 400],
    ['/..%5csecret.u', 400],
    ['/..\\secret.u', 400],
    ['/%5c%5cserver%5cshare%5cx.u', 400],
    ['/Mod.u%00.txt', 400],
    ['/Mod.u%2500', 400],
    ['/Mod.u\u0000', 400],
    ['/Mod.u\u0001', 400],
    ['/Mod\t.u', 400],
    ['/Mod%0d%0aX: y.u', 400],
    ['/C:/secret.u', 400],
    ['/C%3a%5csecret.u', 400],
    ['/Mod.u::$DATA', 400],
    ['C:\\secret.u', 400],
    ['secret.u', 400],
    ['*', 400],
    ['//etc/passwd', 404],
    ['/%2fetc%2fpasswd', 404],
    ['/etc/passwd', 404],
    ['/file:///etc/passwd', 400],
    ['/%c0%ae%c0%ae/secret.u', 404],
    ['/link.u', 404],
    ['/linked/inside.u', 404],
    ['/inside.u', 404],
    ['/.hidden.u', 404],
    ['/secret.u', 404],
  ])('%j is answered %i', async (path, status) => {
    const outside = temporaryFolder({ 'secret.u': await packageFile(), 'inside.u': await packageFile() })
    const { port, folder, server, notes } = await served({
      'Mod.u': await packageFile(),
      '.hidden.u': await packageFile(),
    })
    symlinkSync(join(outside, 'secret.u'), join(folder, 'link.u'))
    symlinkSync(outside, join(folder, 'linked'))
    await server.redirect.rescan()
    const answer = await rawRequest(port, oldRequest(path))
    expect(Number(answer.statusLine.split(' ')[1])).toBe(status)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(notes.some((note) => note.includes('leads out of the folder'))).toBe(true)
  })

  test('names that are too long are refused', async () => {
    const { port } = await served({ 'Mod.u': await packageFile() })
    const status = async (length: number) => (await rawRequest(port, oldRequest(`/${'a'.repeat(length)}.u`))).statusLine
    expect(await status(500)).toBe('HTTP/1.1 404 Not Found')
    expect(await status(2000)).toBe('HTTP/1.1 400 Bad Request')
    expect(await status(40_000)).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  })

  test('whatever is asked for, only what is there is served, and there is always an answer', async () => {
    const outside = temporaryFolder({ 'secret.u': await packageFile({ size: 777 }) })
    const { port, folder, notes } = await served({ 'Mod.u': await packageFile() })
    symlinkSync(outside, join(folder, 'linked'))
    const part = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\\\',
      '%2e',
      '%2f',
      '%5c',
      '%00',
      '%25',
      '%',
      'linked',
      'secret.u',
      'C:',
      '+',
      ' ',
      '?',
      '#',
      'é',
      '.uz',
    )
    const path = fc
      .array(
        fc.oneof(
          part,
          fc.string({ unit: 'binary', maxLength: 3 }).map((text) => text.replace(/[\r\n]/g, '')),
        ),
      )
      .map((parts) => `/${parts.join('')}`)
    await fc.assert(
      fc.asyncProperty(path, async (asked) => {
        const { statusLine, body, headers } = await rawRequest(port, oldRequest(Buffer.from(asked).toString('latin1')))
        expect(statusLine).toMatch(/^HTTP\/1\.1 (200|400|404)/)
        if (statusLine.endsWith('200 OK')) expect(headers['content-type']).toMatch(/^text\/html/)
        expect(headers['content-length']).toBe(String(body.length))
      }),
      { numRuns: 300 },
    )
    expect(notes.filter((note) => !note.includes('leads out'))).toEqual([])
  })

  test('a link that stays inside is followed, one in a circle does not hang', async () => {
    const { port, folder, server } = await served({ 'a/Mod.u': await packageFile() })
    symlinkSync(join(folder, 'a/Mod.u'), join(folder, 'Other.u'))
    symlinkSync(folder, join(folder, 'a/again'))
    symlinkSync('loop', join(folder, 'loop'))
    await server.redirect.rescan()
    expect((await rawRequest(port, oldRequest('/Other.u'))).statusLine).toBe('HTTP/1.1 200 OK')
  })

  test('a file that has become a link out of the folder is not followed', async () => {
    const outside = temporaryFolder({ 'secret.u': await packageFile({ size: 600_000 }) })
    const { port, folder } = await served({ 'Mod.u': await packageFile({ size: 600_000 }) })
    renameSync(join(folder, 'Mod.u'), join(folder, 'Old.u'))
    symlinkSync(join(outside, 'secret.u'), join(folder, 'Mod.u'))
    expect((await rawRequest(port, oldRequest('/Mod.u'))).statusLine).toBe('HTTP/1.1 404 Not Found')
  })
})

describe('compressed', () => {
  test('what is asked for with .uz, .uz2 and .uz3 is compressed, once, and is the package again', async () => {
    const bytes = await packageFile({ size: 70_000 })
    const { url, log } = await served({ 'System/Mod.u': bytes })
    const load = async (name: string) => new Uint8Array(await (await fetch(url(`/${name}`))).arrayBuffer())
    const zlib = await nodeCodecs.zlib()
    const uz = decompressUz(await load('mod.u.UZ'))
    // The name in it is the file's own, whatever case was asked for.
    expect(uz.name).toBe('Mod.u')
    expect(Buffer.from(uz.bytes).equals(bytes)).toBe(true)
    expect(Buffer.from(decompressUz2(await load('Mod.u.uz2'), zlib)).equals(bytes)).toBe(true)
    expect(Buffer.from(decompressUz3(await load('Mod.u.uz3'), zlib)).equals(bytes)).toBe(true)
    await load('Mod.u.uz')
    expect(log.map(({ note }) => note)).toEqual([
      expect.stringMatching(/^compressed in \d+ ms$/),
      expect.stringMatching(/^compressed in \d+ ms$/),
      expect.stringMatching(/^compressed in \d+ ms$/),
      'compressed before',
    ])
  })

  test('many who ask for one file at a time wait for one compression', async () => {
    const { url, server, log } = await served({ 'Mod.u': await packageFile({ size: 70_000 }) })
    const bodies = await Promise.all(
      Array.from({ length: 20 }, async () => Buffer.from(await (await fetch(url('/Mod.u.uz'))).arrayBuffer())),
    )
    expect(server.redirect.metrics.compressions).toBe(1)
    expect(new Set(bodies.map((body) => body.toString('latin1'))).size).toBe(1)
    expect(log.filter(({ note }) => note.startsWith('compressed in'))).toHaveLength(1)
  })

  test('one that lies in the folder is taken unless it is older than the package', async () => {
    const bytes = await packageFile()
    const { url, folder } = await served({ 'Mod.u': bytes, 'Mod.u.uz': 'made by somebody' })
    const old = new Date(Date.now() - 60_000)
    utimesSync(join(folder, 'Mod.u'), old, old)
    expect(await (await fetch(url('/Mod.u.uz'))).text()).toBe('made by somebody')
    const older = new Date(Date.now() - 120_000)
    utimesSync(join(folder, 'Mod.u.uz'), older, older)
    // What is in memory is good for a second: ask by another name.
    const fresh = await (await fetch(url('/mod.u.uz'))).arrayBuffer()
    expect(Buffer.from(decompressUz(new Uint8Array(fresh)).bytes).equals(bytes)).toBe(true)
  })

  test('one without its package is looked into: its flags decide', async () => {
    const secret = compressUz(await packageFile({ flags: 0x5 }), { name: 'Secret.u' })
    const open = compressUz(await packageFile(), { name: 'Open.u' })
    const { url } = await served({ 'Secret.u.uz': secret, 'Open.u.uz': open, 'Bad.u.uz': 'nonsense' })
    expect((await fetch(url('/Secret.u.uz'))).status).toBe(403)
    expect((await fetch(url('/Open.u.uz'))).status).toBe(200)
    expect((await fetch(url('/Bad.u.uz'))).status).toBe(404)
  })

  test('one that promises more than it can hold, or is another format, is not offered', async () => {
    const bytes = await packageFile({ size: 70_000 })
    const zlib = await nodeCodecs.zlib()
    const lie = compressUz3(bytes, zlib)
    new DataView(lie.buffer).setUint32(4, 0x7fff_ffff, true)
    // Of a .uz2 no more is unpacked than the header takes: what is wrong after it is the client's to find.
    const broken = compressUz2(bytes, zlib)
    broken.fill(0xff, broken.length - 8)
    const { url } = await served({
      'Lie.u.uz3': lie,
      'Other.u.uz2': compressUz(bytes, { name: 'Other.u' }),
      'Tail.u.uz2': broken,
    })
    const answers = await Promise.all(['Lie.u.uz3', 'Other.u.uz2', 'Tail.u.uz2'].map((name) => fetch(url(`/${name}`))))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200])
    const [lied, other] = await Promise.all(answers.map((answer) => answer.text()))
    expect(lied).toContain('2147483647 bytes are promised')
    expect(other).toContain('it is not a package')
  })

  test('a changed package is compressed again, by name and all', async () => {
    const { url, folder } = await served({ 'Mod.u': await packageFile({ size: 50 }) })
    await fetch(url('/Mod.u.uz'))
    const bytes = await packageFile({ size: 90_000 })
    writeFileSync(join(folder, 'Mod.u'), bytes)
    const answer = await (await fetch(url('/MOD.u.uz'))).arrayBuffer()
    expect(Buffer.from(decompressUz(new Uint8Array(answer)).bytes).equals(bytes)).toBe(true)
  })

  test('a compressed file that is larger than the package is noted: old clients crash on it', async () => {
    const bytes = Buffer.concat([await packageFile(), randomBytes(200_000)])
    const { url, notes } = await served({ 'Music.umx': bytes })
    await fetch(url('/Music.umx.uz'))
    expect(notes).toEqual([expect.stringMatching(/^Music\.umx\.uz is larger .* before 469 crash on it/)])
  })

  test('what cannot be kept, on a full disk say, is sent anyway, and reported', async () => {
    const bytes = await packageFile({ size: 70_000 })
    const cacheFolder = temporaryFolder()
    const { url, notes } = await served({ 'Mod.u': bytes }, { cacheFolder })
    rmSync(cacheFolder, { recursive: true })
    const answer = await fetch(url('/Mod.u.uz'))
    expect(answer.status).toBe(200)
    const { bytes: plain } = decompressUz(new Uint8Array(await answer.arrayBuffer()))
    expect(Buffer.from(plain).equals(bytes)).toBe(true)
    expect(notes).toEqual([
      expect.stringMatching(/^the compressed Mod\.u cannot be kept, and is compressed again each time: ENOENT/),
    ])
  })

  test('only a .uz that is larger than the package is said to crash clients', async () => {
    const bytes = Buffer.concat([await packageFile(), randomBytes(200_000)])
    const { url, notes } = await served({ 'Music.umx': bytes })
    await fetch(url('/Music.umx.uz2'))
    expect(notes).toEqual([expect.stringMatching(/^Music\.umx\.uz2 is larger \(\d+ bytes\) than Music\.umx \(\d+\)$/)])
  })

  test('the folder of compressed files does not outgrow its limit, and keeps what is not ours', async () => {
    const cacheFolder = temporaryFolder({ 'mine.uz': 'not ours' })
    const noise = async () => Buffer.concat([await packageFile(), randomBytes(30_000)])
    const files = { 'A.u': await noise(), 'B.u': await noise(), 'C.u': await noise() }
    const { url } = await served(files, { cacheFolder, cacheLimit: 70_000 })
    for (const name of ['A', 'B', 'C']) expect((await fetch(url(`/${name}.u.uz2`))).status).toBe(200)
    const kept = readdirSync(cacheFolder)
    expect(kept).toContain('mine.uz')
    expect(kept.filter((name) => name.endsWith('.uz2'))).toHaveLength(2)
  })
})

describe('what may be downloaded', () => {
  const files = async () => ({
    'Open.u': await packageFile(),
    'Private.u': await packageFile({ flags: 0 }),
    'Server.u': await packageFile({ flags: 1 | SERVER_SIDE_ONLY }),
    'Server.ini': '[URL]\nAdminPassword=secret\n',
  })

  test('follows from the flags, and the answer says why not', async () => {
    const { url, log } = await served(await files())
    const answers: [string, number, string][] = []
    for (const name of ['Open.u', 'Private.u', 'Server.u', 'Server.u.uz', 'Server.ini', 'None.u']) {
      const answer = await fetch(url(`/${name}`))
      answers.push([name, answer.status, answer.ok ? '' : await answer.text()])
    }
    expect(answers).toEqual([
      ['Open.u', 200, ''],
      ['Private.u', 403, '403: its flags lack AllowDownload\n'],
      ['Server.u', 403, '403: its flags say ServerSideOnly\n'],
      ['Server.u.uz', 403, '403: its flags say ServerSideOnly\n'],
      ['Server.ini', 404, '404: it is not a package\n'],
      ['None.u', 404, '404: there is no such file here\n'],
    ])
    expect(log[1]).toMatchObject({ status: 403, note: 'its flags lack AllowDownload' })
  })

  test('or from the admin: flags ignored, or a list', async () => {
    const all = await served(await files(), { ignoreFlags: true })
    expect((await fetch(all.url('/Server.u'))).status).toBe(200)
    expect((await fetch(all.url('/Server.ini'))).status).toBe(404)
    const some = await served({ ...(await files()), 'DM-X.unr': await packageFile() }, { only: ['open', 'DM-*'] })
    expect((await fetch(some.url('/Open.u'))).status).toBe(200)
    expect((await fetch(some.url('/DM-X.unr'))).status).toBe(200)
    const listed = await served(await files(), { only: ['dm-*'] })
    expect((await fetch(listed.url('/Open.u'))).status).toBe(403)
  })

  test('the flags of a changed file are read again', async () => {
    const { url, folder } = await served({ 'Mod.u': await packageFile() })
    expect((await fetch(url('/Mod.u'))).status).toBe(200)
    writeFileSync(join(folder, 'Mod.u'), await packageFile({ flags: 0, size: 200 }))
    expect((await fetch(url('/mod.u'))).status).toBe(403)
  })
})

describe('HTTP', () => {
  test('HEAD tells the length and sends nothing', async () => {
    const bytes = await packageFile({ size: 400_000 })
    const { url, port } = await served({ 'Mod.u': bytes, 'Small.u': await packageFile() })
    const answer = await fetch(url('/Mod.u'), { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    const raw = await rawRequest(port, 'HEAD /Small.u HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(raw.body).toHaveLength(0)
    expect((await fetch(url('/None.u'), { method: 'HEAD' })).status).toBe(404)
  })

  test('other methods are refused', async () => {
    const { url } = await served({ 'Mod.u': await packageFile() })
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await fetch(url('/Mod.u'), { method, ...(method === 'POST' ? { body: 'x' } : {}) })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test.each([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=10-', 206, 10, undefined],
    ['bytes=-7', 206, -7, undefined],
    ['bytes=5-99999999', 206, 5, undefined],
    ['bytes=-99999999', 206, 0, undefined],
    ['bytes=0-0,5-6', 200, 0, undefined],
    ['bytes=9-5', 200, 0, undefined],
    ['lines=1-2', 200, 0, undefined],
    ['bytes=', 200, 0, undefined],
  ])('Range %s is answered %i, small and large', async (range, status, start, end) => {
    for (const size of [300, 400_000]) {
      const bytes = await packageFile({ size })
      const { url } = await served({ 'Mod.u': bytes })
      const answer = await fetch(url('/Mod.u'), { headers: { range } })
      const body = Buffer.from(await answer.arrayBuffer())
      expect(answer.status).toBe(status)
      expect(body.equals(bytes.slice(start, end))).toBe(true)
      expect(answer.headers.get('content-length')).toBe(String(body.length))
      if (status === 206)
        expect(answer.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${bytes.length}$`))
    }
  })

  test('a range behind the end is 416', async () => {
    const bytes = await packageFile()
    const { url } = await served({ 'Mod.u': bytes })
    const answer = await fetch(url('/Mod.u'), { headers: { range: `bytes=${bytes.length}-` } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  })

  test('ETag, Last-Modified, If-None-Match, If-Modified-Since and If-Range work together', async () => {
    const bytes = await packageFile()
    const { url } = await served({ 'Mod.u': bytes })
    const ask = async (headers: Record<string, string>) => (await fetch(url('/Mod.u'), { headers })).status
    const first = await fetch(url('/Mod.u'))
    const etag = first.headers.get('etag') ?? ''
    const modified = first.headers.get('last-modified') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(await ask({ 'if-none-match': etag })).toBe(304)
    expect(await ask({ 'if-none-match': `"x", W/${etag}` })).toBe(304)
    expect(await ask({ 'if-none-match': '"x"' })).toBe(200)
    expect(await ask({ 'if-modified-since': modified })).toBe(304)
    expect(await ask({ 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).toBe(200)
    expect(await ask({ 'if-modified-since': 'nonsense' })).toBe(200)
    expect(await ask({ 'if-modified-since': modified, 'if-none-match': '"x"' })).toBe(200)
    expect(await ask({ range: 'bytes=0-3', 'if-range': etag })).toBe(206)
    expect(await ask({ range: 'bytes=0-3', 'if-range': '"x"' })).toBe(200)
    expect(await ask({ range: 'bytes=0-3', 'if-range': modified })).toBe(206)
  })

  test('a connection that wants to live on does, with several requests on it', async () => {
    const { port } = await served({ 'Mod.u': await packageFile() })
    const socket = await connected(port)
    const ask = 'HEAD /Mod.u HTTP/1.1\r\nHost: x\r\n\r\n'
    socket.write(ask + ask + ask.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    const pieces: Buffer[] = []
    for await (const piece of socket) pieces.push(piece)
    expect(
      Buffer.concat(pieces)
        .toString()
        .match(/HTTP\/1\.1 200 OK/g),
    ).toHaveLength(3)
  })
})

describe('changes on the disk', () => {
  test('a file that was copied into the folder is found when it is asked for, one that is gone is not', async () => {
    const { url, folder, server } = await served({ 'Mod.u': await packageFile({ size: 300_000 }) })
    writeTree(folder, { 'deep/er/New.u': await packageFile() })
    await server.redirect.rescan()
    expect((await fetch(url('/New.u'))).status).toBe(200)
    renameSync(join(folder, 'Mod.u'), join(folder, 'Other.u'))
    expect((await fetch(url('/Mod.u'))).status).toBe(404)
  })

  test('the folder is watched', async () => {
    const { folder, server } = await served({ 'Mod.u': await packageFile() }, { rescanMs: 60_000 })
    expect(server.redirect.fileCount).toBe(1)
    writeTree(folder, { 'New.u': await packageFile() })
    await until(() => server.redirect.fileCount === 2)
  })

  test('two files of one name are reported; the first one is served', async () => {
    const { notes, url } = await served({
      'a/Mod.u': await packageFile({ size: 10 }),
      'b/mod.u': await packageFile({ size: 20 }),
    })
    expect(notes).toEqual([expect.stringMatching(/b[\\/]mod\.u is hidden by .*a[\\/]Mod\.u/)])
    const length = (await packageFile({ size: 10 })).length
    expect((await (await fetch(url('/MOD.U'))).arrayBuffer()).byteLength).toBe(length)
  })
})

describe('pages', () => {
  test('what the game downloaded itself is neither listed nor there', async () => {
    const name = '2306087A11D1E2FD4F00DBA5CAA00349.uxx'
    const { url, server } = await served({
      [`Cache/${name}`]: await packageFile(),
      'System/Mod.u': await packageFile(),
    })
    expect((await server.redirect.packages()).map((each) => each.name)).toEqual(['Mod.u'])
    expect((await fetch(url(`/${name}`))).status).toBe(404)
  })

  test('the index lists what may be downloaded, with names that stay text', async () => {
    const { url } = await served({
      "<b>&'x.u": await packageFile({ guid: new Guid(1, 2, 3, 4) }),
      'Secret.u': await packageFile({ flags: 5 }),
      'UE2.ut2': await packageFile({ version: 128 }),
    })
    const page = await (await fetch(url('/'))).text()
    expect(page).toContain('&#60;b&#62;&#38;&#39;x.u')
    expect(page).toContain('href="%3Cb%3E%26&#39;x.u.uz"')
    expect(page).toContain('href="UE2.ut2.uz2"')
    expect(page).toContain('00000001000000020000000300000004')
    expect(page).not.toContain('Secret')
    expect(page).not.toContain('<b>')
    expect(await (await fetch(url('/some/folder/'))).text()).toBe(page)
  })

  test('the manifest has sizes, GUIDs, versions and flags', async () => {
    const bytes = await packageFile()
    const { url } = await served({ 'Mod.u': bytes, 'Secret.u': await packageFile({ flags: 5 }), 'x.txt': 'text' })
    expect(await (await fetch(url('/manifest.json'))).json()).toEqual({
      packages: [
        {
          name: 'Mod.u',
          size: bytes.length,
          guid: '2306087A11D1E2FD4F00DBA5CAA00349',
          version: 69,
          licensee: 0,
          generations: expect.any(Number),
          engine: 1,
          flags: ['AllowDownload'],
        },
      ],
    })
  })

  test('the metrics count', async () => {
    const bytes = await packageFile()
    const { url } = await served({ 'Mod.u': bytes })
    for (const name of ['Mod.u', 'Mod.u', 'None.u']) await (await fetch(url(`/${name}`))).arrayBuffer()
    const text = await (await fetch(url('/metrics'))).text()
    expect(text).toContain('ukit_redirect_requests_total{code="200"} 2\n')
    expect(text).toContain('ukit_redirect_requests_total{code="404"} 1\n')
    expect(text).toContain('# TYPE ukit_redirect_sending gauge\nukit_redirect_sending 1\n')
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{code="\d+"\})? [\d.]+)$/)
  })

  test('can be left out', async () => {
    const { url } = await served({ 'Mod.u': await packageFile() }, { filesOnly: true })
    for (const path of ['/', '/metrics', '/manifest.json']) expect((await fetch(url(path))).status).toBe(404)
  })

  test('a prefix can be made obligatory', async () => {
    const { url } = await served({ 'Mod.u': await packageFile() }, { prefix: '/ut/' })
    expect((await fetch(url('/ut/Mod.u'))).status).toBe(200)
    expect((await fetch(url('/Mod.u'))).status).toBe(404)
  })
})

describe('clients that misbehave', () => {
  test('one that stalls is cut off, and its file is closed', async () => {
    const before = openFiles()
    const { port, log } = await served({ 'Big.u': await packageFile({ size: 30_000_000 }) }, { idleMs: 200 })
    const socket = await connected(port)
    socket.pause()
    socket.write(oldRequest('/Big.u'))
    await until(() => log.length === 1)
    socket.destroy()
    expect(log[0]).toMatchObject({ status: 200, complete: false })
    await until(() => openFiles() <= before + 2)
  })

  test('one that waits for a long compression is not taken for one that stalls', async () => {
    const here = inlineCompressor()
    // It takes as long as another client needs to be given up for stalling.
    let stalled = async (): Promise<void> => undefined
    const slow: Compressor = {
      ...here,
      run: async (job) => {
        await stalled()
        return here.run(job)
      },
    }
    const files = { 'Mod.u': await packageFile(), 'Big.u': await packageFile({ size: 30_000_000 }) }
    const { url, port, log } = await served(files, { idleMs: 50, compressor: slow })
    stalled = async () => {
      const socket = await connected(port)
      socket.pause()
      socket.write(oldRequest('/Big.u'))
      await until(() => log.length === 1)
      socket.destroy()
    }
    expect((await fetch(url('/Mod.u.uz'))).status).toBe(200)
  })

  test('many that vanish in the middle leave nothing open', async () => {
    const { port, log, server } = await served({ 'Big.u': await packageFile({ size: 8_000_000 }) })
    await (await fetch(`http://127.0.0.1:${port}/`)).text()
    const before = openFiles()
    const vanish = async () => {
      const socket = await connected(port)
      socket.write(oldRequest('/Big.u'))
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 10 }, vanish))
    await until(() => log.length === 101 && server.redirect.metrics.sending === 0)
    await until(() => openFiles() <= before)
    expect(log.slice(1).every(({ complete }) => !complete)).toBe(true)
  })

  test('one that goes while a file is being compressed leaves nothing open', async () => {
    const { port, log, url } = await served({ 'Big.u': await packageFile({ size: 3_000_000 }) })
    const socket = await connected(port)
    socket.write(oldRequest('/Big.u.uz'))
    socket.end()
    socket.destroy()
    expect((await fetch(url('/Big.u.uz'))).status).toBe(200)
    await until(() => log.length === 2)
  })

  test('a file that becomes shorter while it is sent cuts the connection: its length was announced', async () => {
    const { port, folder, log } = await served({ 'Big.u': await packageFile({ size: 30_000_000 }) })
    const socket = await connected(port)
    socket.write(oldRequest('/Big.u'))
    const [first] = await once(socket, 'data')
    socket.pause()
    truncateSync(join(folder, 'Big.u'), 1000)
    const pieces: Buffer[] = [first]
    await new Promise<void>((resolve) => {
      socket.on('data', (piece) => pieces.push(piece))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
      socket.resume()
    })
    const { headers, body } = readAnswer(Buffer.concat(pieces))
    expect(Number(headers['content-length'])).toBeGreaterThan(body.length)
    await until(() => log.length === 1)
    expect(log[0]?.complete).toBe(false)
  })

  test('rubbish behind a request does not bring the server down, nor an answer into another', async () => {
    const { port, url } = await served({
      'Big.u': await packageFile({ size: 5_000_000 }),
      'a b.u': await packageFile(),
    })
    for (const rubbish of ['GET /a b.u HTTP/1.1\r\n\r\n', '\u0000\u0001\u0002', 'GET /\u00ff HTTP/1.1\r\n\r\n']) {
      const socket = await connected(port)
      socket.on('error', () => undefined)
      socket.write(`GET /Big.u HTTP/1.1\r\nHost: x\r\n\r\n${rubbish}`, 'latin1')
      const pieces: Buffer[] = []
      socket.on('data', (piece) => pieces.push(piece))
      await once(socket, 'close')
      expect(
        Buffer.concat(pieces)
          .toString('latin1')
          .match(/HTTP\/1\.1 /g)?.length ?? 0,
      ).toBeLessThanOrEqual(1)
    }
    expect((await fetch(url('/Big.u'), { method: 'HEAD' })).status).toBe(200)
  })

  test('old clients that vanish in the middle leave nothing open', async () => {
    const { port, log, server } = await served({ 'My Map.unr': await packageFile({ size: 8_000_000 }) })
    await (await fetch(`http://127.0.0.1:${port}/`)).text()
    const before = openFiles()
    for (let i = 0; i < 20; i++) {
      const socket = await connected(port)
      socket.write(oldRequest('/My Map.unr'))
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    await until(() => log.length === 21 && server.redirect.metrics.sending === 0)
    await until(() => openFiles() <= before)
  })

  test('more connections than allowed are closed at once, and counted', async () => {
    const { port, server } = await served({ 'Mod.u': await packageFile() }, { maxConnections: 2 })
    const sockets = [await connected(port), await connected(port)]
    const third = await connected(port)
    await once(third, 'close')
    expect(server.redirect.metrics.refusedConnections).toBe(1)
    for (const socket of sockets) socket.destroy()
  })

  test('one address cannot take all connections', async () => {
    const { port, server } = await served({ 'Mod.u': await packageFile() }, { maxConnections: 20, maxPerAddress: 3 })
    const from = (localAddress: string) => connect({ port, host: '127.0.0.1', localAddress })
    const greedy = [from('127.0.0.2'), from('127.0.0.2'), from('127.0.0.2')]
    for (const socket of greedy) await once(socket, 'connect')
    const more = from('127.0.0.2').on('error', () => undefined)
    await once(more, 'close')
    await until(() => server.redirect.metrics.refusedConnections === 1)
    expect((await fetch(`http://127.0.0.1:${port}/Mod.u`)).status).toBe(200)
    // Their places are free again when they are gone.
    for (const socket of greedy) socket.destroy()
    for (const socket of greedy) if (!socket.closed) await once(socket, 'close')
    const answered = async () => {
      const socket = from('127.0.0.2').on('error', () => undefined)
      socket.write(oldRequest('/Mod.u'))
      const came = await new Promise<boolean>((resolve) => {
        socket.once('data', () => resolve(true))
        socket.once('close', () => resolve(false))
      })
      socket.destroy()
      return came
    }
    let came = false
    for (let tries = 0; !came && tries < 100; tries++) came = await answered()
    expect(came).toBe(true)
  })

  test('readers that do not get on are cut off, by the clock, and those who read are not', async () => {
    let now = 0
    const looks = new Set<() => void>()
    const clock = {
      now: () => now,
      every: (_: number, call: () => void) => {
        looks.add(call)
        return () => looks.delete(call)
      },
    }
    const bytes = await packageFile({ size: 30_000_000 })
    const { port, url, server, log } = await served({ 'Big.u': bytes }, { clock, stallMs: 10_000 })
    const stalled = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${i + 2}` })
        socket.on('error', () => undefined).pause()
        await once(socket, 'connect')
        socket.write(oldRequest('/Big.u'))
        return socket
      }),
    )
    await until(() => server.redirect.metrics.sending === 30)
    // As long as the largest piece may take: nobody is late before.
    await until(() => looks.size === 1)
    now += 9000
    for (const look of looks) look()
    expect(log).toEqual([])
    expect((await (await fetch(url('/Big.u'))).arrayBuffer()).byteLength).toBe(bytes.length)
    await until(() => {
      now += 170_000
      for (const look of [...looks]) look()
      return log.length === 31
    })
    expect(log.filter(({ complete }) => !complete)).toHaveLength(30)
    expect(looks.size).toBe(0)
    for (const socket of stalled) socket.destroy()
  })

  test('hundreds from one address that do not read are not served before another', async () => {
    const bytes = await packageFile({ size: 8_000_000 })
    const { port, log } = await served({ 'Big.u': bytes }, { maxPerAddress: 0, memoryLimit: 0 })
    const stalled = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
        socket.on('error', () => undefined).pause()
        await once(socket, 'connect')
        return socket
      }),
    )
    for (const socket of stalled) socket.write(oldRequest('/Big.u'))
    const other = get({ port, host: '127.0.0.1', localAddress: '127.0.0.3', path: '/Big.u', agent: false })
    const [answer] = await once(other, 'response')
    let length = 0
    for await (const piece of answer) length += piece.length
    expect(length).toBe(bytes.length)
    for (const socket of stalled) socket.destroy()
    await until(() => log.length === 201)
    const sent = log.filter(({ complete }) => !complete).reduce((sum, record) => sum + record.bytes, 0)
    // As much to their address as to the other, and what was under way before; it was as much to each of them,
    // as far as the system buffered it for them.
    expect(sent).toBeLessThan(10 * bytes.length)
  })

  test('a head that is too long is 431', async () => {
    const { port } = await served({ 'Mod.u': await packageFile() }, { maxHeaderBytes: 2000 })
    const answer = await rawRequest(port, `GET /Mod.u HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(5000)}\r\n\r\n`)
    expect(answer.statusLine).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  })
})

test('stopping takes no more connections, and lets a download end', async () => {
  const bytes = await packageFile({ size: 20_000_000 })
  const { port, server } = await served({ 'Big.u': bytes }, { graceMs: 60_000 })
  const socket = await connected(port)
  socket.write(oldRequest('/Big.u'))
  const [first] = await once(socket, 'data')
  socket.pause()
  const closed = server.close()
  servers.splice(0)
  await expect(connected(port)).rejects.toThrow(/ECONNREFUSED/)
  socket.unshift(first)
  const pieces: Buffer[] = []
  for await (const piece of socket) pieces.push(piece)
  expect(readAnswer(Buffer.concat(pieces)).body.equals(bytes)).toBe(true)
  await closed
})

test('stopping cuts off those who take longer than they may', async () => {
  const { port, server } = await served({ 'Big.u': await packageFile({ size: 30_000_000 }) }, { graceMs: 50 })
  const socket = await connected(port)
  socket.write(oldRequest('/Big.u'))
  await once(socket, 'data')
  socket.pause()
  socket.on('error', () => undefined)
  await server.close()
  servers.splice(0)
})

test('node:http with an agent that keeps connections, and fetch, get the same', async () => {
  const bytes = await packageFile({ size: 300_000 })
  const { url } = await served({ 'Mod.u': bytes })
  const byHttp = await new Promise<Buffer>((resolve, reject) => {
    get(url('/Mod.u'), async (answer) => resolve(Buffer.concat(await answer.toArray()))).on('error', reject)
  })
  const byFetch = Buffer.from(await (await fetch(url('/Mod.u'))).arrayBuffer())
  expect(byHttp.equals(bytes) && byFetch.equals(bytes)).toBe(true)
})

/** Descriptors that this process has open; 0 where the system does not tell. */
function openFiles(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0
}

/** Waits for something that will come about by itself; the test's own time limit ends the waiting. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
