import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf, sampleFile } from '../../../testing/packages.js'
import { zipFile } from '../../../testing/zip-file.js'
import { ukit, ukitJson } from './run-ukit.js'

const old = await sampleFile({ version: 69 })
const recent = await sampleFile({ version: 868, bigEndian: true })

describe('info', () => {
  test('a card shows versions, size, counts, flags, GUID and generations', async () => {
    const cwd = temporaryFolder({ 'x.u': old })
    const { stdout, status } = await ukit(['info', 'x.u'], { cwd })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^x\.u\n {2}Version {6}69, licensee 0\n/)
    expect(stdout).toContain(`  Size         ${old.length} bytes\n`)
    expect(stdout).toContain('  Tables       ')
    expect(stdout).toContain('6 imports, 5 exports\n')
    expect(stdout).toContain('  GUID         112233445566778899AABBCCDDEEFF00\n')
    expect(stdout).toContain('  Generations  1: 3 exports, 2 names\n               2: 5 exports')
  })

  test('more than four files, or --short, give a line each; --long gives cards', async () => {
    const cwd = temporaryFolder({ '1.u': old, '2.u': old, '3.u': old, '4.u': old, '5.u': recent })
    const lines = (await ukit(['info', '.'], { cwd })).stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toMatch(/^VERSION .* FILE$/)
    expect(lines[5]).toMatch(/^868\/0 +big .* 5\.u$/)
    expect((await ukit(['info', '--short', '1.u'], { cwd })).stdout.split('\n')).toHaveLength(3)
    expect((await ukit(['info', '--long', '.'], { cwd })).stdout.match(/^ {2}Version/gm)).toHaveLength(5)
  })

  test('--json has exactly the promised keys first, with the stored values', async () => {
    const cwd = temporaryFolder({ 'x.u': recent })
    const [facts] = await ukitJson(['info', 'x.u'], { cwd })
    const keys =
      'path bytes kind tag version licensee endian game flags guid names imports exports ' +
      'generations compression encrypted error'
    expect(Object.keys(facts)).toEqual(expect.arrayContaining(keys.split(' ')))
    expect(facts).toMatchObject({
      path: 'x.u',
      bytes: recent.length,
      kind: 'package',
      tag: '0x9E2A83C1',
      version: 868,
      licensee: 0,
      endian: 'big',
      flags: ['AllowDownload'],
      guid: '112233445566778899AABBCCDDEEFF00',
      imports: 6,
      exports: 5,
      compression: null,
      encrypted: false,
      error: null,
    })
    expect(facts.generations).toMatchObject([{ exports: 3, names: 2 }, { exports: 5 }])
  })
})

describe('ls', () => {
  test('draws the tree of exports, parents first', async () => {
    const cwd = temporaryFolder({ 'x.u': recent })
    const { stdout } = await ukit(['ls', 'x.u'], { cwd })
    const names = stdout
      .split('\n')
      .slice(2)
      .map((line) => line.replace(/ +[A-Z]\w+ +\S+ +\S+$/, ''))
    expect(names).toEqual(['Walls', '├─ Brick', '│  └─ Inside', '└─ Brick_2', 'Mover', ''])
    expect(stdout).toMatch(/^Walls +Package +1 +0x[0-9A-F]+$/m)
  })

  test('--imports, --names, --flat', async () => {
    const cwd = temporaryFolder({ 'x.u': recent })
    const imports = (await ukit(['ls', '--imports', 'x.u'], { cwd })).stdout
    expect(imports).toMatch(/^Engine +Package$/m)
    expect(imports).toMatch(/^├─ Texture +Class$/m)
    expect(imports).toMatch(/^└─ DefaultTexture +Texture$/m)
    const flat = (await ukit(['ls', '--flat', 'x.u'], { cwd })).stdout
    expect(flat).toMatch(/^4 +1 +0x[0-9A-F]+ +Texture +Walls\.Brick\.Inside$/m)
    expect((await ukit(['ls', '--flat', '--imports', 'x.u'], { cwd })).stdout).toMatch(
      /^5 +Texture +Engine\.DefaultTexture$/m,
    )
    const names = (await ukit(['ls', '--names', 'x.u'], { cwd })).stdout
    expect(names).toMatch(/^ 0 {2}None\n 1 {2}Core\n 2 {2}Engine\n 3 {2}Жук\n 4 {2}Größe$/m)
  })

  test('--json lists every export, import and name', async () => {
    const cwd = temporaryFolder({ 'x.u': recent })
    const [list] = await ukitJson(['ls', 'x.u'], { cwd })
    expect(Object.keys(list)).toEqual(['path', 'exports', 'imports', 'names', 'error'])
    expect(list.exports.map(({ path }: { path: string }) => path)).toEqual([
      'Walls',
      'Walls.Brick',
      'Walls.Brick_2',
      'Mover',
      'Walls.Brick.Inside',
    ])
    expect(list.exports[1]).toEqual({
      index: 1,
      path: 'Walls.Brick',
      class: 'Texture',
      size: 100,
      offset: expect.any(Number),
      flags: expect.arrayContaining(['Saved', 'Transient']),
    })
    const { offset } = list.exports[1]
    expect([...recent.subarray(offset, offset + 3)]).toEqual([1, 8, 15])
    expect(list.imports).toContainEqual({ index: 5, path: 'Engine.DefaultTexture', class: 'Texture' })
    expect(list.names.slice(0, 5)).toEqual(['None', 'Core', 'Engine', 'Жук', 'Größe'])
  })
})

