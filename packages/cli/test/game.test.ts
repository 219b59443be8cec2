import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { ut3Install, ut99Install, ut2004Install } from '../../../testing/installs.js'
import { ukit, ukitJson } from './run-ukit.js'

/** A folder for the indexes of the runs, since tests must not write to the user's caches. */
function caches(): { env: { XDG_CACHE_HOME: string } } {
  return { env: { XDG_CACHE_HOME: temporaryFolder() } }
}

/** A game on the disk without problems. */
async function cleanGame(): Promise<string> {
  const folder = temporaryFolder()
  return (await ut99Install()).remove('Textures/MyMod.utx').writeTo(folder)
}

test('the help of game is unchanged', async () => {
  const run = await ukit(['game', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/game.txt')
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test.each([
  [['game'], /game needs one folder or ini/],
  [['game', 'a', 'b'], /game needs one folder or ini/],
  [['game', '--cooked', 'often', 'a'], /--cooked is one of first, last, never/],
])('ukit %j is wrong usage', async (args, message) => {
  const run = await ukit(args)
  expect(run).toMatchObject({ status: 2, stdout: '' })
  expect(run.stderr).toMatch(message)
})

test('an empty folder, a package and an empty name are not games; a folder inside a game means the game', async () => {
  const folder = await cleanGame()
  const empty = temporaryFolder()
  for (const [path, message] of [
    [empty, `there is no game in "${empty}": no ini, and none of the folders that a game has`],
    [`${folder}/System/MyMod.u`, `expected the folder of a game or its ini, found the file "${folder}/System/MyMod.u"`],
    ['', 'expected the folder of a game or its ini, found an empty name'],
  ]) {
    const run = await ukit(['game', path ?? ''])
    expect([run.status, run.stdout, run.stderr]).toEqual([1, '', expect.stringContaining(message ?? '')])
  }
  const [inside] = await ukitJson(['game', `${folder}/Textures`, '--no-check'])
  expect(inside.root).toBe(folder)
})

test('a game without problems: what it is, and its search path', async () => {
  const folder = await cleanGame()
  const run = await ukit(['game', folder], caches())
  expect(run).toMatchObject({ status: 0, stderr: '' })
  expect(
    run.stdout.replaceAll(folder, 'UT').replace(/ *[\d.]+ k?B$/gm, ' SIZE'),
  ).toBe(`UT: Unreal Tournament (Unreal Engine 1)
  Ini         UT/System/UnrealTournament.ini
  Runs in     UT/System
  Language    int
  Maps        .unr
  Cache       UT/Cache, 1 file .uxx, kept for 30 days
  Downloads   allowed, http://redirect.example/ut/, compressed

Search path, in order
${[
  ['UT/System/*.u    ', 5],
  ['UT/Maps/*.unr    ', 2],
  ['UT/Textures/*.utx', 2],
  ['UT/Sounds/*.uax  ', 1],
  ['UT/Music/*.umx   ', 1],
]
  .map(([place, packages], i) => `   ${i + 1}  ${place}       ${packages} SIZE`)
  .join('\n')}
      11 packages, SIZE

Server packages
  SkyCity  UT/Textures/SkyCity.utx
  MyMod    UT/System/MyMod.u
  Botpack  UT/System/Botpack.u

No problems found
`)
})

test('an empty cache exists', async () => {
  const folder = await cleanGame()
  await rm(join(folder, 'Cache'), { recursive: true })
  const cacheLine = async () => (await ukit(['game', folder, '--no-check'], caches())).stdout.match(/Cache .*/)?.[0]
  expect(await cacheLine()).toMatch(/, which does not exist$/)
  await mkdir(join(folder, 'Cache'))
  expect(await cacheLine()).toMatch(/, 0 files \.uxx, kept for 30 days$/)
})

test('as JSON it has the fixed shape', async () => {
  const folder = await cleanGame()
  const [found] = await ukitJson(['game', join(folder, 'System')], caches())
  expect(found).toMatchObject({
    path: join(folder, 'System'),
    root: folder,
    base: `${folder}/System`,
    ini: `${folder}/System/UnrealTournament.ini`,
    otherInis: [],
    generation: 1,
    game: 'unreal-tournament',
    name: 'Unreal Tournament',
    language: 'int',
    mapExtension: 'unr',
    packages: 11,
    cache: { folder: `${folder}/Cache`, found: true, files: 1, extension: '.uxx', purgeDays: 30 },
    downloads: {
      allowDownloads: true,
      redirectToUrl: 'http://redirect.example/ut/',
      useCompression: true,
      managers: ['IpDrv.HTTPDownload', 'Engine.ChannelDownload'],
    },
    ok: true,
    problems: [],
    error: null,
  })
  expect(found.searchPath[1]).toMatchObject({
    kind: 'content',
    text: '..\\Maps\\*.unr',
    folder: `${folder}/Maps`,
    found: `${folder}/Maps`,
    packages: 2,
  })
  expect(found.serverPackages[1]).toEqual({ name: 'MyMod', found: `${folder}/System/MyMod.u` })
  expect(found.editPackages.map(({ name }: { name: string }) => name)).toEqual(['Core', 'Engine', 'Botpack', 'MyMod'])
})

test('problems are printed, and the status reports them', async () => {
  const folder = await (await ut99Install()).writeTo(temporaryFolder())
  await rename(join(folder, 'Music'), join(folder, 'MUSIC'))
  await rm(join(folder, 'Sounds'), { recursive: true })
  const run = await ukit(['game', folder], caches())
  expect(run).toMatchObject({ status: 1, stderr: '' })
  expect(run.stdout).toMatch(/^ {3}4 {2}.*\/Sounds\/\*\.uax +no such folder$/m)
  expect(run.stdout).toMatch(/^2 problems$/m)
  expect(run.stdout).toMatch(/^ {2}missing-folder: the folder ".*\/Sounds" of the search path is missing/m)
  expect(run.stdout).toMatch(/^ {2}shadowed: the game looks for MyMod and finds ".*\/System\/MyMod\.u"/m)
  const quick = await ukit(['game', '--no-check', folder], caches())
  expect(quick.stdout).toMatch(/^1 problem$/m)
})

test('the index of the last run gives the same answer, and a damaged index is rebuilt', async () => {
  const folder = await (await ut99Install()).writeTo(temporaryFolder())
  const where = caches()
  const first = await ukit(['game', folder, '--json'], where)
  expect(await ukit(['game', folder, '--json'], where)).toEqual(first)
  expect(await ukit(['game', folder, '--json', '--no-index'], where)).toEqual(first)
})

test('a mod, a different ini, and cooked packages', async () => {
  const ut2004 = await (await ut2004Install()).writeTo(temporaryFolder())
  const [withMod] = await ukitJson(['game', '--mod', 'MyTC', ut2004], caches())
  expect(withMod).toMatchObject({ game: 'ut2004', generation: 2 })
  expect(withMod.serverPackages.at(-1)).toEqual({ name: 'MyTCGame', found: `${ut2004}/MyTC/System/MyTCGame.u` })
  await mkdir(join(ut2004, 'Other'))
  await writeFile(
    join(ut2004, 'System/Server2.ini'),
    '[Core.System]\nPaths=../System/*.u\n[Engine.GameEngine]\nServerPackages=XGame\n',
  )
  const [second] = await ukitJson(['game', join(ut2004, 'System/Server2.ini')], caches())
  expect(second).toMatchObject({ packages: 4, serverPackages: [{ name: 'XGame' }] })
  const ut3 = await (await ut3Install()).writeTo(temporaryFolder())
  const [never] = await ukitJson(['game', '--cooked', 'never', ut3], caches())
  expect(never).toMatchObject({ game: 'ut3', generation: 3 })
  expect(never.searchPath.map(({ kind }: { kind: string }) => kind)).not.toContain('cooked')
})

test("an ini in another folder, and paths relative to the user's folder", async () => {
  const folder = await cleanGame()
  const home = temporaryFolder({ 'Mine.ini': '[Core.System]\nPaths=../Maps/*.unr\n' })
  const [mine] = await ukitJson(['game', join(home, 'Mine.ini'), '--root', folder, '--no-check'], caches())
  expect(mine).toMatchObject({ root: folder, ini: `${home}/Mine.ini`, packages: 2, problems: [] })
  for (const [cwd, path] of [
    [folder, '.'],
    [join(folder, 'System'), '.'],
    [join(folder, 'System'), 'UnrealTournament.ini'],
    [join(folder, 'Maps'), '..'],
  ] as const) {
    const [found] = await ukitJson(['game', path], { cwd, ...caches() })
    expect(found).toMatchObject({ packages: 11, ok: true, game: 'unreal-tournament' })
  }
})

test('a missing folder is an error, also in JSON', async () => {
  const empty = temporaryFolder({ 'readme.txt': 'x' })
  const none = await ukit(['game', join(empty, 'none'), '--json'], caches())
  expect(none.status).toBe(1)
  expect(none.stderr).toMatch(/there is no folder or ini/)
  expect(JSON.parse(none.stdout)).toMatchObject([{ ok: false, error: { kind: 'io' } }])
})

test('control characters in names from an ini are escaped', async () => {
  const folder = await cleanGame()
  await writeFile(join(folder, 'System/UnrealTournament.ini'), '[Engine.GameEngine]\nServerPackages=\u001b[31mRed\n')
  const run = await ukit(['game', folder], caches())
  expect(run.status).toBe(1)
  expect(run.stdout).not.toContain('\u001b')
  expect(run.stdout).toContain('\\x1B[31mRed')
})
