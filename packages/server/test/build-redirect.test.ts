import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { decompressUz, decompressUz2, decompressUz3 } from '@ukit/codecs/uz'
import { Guid } from '@ukit/container'
import { nodeCodecs } from '@ukit/core/node'
import { ShippedFiles, StockList } from '@ukit/game'
import { buildRedirect, inlineCompressor, threadCompressor } from '@ukit/server'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { packageFile } from './support/package-file.js'

const build = (folder: string, out: string, options: Parameters<typeof buildRedirect>[2] = {}) =>
  buildRedirect([folder], out, { compressor: inlineCompressor(), ...options })
const read = (out: string, name: string) => new Uint8Array(readFileSync(join(out, name)))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('each package is compressed for its engine’s games, into one folder, with a page and a manifest', async () => {
  const [u, ut2, upk] = [await packageFile(), await packageFile({ version: 128 }), await packageFile({ version: 536 })]
  const folder = temporaryFolder({
    'System/Mod.u': u,
    'Maps/DM-X.ut2': ut2,
    'Cooked/Y.upk': upk,
    'System/Private.u': await packageFile({ flags: 0 }),
    'System/Mod.ini': '[x]',
    'System/Bad.u': Buffer.from('c1832a9e45000000', 'hex'),
  })
  const out = temporaryFolder()
  const built = await build(folder, out)
  expect(readdirSync(out).sort()).toEqual(['DM-X.ut2.uz2', 'Mod.u.uz', 'Y.upk.uz3', 'index.html', 'manifest.json'])
  const zlib = await nodeCodecs.zlib()
  expect(Buffer.from(decompressUz(read(out, 'Mod.u.uz')).bytes).equals(u)).toBe(true)
  expect(Buffer.from(decompressUz2(read(out, 'DM-X.ut2.uz2'), zlib)).equals(ut2)).toBe(true)
  expect(Buffer.from(decompressUz3(read(out, 'Y.upk.uz3'), zlib)).equals(upk)).toBe(true)
  expect(built.leftOut).toEqual([{ name: 'System/Private.u', reason: 'its flags lack AllowDownload', cause: 'flags' }])
  expect(built.failed).toEqual([{ name: 'System/Bad.u', reason: expect.any(String) }])
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
  expect(manifest.packages.find(({ name }: { name: string }) => name === 'Mod.u')).toEqual({
    name: 'Mod.u',
    size: u.length,
    guid: '2306087A11D1E2FD4F00DBA5CAA00349',
    version: 69,
    licensee: 0,
    generations: expect.any(Number),
    engine: 1,
    flags: ['AllowDownload'],
    sha256: sha256(u),
    source: 'System/Mod.u',
    modified: statSync(join(folder, 'System/Mod.u')).mtimeMs,
    files: [{ name: 'Mod.u.uz', size: read(out, 'Mod.u.uz').length, sha256: sha256(read(out, 'Mod.u.uz')) }],
  })
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('<a href="DM-X.ut2.uz2">')
})

test('a second build only compresses what has changed, and only removes what the first one made', async () => {
  const folder = temporaryFolder({ 'A.u': await packageFile(), 'B.u': await packageFile(), 'C.u': await packageFile() })
  const out = temporaryFolder({ 'motd.txt': 'hello', 'old.u.uz': 'not ours' })
  expect([...(await build(folder, out)).written].sort()).toEqual(['A.u.uz', 'B.u.uz', 'C.u.uz'])
  const made = statSync(join(out, 'A.u.uz')).mtimeMs
  writeFileSync(join(folder, 'B.u'), await packageFile({ size: 500 }))
  unlinkSync(join(folder, 'C.u'))
  const second = await build(folder, out)
  expect(second).toMatchObject({ written: ['B.u.uz'], kept: ['A.u.uz'], removed: ['C.u.uz'] })
  expect(statSync(join(out, 'A.u.uz')).mtimeMs).toBe(made)
  expect(readdirSync(out).sort()).toEqual(['A.u.uz', 'B.u.uz', 'index.html', 'manifest.json', 'motd.txt', 'old.u.uz'])
  // A file that was removed is made again, one that was changed is not removed.
  unlinkSync(join(out, 'A.u.uz'))
  writeFileSync(join(out, 'B.u.uz'), 'changed by hand')
  unlinkSync(join(folder, 'B.u'))
  expect(await build(folder, out)).toMatchObject({ written: ['A.u.uz'], removed: [] })
  expect(existsSync(join(out, 'B.u.uz'))).toBe(true)
})