describe('verify', () => {
  test('a sound package is ok; the summary has counts', async () => {
    const exports = [{ objectName: 'A', body: Uint8Array.of(1, 2) }]
    const cwd = temporaryFolder({ 'x.u': await fileOf(planOf({ version: 69 }, { exports })) })
    const { stdout } = await ukit(['verify', 'x.u'], { cwd })
    expect(stdout).toMatch(/1 file, 1 object, /)
    const [report] = await ukitJson(['verify', 'x.u'], { cwd })
    expect(report).toMatchObject({ path: 'x.u', objects: 1, bytes: 2 })
    expect(Object.keys(report)).toEqual(expect.arrayContaining(['ok', 'understood', 'problems']))
  })

  test('problems are listed below their file, a few of each kind or --all; --quiet omits fine files', async () => {
    const names = ['None', ...Array.from({ length: 12 }, () => 'Twice')]
    const cwd = temporaryFolder({
      'x.u': await fileOf(planOf({ version: 69 }, { names })),
      'ok.u': await fileOf(planOf({ version: 69 }, {})),
    })
    const few = (await ukit(['verify', 'x.u'], { cwd })).stdout
    expect(few.match(/^ {8}warning duplicate: name \d+ "Twice"/gm)).toHaveLength(5)
    expect(few).toContain('and 6 more like this (--all prints them)')
    const all = (await ukit(['verify', '--all', 'x.u'], { cwd })).stdout
    expect(all.match(/^ {8}warning duplicate/gm)).toHaveLength(11)
    expect((await ukit(['verify', '--quiet', 'x.u', 'ok.u'], { cwd })).stdout).not.toContain('ok.u')
  })
})

