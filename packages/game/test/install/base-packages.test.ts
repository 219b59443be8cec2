import { join } from 'node:path'
import { SourceError } from '@ukit/files'
import { BasePackageSets, basePackages, gameOfFile, openGame } from '@ukit/game/node'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/folders.js'
import { UT99_INI } from '../../../../testing/installs.js'
import { guidOf, madePackage, UT99 } from '../../../../testing/made-package.js'

/** A package called Base with one object, by whose name it is recognised. */
function base(object: string): Promise<Uint8Array> {
  return madePackage({ name: 'Base', guid: guidOf(object), shape: UT99, objects: [{ object: `Texture ${object}` }] })
}

/** Base in each place of a game, and beside a mod that is elsewhere. */
async function places(): Promise<string> {
  return temporaryFolder({
    'named/Base.u': await base('Named'),
    'mod/Base.u': await base('Beside'),
    'mod/Mod.u': 'not read',
    'System/Base.u': await base('NextToIt'),
    'lonely/System/Mod.u': 'not read',
    'ut99/System/UnrealTournament.ini': UT99_INI,
    'ut99/Textures/Base.utx': await base('InGame'),
    'ut99/Maps/Map.unr': 'not read',
  })
}

/** The object in the package Base that a file gets. */
async function baseOf(root: string, file: string, options: { folders?: string[]; game?: string } = {}) {
  const { folders = [], game } = options
  const found = await basePackages(join(root, file), {
    folders: folders.map((folder) => join(root, folder)),
    ...(game === undefined ? {} : { game: join(root, game) }),
  })
  return (await found.package('base'))?.exports[0]?.name
}

describe('the packages that a file was compiled against', () => {
  test('are looked up in named folders, beside it, in System next to that, and in the game', async () => {
    const root = await places()
    expect(await baseOf(root, 'mod/Mod.u', { folders: ['named'], game: 'ut99' })).toBe('Named')
    expect(await baseOf(root, 'mod/Mod.u', { game: 'ut99' })).toBe('Beside')
    expect(await baseOf(root, 'other/Mod.u', { game: 'ut99' })).toBe('NextToIt')
    expect(await baseOf(root, 'lonely/System/Mod.u', { game: 'ut99' })).toBe('InGame')
    expect(await baseOf(root, 'ut99/Maps/Map.unr')).toBe('InGame')
  })

  test('are missing without an error, and so is a game that is not there', async () => {
    const root = await places()
    expect(await baseOf(root, 'lonely/System/Mod.u')).toBeUndefined()
    expect(await baseOf(root, 'lonely/System/Mod.u', { game: 'nowhere' })).toBeUndefined()
  })

  test('are one set for files that look in the same places, and the oldest set is dropped', async () => {
    const root = await places()
    const sets = new BasePackageSets()
    const first = await sets.of(join(root, 'mod/Mod.u'))
    expect(await sets.of(join(root, 'mod/Other.u'))).toBe(first)
    expect(await sets.of(join(root, 'mod/Mod.u'), { game: join(root, 'ut99') })).not.toBe(first)
    for (let i = 0; i < 8; i++) await sets.of(join(root, `mod${i}/Mod.u`))
    expect(await sets.of(join(root, 'mod/Mod.u'))).not.toBe(first)
  })

  test('of one file of a pair are also looked up around the other one', async () => {
    const root = await places()
    const pair = await new BasePackageSets().ofPair(join(root, 'lonely/System/Mod.u'), join(root, 'mod/Mod.u'))
    expect((await pair.package('Base'))?.exports[0]?.name).toBe('Beside')
  })
})

describe('the game of a file', () => {
  test('is the one around it', async () => {
    const root = await places()
    expect((await gameOfFile(join(root, 'ut99/Maps/Map.unr')))?.game).toBe('unreal-tournament')
    expect(await gameOfFile(join(root, 'named/Base.u'))).toBeUndefined()
  })

  test('is found from a folder in it; a folder that is not part of a game is refused', async () => {
    const root = await places()
    expect((await openGame(join(root, 'ut99/Maps'))).iniPath).toBe((await openGame(join(root, 'ut99'))).iniPath)
    await expect(openGame(join(root, 'named'))).rejects.toThrow(SourceError)
    await expect(openGame('')).rejects.toThrow('expected the folder of a game')
  })
})
