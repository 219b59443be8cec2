import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder, treeOf, writeTree } from '../../../testing/folders.js'
import { handmade, handmadeOf } from '../../../testing/handmade-umod.js'
import { zipFile } from '../../../testing/zip-file.js'
import { start, ukit, ukitJson } from './run-ukit.js'

const MANIFEST =
  '[Setup]\r\nProduct=Thing\r\nVersion=100\r\nRequires=R\r\nGroup=G\r\n[R]\r\nProduct=UnrealTournament\r\nVersion=400\r\n[G]\r\nFile=(Src=System\\A.txt)\r\n'
const STRINGS = '[Setup]\r\nLocalProduct=The Thing\r\nReadMe=Help\\Read.txt\r\n'
const FILES = {
  'System\\Manifest.ini': MANIFEST,
  'System\\Manifest.int': STRINGS,
  'System\\A.txt': 'one',
  'Help\\Read.txt': 'read me\u001b[31m\r\nplease',
}
const GOOD = handmadeOf(FILES)

test.each(['ls', 'verify', 'extract', 'create', 'plan', 'install', 'uninstall'])(
  'the help of umod %s is unchanged',
  async (verb) => {
    const run = await ukit(['umod', verb, '--help'])
    expect(run).toMatchObject({ status: 0, stderr: '' })
    await expect(run.stdout).toMatchFileSnapshot(`golden/umod-${verb}.txt`)
    expect(await ukit(['help', 'umod', verb])).toEqual(run)
    for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  },
)

test.each([
  [['umod'], /umod needs a second word: umod ls/],
  [['umod', 'lst', 'x'], /unknown verb "umod lst"; did you mean "umod ls"/],
  [['umod', 'ls'], /umod ls needs at least one file/],
  [['umod', 'extract', 'x.umod'], /-o DIR/],
])('ukit %j is wrong usage', async (args, message) => {
  const run = await ukit(args)
  expect(run).toMatchObject({ status: 2, stdout: '' })
  expect(run.stderr).toMatch(message)
})

describe('umod ls', () => {
  test('prints product, requirement and files; control characters in the readme are escaped', async () => {
    const folder = temporaryFolder({ 'mod.bin': GOOD })
    const run = await ukit(['umod', 'ls', '--readme', 'mod.bin'], { cwd: folder })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/Product +The Thing 100/)
    expect(run.stdout).toMatch(/Needs +UnrealTournament 400/)
    expect(run.stdout).toMatch(/^ {2}A\.txt +3 {2}text$/m)
    expect(run.stdout).toContain('read me\\x1B[31m\nplease')
  })

  test('has the fixed shape as JSON', async () => {
    const folder = temporaryFolder({ 'mod.umod': GOOD })
    const [found] = await ukitJson(['umod', 'ls', 'mod.umod'], { cwd: folder })
    const crc = new DataView(GOOD.buffer).getUint32(GOOD.length - 4, true)
    expect(found).toMatchObject({
      path: 'mod.umod',
      version: 1,
      crc: `0x${crc.toString(16).toUpperCase()}`,
      crcOk: true,
      error: null,
    })
    let offset = 0
    for (const [i, [name, text]] of Object.entries(FILES).entries()) {
      expect(found.files[i]).toEqual({ name, size: text.length, offset, flags: 0 })
      offset += text.length
    }
  })

  test('exits with 1 for a damaged file, and reports what is wrong', async () => {
    const broken = GOOD.slice()
    broken[3] = 0xff
    const folder = temporaryFolder({ 'a.umod': broken, 'b.umod': GOOD.slice(0, -1), 'c.umod': GOOD })
    const run = await ukit(['umod', 'ls', 'a.umod', 'b.umod', 'c.umod'], { cwd: folder })
    expect(run.status).toBe(1)
    expect(run.stderr).toMatch(/a\.umod: the checksum is wrong/)
    expect(run.stderr).toMatch(/b\.umod: trailer\.magic: expected an installer/)
    expect(run.stdout).toMatch(/c\.umod/)
  })
})