describe('copy', () => {
  test('writes the same bytes, reports this, and never overwrites without --force', async () => {
    const cwd = temporaryFolder({ 'x.u': old })
    const first = await ukit(['copy', 'x.u', 'y.u'], { cwd })
    expect(first).toMatchObject({ status: 0, stderr: '' })
    expect(first.stdout).toBe(`ok  x.u → y.u: ${old.length} bytes, identical\n`)
    expect(readFileSync(join(cwd, 'y.u')).equals(old)).toBe(true)
    writeFileSync(join(cwd, 'y.u'), 'mine')
    const second = await ukit(['copy', 'x.u', 'y.u'], { cwd })
    expect(second).toEqual({
      status: 1,
      stdout: '',
      stderr: 'error: x.u: "y.u" already exists; --force replaces it\n',
    })
    expect(readFileSync(join(cwd, 'y.u'), 'utf8')).toBe('mine')
    expect((await ukit(['copy', '--force', 'x.u', 'y.u'], { cwd })).status).toBe(0)
    expect(readFileSync(join(cwd, 'y.u')).equals(old)).toBe(true)
    expect(readdirSync(cwd).sort()).toEqual(['x.u', 'y.u'])
  })

  test('copies a file onto itself with --force', async () => {
    const cwd = temporaryFolder({ 'x.u': old })
    expect((await ukit(['copy', '--force', 'x.u', 'x.u'], { cwd })).status).toBe(0)
    expect(readFileSync(join(cwd, 'x.u')).equals(old)).toBe(true)
  })

  test.each(['zlib', 'lzo', 'lzma'])(
    'compresses with %s, keeps it, and decompresses to the same bytes',
    async (codec) => {
      const cwd = temporaryFolder({ 'x.u': recent })
      const [there] = await ukitJson(['copy', `--compress=${codec}`, 'x.u', 'y.u'], { cwd })
      expect(there).toMatchObject({
        identical: false,
        equal: true,
        compression: { from: null, to: codec },
        error: null,
      })
      expect(await ukitJson(['info', 'y.u'], { cwd })).toMatchObject([{ compression: codec, exports: 5 }])
      const [word] = await ukitJson(['copy', '--compress', codec, 'x.u', 'word.u'], { cwd })
      expect(word).toMatchObject({ path: 'x.u', output: 'word.u', compression: { from: null, to: codec } })
      const [kept] = await ukitJson(['copy', '--compress', 'y.u', 'kept.u'], { cwd })
      expect(kept).toMatchObject({ identical: true, equal: true, compression: { from: codec, to: codec } })
      const back = await ukit(['copy', 'y.u', 'z.u'], { cwd })
      expect(back.stdout).toMatch(
        new RegExp(`^ok {2}y\\.u → z\\.u: decompressed \\(${codec}\\), \\d+ bytes → [\\d,]+ bytes, reads the same\n$`),
      )
      expect(readFileSync(join(cwd, 'z.u')).equals(recent)).toBe(true)
    },
  )

  test('--compress without a codec uses zlib for a package that is not compressed', async () => {
    const cwd = temporaryFolder({ 'x.u': recent })
    expect(await ukitJson(['copy', 'x.u', 'y.u', '--compress'], { cwd })).toMatchObject([
      { compression: { from: null, to: 'zlib' }, equal: true },
    ])
  })

  test('refuses to compress a package of a version that does not support it', async () => {
    const cwd = temporaryFolder({ 'x.u': old })
    const run = await ukit(['copy', '--compress', 'x.u', 'y.u'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('from version 334 on, and this one has version 69')
    expect(existsSync(join(cwd, 'y.u'))).toBe(false)
  })

  test('copies several files into a folder, with their subfolders', async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'in', 'Maps'), { recursive: true })
    writeFileSync(join(cwd, 'in', 'a.u'), old)
    writeFileSync(join(cwd, 'in', 'Maps', 'b.unr'), recent)
    const run = await ukit(['copy', 'in', 'out'], { cwd })
    expect(run.status).toBe(0)
    expect(run.stdout).toContain('ok  2 files: 2 identical, 0 (de)compressed and read the same, 0 failed\n')
    expect(readFileSync(join(cwd, 'out', 'Maps', 'b.unr')).equals(recent)).toBe(true)
  })

  test('no path in an archive leads out of the folder', async () => {
    const cwd = temporaryFolder({
      'evil.zip': zipFile({ '../../up.u': old, '/abs.u': old, 'C:\\drive.u': old, 'ok/a.u': old }),
    })
    mkdirSync(join(cwd, 'deep', 'out'), { recursive: true })
    const run = await ukit(['copy', '../evil.zip!', 'out/'], { cwd: join(cwd, 'deep') })
    expect(run.status).toBe(0)
    expect(readdirSync(cwd).sort()).toEqual(['deep', 'evil.zip'])
    expect(readdirSync(join(cwd, 'deep'))).toEqual(['out'])
    expect(readdirSync(join(cwd, 'deep', 'out')).sort()).toEqual(['abs.u', 'drive.u', 'ok', 'up.u'])
  })
})
