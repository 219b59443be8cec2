import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressUz } from '@ukit/codecs/uz'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { guidOf } from '../../../testing/made-package.js'
import { bytesOf, changeIni, put, twoGames } from '../../game/test/join/two-games.js'
import { ukit, ukitJson } from './run-ukit.js'

test('the help of join is unchanged', async () => {
  const run = await ukit(['join', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/join.txt')
  expect(await ukit(['help', 'join'])).toEqual(run)
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

const GAMES = ['--server', 'server', '--client', 'client']

test.each([
  [['join'], /join needs the (?:folder of the server's game|name of a map)/],
  [['join', 'DM-Tower', '--client', 'x'], /join needs the (?:folder of the server's game|name of a map)/],
  [['join', ...GAMES], /join needs the (?:folder of the server's game|name of a map)/],
  [['join', ...GAMES, 'DM-Tower', '--speed', 'fast'], /--speed needs bytes per second, such as 20000, 64k or 1.5M/],
  [['join', ...GAMES, 'DM-Tower', '--client-version', 'new'], /--client-version needs a whole number/],
  [['join', ...GAMES, 'DM-Tower', '--optional', 'maybe'], /--optional is one of download, skip, not "maybe"/],
])('ukit %j is wrong usage', async (args, message) => {
  const run = await ukit(args, { cwd: temporaryFolder() })
  expect(run).toMatchObject({ status: 2, stdout: '' })
  expect(run.stderr).toMatch(message)
})

/** A folder with two games, `server` and `client`, that a test changes. */
async function folderOf(change: (games: Awaited<ReturnType<typeof twoGames>>) => unknown = () => undefined) {
  const games = await twoGames()
  await change(games)
  const folder = temporaryFolder()
  await games.server.writeTo(join(folder, 'server'))
  await games.client.writeTo(join(folder, 'client'))
  return folder
}

describe('ukit join', () => {
  test('reports that a player can join', async () => {
    const run = await ukit(['join', ...GAMES, 'DM-Tower'], { cwd: await folderOf() })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/^ok {2}DM-Tower: the player can join\n {4}game Botpack.DeathMatchPlus, the default/)
    expect(run.stdout).toContain('9 of 9 packages as the server has them (--all lists them)')
    expect(run.stdout).toMatch(/in common: [\d,]+ objects, [\d,]+ names/)
  })

  test('reports what is downloaded, from where, its size and the time', async () => {
    let packed: Uint8Array = new Uint8Array(0)
    const folder = await folderOf(({ server, client }) => {
      packed = compressUz(bytesOf(server, 'Textures/SkyCity.utx'), { name: 'SkyCity.utx' })
      client.remove('Textures/SkyCity.utx')
    })
    mkdirSync(join(folder, 'redirect'))
    writeFileSync(join(folder, 'redirect/SkyCity.utx.uz'), packed)
    const wire = packed.length
    const speed = `${wire / 3000}k`
    const run = await ukit(['join', ...GAMES, '--redirect', 'redirect', '--speed', speed, 'DM-Tower'], { cwd: folder })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/SkyCity +need\n +downloads \d+ bytes/)
    expect(run.stdout).toContain(`(${wire} bytes compressed) from the redirect: 3 s`)
    expect(run.stdout).toMatch(/downloads: 1 package, \d+ bytes, /)
    expect(run.stdout).toContain(`${wire} bytes over the wire, 3 s`)
  })

  test('reports why a player cannot join, and what to do', async () => {
    const folder = await folderOf(async ({ server, client }) => {
      await put(client, 'Textures/SkyCity.utx', { name: 'SkyCity', guid: guidOf('another') })
      await put(server, 'Sounds/AmbOutside.uax', { name: 'AmbOutside', flags: 0 })
      client.remove('Sounds/AmbOutside.uax')
    })
    const run = await ukit(['join', ...GAMES, 'DM-Tower'], { cwd: folder })
    expect(run.status).toBe(1)
    expect(run.stdout).toMatch(/^failed {2}DM-Tower: the player cannot join: 2 reasons\n/)
    expect(run.stdout).toMatch(
      /SkyCity +mismatch\n +version mismatch: \S*client\/Textures\/SkyCity\.utx is in the way\./,
    )
    expect(run.stdout).toContain(guidOf('another').toString())
    expect(run.stdout).toMatch(/→ move SkyCity\.utx out of \S*client\/Textures; the game then downloads/)
    expect(run.stdout).toMatch(/AmbOutside +not-allowed\n/)
  })

  test('names stubs of the server, and what is missing for one reason in one line', async () => {
    const three = ['Gone', 'Lost', 'Away'].map((name) => `ServerPackages=${name}`).join('\r\n')
    const cwd = await folderOf(({ server }) => changeIni(server, 'ServerPackages=SkyCity', three))
    const stub = ['package', 'stub', 'SkyCity', 'server/Maps', '-o', 'server/Textures/SkyCity.utx', '--force']
    expect(await ukit(stub, { cwd })).toMatchObject({ status: 0 })
    const gone = '  failed  the server cannot load the map: "Gone" of ServerPackages is not on its search path\n'
    const list = await ukit(['join', '--server', 'server', 'DM-Tower'], { cwd })
    expect(list.stdout).toMatch(/SkyCity\.utx .* imported by \S+; a stub, made by ukit because the real package was/)
    expect(list.stdout).toContain(`${gone}      likewise Lost, Away\n`)
    const run = await ukit(['join', ...GAMES, 'DM-Tower'], { cwd })
    expect(run.stdout).toContain(`${gone}      likewise Lost, Away\n      → install it on the server, or take the line`)
    expect(run.stdout).toContain("  warning  the server's SkyCity.utx is a stub, made by ukit because the real")
    const [asJson] = await ukitJson(['join', ...GAMES, 'DM-Tower'], { cwd })
    expect(asJson.problems.map(({ kind }: { kind: string }) => kind)).toEqual(['server', 'server', 'server', 'stub'])
    const [facts] = await ukitJson(['join', '--server', 'server', 'DM-Tower'], { cwd })
    expect(facts.packages.map(({ stub: isStub }: { stub: boolean }) => isStub)).toContain(true)
  })

  test('downloads or skips optional packages as --optional says', async () => {
    const folder = await folderOf(async ({ server, client }) => {
      await put(server, 'Sounds/AmbOutside.uax', { name: 'AmbOutside', flags: 3 })
      client.remove('Sounds/AmbOutside.uax')
    })
    const statusWith = async (...options: string[]) => {
      const [found] = await ukitJson(['join', ...GAMES, ...options, 'DM-Tower'], { cwd: folder })
      return found.packages.find(({ name }: { name: string }) => name === 'AmbOutside').status
    }
    expect(await statusWith()).toBe('need')
    expect(await statusWith('--optional', 'skip')).toBe('skipped')
  })

  test('as JSON has the fixed shape', async () => {
    const folder = await folderOf(({ server }) =>
      changeIni(server, 'ServerPackages=SkyCity', 'ServerPackages=ServerTools'),
    )
    const [found, ...more] = await ukitJson(['join', ...GAMES, 'DM-Tower'], { cwd: folder })
    expect(more).toEqual([])
    expect(found).toMatchObject({
      server: 'server',
      client: 'client',
      map: 'DM-Tower',
      game: { path: 'Botpack.DeathMatchPlus', from: 'ini' },
      ok: true,
      problems: [],
      serverSideOnly: ['ServerTools'],
      downloads: { packages: 0, size: 0, transfer: 0, seconds: 0 },
      error: null,
    })
    expect(found.packages[1]).toMatchObject({
      name: 'SkyCity',
      fileName: 'SkyCity.utx',
      guid: guidOf('SkyCity').toString(),
      flags: ['AllowDownload'],
      generation: 1,
      status: 'have',
      ok: true,
      file: {
        path: expect.stringMatching(/client\/Textures\/SkyCity\.utx$/),
        where: 'path',
        guid: guidOf('SkyCity').toString(),
        generation: 1,
      },
      library: null,
      download: null,
      differences: [],
      advice: null,
    })
    expect(found.counts.packages[0]).toMatchObject({ name: 'DM-Tower', objectBase: 0, nameBase: 0 })
  })

  test('without a client, prints the packages that the server requires, in their order', async () => {
    const folder = await folderOf()
    const run = await ukit(['join', '--server', 'server', 'DM-Tower'], { cwd: folder })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    const [head, game, first, second, third] = run.stdout.split('\n')
    expect(head).toMatch(/^ok {2}DM-Tower: 9 packages, [\d.]+ kB$/)
    expect(game).toContain('Botpack.DeathMatchPlus')
    expect(first).toMatch(/^ {2}DM-Tower\.unr {2} *\d+ bytes {2}1 {2}AllowDownload {2}map$/)
    expect(second).toMatch(/^ {2}SkyCity\.utx .*imported by DM-Tower$/)
    expect(third).toMatch(/^ {2}Core\.u .*imported by SkyCity$/)
    const [json] = await ukitJson(['join', '--server', 'server', 'DM-Tower'], { cwd: folder })
    expect(json).toMatchObject({
      client: null,
      map: 'DM-Tower',
      ok: true,
      missing: [],
      serverSideOnly: [],
      error: null,
    })
    expect(json.packages[8]).toMatchObject({
      name: 'Botpack',
      guid: guidOf('Botpack').toString(),
      flags: ['AllowDownload'],
      generation: 2,
      reason: 'import',
      neededBy: 'MyMod',
    })
    expect(json.packages[8].generations[0]).toEqual({ exports: 3, names: 12 })
  })

  test('without a client, reports the packages that the server lacks', async () => {
    const folder = await folderOf(({ server }) => server.remove('Textures/MissingTex.utx'))
    const run = await ukit(['join', '--server', 'server', 'DM-Tower'], { cwd: folder })
    expect(run.status).toBe(1)
    expect(run.stdout).toMatch(/^failed {2}DM-Tower: /)
    expect(run.stdout).toContain('"MissingTex", which DM-Tower imports, is not on its search path')
  })

  test('a missing map or game is an error', async () => {
    const folder = await folderOf()
    const map = await ukit(['join', ...GAMES, 'DM-Nowhere'], { cwd: folder })
    expect(map).toMatchObject({ status: 1, stdout: '' })
    expect(map.stderr).toContain('the map "DM-Nowhere" is not on its search path')
    const [json] = await ukitJson(['join', ...GAMES, 'DM-Nowhere'], { cwd: folder })
    expect(json).toMatchObject({ map: 'DM-Nowhere', ok: false, error: { kind: 'refused' } })
    const game = await ukit(['join', '--server', 'gone', '--client', 'client', 'DM-Tower'], { cwd: folder })
    expect(game).toMatchObject({ status: 1, stdout: '' })
    expect(game.stderr).toContain('gone')
  })
})
