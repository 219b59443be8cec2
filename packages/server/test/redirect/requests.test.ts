import { renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/folders.js'
import { packageFile } from '../support/package-file.js'
import { connected, oldRequest, rawRequest, readAnswer } from '../support/raw-http.js'
import { served } from '../support/served.js'

describe('old clients', () => {
  test('get the bytes after a plain head: 200 OK, Content-Length, no encoding of any kind, and the end', async () => {
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

  test('whose request arrives in pieces are understood, if the first piece shows that they are old', async () => {
    const bytes = await packageFile()
    const { port, log } = await served({ 'DM-My Map.unr': bytes })
    const text = 'GET /ut/DM-My Map.unr HTTP/1.1\r\nHost: a\r\nUser-Agent: Unreal\r\nConnection: close\r\n\r\n'
    for (const at of ['GET /ut/DM-My M'.length, 25, 32, 60, text.length - 2]) {
      const socket = await connected(port)
      socket.setNoDelay(true)
      socket.write(text.slice(0, at), 'latin1')
      // This waits for the first piece: an answer on another connection comes after it has arrived.
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

  test('that never send the rest of a request get an error, and the connection ends', async () => {
    const { port } = await served({}, { requestMs: 100 })
    const { statusLine } = await rawRequest(port, 'GET /DM-My Map')
    expect(statusLine).toBe('HTTP/1.1 408 Request Timeout')
  })

  test('that use HTTP/1.0 are answered, and the connection is closed', async () => {
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
    ['/DM-My%20Map.unr?x=1', 'a query'],
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
    ['/DM-%8050%99.unr', 'DM-€50™.unr'],
    ['/Gr\u00f6\u00dfe.utx', 'Größe.utx'],
    ['/\u00c3\u0080.utx', 'À.utx'],
  ])('%s finds %s', async (path, name) => {
    const bytes = await packageFile()
    const { port } = await served({ [name]: bytes })
    const { statusLine } = await rawRequest(port, oldRequest(path))
    expect(statusLine).toBe('HTTP/1.1 200 OK')
  })

  test('that do not send the end of a head get an answer eventually', async () => {
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

  test('for any request, only what exists is served, and there is always an answer', async () => {
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

  test('a link that stays inside is followed, and a cycle of links does not hang', async () => {
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

describe('small files in memory', () => {
  /** Sends requests on one connection, each when the answer before has come. */
  async function conversation(port: number, texts: readonly string[]) {
    const socket = await connected(port)
    const answers: ReturnType<typeof readAnswer>[] = []
    let got = Buffer.alloc(0)
    socket.write(texts[0] ?? '', 'latin1')
    for await (const piece of socket) {
      got = Buffer.concat([got, piece])
      const length = Number(/^content-length: (\d+)\r$/im.exec(got.toString('latin1'))?.[1] ?? Number.NaN)
      if (got.length < got.indexOf('\r\n\r\n') + 4 + length) continue
      answers.push(readAnswer(got))
      got = Buffer.alloc(0)
      const next = texts[answers.length]
      if (next === undefined) socket.end()
      else socket.write(next, 'latin1')
    }
    return answers
  }

  test('are answered on one connection with what Node would answer, and logged; others follow on it', async () => {
    const [small, middle] = [await packageFile({ size: 900 }), await packageFile({ size: 100_000 })]
    const large = await packageFile({ size: 300_000 })
    const { port, log } = await served({ 'Small.u': small, 'Middle.u': middle, 'Large.u': large })
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\nUser-Agent: Unreal\r\n${more}\r\n`
    const answers = await conversation(port, [
      get('/Small.u'),
      get('/Small.u'),
      get('/Middle.u'),
      get('/ut/small.U'),
      get('/Large.u'),
      get('/Small.u', 'Range: bytes=10-19\r\n'),
      get('/Small.u'),
    ])
    expect(answers.map(({ statusLine }) => statusLine.slice(9, 12))).toEqual([
      '200',
      '200',
      '200',
      '200',
      '200',
      '206',
      '200',
    ])
    const bodies = [small, small, middle, small, large, small.subarray(10, 20), small]
    for (const [i, { body }] of answers.entries()) expect(body.equals(bodies[i] ?? small), `answer ${i}`).toBe(true)
    // The last one comes from Node's own server.
    const headers = answers.map(({ headers: { date, ...rest } }) => ({ ...rest, date: typeof date }))
    expect(headers[0]).toEqual(headers[6])
    expect(headers[1]).toEqual(headers[6])
    expect(
      log.map(({ path, status, bytes, userAgent, complete }) => [path, status, bytes, userAgent, complete]),
    ).toEqual([
      ['/Small.u', 200, small.length, 'Unreal', true],
      ['/Small.u', 200, small.length, 'Unreal', true],
      ['/Middle.u', 200, middle.length, 'Unreal', true],
      ['/ut/small.U', 200, small.length, 'Unreal', true],
      ['/Large.u', 200, large.length, 'Unreal', true],
      ['/Small.u', 206, 10, 'Unreal', true],
      ['/Small.u', 200, small.length, 'Unreal', true],
    ])
  })

  test('are answered in order if requests come together, and a client that does not read is not read', async () => {
    const bytes = await packageFile({ size: 100_000 })
    const { port, log } = await served({ 'A.u': bytes })
    await rawRequest(port, oldRequest('/A.u'))
    const request = 'GET /A.u HTTP/1.1\r\nHost: a\r\n\r\n'
    const together = await rawRequest(port, request + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    expect(together.body.length).toBeGreaterThan(2 * bytes.length)
    const socket = await connected(port)
    socket.pause()
    for (let i = 0; i < 200; i++) socket.write(request)
    await rawRequest(port, oldRequest('/A.u'))
    expect(log.length).toBeLessThan(200)
    socket.destroy()
  })

  test('are found on the disk again when they change', async () => {
    const [before, after] = [await packageFile({ size: 500 }), await packageFile({ size: 700 })]
    const { port, folder, server } = await served({ 'A.u': before })
    await rawRequest(port, oldRequest('/A.u'))
    writeFileSync(join(folder, 'A.u'), after)
    await server.redirect.rescan()
    const found = async () => (await rawRequest(port, oldRequest('/A.u'))).body
    await expect.poll(async () => (await found()).equals(after), { timeout: 10_000 }).toBe(true)
  })
})

test.skipIf(process.platform !== 'linux')(
  'files whose names are not UTF-8 are found as clients write them',
  async () => {
    const bytes = await packageFile()
    const { port, folder, server, notes } = await served({ 'Plain.u': bytes })
    writeFileSync(Buffer.from(`${folder}/M\xe4p.u`, 'latin1'), bytes)
    await server.redirect.rescan()
    for (const path of ['/M%E4p.u', '/M%C3%A4p.u', '/m\xe4P.u'])
      expect((await rawRequest(port, oldRequest(path))).body.equals(bytes), path).toBe(true)
    expect((await rawRequest(port, oldRequest('/M%E4p.u.uz'))).statusLine).toBe('HTTP/1.1 200 OK')
    expect(notes.filter((note) => note.includes('UTF-8'))).toEqual([
      expect.stringMatching(/M\udce4p\.u is not UTF-8: it is offered as "M\u00e4p\.u"/),
    ])
  },
)