describe('containers', () => {
  const stub = new Uint8Array(Buffer.from('MZ program'))
  const exe = handmade(Buffer.concat([stub, Buffer.from('abc')]), [
    { name: 'System\\A.txt', offset: stub.length, size: 3 },
  ])

  test('an installer in a program, and one in a zip, are listed and verified', async () => {
    const folder = temporaryFolder({ 'Setup.exe': exe, 'all.zip': zipFile({ 'sub/mod.umod': GOOD }) })
    const found = await ukitJson(['umod', 'ls', 'Setup.exe', 'all.zip!sub/mod.umod'], { cwd: folder })
    expect(found).toMatchObject([
      { path: 'Setup.exe', crcOk: true, files: [{ name: 'System\\A.txt', offset: 10 }] },
      { path: 'all.zip!sub/mod.umod', crcOk: true },
    ])
  })

  test('every verb opens a file inside an installer', async () => {
    const folder = temporaryFolder({ 'mod.umod': GOOD, 'all.zip': zipFile({ 'mod.umod': GOOD }) })
    const found = await ukitJson(['info', 'mod.umod!system/a.TXT', 'all.zip!mod.umod!Help/Read.txt'], { cwd: folder })
    expect(found.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['mod.umod!System\\A.txt', 3],
      ['all.zip!mod.umod!Help\\Read.txt', FILES['Help\\Read.txt'].length],
    ])
  })
})

describe('umod verify', () => {
  test('has the shape of verify, and exits with 1 for damaged installers', async () => {
    const bad = handmade(new Uint8Array(4), [{ name: '..\\x', offset: 0, size: 4 }])
    const folder = temporaryFolder({
      'good.umod': handmadeOf({
        ...FILES,
        'System\\Manifest.ini': MANIFEST.replace('[G]', '[G]\r\nCopy=(Src=Help\\Read.txt)'),
      }),
      'bad.umod': bad,
    })
    expect((await ukit(['umod', 'verify', 'good.umod'], { cwd: folder })).status).toBe(0)
    const run = await ukit(['umod', 'verify', '--json', '.'], { cwd: folder })
    expect(run.status).toBe(1)
    expect(JSON.parse(run.stdout)).toMatchObject([
      {
        path: 'bad.umod',
        ok: false,
        objects: 1,
        bytes: 4,
        problems: [{ kind: 'bad-value', severity: 'error', object: '..\\x', offset: 0 }, {}],
      },
      { path: 'good.umod', ok: true, understood: 1, problems: [] },
    ])
  })
})

describe('umod extract', () => {
  test('writes the files; replaces them only with --force', async () => {
    const folder = temporaryFolder({ 'mod.umod': GOOD })
    const run = await ukit(['umod', 'extract', 'mod.umod', '-o', 'out'], { cwd: folder })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(join(folder, 'out/System')).sort()).toEqual(['A.txt', 'Manifest.ini', 'Manifest.int'])
    writeFileSync(join(folder, 'out/System/A.txt'), 'mine')
    expect((await ukit(['umod', 'extract', 'mod.umod', '-o', 'out'], { cwd: folder })).status).toBe(1)
    expect((await ukit(['umod', 'extract', 'mod.umod', '-o', 'out', '--force'], { cwd: folder })).status).toBe(0)
  })

  test('only extracts what is asked for', async () => {
    const folder = temporaryFolder({ 'mod.umod': GOOD })
    await ukit(['umod', 'extract', 'mod.umod', '-o', 'out', '--only', 'help/*'], { cwd: folder })
    expect(readdirSync(join(folder, 'out'))).toEqual(['Help'])
  })
})

