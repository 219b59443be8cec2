import { renameSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { Guid } from '@ukit/container'
import { describe, expect, test } from 'vitest'
import { writeTree } from '../../../../testing/folders.js'
import { packageFile, SERVER_SIDE_ONLY } from '../support/package-file.js'
import { connected, rawRequest } from '../support/raw-http.js'
import { served, until } from '../support/served.js'

describe('permission to download', () => {
  const files = async () => ({
    'Open.u': await packageFile(),
    'Private.u': await packageFile({ flags: 0 }),
    'Server.u': await packageFile({ flags: 1 | SERVER_SIDE_ONLY }),
    'Server.ini': '[URL]\nAdminPassword=secret\n',
  })

  test('follows from the flags, and the answer gives the reason for a refusal', async () => {
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

  test('or from the admin: flags are ignored, or there is a list', async () => {
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
  test('HEAD states the length and sends nothing', async () => {
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

  test('a range after the end is 416', async () => {
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

  test('a connection is kept alive on request, with several requests on it', async () => {
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
  test('a file that was copied into the folder is found when it is requested, a removed one is not', async () => {
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

  test('two files with the same name are reported; the first one is served', async () => {
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
  test('files that the game downloaded are neither listed nor served', async () => {
    const name = '2306087A11D1E2FD4F00DBA5CAA00349.uxx'
    const { url, server } = await served({
      [`Cache/${name}`]: await packageFile(),
      'System/Mod.u': await packageFile(),
    })
    expect((await server.redirect.packages()).map((each) => each.name)).toEqual(['Mod.u'])
    expect((await fetch(url(`/${name}`))).status).toBe(404)
  })

  test('the index lists what may be downloaded, with names as plain text', async () => {
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

  test('the metrics count requests', async () => {
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

  test('can be disabled', async () => {
    const { url } = await served({ 'Mod.u': await packageFile() }, { filesOnly: true })
    for (const path of ['/', '/metrics', '/manifest.json']) expect((await fetch(url(path))).status).toBe(404)
  })

  test('a prefix can be made mandatory', async () => {
    const { url } = await served({ 'Mod.u': await packageFile() }, { prefix: '/ut/' })
    expect((await fetch(url('/ut/Mod.u'))).status).toBe(200)
    expect((await fetch(url('/Mod.u'))).status).toBe(404)
  })
})

test('node:http with an agent that keeps connections alive, and fetch, get the same bytes', async () => {
  const bytes = await packageFile({ size: 300_000 })
  const { url } = await served({ 'Mod.u': bytes })
  const byHttp = await new Promise<Buffer>((resolve, reject) => {
    get(url('/Mod.u'), async (answer) => resolve(Buffer.concat(await answer.toArray()))).on('error', reject)
  })
  const byFetch = Buffer.from(await (await fetch(url('/Mod.u'))).arrayBuffer())
  expect(byHttp.equals(bytes) && byFetch.equals(bytes)).toBe(true)
})
