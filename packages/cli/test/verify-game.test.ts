import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { ut99Install } from '../../../testing/installs.js'
import { ukit, ukitJson } from './run-ukit.js'

const LIGHTS = join('Maps', 'DM-Tower.unr')

test('verify --game DIR looks every import up in the packages that the game finds', async () => {
  const folder = await (await ut99Install()).writeTo(temporaryFolder())
  const [found] = await ukitJson(['verify', join(folder, LIGHTS), '--game', folder])
  expect(found.ok).toBe(false)
  const imports = found.problems.filter(({ kind }: { kind: string }) => kind === 'import')
  expect(imports.map(({ severity, object }: { severity: string; object: string }) => [severity, object])).toEqual([
    ['error', 'SkyCity.Walls.SkyWall2'],
    ['error', 'SkyCity.Walls.Hidden'],
    ['error', 'AmbOutside.Weather.Wind'],
    ['error', 'MissingTex'],
  ])
  const [plain] = await ukitJson(['verify', join(folder, LIGHTS)])
  expect(plain.problems.filter(({ kind }: { kind: string }) => kind === 'import')).toEqual([])
  expect(imports).toHaveLength(found.problems.length - plain.problems.length)
})

test('prints text, accepts an ini instead of the folder, and checks many files at once', async () => {
  const folder = await (await ut99Install()).writeTo(temporaryFolder())
  const ini = join(folder, 'System/UnrealTournament.ini')
  const run = await ukit(['verify', join(folder, LIGHTS), '--game', ini])
  expect(run.status).toBe(1)
  expect(run.stdout).toMatch(/error import: Texture SkyCity\.Walls\.SkyWall2 was not found in ".*SkyCity\.utx"/)
  expect(run.stdout).toMatch(/error import: the package MissingTex is missing; it is needed for MissingTex\.Base, /)
  const all = await ukitJson(['verify', folder, '--game', folder, '--jobs', '2'])
  const bad = all.filter(({ problems }) => problems.some(({ kind }: { kind: string }) => kind === 'import'))
  expect(bad.map(({ path }) => path.slice(folder.length + 1))).toEqual([join('Maps', 'DM-Cached.unr'), LIGHTS])
})

test('a game’s ID is still accepted, and a word that is neither is wrong usage', async () => {
  const folder = await (await ut99Install()).writeTo(temporaryFolder())
  const [found] = await ukitJson(['verify', join(folder, LIGHTS), '--game', 'unreal-tournament'])
  expect(found.problems.filter(({ kind }: { kind: string }) => kind === 'import')).toEqual([])
  expect(await ukit(['verify', join(folder, LIGHTS), '--game', 'nowhere'])).toMatchObject({ status: 2 })
})

test('a folder without a game is reported as such', async () => {
  const folder = await (await ut99Install()).writeTo(temporaryFolder())
  const run = await ukit(['verify', join(folder, LIGHTS), '--game', temporaryFolder()])
  expect(run.status).toBe(1)
  expect(run.stderr).toMatch(/there is no game in ".*": no ini, and none of the folders/)
})

test('verify --packages DIR looks imports up in folders that are not a game', async () => {
  const folder = await (await ut99Install()).writeTo(temporaryFolder())
  const importsWith = async (...words: string[]) => {
    const [found] = await ukitJson(['verify', join(folder, LIGHTS), ...words])
    const imports = found.problems.filter(({ kind }: { kind: string }) => kind === 'import')
    return imports.map(({ object }: { object: string }) => object)
  }
  expect(await importsWith('--packages', folder)).toEqual([
    'SkyCity.Walls.SkyWall2',
    'SkyCity.Walls.Hidden',
    'AmbOutside.Weather.Wind',
    'MissingTex',
  ])
  // Of these, Textures has SkyCity only.
  expect(await importsWith('--packages', join(folder, 'Textures'))).toContain('Botpack')
  expect((await ukit(['verify', join(folder, LIGHTS), '--packages', 'none'])).stderr).toContain(
    'there is no folder "none"',
  )
})
