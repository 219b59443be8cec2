import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import { zipFile } from '../../../testing/zip-file.js'
import { ukit } from './run-ukit.js'

test('the help of extract is unchanged', async () => {
  const run = await ukit(['extract', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/extract.txt')
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

const WAVE = Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1')

/**
 * Version 61: a sound in a group, a class with its source, a light, a sound without data, and the objects in
 * `more`. Bodies are written by hand.
 */
function packageFile(more: { objectName: string; outer?: number; class?: number; body?: Uint8Array }[] = []) {
  const source = Buffer.from('class Gun;\r\n\0', 'latin1')
  const sound = (data: Uint8Array) => Buffer.concat([Buffer.from([0, 1, data.length]), data])
  return fileOf(
    planOf(
      { version: 61 },
      {
        names: ['None', 'WAV', 'ScriptText'],
        imports: [
          ['Core', 'Package', 0, 'Engine'],
          ['Core', 'Class', -1, 'Sound'],
          ['Core', 'Class', -1, 'Package'],
          ['Core', 'Class', -1, 'TextBuffer'],
          ['Core', 'Class', -1, 'Light'],
        ],
        exports: [
          { objectName: 'Guns', class: -3, body: Uint8Array.of(0) },
          { objectName: 'Bang', class: -2, outer: 1, body: sound(WAVE) },
          { objectName: 'Gun', class: 0, body: Uint8Array.of(0) },
          {
            objectName: 'ScriptText',
            class: -4,
            outer: 3,
            body: Buffer.concat([Buffer.alloc(9), Buffer.from([source.length]), source]),
          },
          { objectName: 'Lamp', class: -5, body: Uint8Array.of(0) },
          { objectName: 'Silence', class: -2, body: sound(new Uint8Array(0)) },
          ...more.map((one) => ({ class: -2, body: sound(WAVE), ...one })),
        ],
      },
    ),
  )
}

const plain = await packageFile()

/** Every file below a folder, by its path. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !statSync(join(folder, name)).isDirectory())
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
}

describe('extract', () => {
  test('writes files by group and name, and a manifest of what was written and skipped', async () => {
    const cwd = temporaryFolder({ 'Guns.u': plain })
    const run = await ukit(['extract', 'Guns.u', '-o', 'out'], { cwd })
    expect(run).toEqual({
      status: 0,
      stdout: 'ok  Guns.u → out/Guns: 1 uc, 1 wav; skipped: 1 empty; 3 objects without a file format\n',
      stderr: '',
    })
    expect(filesBelow(join(cwd, 'out'))).toEqual(['Guns/Gun.uc', 'Guns/Guns/Bang.wav', 'Guns/manifest.json'])
    expect(readFileSync(join(cwd, 'out/Guns/Guns/Bang.wav'))).toEqual(WAVE)
    expect(readFileSync(join(cwd, 'out/Guns/Gun.uc'), 'utf8')).toBe('class Gun;\r\n')
    expect(JSON.parse(readFileSync(join(cwd, 'out/Guns/manifest.json'), 'utf8'))).toEqual({
      package: 'Guns',
      path: 'Guns.u',
      version: 61,
      licensee: 0,
      game: expect.any(String),
      written: [
        {
          object: 'Guns.Bang',
          class: 'Sound',
          index: 1,
          file: 'Guns/Guns/Bang.wav',
          bytes: 12,
          crc32: crc32(WAVE).toString(16),
        },
        {
          object: 'Gun.ScriptText',
          class: 'TextBuffer',
          index: 3,
          file: 'Guns/Gun.uc',
          bytes: 12,
          // CRC-32 of `class Gun;` and CR LF, computed with Python's zlib.
          crc32: 'e16d0ba0',
        },
      ],
      skipped: [{ object: 'Silence', class: 'Sound', index: 5, reason: 'no-data', message: 'it contains no data' }],
      withoutForm: { Package: 1, Class: 1, Light: 1 },
      missing: [],
      error: null,
    })
  })

  test('--class Class writes the source of classes', async () => {
    const cwd = temporaryFolder({ 'x.u': plain })
    const run = await ukit(['extract', 'x.u', '-o', 'out', '--class', 'Class'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(filesBelow(join(cwd, 'out'))).toEqual(['x/Gun.uc', 'x/manifest.json'])
    expect(readFileSync(join(cwd, 'out/x/Gun.uc'), 'utf8')).toBe('class Gun;\r\n')
  })

  test('never overwrites without --force; reports this and exits with 1', async () => {
    const cwd = temporaryFolder({ 'x.u': plain })
    mkdirSync(join(cwd, 'out/x'), { recursive: true })
    writeFileSync(join(cwd, 'out/x/Gun.uc'), 'mine')
    const run = await ukit(['extract', 'x.u', '--out', 'out'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stdout).toContain('1 wav; skipped: 1 already there, 1 empty')
    expect(run.stderr).toBe('error: x.u: x/Gun.uc: it already exists; --force replaces it\n')
    expect(readFileSync(join(cwd, 'out/x/Gun.uc'), 'utf8')).toBe('mine')
    expect(existsSync(join(cwd, 'out/x/Guns/Bang.wav'))).toBe(true)
    const forced = await ukit(['extract', 'x.u', '--out', 'out', '--force'], { cwd })
    expect(forced).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(join(cwd, 'out/x/Gun.uc'), 'utf8')).toBe('class Gun;\r\n')
    expect(readdirSync(join(cwd, 'out/x')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('an existing file among many new ones is not changed, and no temporary file remains', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `Bang${i}`)
    const cwd = temporaryFolder({ 'x.u': await packageFile(names.map((objectName) => ({ objectName, outer: 1 }))) })
    mkdirSync(join(cwd, 'out/x/Guns/Bang200.wav'), { recursive: true })
    writeFileSync(join(cwd, 'out/x/Guns/Bang100.wav'), 'mine')
    const run = await ukit(['extract', 'x.u', '-o', 'out'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stderr.split('\n').slice(0, 2)).toEqual([
      'error: x.u: x/Guns/Bang100.wav: it already exists; --force replaces it',
      'error: x.u: x/Guns/Bang200.wav: it exists and is not a file',
    ])
    expect(readFileSync(join(cwd, 'out/x/Guns/Bang100.wav'), 'utf8')).toBe('mine')
    expect(filesBelow(join(cwd, 'out/x/Guns'))).toEqual(
      ['Bang.wav', ...names.filter((name) => name !== 'Bang200').map((name) => `${name}.wav`)].sort(),
    )
    expect(readFileSync(join(cwd, 'out/x/Guns/Bang299.wav'))).toEqual(WAVE)
  })

  test('halves of surrogate pairs are written to the manifest as to all JSON', async () => {
    const imports: [string, string, number, string][] = [
      ['Core', 'Package', 0, 'Engine'],
      ['Core', 'Class', -1, 'Sound'],
    ]
    const listed = async (names: readonly string[]) => {
      const exports = names.map((objectName) => ({ objectName, class: -2, body: new Uint8Array(0) }))
      const cwd = temporaryFolder({
        'x.u': await fileOf(planOf({ version: 69 }, { names: ['None'], imports, exports })),
      })
      await ukit(['extract', 'x.u', '-o', 'out'], { cwd })
      const text = readFileSync(join(cwd, 'out/x/manifest.json'), 'utf8')
      expect(text).not.toMatch(/[^\\]\\ud/)
      const manifest: { skipped: { object: string }[] } = JSON.parse(text)
      return manifest.skipped.map(({ object }) => object)
    }
    // Half a pair is U+100000 plus its number; a real character in that range is both of its halves.
    expect(await listed(['half\ud800', 'whole\u{1f600}'])).toEqual(['half\u{10d800}', 'whole\u{1f600}'])
    expect(await listed(['\u{10d800}'])).toEqual(['\u{10dbf6}\u{10dc00}'])
    expect(await listed(['back\\ud800', 'Bang'])).toEqual(['back\\ud800', 'Bang'])
  })

  test('hostile names do not lead out of the folder', async () => {
    const names = [
      '..',
      '../../escape',
      '/etc/passwd',
      'C:\\Windows\\x',
      'nul',
      'COM1',
      'a\u0000b',
      'x\u001b[31m',
      'Bang',
      'BANG',
      'manifest',
      '.hidden',
      'x'.repeat(500),
    ]
    const file = await packageFile(names.map((objectName) => ({ objectName, outer: 1 })))
    const cwd = temporaryFolder({ 'x.u': file })
    mkdirSync(join(cwd, 'deep/er'), { recursive: true })
    const run = await ukit(['extract', '../../x.u', '-o', 'out'], { cwd: join(cwd, 'deep/er') })
    expect(run.status).toBe(0)
    expect(readdirSync(cwd).sort()).toEqual(['deep', 'x.u'])
    expect(readdirSync(join(cwd, 'deep'))).toEqual(['er'])
    const written = filesBelow(join(cwd, 'deep/er/out/x'))
    expect(written.filter((path) => path.endsWith('.wav'))).toHaveLength(names.length + 1)
    for (const path of written) {
      expect(path).not.toMatch(/(^|\/)\.|[\p{Cc}:\\]|(^|\/)(nul|com1)\./iu)
    }
    // Names that only differ in case give files with different names on every system.
    expect(new Set(written.map((path) => path.toLowerCase())).size).toBe(written.length)
  })

  test.skipIf(process.platform === 'win32')('symbolic links in the folder are never followed', async () => {
    const cwd = temporaryFolder({ 'x.u': plain })
    mkdirSync(join(cwd, 'out/x'), { recursive: true })
    mkdirSync(join(cwd, 'secret'))
    writeFileSync(join(cwd, 'secret/file'), 'mine')
    symlinkSync(join(cwd, 'secret'), join(cwd, 'out/x/Guns'))
    symlinkSync(join(cwd, 'secret/file'), join(cwd, 'out/x/Gun.uc'))
    symlinkSync(join(cwd, 'secret/new'), join(cwd, 'out/x/manifest.json'))
    for (const force of [[], ['--force']]) {
      const run = await ukit(['extract', 'x.u', '-o', 'out', ...force], { cwd })
      expect(run.status).toBe(1)
      expect(run.stderr).toContain('x/Guns/Bang.wav: "Guns" in its path is a symbolic link, not a folder')
      expect(run.stderr).toContain('x/Gun.uc: a symbolic link is in the way')
      expect(run.stderr).toContain('x/manifest.json: a symbolic link is in the way')
    }
    expect(readdirSync(join(cwd, 'secret'))).toEqual(['file'])
    expect(readFileSync(join(cwd, 'secret/file'), 'utf8')).toBe('mine')
  })

  test('the folder itself may be a link: the user named it', async () => {
    const cwd = temporaryFolder({ 'x.u': plain })
    mkdirSync(join(cwd, 'real'))
    symlinkSync(join(cwd, 'real'), join(cwd, 'link'), 'junction')
    expect((await ukit(['extract', 'x.u', '-o', 'link'], { cwd })).status).toBe(0)
    expect(filesBelow(join(cwd, 'real'))).toContain('x/Gun.uc')
  })

  test('--only takes some classes, --json writes the others as JSON, --manifest prints', async () => {
    const cwd = temporaryFolder({ 'x.u': plain })
    await ukit(['extract', 'x.u', '-o', 'sounds', '--only', 'sound'], { cwd })
    expect(filesBelow(join(cwd, 'sounds'))).toEqual(['x/Guns/Bang.wav', 'x/manifest.json'])
    await ukit(['extract', 'x.u', '-o', 'all', '--json', '--only', 'Sound, Light'], { cwd })
    expect(filesBelow(join(cwd, 'all'))).toEqual(['x/Guns/Bang.wav', 'x/Lamp.json', 'x/manifest.json'])
    expect(JSON.parse(readFileSync(join(cwd, 'all/x/Lamp.json'), 'utf8'))).toMatchObject({
      path: 'Lamp',
      class: 'Light',
    })
    const { stdout } = await ukit(['extract', 'x.u', 'missing.u', '-o', 'm', '--manifest'], { cwd })
    const [first, second] = JSON.parse(stdout)
    expect(first.written.map(({ file }: { file: string }) => file)).toEqual(['x/Guns/Bang.wav', 'x/Gun.uc'])
    expect(second).toMatchObject({ path: 'missing.u', written: [], error: { kind: 'io' } })
  })

  test('packages with the same name get separate folders, with and without threads; archives work', async () => {
    const cwd = temporaryFolder({ 'in.zip': zipFile({ 'Maps/x.u': plain }) })
    for (const folder of ['a', 'b']) {
      mkdirSync(join(cwd, folder))
      writeFileSync(join(cwd, folder, 'x.u'), plain)
    }
    writeFileSync(join(cwd, 'X.utx'), plain)
    const words = ['a', 'b', 'X.utx', 'in.zip!']
    const one = await ukit(['extract', ...words, '-o', 'one', '--jobs', '1'], { cwd })
    const two = await ukit(['extract', ...words, '-o', 'two', '--jobs', '2'], { cwd })
    expect(one.status).toBe(0)
    expect(two.stdout.replaceAll('two/', 'one/')).toBe(one.stdout)
    expect(readdirSync(join(cwd, 'one')).sort()).toEqual(['X~3', 'x', 'x~2', 'x~4'])
    expect(filesBelow(join(cwd, 'two'))).toEqual(filesBelow(join(cwd, 'one')))
    expect(one.stdout).toContain('\nok  4 packages: 4 uc, 4 wav; skipped: 4 empty; 12 objects without a file format\n')
  })

  test('a second run with other classes adds to the manifest, but not that of another file', async () => {
    const cwd = temporaryFolder({ 'x.u': plain })
    expect((await ukit(['extract', 'x.u', '-o', 'out', '--only', 'Sound'], { cwd })).status).toBe(0)
    const second = await ukit(['extract', 'x.u', '-o', 'out', '--only', 'Light', '--json'], { cwd })
    expect(second).toMatchObject({ status: 0, stderr: '' })
    expect(filesBelow(join(cwd, 'out'))).toEqual(['x/Guns/Bang.wav', 'x/Lamp.json', 'x/manifest.json'])
    const manifest = () => JSON.parse(readFileSync(join(cwd, 'out/x/manifest.json'), 'utf8'))
    expect(manifest().written.map(({ file }: { file: string }) => file)).toEqual(['x/Guns/Bang.wav', 'x/Lamp.json'])
    expect(manifest().skipped).toMatchObject([{ object: 'Silence', reason: 'no-data' }])
    // The same once more: the file is kept, and the manifest does not lose it.
    const again = await ukit(['extract', 'x.u', '-o', 'out', '--only', 'Sound'], { cwd })
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('already exists; --force replaces it') })
    expect(manifest().written).toHaveLength(2)

    mkdirSync(join(cwd, 'other'))
    writeFileSync(join(cwd, 'other/x.u'), plain)
    const other = await ukit(['extract', 'other/x.u', '-o', 'out', '--only', 'Light', '--json'], { cwd })
    expect(other.stderr).toContain('x/manifest.json: it already exists; --force replaces it')
  })

  test('--scene writes nothing but the scene, and says when there is none', async () => {
    const cwd = temporaryFolder({ 'x.u': plain })
    const run = await ukit(['extract', '--scene', 'x.u', '-o', 'out'], { cwd })
    expect(run).toMatchObject({ status: 1, stderr: 'error: x.u: it has no level: it is not a map\n' })
    expect(filesBelow(join(cwd, 'out'))).toEqual(['x/manifest.json'])
  })

  test('a large package gives the same files and manifest in several threads as in one', async () => {
    const wave = Buffer.concat([WAVE, Buffer.alloc(26_000_000)])
    // A compact index of four bytes: 6 bits in the first, then 7 in each.
    const [a, b, c, d] = [0, 6, 13, 20].map((shift) => wave.length >> shift) as [number, number, number, number]
    const length = Buffer.from([0x40 | (a & 0x3f), 0x80 | (b & 0x7f), 0x80 | (c & 0x7f), d])
    const small = Buffer.concat([Buffer.from([0, 1, WAVE.length]), WAVE])
    const names = ['Ping', 'Pong', 'PING', 'Bing', 'Boom', 'Clang', 'Click', 'Splash', 'Drip']
    const file = await packageFile([
      { objectName: 'Storm', body: Buffer.concat([Buffer.from([0, 1]), length, wave]) },
      ...names.map((objectName) => ({ objectName, body: small })),
      { objectName: 'Cut', body: Uint8Array.of(0, 1, 100, 1) },
    ])
    const cwd = temporaryFolder({ 'x.u': file })
    const one = await ukit(['extract', 'x.u', '-o', 'one', '--jobs', '1'], { cwd })
    const two = await ukit(['extract', 'x.u', '-o', 'two', '--jobs', '2'], { cwd })
    expect(one.stdout).toContain('11 wav, 1 uc; skipped: 1 damaged, 1 empty')
    expect(two).toEqual({ ...one, stdout: one.stdout.replaceAll('one/', 'two/') })
    expect(filesBelow(join(cwd, 'two'))).toEqual(filesBelow(join(cwd, 'one')))
    for (const path of ['x/manifest.json', 'x/Storm.wav', 'x/PING~2.wav'])
      expect(readFileSync(join(cwd, 'two', path)).equals(readFileSync(join(cwd, 'one', path))), path).toBe(true)
  })

  test('wrong usage and damaged packages are errors', async () => {
    const cwd = temporaryFolder({ 'x.u': plain, 'broken.u': 'nothing' })
    expect(await ukit(['extract', 'x.u'], { cwd })).toMatchObject({ status: 2, stdout: '' })
    expect(await ukit(['extract', '-o', 'out'], { cwd })).toMatchObject({ status: 2 })
    const run = await ukit(['extract', 'broken.u', 'x.u', '-o', 'out'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stderr).toMatch(/^error: broken\.u: /)
    expect(existsSync(join(cwd, 'out/x/Gun.uc'))).toBe(true)
  })

  test('a damaged object is reported, and the others are written', async () => {
    const file = await packageFile([{ objectName: 'Cut', body: Uint8Array.of(0, 1, 100, 1) }])
    const cwd = temporaryFolder({ 'x.u': file })
    const run = await ukit(['extract', 'x.u', '-o', 'out'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stderr).toMatch(/^error: x\.u: Cut: .*expected/)
    expect(run.stdout).toContain('1 damaged')
    expect(existsSync(join(cwd, 'out/x/Guns/Bang.wav'))).toBe(true)
  })
})

describe('objects that maps use', () => {
  const UE1 = { version: 61 }
  const engine = [
    ['Core', 'Package', 0, 'Engine'],
    ['Core', 'Class', -1, 'Sound'],
    ['Core', 'Package', 0, 'Noises'],
    ['Engine', 'Sound', -3, 'Bang'],
    ['Core', 'Package', 0, 'Gone'],
    ['Engine', 'Sound', -5, 'Fizz'],
  ] as const
  const sound = Buffer.concat([Buffer.from([0, 1, WAVE.length]), WAVE])
  const map = fileOf(planOf(UE1, { names: ['None', 'WAV'], imports: engine, exports: [] }))
  const noises = fileOf(
    planOf(UE1, {
      names: ['None', 'WAV'],
      imports: engine.slice(0, 2),
      exports: [
        { objectName: 'Boom', class: -2, body: sound },
        { objectName: 'Bang', class: -2, body: sound },
      ],
    }),
  )

  test('--used extracts them from other packages, and names each missing package once', async () => {
    const cwd = temporaryFolder({ 'A.unr': await map, 'B.unr': await map, 'sounds/Noises.uax': await noises })
    const run = await ukit(['extract', '--used', 'A.unr,B.unr', '--packages', 'sounds', '-o', 'out'], { cwd })
    expect(run.status).toBe(0)
    expect(run.stderr).toBe(
      'note: A.unr: needs Engine, Gone, which were not found\n' +
        'note: A.unr: what refers to missing packages is in the manifest; --packages DIR and --game DIR say where to ' +
        'look for them\n',
    )
    expect(filesBelow(join(cwd, 'out'))).toEqual(['A/manifest.json', 'B/manifest.json', 'Noises/Bang.wav'])
    for (const name of ['A', 'B'])
      expect(JSON.parse(readFileSync(join(cwd, `out/${name}/manifest.json`), 'utf8'))).toMatchObject({
        written: [{ object: 'Bang', class: 'Sound', index: 1, package: 'Noises', file: 'Noises/Bang.wav', bytes: 12 }],
        missing: [
          { package: 'Engine', objects: ['Engine.Sound'] },
          { package: 'Gone', objects: ['Gone.Fizz'] },
        ],
      })
    // A file that the user has changed is not replaced.
    writeFileSync(join(cwd, 'out/Noises/Bang.wav'), 'mine')
    const again = await ukit(['extract', '--used', 'A.unr', '--packages', 'sounds', '-o', 'out', '--jobs', '1'], {
      cwd,
    })
    expect(again.status).toBe(1)
    expect(readFileSync(join(cwd, 'out/Noises/Bang.wav'), 'utf8')).toBe('mine')
  })

  test('--scene --used takes the sounds that a map uses, and --class what it says', async () => {
    const cwd = temporaryFolder({ 'A.unr': await map, 'sounds/Noises.uax': await noises })
    const words = ['extract', '--scene', '--used', 'A.unr', '--packages', 'sounds', '-o']
    await ukit([...words, 'out'], { cwd })
    expect(filesBelow(join(cwd, 'out'))).toEqual(['A/manifest.json', 'Noises/Bang.wav'])
    await ukit([...words, 'other', '--class', 'Texture'], { cwd })
    expect(filesBelow(join(cwd, 'other'))).toEqual(['A/manifest.json'])
  })

  test('manifests of packages that share pictures are the same with any number of threads', async () => {
    const names = ['None', 'Palette']
    const imports = [
      ['Core', 'Package', 0, 'Engine'],
      ['Core', 'Class', -1, 'Texture'],
      ['Core', 'Class', -1, 'Palette'],
    ] as const
    // A level of 2 × 2 pixels, and a palette of three colours; Bare has no bytes.
    const wall = Buffer.from('0105020001040001010202000000020000000101', 'hex')
    const colors = Buffer.from('00030a0b0c0d141516171e1f2021', 'hex')
    const skins = await fileOf(
      planOf(UE1, {
        names,
        imports,
        exports: [
          { objectName: 'Wall', class: -2, body: wall },
          { objectName: 'Colors', class: -3, body: colors },
          { objectName: 'Bare', class: -2, body: new Uint8Array(0) },
        ],
      }),
    )
    const user = await fileOf(
      planOf(UE1, {
        names,
        imports: [
          ...imports,
          ['Core', 'Package', 0, 'Skins'],
          ['Engine', 'Texture', -4, 'Wall'],
          ['Engine', 'Texture', -4, 'Bare'],
        ],
        exports: [],
      }),
    )
    const maps = ['A', 'B', 'C', 'D', 'E', 'F']
    const cwd = temporaryFolder({
      'in/Skins.utx': skins,
      ...Object.fromEntries(maps.map((name) => [`${name}.unr`, user])),
    })
    const words = ['extract', '--used', maps.map((name) => `${name}.unr`).join(','), '--packages', 'in']
    const runs: { readonly stdout: string; readonly manifests: readonly string[] }[] = []
    for (const jobs of ['1', '2', '8']) {
      const { stdout } = await ukit([...words, '-o', jobs, '--jobs', jobs], { cwd })
      expect(filesBelow(join(cwd, jobs))).toContain('Skins/Wall.png')
      const manifests = maps.map((name) => readFileSync(join(cwd, jobs, name, 'manifest.json'), 'utf8'))
      runs.push({ stdout: stdout.replaceAll(`${jobs}/`, 'out/'), manifests })
    }
    for (const run of runs) expect(run).toEqual(runs[0])
    // They do not show which map was first either.
    const facts = runs[0]?.manifests.map((text) => JSON.parse(text)) ?? []
    for (const { written, skipped } of facts) {
      const texture = { class: 'Texture', package: 'Skins' }
      expect(written).toEqual([{ ...texture, object: 'Wall', index: 0, file: 'Skins/Wall.png' }])
      expect(skipped).toEqual([{ ...texture, object: 'Bare', index: 2, reason: 'no-data', message: 'it has no bytes' }])
    }
    // The manifest of a run with a single package has the facts of every file.
    await ukit(['extract', '--used', 'A.unr', '--packages', 'in', '-o', 'alone'], { cwd })
    expect(JSON.parse(readFileSync(join(cwd, 'alone/A/manifest.json'), 'utf8')).written).toMatchObject([
      { object: 'Wall', bytes: statSync(join(cwd, 'alone/Skins/Wall.png')).size },
    ])
  })

  test('--match and --class select some of them; further files with --used are wrong usage', async () => {
    const cwd = temporaryFolder({ 'A.unr': await map, 'Noises.uax': await noises })
    await ukit(['extract', 'Noises.uax', '-o', 'one', '--match', 'b[ao]ng', '--class', 'Sound'], { cwd })
    expect(filesBelow(join(cwd, 'one'))).toEqual(['Noises/Bang.wav', 'Noises/manifest.json'])
    await ukit(['extract', '--used', 'A.unr', '-o', 'two', '--class', 'Texture'], { cwd })
    expect(filesBelow(join(cwd, 'two'))).toEqual(['A/manifest.json'])
    expect(await ukit(['extract', 'Noises.uax', '--used', 'A.unr', '-o', 'x'], { cwd })).toMatchObject({ status: 2 })
  })
})

test('many small packages are extracted in one thread, unless more are asked for', async () => {
  const folder = temporaryFolder()
  const bytes = await packageFile()
  for (let i = 0; i < 30; i++) writeFileSync(join(folder, `Guns${i}.u`), bytes)
  // Node reports on standard error which threads it starts; the one that waits for Ctrl-C has no file.
  const run = (...more: string[]) =>
    ukit(['extract', folder, '-o', join(folder, `out${more.length}`), ...more], { env: { NODE_DEBUG: 'worker' } })
  const [one, two] = [await run(), await run('--jobs', '2')]
  expect([one.status, two.status]).toEqual([0, 0])
  expect(one.stderr).not.toContain('create new worker URL')
  expect(two.stderr).toContain('create new worker URL')
  expect(readdirSync(join(folder, 'out0'))).toEqual(readdirSync(join(folder, 'out2')))
})