test('a package whose time has changed is made again', async () => {
  const folder = temporaryFolder({ 'A.u': await packageFile() })
  const out = temporaryFolder()
  await build(folder, out)
  utimesSync(join(folder, 'A.u'), new Date(0), new Date(0))
  expect((await build(folder, out)).written).toEqual(['A.u.uz'])
})

test('unrelated files are not overwritten, and then nothing else is written either', async () => {
  const folder = temporaryFolder({ 'A.u': await packageFile(), 'B.u': await packageFile() })
  const out = temporaryFolder({ 'B.u.uz': 'mine' })
  await expect(build(folder, out)).rejects.toThrow(/B\.u\.uz" exists and was not made by an earlier build/)
  expect(readdirSync(out)).toEqual(['B.u.uz'])
  await build(folder, out, { force: true })
  expect(read(out, 'B.u.uz')).not.toHaveLength(4)
  const other = temporaryFolder({ 'manifest.json': '{"name": "a web app"}' })
  await expect(build(folder, other)).rejects.toThrow(/was not made by ukit redirect build/)
})

test('a manifest that names files elsewhere is rejected', async () => {
  const outside = temporaryFolder({ 'precious.txt': '12345' })
  const evil = (name: string) => ({
    redirect: 1,
    packages: [{ name: 'x', size: 1, sha256: '', modified: 0, files: [{ name, size: 5, sha256: '' }] }],
  })
  for (const name of [join(outside, 'precious.txt'), '../precious.txt', '..']) {
    const out = temporaryFolder({ 'manifest.json': JSON.stringify(evil(name)) })
    await expect(build(temporaryFolder(), out)).rejects.toThrow(/was not made by/)
  }
  expect(existsSync(join(outside, 'precious.txt'))).toBe(true)
})

test('a build that was interrupted can be repeated', async () => {
  const folder = temporaryFolder({ 'A.u': await packageFile(), 'B.u': await packageFile() })
  const out = temporaryFolder()
  const controller = new AbortController()
  const onProgress = () => controller.abort(new Error('power cut'))
  await expect(build(folder, out, { signal: controller.signal, onProgress })).rejects.toThrow('power cut')
  expect(readdirSync(out)).toContain('A.u.uz')
  expect((await build(folder, out)).packages.map(({ name }) => name)).toEqual(['A.u', 'B.u'])
})

test('a package that cannot be compressed this time keeps its previous file', async () => {
  const folder = temporaryFolder({ 'A.u': await packageFile() })
  const out = temporaryFolder()
  await build(folder, out)
  writeFileSync(join(folder, 'A.u'), await packageFile({ size: 300 }))
  const broken = { run: () => Promise.reject(new Error('out of memory')), waiting: 0, close: async () => undefined }
  const built = await build(folder, out, { compressor: broken })
  expect(built.failed).toEqual([{ name: 'A.u', reason: 'out of memory' }])
  expect(readdirSync(out)).toContain('A.u.uz')
})

test('formats, names and collisions; files that become larger are reported', async () => {
  const noise = Buffer.concat([await packageFile(), randomBytes(200_000)])
  const folder = temporaryFolder({ 'a/Mod.u': noise, 'b/MOD.U': await packageFile(), 'c/Other.u': await packageFile() })
  const out = temporaryFolder()
  const built = await build(folder, out, { formats: ['plain', 'uz', 'uz2'], only: ['mod'] })
  expect(readdirSync(out).sort()).toEqual(['Mod.u', 'Mod.u.uz', 'Mod.u.uz2', 'index.html', 'manifest.json'])
  expect(built.collisions.map(({ served, hidden }) => [served.below, hidden.below])).toEqual([['a/Mod.u', 'b/MOD.U']])
  expect(built.grown).toEqual(['Mod.u.uz', 'Mod.u.uz2'])
})

test('a redirect inside the folder of the game is not treated as packages', async () => {
  const folder = temporaryFolder({ 'A.u': await packageFile() })
  const out = join(folder, 'redirect')
  await build(folder, out, { formats: ['plain'] })
  const second = await build(folder, out, { formats: ['plain'] })
  expect([second.packages.length, second.collisions.length]).toEqual([1, 0])
})

test('threads produce the same files, and one that dies does not hang the build', async () => {
  const folder = temporaryFolder({ 'A.u': await packageFile({ size: 100_000 }), 'B.u': await packageFile({ size: 5 }) })
  const [here, there] = [temporaryFolder(), temporaryFolder()]
  await build(folder, here)
  await buildRedirect([folder], there, { jobs: 2 })
  expect(read(there, 'A.u.uz')).toEqual(read(here, 'A.u.uz'))
  const compressor = threadCompressor()
  rmSync(join(folder, 'B.u'))
  const job = { task: 'compress', path: join(folder, 'B.u'), name: 'B.u', format: 'uz' } as const
  await expect(compressor.run(job)).rejects.toThrow(/B\.u": there is no such file or folder$/)
  const lost = compressor.run({ ...job, path: join(folder, 'A.u') })
  const ended = expect(lost).rejects.toThrow(/ended/)
  await compressor.close()
  await ended
})

test('what comes with the game, saved games, backups and checksums are left out, unless they are named', async () => {
  const own = new Guid(1, 2, 3, 4)
  const folder = temporaryFolder({
    'System/Core.u': await packageFile({ guid: own }),
    'System/Bonus.u': await packageFile(),
    'System/Mod.u': await packageFile(),
    'System/Mod.u.bak': await packageFile(),
    'System/Mod.u.bak2': await packageFile(),
    'Textures/Wall.utx': await packageFile(),
    'System/Packages.md5': await packageFile(),
    'Save/Save1.usa': await packageFile(),
    'Saves/Player.uvx': await packageFile(),
  })
  const rows = [`System/Core.u\tstock\t9\t${own}`, 'System/Bonus.u\tbonus 1', `Textures/Wall.utx\tstock\t9\t${own}`]
  const shipped = [new ShippedFiles(new StockList('made', rows.join('\n')), { root: realpathSync(folder) })]
  const built = await build(folder, temporaryFolder(), { shipped })
  expect(built.packages.map(({ name }) => name).sort()).toEqual(['Bonus.u', 'Mod.u', 'Wall.utx'])
  expect(built.leftOut.map(({ name, cause }) => [name, cause]).sort()).toEqual([
    ['Save/Save1.usa', 'private'],
    ['Saves/Player.uvx', 'private'],
    ['System/Core.u', 'stock'],
    ['System/Mod.u.bak', 'private'],
    ['System/Mod.u.bak2', 'private'],
    ['System/Packages.md5', 'private'],
  ])
  const named = await build(folder, temporaryFolder(), { shipped, only: ['core.u', 'Packages.md5'] })
  expect(named.packages.map(({ name }) => name)).toEqual(['Core.u'])
})

test.skipIf(process.platform !== 'linux')(
  'files whose names are not UTF-8 are offered as Windows reads them, and what is skipped is reported',
  async () => {
    const bytes = await packageFile()
    const folder = temporaryFolder({ 'Plain.u': bytes })
    const outside = temporaryFolder({ 'Far.u': bytes })
    writeFileSync(Buffer.from(`${folder}/M\xe4p.u`, 'latin1'), bytes)
    symlinkSync(join(outside, 'Far.u'), join(folder, 'Far.u'))
    const out = temporaryFolder()
    const built = await build(folder, out)
    expect(readdirSync(out).sort()).toEqual(['M\u00e4p.u.uz', 'Plain.u.uz', 'index.html', 'manifest.json'])
    const unpacked = decompressUz(read(out, 'M\u00e4p.u.uz'))
    expect(Buffer.from(unpacked.bytes).equals(bytes)).toBe(true)
    expect(unpacked.name).toBe('M\u00e4p.u')
    expect(built.failed).toEqual([])
    expect([...built.notes].sort()).toEqual([
      expect.stringMatching(/Far\.u leads out of the folder, to .*Far\.u, and is left out/),
      expect.stringMatching(/the name of .*M\udce4p\.u is not UTF-8: it is offered as "M\u00e4p\.u"/),
    ])
  },
)
