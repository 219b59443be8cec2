import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openZip } from '@ukit/codecs/zip'
import { memorySource } from '@ukit/files'
import { expect, test } from 'vitest'
import { corpusPath, describeCorpus, PACKAGES } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { ut3Install, ut99Install } from '../../../testing/installs.js'
import { sampleOf } from '../../../testing/sweep.js'
import { zipFile } from '../../../testing/zip-file.js'
import { ukit, ukitJson } from './run-ukit.js'

/** A folder for the indexes of the runs, since tests must not write to the user's caches. */
function caches(): { env: { XDG_CACHE_HOME: string } } {
  return { env: { XDG_CACHE_HOME: temporaryFolder() } }
}

/** The game of the test support, written to the disk, and one of its maps. */
async function game(): Promise<{ root: string; map: string }> {
  const root = await (await ut99Install()).writeTo(temporaryFolder())
  return { root, map: join(root, 'Maps/DM-Tower.unr') }
}

test('the help of deps is unchanged', async () => {
  const run = await ukit(['deps', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/deps.txt')
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test.each([
  [['deps'], /needs a file, or a game/],
  [['deps', '--unused', 'a.u'], /takes no files/],
  [['deps', 'a.u', '--dot', '--svg'], /one question at a time, not --dot and --svg/],
  [['deps', '--game', 'no-such-folder'], /--game no-such-folder: no game has this ID, and no folder or ini/],
  [['deps', '--game', 'ut2004'], /deps needs a file, or a game/],
  [['deps', '--explain', 'Botpack'], /needs to know where to look/],
])('ukit %j is wrong usage', async (args, message) => {
  const run = await ukit(args)
  expect(run).toMatchObject({ status: 2, stdout: '' })
  expect(run.stderr).toMatch(message)
})

test('a map in its game: where each package is, what is missing, and why', async () => {
  const { root, map } = await game()
  const run = await ukit(['deps', map])
  expect(run.status).toBe(1)
  expect(run.stdout.replaceAll(root, 'UT').replace(/missing {2,}2/, 'missing 2')).toBe(
    `UT/Maps/DM-Tower.unr  needs 7 packages: 1 package missing, 3 objects missing
  MissingTex  missing 2 objects
    Package MissingTex.Base
    Texture MissingTex.Base.Stone
  SkyCity     UT/Textures/SkyCity.utx   5 objects, 2 missing
    Texture SkyCity.Walls.SkyWall2 was not found in UT/Textures/SkyCity.utx
    Texture SkyCity.Walls.Hidden is in UT/Textures/SkyCity.utx, but not public: others cannot import it
  AmbOutside  UT/Sounds/AmbOutside.uax  3 objects, 1 missing
    AmbOutside.Weather.Wind is of class Engine.Sound in UT/Sounds/AmbOutside.uax; Engine.Music is needed
  Foregone    UT/Music/Foregone.umx     1 object
  Engine      UT/System/Engine.u        2 objects
  MyMod       UT/System/MyMod.u         1 object
  Botpack     UT/System/Botpack.u       1 object
  in turn: Core
`,
  )
  expect(run.stderr).toMatch(/--game DIR/)
})

test('the JSON has the fixed shape', async () => {
  const { root, map } = await game()
  const [found] = await ukitJson(['deps', map, '--game', root])
  expect(found).toMatchObject({ path: map, ok: false, error: null })
  expect(found.packages[0]).toEqual({
    name: 'SkyCity',
    found: join(root, 'Textures/SkyCity.utx'),
    guid: expect.stringMatching(/^[0-9A-F]{32}$/),
    needs: [
      'SkyCity.Walls',
      'SkyCity.Walls.SkyWall3',
      'SkyCity.Walls.SkyWall1',
      'SkyCity.Walls.SkyWall2',
      'SkyCity.Walls.Hidden',
    ],
    missing: ['SkyCity.Walls.SkyWall2', 'SkyCity.Walls.Hidden'],
    problems: [
      { object: 'SkyCity.Walls.SkyWall2', class: 'Engine.Texture', reason: 'missing', found: null },
      { object: 'SkyCity.Walls.Hidden', class: 'Engine.Texture', reason: 'private', found: null },
    ],
    redirected: [],
    own: false,
    stock: ['server', 'stock'],
    library: null,
    serverSideOnly: expect.any(Boolean),
    error: null,
  })
  expect(found.packages[4]).toMatchObject({
    name: 'MissingTex',
    found: null,
    guid: null,
    missing: ['MissingTex.Base', 'MissingTex.Base.Stone'],
  })
  expect(found.indirect.map(({ name }: { name: string }) => name)).toEqual(['Core'])
})

test('the exit status is 0 if nothing is missing; without a game, the file’s own folder is searched', async () => {
  const { root } = await game()
  expect((await ukit(['deps', join(root, 'Textures/SkyCity.utx')])).status).toBe(0)
  const alone = temporaryFolder({ 'SkyCity.utx': readFileSync(join(root, 'Textures/SkyCity.utx')) })
  expect(await ukit(['deps', join(alone, 'SkyCity.utx'), '--stock', 'none'])).toMatchObject({ status: 1 })
  writeFileSync(join(alone, 'Engine.u'), readFileSync(join(root, 'System/Engine.u')))
  writeFileSync(join(alone, 'Core.u'), readFileSync(join(root, 'System/Core.u')))
  expect(await ukit(['deps', join(alone, 'SkyCity.utx')])).toMatchObject({ status: 0 })
  // With named folders, and a game that is elsewhere.
  const map = join(root, 'Maps/DM-Cached.unr')
  const [found] = await ukitJson(['deps', map, '--packages', `${alone},${join(root, 'Music')}`])
  expect(found.packages.map(({ name, found: at }: { name: string; found: string | null }) => [name, at])).toEqual([
    ['Downloaded', null],
    ['Engine', join(alone, 'Engine.u')],
  ])
})

test('an entire game, twice: the second run opens no package; a damaged index is rebuilt', async () => {
  const { root } = await game()
  const where = caches()
  const first = await ukit(['deps', '--game', root, '--json'], where)
  expect(first.status).toBe(1)
  expect(JSON.parse(first.stdout)).toHaveLength(12)
  const [name = ''] = await readdir(join(where.env.XDG_CACHE_HOME, 'ukit'))
  // With different bytes but the same size and time, only an index gives the same answer.
  const again = await ukit(['deps', '--game', root, '--json'], where)
  expect(again).toEqual(first)
  const index = join(where.env.XDG_CACHE_HOME, 'ukit', name)
  const bytes = readFileSync(index)
  bytes[40] = (bytes[40] ?? 0) ^ 1
  writeFileSync(index, bytes)
  const third = await ukit(['deps', '--game', root, '--json'], where)
  expect(third.stdout).toBe(first.stdout)
  expect(third.stderr).toMatch(/is rebuilt: it is damaged, or was not written by ukit for you/)
  expect((await ukit(['deps', '--game', root, '--json'], where)).stderr).toBe('')
  // Nothing was written into the game.
  expect((await readdir(root)).sort()).toEqual(['Cache', 'Maps', 'Music', 'Sounds', 'System', 'Textures'])
  expect(await readdir(join(root, 'System'))).not.toContain(name)
})

test('--who lists users, --unused lists unused packages, --explain shows why a file is found', async () => {
  const { root } = await game()
  const [who] = await ukitJson(['deps', '--game', root, '--who', 'SkyCity.Walls.SkyWall1'], caches())
  expect(who.users).toEqual([
    { path: join(root, 'Maps/DM-Tower.unr'), name: 'DM-Tower', objects: ['SkyCity.Walls.SkyWall1'], redirected: [] },
  ])
  const [unused] = await ukitJson(['deps', '--game', root, '--unused'], caches())
  expect(unused.unused.map(({ name }: { name: string }) => name)).toEqual(['ServerTools', 'MyMod', 'Unused'])
  const explained = await ukit(['deps', '--game', root, '--explain', 'mymod'])
  expect(explained.status).toBe(0)
  expect(explained.stdout).toMatch(/Textures\/MyMod.utx: has the same name, and is never found/)
  expect((await ukit(['deps', '--game', root, '--explain', 'Nothing'])).status).toBe(1)
})

test('--used lists imports that nothing uses', async () => {
  const { root, map } = await game()
  const [found] = await ukitJson(['deps', map, '--game', root, '--used'])
  expect(found.packages.flatMap(({ unused }: { unused: string[] }) => unused)).toEqual(['SkyCity.Walls.SkyWall3'])
  expect(found.opaque).toEqual([])
})

test('a release is refused while something is missing, then zipped without files that players have', async () => {
  const { root, map } = await game()
  const folder = temporaryFolder({ 'stock.txt': '; ours\nCore.u\r\nEngine\nBotpack\n' })
  const zip = join(folder, 'out.zip')
  const words = ['deps', map, '--game', root, '--zip', zip, '--stock', join(folder, 'stock.txt')]
  const refused = await ukit(words)
  expect(refused.status).toBe(1)
  expect(refused.stderr).toMatch(/not complete/)
  expect(refused.stdout).toMatch(/MissingTex is missing; needed by DM-Tower/)
  expect(await readdir(folder)).toEqual(['stock.txt'])
  expect((await ukit([...words, '--incomplete'])).stdout).toMatch(/written to/)
  const opened = await openZip(memorySource(new Uint8Array(readFileSync(zip))))
  expect(opened.entries.map(({ name }) => name)).toEqual(['Maps/DM-Tower.unr', 'System/MyMod.u'])
  expect(Buffer.from(await opened.read('Maps/DM-Tower.unr'))).toEqual(readFileSync(map))
  expect(await ukit([...words, '--incomplete'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/--force replaces/),
  })
  const again = join(folder, 'again.zip')
  const plain = ['deps', map, '--game', root, '--stock', join(folder, 'stock.txt'), '--incomplete']
  await ukit([...plain, '--release', '-o', again])
  expect(readFileSync(again)).toEqual(readFileSync(zip))
  // Players have a clean copy of the game, so everything but the map is stock.
  const [all] = await ukitJson(['deps', map, '--game', root, '--release', '--base', root])
  expect(
    all.files.filter(({ stock }: { stock: boolean }) => !stock).map(({ target }: { target: string }) => target),
  ).toEqual(['Maps/DM-Tower.unr'])
})

test('graphs go to standard output, or to a file that is not overwritten', async () => {
  const { root, map } = await game()
  expect((await ukit(['deps', map, '--dot'])).stdout).toMatch(/^digraph dependencies \{\n[\s\S]*\}\n$/)
  expect((await ukit(['deps', map, '--mermaid'])).stdout).toMatch(/^flowchart LR\n/)
  const out = join(root, 'graph.svg')
  expect((await ukit(['deps', map, '--svg', '-o', out])).stdout).toMatch(/9 packages, 17 arrows/)
  expect(readFileSync(out, 'utf8')).toMatch(/^<svg xmlns/)
  const again = await ukit(['deps', map, '--svg', '-o', out])
  expect(again.status).not.toBe(0)
  expect(again.stderr).toMatch(/--force/)
})

test('a UE3 game is found around a map, its cooked packages by its ini', async () => {
  const root = await (await ut3Install()).writeTo(temporaryFolder())
  const [found] = await ukitJson(['deps', join(root, 'UTGame/CookedPC/Maps/DM-Deck.ut3')])
  const places = found.packages.map(({ name, found: at }: { name: string; found: string }) => [
    name,
    at.slice(root.length + 1),
  ])
  expect(places).toContainEqual(['HU_Deco', 'UTGame/CookedPC/Environments/HU_Deco.upk'])
  expect(places).toContainEqual(['Engine', 'UTGame/CookedPC/Engine.u'])
})

test('files inside archives, and patterns', async () => {
  const { root, map } = await game()
  const folder = temporaryFolder({ 'maps.zip': zipFile({ 'Maps/DM-Tower.unr': new Uint8Array(readFileSync(map)) }) })
  const [inside] = await ukitJson(['deps', `${join(folder, 'maps.zip')}!Maps/DM-Tower.unr`, '--game', root])
  const [outside] = await ukitJson(['deps', map, '--game', root])
  expect(inside.packages).toEqual(outside.packages)
  expect(await ukitJson(['deps', join(root, 'Maps/*.unr'), '--game', root])).toHaveLength(2)
})

test('broken files are reported, and the others are processed', async () => {
  const { root, map } = await game()
  writeFileSync(join(root, 'Maps/Broken.unr'), 'rubbish')
  const run = await ukit(['deps', join(root, 'Maps'), '--json', '--game', root])
  expect(run.status).toBe(1)
  const found = JSON.parse(run.stdout)
  expect(found.map(({ path }: { path: string }) => path)).toContain(map)
  expect(found.find(({ path }: { path: string }) => path.endsWith('Broken.unr'))).toMatchObject({
    packages: [],
    error: { kind: 'not-a-package' },
  })
  expect(run.stderr).toMatch(/Broken.unr: /)
})

describeCorpus('deps of real packages', () => {
  test('the answer for each file names the packages that ls lists', async () => {
    const paths = sampleOf(PACKAGES, 4_000_000)
      .filter(({ compressed }) => !compressed.startsWith('oodle'))
      .map(({ path }) => corpusPath(path))
    const deps = await ukitJson(['deps', ...paths, '--direct'])
    const ls = await ukitJson(['ls', ...paths])
    expect(deps).toHaveLength(paths.length)
    const byPath = new Map(deps.map((one) => [one.path, one]))
    for (const { path, imports } of ls) {
      const roots = imports.filter(
        (one: { path: string; class: string }) => !one.path.includes('.') && one.class === 'Package',
      )
      const named = byPath.get(path).packages.map(({ name }: { name: string }) => name.toLowerCase())
      for (const root of roots) expect(named, path).toContain(root.path.toLowerCase())
    }
  })
})

test('--index never replaces a file that is not an index', async () => {
  const { root, map } = await game()
  const mine = join(temporaryFolder(), 'Mine.unr')
  const bytes = readFileSync(map)
  writeFileSync(mine, bytes)
  const run = await ukit(['deps', '--game', root, '--index', mine, '--unused'])
  expect(run.stderr).toMatch(/the index .*Mine\.unr is rebuilt: it is damaged, or was not written by ukit for you/)
  expect(run.stderr).toMatch(/the index .*Mine\.unr was not written: the existing file is not an index/)
  expect(readFileSync(mine).equals(bytes)).toBe(true)
})