describe('over HTTP', () => {
  // Large enough to notice if all of it were read.
  const big = handmadeOf({ ...FILES, 'Maps\\Big.unr': new Uint8Array(8_000_000) })
  let served = 0
  const server = createServer((request, response) => {
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = to === undefined || to === '' ? big.length : Math.min(big.length, Number(to) + 1)
    const body = request.method === 'HEAD' ? new Uint8Array(0) : big.subarray(start, end)
    served += body.length
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': end - start,
      'accept-ranges': 'bytes',
      etag: '"1"',
      ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${big.length}` }),
    })
    response.end(body)
  })
  let address = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mod.umod`
  })
  afterAll(() => {
    server.close()
  })

  test('ls fetches less than a megabyte; extract writes the files', async () => {
    const [found] = await ukitJson(['umod', 'ls', address])
    expect(found).toMatchObject({ path: address, crcOk: null, product: 'Thing' })
    expect(found.files).toHaveLength(5)
    expect(served).toBeLessThan(1_000_000)
    const folder = temporaryFolder()
    const run = await ukit(['umod', 'extract', address, '-o', 'out'], { cwd: folder })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['Help', 'Maps', 'System'])
  })
})

describe('umod create', () => {
  const files = { 'MyMod.u': 'code', 'Read.txt': 'read me' }

  test('makes an installer from a folder that verifies, and the same one again', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'mod/System'), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'mod/System', name), text)
    const words = [
      '--product',
      'My Mod',
      '--product-version',
      '3',
      '--requires',
      'UnrealTournament 436',
      '--server-packages',
      'MyMod',
    ]
    for (const name of ['a.umod', 'b.umod']) {
      const run = await ukit(['umod', 'create', 'mod', name, ...words], { cwd: folder })
      expect(run).toMatchObject({ status: 0, stderr: '' })
    }
    expect(readFileSync(join(folder, 'a.umod')).equals(readFileSync(join(folder, 'b.umod')))).toBe(true)
    const [found] = await ukitJson(['umod', 'ls', 'a.umod'], { cwd: folder })
    expect(found).toMatchObject({
      crcOk: true,
      product: 'My Mod',
      requires: [{ product: 'UnrealTournament', version: '436' }],
    })
    expect((await ukit(['umod', 'verify', 'a.umod'], { cwd: folder })).status).toBe(0)
    expect((await ukit(['umod', 'create', 'mod', 'a.umod', ...words], { cwd: folder })).status).toBe(1)
  })

  test('makes one from a manifest, with the texts beside it, aligned for later games', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'System'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'System', name), text)
    const manifest =
      '[Setup]\nProduct=P\nVersion=1\nMasterPath=..\nCopy=(Src=System\\Manifest.*,Flags=3)\nFile=(Src=System\\*.u)\n'
    writeFileSync(join(folder, 'System/Manifest.ini'), manifest)
    writeFileSync(join(folder, 'System/Manifest.int'), '[Setup]\nLocalProduct=The P\n')
    const [made] = await ukitJson(['umod', 'create', 'System/Manifest.ini', 'p.ut2mod'], { cwd: folder })
    expect(made).toMatchObject({ product: 'P', version: '1', error: null })
    expect(made.files.map(({ name, offset }: { name: string; offset: number }) => [name, offset % 16])).toEqual([
      ['System\\Manifest.ini', 0],
      ['System\\Manifest.int', 0],
      ['System\\MyMod.u', 0],
    ])
    expect((await ukit(['umod', 'ls', 'p.ut2mod'], { cwd: folder })).stdout).toMatch(/Product +The P 1/)
  })

  test.each([
    [['mod', 'x.umod'], 2, /--product NAME/],
    [['none', 'x.umod'], 1, /no such file or folder/],
    [['mod', 'x.umod', '--product', 'P', '--product-version', 'beta'], 1, /found "beta"/],
    [['mod', 'x.umod', '--align', '0'], 2, /--align needs/],
  ])('%j fails', async (args, status, message) => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'mod'))
    const run = await ukit(['umod', 'create', ...args], { cwd: folder })
    expect(run.status).toBe(status)
    expect(run.stderr).toMatch(message)
    expect(readdirSync(folder)).toEqual(['mod'])
  })
})

