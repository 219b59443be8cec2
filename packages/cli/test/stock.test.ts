import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressUz } from '@ukit/codecs/uz'
import { openZip } from '@ukit/codecs/zip'
import { memorySource } from '@ukit/files'
import { expect, test } from 'vitest'
import { corpusPath } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { madePackage, UT99 } from '../../../testing/made-package.js'
import { zipFile } from '../../../testing/zip-file.js'
import { ukit, ukitJson } from './run-ukit.js'

/** A map of UT99 that needs packages of the game, its own textures, and a package with native code. */
async function tower(): Promise<Record<string, Uint8Array>> {
  return {
    'DM-Tower.unr': await madePackage({
      name: 'DM-Tower',
      shape: UT99,
      imports: ['Class Engine.Light', 'Class Botpack.FlakCannon', 'Texture TowerTex.Wall', 'Class Rain.RainVolume'],
    }),
    'TowerTex.utx': await madePackage({ name: 'TowerTex', shape: UT99, objects: [{ object: 'Texture Wall' }] }),
    'Rain.u': await madePackage({ name: 'Rain', shape: UT99, objects: [{ object: 'Class RainVolume', native: true }] }),
  }
}

/** The same map inside a game. */
async function towerGame(): Promise<string> {
  const root = temporaryFolder()
  const files = await tower()
  for (const [folder, names] of Object.entries({
    Maps: ['DM-Tower.unr'],
    Textures: ['TowerTex.utx'],
    System: ['Rain.u'],
  })) {
    mkdirSync(join(root, folder))
    for (const name of names) writeFileSync(join(root, folder, name), files[name] ?? new Uint8Array(0))
  }
  writeFileSync(join(root, 'System/UnrealTournament.ini'), '[Engine.Engine]\r\n')
  return root
}

async function entriesOf(zip: string): Promise<string[]> {
  return (await openZip(memorySource(new Uint8Array(readFileSync(zip))))).entries.map(({ name }) => name)
}

test('packages in a zip are found there by each other, and packages that the game ships are not missing', async () => {
  const files = await tower()
  const zip = zipFile(Object.fromEntries(Object.entries(files).map(([name, data]) => [`Files/${name}`, data])))
  const flat = zipFile(files)
  const cwd = temporaryFolder({
    'Tower.zip': zip,
    'Flat.zip': flat,
    'Broken.zip': zipFile({ 'x.unr': files['DM-Tower.unr'] ?? zip }),
  })
  const facts = await ukitJson(['deps', 'Tower.zip!'], { cwd })
  const map = facts.find(({ path }: { path: string }) => path.endsWith('DM-Tower.unr'))
  expect(map).toMatchObject({ ok: true })
  const found = Object.fromEntries(
    map.packages.map(({ name, found: at }: { name: string; found: string }) => [name, at]),
  )
  expect(found).toMatchObject({
    TowerTex: 'Tower.zip!Files/TowerTex.utx',
    Rain: 'Tower.zip!Files/Rain.u',
    Botpack: null,
  })
  // The others are also found for a single member.
  const [alone] = await ukitJson(['deps', 'Flat.zip!DM-Tower.unr'], { cwd })
  expect(alone).toMatchObject({ ok: true })
  expect(alone.packages.find(({ name }: { name: string }) => name === 'Rain').found).toBe('Flat.zip!/Rain.u')
  expect((await ukit(['deps', 'Broken.zip!'], { cwd })).stdout).toMatch(/ TowerTex +missing/)
})

test('a package that does not show its game belongs to the game that ships its needs', async () => {
  const cwd = temporaryFolder({
    'Wall.utx': await madePackage({
      name: 'Wall',
      shape: UT99,
      imports: ['Class Engine.Texture', 'Texture City.Wall.Base', 'Texture TowerTex.Wall'],
    }),
  })
  expect(await ukitJson(['info', 'Wall.utx'], { cwd })).toMatchObject([{ game: null }])
  const [facts] = await ukitJson(['deps', 'Wall.utx'], { cwd })
  const missing = facts.packages.filter(
    ({ stock, found }: { stock: unknown; found: unknown }) => stock === null && found === null,
  )
  expect(missing).toMatchObject([{ name: 'TowerTex' }])
})

