import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressUz, compressUz2, compressUz3, decompressUz, decompressUz2, decompressUz3 } from '@ukit/codecs/uz'
import { nodeCodecs } from '@ukit/core/node'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/folders.js'
import { packageFile } from '../support/package-file.js'
import { served } from '../support/served.js'

describe('compressed', () => {
  test('files requested with .uz, .uz2 and .uz3 are compressed once, and decompress to the package', async () => {
    const bytes = await packageFile({ size: 70_000 })
    const { url, log } = await served({ 'System/Mod.u': bytes })
    const load = async (name: string) => new Uint8Array(await (await fetch(url(`/${name}`))).arrayBuffer())
    const zlib = await nodeCodecs.zlib()
    const uz = decompressUz(await load('mod.u.UZ'))
    // The name in it is that of the file, ignoring the case of the request.
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

  test('many clients that request the same file wait for a single compression', async () => {
    const { url, server, log } = await served({ 'Mod.u': await packageFile({ size: 70_000 }) })
    const bodies = await Promise.all(
      Array.from({ length: 20 }, async () => Buffer.from(await (await fetch(url('/Mod.u.uz'))).arrayBuffer())),
    )
    expect(server.redirect.metrics.compressions).toBe(1)
    expect(new Set(bodies.map((body) => body.toString('latin1'))).size).toBe(1)
    expect(log.filter(({ note }) => note.startsWith('compressed in'))).toHaveLength(1)
  })

  test('a compressed file in the folder is served unless it is older than the package', async () => {
    const bytes = await packageFile()
    const { url, folder } = await served({ 'Mod.u': bytes, 'Mod.u.uz': 'made by somebody' })
    const old = new Date(Date.now() - 60_000)
    utimesSync(join(folder, 'Mod.u'), old, old)
    expect(await (await fetch(url('/Mod.u.uz'))).text()).toBe('made by somebody')
    const older = new Date(Date.now() - 120_000)
    utimesSync(join(folder, 'Mod.u.uz'), older, older)
    // Results are kept in memory for a second, so this requests a different name.
    const fresh = await (await fetch(url('/mod.u.uz'))).arrayBuffer()
    expect(Buffer.from(decompressUz(new Uint8Array(fresh)).bytes).equals(bytes)).toBe(true)
  })

  test('one without its package is decompressed to read its flags, which decide', async () => {
    const secret = compressUz(await packageFile({ flags: 0x5 }), { name: 'Secret.u' })
    const open = compressUz(await packageFile(), { name: 'Open.u' })
    const { url } = await served({ 'Secret.u.uz': secret, 'Open.u.uz': open, 'Bad.u.uz': 'nonsense' })
    expect((await fetch(url('/Secret.u.uz'))).status).toBe(403)
    expect((await fetch(url('/Open.u.uz'))).status).toBe(200)
    expect((await fetch(url('/Bad.u.uz'))).status).toBe(404)
  })

  test('one that promises more than it can contain, or has a different format, is not offered', async () => {
    const bytes = await packageFile({ size: 70_000 })
    const zlib = await nodeCodecs.zlib()
    const lie = compressUz3(bytes, zlib)
    new DataView(lie.buffer).setUint32(4, 0x7fff_ffff, true)
    // Only the header of a .uz2 is decompressed: errors after it are left for the client to find.
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

  test('a changed package is compressed again, also under a name in a different case', async () => {
    const { url, folder } = await served({ 'Mod.u': await packageFile({ size: 50 }) })
    await fetch(url('/Mod.u.uz'))
    const bytes = await packageFile({ size: 90_000 })
    writeFileSync(join(folder, 'Mod.u'), bytes)
    const answer = await (await fetch(url('/MOD.u.uz'))).arrayBuffer()
    expect(Buffer.from(decompressUz(new Uint8Array(answer)).bytes).equals(bytes)).toBe(true)
  })

  test('a compressed file that is larger than the package is reported, since old clients crash on it', async () => {
    const bytes = Buffer.concat([await packageFile(), randomBytes(200_000)])
    const { url, notes } = await served({ 'Music.umx': bytes })
    await fetch(url('/Music.umx.uz'))
    expect(notes).toEqual([expect.stringMatching(/^Music\.umx\.uz is larger .* before 469 crash on it/)])
  })

  test('a compressed file that cannot be kept, as on a full disk, is sent anyway, and reported', async () => {
    const bytes = await packageFile({ size: 70_000 })
    const cacheFolder = temporaryFolder()
    const { url, notes } = await served({ 'Mod.u': bytes }, { cacheFolder })
    rmSync(cacheFolder, { recursive: true })
    const answer = await fetch(url('/Mod.u.uz'))
    expect(answer.status).toBe(200)
    const { bytes: plain } = decompressUz(new Uint8Array(await answer.arrayBuffer()))
    expect(Buffer.from(plain).equals(bytes)).toBe(true)
    expect(notes).toEqual([
      expect.stringMatching(
        /^the compressed Mod\.u cannot be kept, and is compressed again each time: ".*": there is no such file or folder$/,
      ),
    ])
  })

  test('only a .uz that is larger than the package is reported to crash clients', async () => {
    const bytes = Buffer.concat([await packageFile(), randomBytes(200_000)])
    const { url, notes } = await served({ 'Music.umx': bytes })
    await fetch(url('/Music.umx.uz2'))
    expect(notes).toEqual([expect.stringMatching(/^Music\.umx\.uz2 is larger \(\d+ bytes\) than Music\.umx \(\d+\)$/)])
  })

  test('the folder of compressed files does not exceed its limit, and other files in it are kept', async () => {
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