describe('umod plan, install, uninstall', () => {
  const game = () => {
    const folder = temporaryFolder({
      'mod.umod': handmadeOf({
        ...FILES,
        'System\\Manifest.ini': `${MANIFEST}AddIni=UnrealTournament.ini,Engine.GameEngine.ServerPackages=A\r\n`,
      }),
    })
    writeTree(join(folder, 'game'), {
      'System/Manifest.ini': '[Setup]\r\nGroup=UnrealTournament\r\n[UnrealTournament]\r\nVersion=436\r\n',
      'System/UnrealTournament.ini': '[Engine.GameEngine]\r\nServerPackages=Botpack\r\n',
    })
    return folder
  }

  test('plan shows the changes, install makes them, uninstall undoes them', async () => {
    const cwd = game()
    const before = treeOf(join(cwd, 'game'))
    const plan = await ukit(['umod', 'plan', 'mod.umod', 'game'], { cwd })
    expect(plan).toMatchObject({ status: 0, stderr: '' })
    expect(plan.stdout).toMatch(/needs UnrealTournament 400 or newer: ok, version 436 is installed/)
    expect(plan.stdout).toMatch(/^ {2}\+ System\/A\.txt/m)
    expect(plan.stdout).toMatch(/\[Engine\.GameEngine\]\n {4}\+ ServerPackages=A\n/)
    expect(treeOf(join(cwd, 'game'))).toEqual(before)
    const [json] = await ukitJson(['umod', 'plan', 'mod.umod', 'game'], { cwd })
    expect(json).toMatchObject({
      ok: true,
      product: 'Thing',
      files: [{ action: 'copy', path: 'System/A.txt', size: 3 }],
    })
    expect(await ukit(['umod', 'install', 'mod.umod', 'game'], { cwd })).toMatchObject({ status: 0, stderr: '' })
    expect(treeOf(join(cwd, 'game'))).toMatchObject({
      'System/A.txt': 'one',
      'System/UnrealTournament.ini': '[Engine.GameEngine]\r\nServerPackages=Botpack\r\nServerPackages=A\r\n',
    })
    expect((await ukit(['umod', 'install', 'mod.umod', 'game'], { cwd })).stdout).toMatch(/is installed already/)
    const [dry] = await ukitJson(['umod', 'uninstall', '--dry-run', 'thing', 'game'], { cwd })
    expect(dry).toMatchObject({ product: 'Thing', deleted: ['System/A.txt'], error: null })
    expect((await ukit(['umod', 'uninstall', 'thing', 'game'], { cwd })).status).toBe(0)
    expect(treeOf(join(cwd, 'game'))).toEqual(before)
    expect(await ukit(['umod', 'uninstall', 'thing', 'game'], { cwd })).toMatchObject({ status: 1, stdout: '' })
  })

  test('a file that differs prevents it, unless forced', async () => {
    const cwd = game()
    writeTree(join(cwd, 'game'), { 'System/A.txt': 'mine' })
    const run = await ukit(['umod', 'install', 'mod.umod', 'game'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stderr).toMatch(/System\/A\.txt" already exists; --force replaces it/)
    expect((await ukit(['umod', 'install', '--force', 'mod.umod', 'game'], { cwd })).status).toBe(0)
    await ukit(['umod', 'uninstall', 'thing', 'game'], { cwd })
    expect(treeOf(join(cwd, 'game'))['System/A.txt']).toBe('mine')
  })

  test('if the process is killed, the next run repairs the game', async () => {
    const cwd = game()
    const before = treeOf(join(cwd, 'game'))
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`Maps\\M${i}.unr`, `map ${i}`]))
    const lines = Object.keys(files).map((name) => `File=(Src=${name})\r\n`)
    writeFileSync(
      join(cwd, 'big.umod'),
      handmadeOf({ 'System\\Manifest.ini': MANIFEST + lines.join(''), 'System\\A.txt': 'one', ...files }),
    )
    for (const sign of ['transaction', 'transaction/new/5', 'transaction/journal.json', 'transaction/old']) {
      const child = start(['umod', 'install', 'big.umod', 'game'], { cwd })
      const ended = new Promise((resolve) => child.on('close', resolve))
      let running = true
      void ended.then(() => {
        running = false
      })
      // Checks in each turn of the event loop, until the sign exists or the run has ended.
      while (running && !existsSync(join(cwd, 'game/.ukit', sign)))
        await new Promise((resolve) => setImmediate(resolve))
      child.kill('SIGKILL')
      await ended
      expect((await ukit(['umod', 'install', 'big.umod', 'game'], { cwd })).status).toBe(0)
      expect((await ukit(['umod', 'uninstall', 'Thing', 'game'], { cwd })).status).toBe(0)
      expect(treeOf(join(cwd, 'game'))).toEqual(before)
    }
  })

  test('a game without a log is recognised by its ini', async () => {
    const cwd = game()
    rmSync(join(cwd, 'game/System/Manifest.ini'))
    const plan = await ukit(['umod', 'plan', 'mod.umod', 'game'], { cwd })
    expect(plan.stdout).toMatch(/needs UnrealTournament 400 or newer: ok, this is the game, of an unknown version/)
    const run = await ukit(['umod', 'install', 'mod.umod', 'game'], { cwd })
    expect(run.status).toBe(0)
    expect(run.stderr).toMatch(/it needs UnrealTournament 400; this is UnrealTournament, but its version is not known/)
    renameSync(join(cwd, 'game/System/UnrealTournament.ini'), join(cwd, 'game/System/UT2004.ini'))
    await ukit(['umod', 'uninstall', 'thing', 'game'], { cwd })
    const other = await ukit(['umod', 'install', 'mod.umod', 'game'], { cwd })
    expect(other.stderr).toMatch(
      /expected UnrealTournament 400 or newer in the game, but it is not installed; --ignore-requirements/,
    )
  })

  test('a record that ukit did not write is named, with the options that inspect it and trust it', async () => {
    const cwd = game()
    await ukit(['umod', 'install', 'mod.umod', 'game'], { cwd })
    const path = join(cwd, 'game/.ukit/installed/0001/record.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"Thing"', '"thing"'))
    const run = await ukit(['umod', 'uninstall', 'thing', 'game'], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toMatch(/not written by ukit for this user.*; check it with --dry-run --trust-record/)
    expect((await ukit(['umod', 'uninstall', '--trust-record', 'thing', 'game'], { cwd })).status).toBe(0)
  })

  test('where no folder keeps what is ours, the same installer is not recorded a second time', async () => {
    const cwd = game()
    const env = { XDG_STATE_HOME: '/dev/null/none' }
    const words = ['umod', 'install', 'mod.umod', 'game']
    expect(await ukit(words, { cwd, env })).toMatchObject({ status: 0 })
    const again = await ukit(words, { cwd, env })
    expect(again).toMatchObject({ status: 0 })
    expect(again.stdout).toMatch(/is installed already/)
    expect(readdirSync(join(cwd, 'game/.ukit/installed'))).toEqual(['0001'])
  })

  test('requirements that a game does not meet are reported', async () => {
    const cwd = game()
    writeFileSync(
      join(cwd, 'game/System/Manifest.ini'),
      '[Setup]\r\nGroup=UnrealTournament\r\n[UnrealTournament]\r\nVersion=348\r\n',
    )
    expect((await ukit(['umod', 'plan', 'mod.umod', 'game'], { cwd })).stdout).toMatch(
      /needs UnrealTournament 400 or newer: not met, version 348 is installed/,
    )
    const run = await ukit(['umod', 'install', 'mod.umod', 'game'], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toMatch(
      /expected UnrealTournament 400 or newer in the game, but version 348 is installed; --ignore-requirements /,
    )
    const forced = await ukit(['umod', 'install', '--ignore-requirements', 'mod.umod', 'game'], { cwd })
    expect(forced.status).toBe(0)
    writeFileSync(join(cwd, 'game/System/Manifest.ini'), '[Setup]\r\nGroup=UnrealTournament\r\n[UnrealTournament]\r\n')
    expect((await ukit(['umod', 'plan', 'mod.umod', 'game'], { cwd })).stdout).toMatch(
      /needs UnrealTournament 400 or newer: ok, this is the game, of an unknown version/,
    )
    expect((await ukit(['umod', 'install', 'mod.umod', 'nowhere'], { cwd })).stderr).toMatch(/is not a folder/)
  })
})