test('for a map outside any game, packages that UT ships are not missing', async () => {
  const cwd = temporaryFolder(await tower())
  const run = await ukit(['deps', 'DM-Tower.unr'], { cwd })
  expect(run).toMatchObject({ status: 0, stderr: '' })
  expect(run.stdout).toMatch(/^DM-Tower\.unr {2}needs \d packages: nothing is missing\n/)
  expect(run.stdout).toMatch(/ Botpack +not here; the game's own +1 object\n/)
  expect(run.stdout).toMatch(/ TowerTex +TowerTex\.utx +1 object\n/)
  const [facts] = await ukitJson(['deps', 'DM-Tower.unr'], { cwd })
  const botpack = facts.packages.find(({ name }: { name: string }) => name === 'Botpack')
  expect(botpack).toMatchObject({ found: null, missing: [], stock: expect.arrayContaining(['stock', 'patch 469e']) })
  // Without the lists, every package that is not found is missing.
  const strict = await ukit(['deps', 'DM-Tower.unr', '--stock', 'none'], { cwd })
  expect(strict.status).toBe(1)
  expect(strict.stdout).toMatch(/ Botpack +missing/)
})

test('a different game does not ship it', async () => {
  const cwd = temporaryFolder(await tower())
  const run = await ukit(['deps', 'DM-Tower.unr', '--game', 'rune'], { cwd })
  expect(run.status).toBe(1)
  expect(run.stdout).toMatch(/ Botpack +missing/)
})

test('every question uses the game that contains the file', async () => {
  const root = await towerGame()
  const cwd = join(root, 'Maps')
  const [facts] = await ukitJson(['deps', 'DM-Tower.unr'], { cwd })
  const names = (found: { name: string; found: string | null }) => [found.name, found.found]
  expect(facts.packages.map(names)).toContainEqual(['TowerTex', join(root, 'Textures/TowerTex.utx')])
  // Without a file, it is the game that contains the current folder; a folder inside the game also names it.
  expect((await ukit(['deps', '--explain', 'towertex'], { cwd })).stdout).toMatch(/TowerTex\.utx/)
  const [who] = await ukitJson(['deps', '--who', 'TowerTex', '--no-index'], { cwd })
  expect(who.users.map(({ name }: { name: string }) => name)).toEqual(['DM-Tower'])
  const [inside] = await ukitJson(['deps', '--game', join(root, 'Textures'), '--unused', '--no-index'])
  expect(inside.path).toBe(root)
  expect((await ukitJson(['game', join(root, 'Maps'), '--no-check']))[0].root).toBe(root)
})

test('a release contains the files that do not come with the game, and the library with native code', async () => {
  const root = await towerGame()
  const map = join(root, 'Maps/DM-Tower.unr')
  const zip = join(root, 'Tower.zip')
  const run = await ukit(['deps', map, '--zip', zip])
  expect(run.status).toBe(0)
  expect(run.stdout).toMatch(/Rain needs Rain\.dll, which is missing/)
  expect((await entriesOf(zip)).sort()).toEqual(['Maps/DM-Tower.unr', 'System/Rain.u', 'Textures/TowerTex.utx'])
  writeFileSync(join(root, 'System/Rain.dll'), 'MZ')
  await ukit(['deps', map, '--zip', zip, '--force'])
  expect(await entriesOf(zip)).toContain('System/Rain.dll')
})

test('a changed package of the game is left out of a release, and is reported', async () => {
  const root = await towerGame()
  // No version of UT has this file.
  writeFileSync(
    join(root, 'System/Botpack.u'),
    await madePackage({ name: 'Botpack', shape: UT99, objects: [{ object: 'Class FlakCannon' }] }),
  )
  const run = await ukit(['deps', join(root, 'Maps/DM-Tower.unr'), '--release'])
  expect(run.stdout).toMatch(/left out, since the game has them: System\/Botpack\.u/)
  expect(run.stdout).toMatch(/System\/Botpack\.u is not the file that the game has: its content differs/)
})

test('deps names the library that native classes need', async () => {
  const root = await towerGame()
  const map = join(root, 'Maps/DM-Tower.unr')
  expect((await ukit(['deps', map])).stdout).toMatch(
    /Rain needs Rain\.dll for native code \(RainVolume\), which is missing/,
  )
  writeFileSync(join(root, 'System/rain.so'), '')
  const [facts] = await ukitJson(['deps', map])
  const rain = facts.packages.find(({ name }: { name: string }) => name === 'Rain')
  expect(rain.library).toEqual({
    names: ['Rain.dll', 'Rain.so'],
    classes: ['RainVolume'],
    found: join(root, 'System/rain.so'),
  })
})

test('a compressed download is read as the package in it', async () => {
  const files = await tower()
  const map = files['DM-Tower.unr'] ?? new Uint8Array(0)
  const cwd = temporaryFolder({ ...files, 'DM-Tower.unr.uz': compressUz(map, { name: 'DM-Tower.unr' }) })
  const [plain] = await ukitJson(['deps', 'DM-Tower.unr'], { cwd })
  const [packed] = await ukitJson(['deps', 'DM-Tower.unr.uz'], { cwd })
  expect(packed).toEqual({ ...plain, path: 'DM-Tower.unr.uz' })
  const release = await ukit(['deps', 'DM-Tower.unr.uz', '--release'], { cwd })
  expect(release.status).toBe(2)
  expect(release.stderr).toMatch(/a release is made of files: unpack DM-Tower\.unr\.uz first/)
})

test('a map of UT99 with some of its textures: the others come with the game', async (ctx) => {
  const map = corpusPath('../corpus-2/scenes/ut99/Maps/DM-HyperBlast.unr')
  if (!existsSync(map)) return ctx.skip('needs the real files of ../shared/corpus-2, which is absent')
  const run = await ukit(['deps', map])
  expect(run.status).toBe(0)
  expect(run.stdout).toMatch(/needs 10 packages: nothing is missing/)
})

test('game --stock lists changed, added and missing files', async () => {
  const root = await towerGame()
  const botpack = await madePackage({ name: 'Botpack', shape: UT99, objects: [{ object: 'Class FlakCannon' }] })
  writeFileSync(join(root, 'System/Botpack.u'), botpack)
  const [facts] = await ukitJson(['game', root, '--stock'])
  const states = facts.stock.files.map(({ path, state }: { path: string; state: string }) => [path, state])
  expect(states).toEqual([
    ['Maps/DM-Tower.unr', 'added'],
    ['System/Botpack.u', 'changed'],
    ['System/Rain.u', 'added'],
    ['Textures/TowerTex.utx', 'added'],
  ])
  expect(facts.stock.counts).toMatchObject({ original: 0, changed: 1, added: 3 })
  expect(facts.stock.missing).toContain('Maps/DM-Deck16][.unr')
  const run = await ukit(['game', root, '--stock'])
  expect(run.status).toBe(1)
  expect(run.stdout).toMatch(/changed +1: .*\n +System\/Botpack\.u {2}\(.*and \d+ more\)/)
})

test('game --stock of a game without a list prints which lists exist', async () => {
  const root = temporaryFolder()
  mkdirSync(join(root, 'System'))
  writeFileSync(join(root, 'System/Nerf.ini'), '[Engine.Engine]\r\n')
  const run = await ukit(['game', root, '--stock'])
  expect(run.status).toBe(1)
  expect(run.stderr).toMatch(/expected a game whose files are listed \(.*unreal-tournament.*\), found nerf-arena-blast/)
})

test('real files of UT99 are recognised as the originals of their editions', async (ctx) => {
  const map = corpusPath('../corpus-2/scenes/ut99/Maps/DM-HyperBlast.unr')
  if (!existsSync(map)) return ctx.skip('needs the real files of ../shared/corpus-2, which is absent')
  const root = await towerGame()
  writeFileSync(join(root, 'Maps/DM-HyperBlast.unr'), readFileSync(map))
  const [facts] = await ukitJson(['game', root, '--stock'])
  const found = facts.stock.files.find(({ path }: { path: string }) => path === 'Maps/DM-HyperBlast.unr')
  expect(found).toMatchObject({ state: 'original', editions: ['stock'] })
})

test('of two files with the same name, the game’s own is kept, whichever is found first', async () => {
  const root = await towerGame()
  const made = await madePackage({ name: 'Botpack', shape: UT99, objects: [{ object: 'Class FlakCannon' }] })
  writeFileSync(join(root, 'System/Botpack.u'), made)
  writeFileSync(join(root, 'Textures/Botpack.utx'), made)
  const order = ['../System/*.u', '../Textures/*.utx', '../Maps/*.unr']
  for (const paths of [order, [...order].reverse()]) {
    const ini = `[Core.System]\r\n${paths.map((path) => `Paths=${path}\r\n`).join('')}`
    writeFileSync(join(root, 'System/UnrealTournament.ini'), ini)
    const [facts] = await ukitJson(['game', root, '--no-index'])
    const [problem] = facts.problems.filter(({ kind }: { kind: string }) => kind === 'shadowed')
    expect(problem.message).toMatch(/System\/Botpack\.u" is the game's own; remove ".*Textures\/Botpack\.utx"/)
  }
})

test('verify --game: a package that comes with the game and is missing is a warning', async () => {
  const root = await towerGame()
  const [facts] = await ukitJson(['verify', join(root, 'Maps/DM-Tower.unr'), '--game', root])
  const imports = facts.problems.filter(({ kind }: { kind: string }) => kind === 'import')
  expect(imports.map(({ severity, object }: { severity: string; object: string }) => [severity, object])).toEqual(
    expect.arrayContaining([['warning', 'Botpack']]),
  )
  expect(imports.every(({ severity }: { severity: string }) => severity === 'warning')).toBe(true)
  // Of more than forty editions with that package, the first three are named, starting with the sold game.
  const { message } = imports.find(({ object }: { object: string }) => object === 'Botpack')
  expect(message).toMatch(
    /^the package Botpack is missing, .*\("System\/BotPack\.u", stock, [^,]+, [^,]+ and \d+ more\)/,
  )
})

test('flags names the library that a package needs', async () => {
  const root = await towerGame()
  const run = await ukit(['flags', join(root, 'System/Rain.u')])
  expect(run.stdout).toMatch(/native classes \(RainVolume\): their code is in Rain\.dll or Rain\.so/)
  const [plain] = await ukitJson(['flags', join(root, 'Textures/TowerTex.utx')])
  expect(plain.native).toBeNull()
})

test('info of a compressed download shows the package inside; flags and diff read it as the package', async () => {
  const files = await tower()
  const map = files['DM-Tower.unr'] ?? new Uint8Array(0)
  const cwd = temporaryFolder({ ...files, 'DM-Tower.unr.uz': compressUz(map, { name: 'DM-Tower.unr' }) })
  const [facts] = await ukitJson(['info', 'DM-Tower.unr.uz'], { cwd })
  expect(facts).toMatchObject({ kind: 'uz', version: null })
  expect(facts.inside).toMatchObject({
    name: 'DM-Tower.unr',
    bytes: map.length,
    version: 69,
    licensee: 0,
    game: 'unreal-tournament',
  })
  expect((await ukit(['info', 'DM-Tower.unr.uz'], { cwd })).stdout).toMatch(
    /package of version 69, licensee 0, Unreal Tournament/,
  )
  expect((await ukit(['flags', 'DM-Tower.unr.uz'], { cwd })).stdout).toMatch(/Unreal Engine 1/)
  expect(await ukit(['diff', 'DM-Tower.unr.uz', 'DM-Tower.unr'], { cwd })).toMatchObject({ status: 0 })
})

test('umod create reports files that come with the game', async () => {
  const cwd = temporaryFolder()
  for (const [path, name] of [
    ['Mod/System', 'Botpack.u'],
    ['Mod/Maps', 'DM-Tower.unr'],
  ] as const) {
    mkdirSync(join(cwd, path), { recursive: true })
    writeFileSync(join(cwd, path, name), 'content')
  }
  const words = ['umod', 'create', 'Mod', 'Mod.umod', '--product', 'Mod', '--product-version', '1']
  const run = await ukit([...words, '--requires', 'UnrealTournament 436'], { cwd })
  expect(run.status).toBe(0)
  expect(run.stderr).toMatch(/1 file of the game itself: System\\Botpack\.u/)
  expect(run.stderr).not.toMatch(/DM-Tower/)
})

test('join reports a --redirect without effect', async () => {
  const root = await towerGame()
  const redirect = temporaryFolder({ 'TowerTex.utx': 'x' })
  const run = await ukit(['join', '--server', root, 'DM-Tower', '--redirect', redirect])
  expect(run).toMatchObject({ status: 2, stderr: expect.stringMatching(/--redirect goes with --client/) })
  const both = await ukit(['join', '--server', root, '--client', root, 'DM-Tower', '--redirect', redirect])
  expect(both.stdout).toMatch(/the files of the redirect have no effect: the server's ini has no RedirectToURL/)
})
