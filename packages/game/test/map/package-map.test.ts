import { PackageError } from '@ukit/files'
import { openInstall, type PackageMap, type PackageMapOptions, packageMap } from '@ukit/game'
import { describe, expect, it } from 'vitest'
import { addPackages, UT99_INI, ut3Install, ut99Install } from '../../../../testing/installs.js'
import { guidOf, UT99 } from '../../../../testing/made-package.js'
import type { MemoryFiles } from '../../../../testing/memory-files.js'
import { fileOf, planOf } from '../../../../testing/packages.js'

const ON_SERVER = 4

async function mapOf(files: MemoryFiles, map: string, options: PackageMapOptions = {}): Promise<PackageMap> {
  return packageMap(await openInstall(files, files.root), map, options)
}

const names = (map: PackageMap) => map.packages.map(({ name }) => name)

/** The install of UT99 with an additional map, which only uses a class of the engine. */
async function withEmptyMap(ini = UT99_INI): Promise<MemoryFiles> {
  const files = (await ut99Install()).add('System/UnrealTournament.ini', ini)
  return addPackages(files, {
    'Maps/DM-Empty.unr': { name: 'DM-Empty', shape: UT99, objects: [{ object: 'Light Light0' }] },
  })
}

describe('packageMap', () => {
  it('lists the map and what it imports, depth first, in the order of the import tables', async () => {
    const map = await mapOf(await ut99Install(), 'DM-Tower')
    // The import table of the map names SkyCity, Foregone, Engine, AmbOutside, MissingTex, MyMod, Botpack;
    // that of SkyCity names Core and Engine; that of MyMod, Botpack and Engine.
    expect(names(map)).toEqual(['DM-Tower', 'SkyCity', 'Core', 'Engine', 'Foregone', 'AmbOutside', 'MyMod', 'Botpack'])
    expect(map.packages.map(({ neededBy }) => neededBy)).toEqual([
      undefined,
      'DM-Tower',
      'SkyCity',
      'SkyCity',
      'DM-Tower',
      'DM-Tower',
      'DM-Tower',
      'MyMod',
    ])
    expect(map.missing).toMatchObject([{ name: 'MissingTex', neededBy: 'DM-Tower', reason: 'import' }])
    expect(map.missing[0]?.message).toContain('"MissingTex", which DM-Tower imports, is not on its search path')
  })

  it('lists the map, then ServerPackages in order, each with its imports, then the package of the game', async () => {
    const ini = UT99_INI.replace('ServerPackages=Botpack', 'ServerPackages=Unused').replace(
      'Botpack.DeathMatchPlus',
      'MyRules.Rules',
    )
    const files = await withEmptyMap(ini)
    await addPackages(files, {
      'System/MyRules.u': {
        name: 'MyRules',
        shape: UT99,
        imports: ['Class Engine.GameInfo', 'Music Foregone.Foregone'],
        objects: [{ object: 'Class Rules' }],
      },
    })
    const map = await mapOf(files, 'DM-Empty')
    expect(map.packages.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      'DM-Empty map',
      'Engine import',
      'Core import',
      'SkyCity ServerPackages',
      'MyMod ServerPackages',
      'Botpack import',
      'Unused ServerPackages',
      'MyRules game',
      'Foregone import',
    ])
    expect(map.game).toEqual({ path: 'MyRules.Rules', from: 'ini' })
  })

  it('has the facts of the USES line for every package', async () => {
    const map = await mapOf(await ut99Install(), 'dm-tower.UNR')
    const botpack = map.packages.find(({ name }) => name === 'Botpack')
    expect(botpack).toMatchObject({ generation: 2, imports: ['Engine', 'Core'] })
    expect(botpack?.stamp).toMatchObject({ fileName: 'Botpack.u', path: '/ut99/System/Botpack.u', flags: 1 })
    expect(botpack?.stamp.guid.equals(guidOf('Botpack'))).toBe(true)
    expect(botpack?.stamp.generations[0]).toMatchObject({ exportCount: 3, nameCount: 12 })
    expect(map.map).toBe('DM-Tower')
  })

  it('prefers the game of the address to that of the options, the map and the ini', async () => {
    const files = await withEmptyMap()
    expect((await mapOf(files, 'DM-Empty?Name=x?Game=MyMod.MyGame', { game: 'Botpack.CTFGame' })).game).toEqual({
      path: 'MyMod.MyGame',
      from: 'option',
    })
    expect((await mapOf(files, 'DM-Empty', { game: 'Botpack.CTFGame' })).game?.path).toBe('Botpack.CTFGame')
    expect((await mapOf(files, 'DM-Empty')).game).toEqual({ path: 'Botpack.DeathMatchPlus', from: 'ini' })
  })

  it('uses the game that the level names', async () => {
    const files = await ut99Install()
    const plan = planOf(UT99, {
      names: ['None', 'DefaultGameType'],
      imports: [
        ['Core', 'Package', 0, 'Engine'],
        ['Core', 'Class', -1, 'LevelInfo'],
        ['Core', 'Package', 0, 'MyMod'],
        ['Core', 'Class', -3, 'MyGame'],
      ],
      // Name 1, an object of one byte: import 4 (−4 as a compact index is 0x84); the end of the list.
      exports: [{ objectName: 'LevelInfo0', class: -2, flags: 4, body: Uint8Array.of(1, 0x05, 0x84, 0) }],
    })
    files.add('Maps/DM-Rules.unr', await fileOf(plan))
    const map = await mapOf(files, 'DM-Rules')
    expect(map.game).toEqual({ path: 'MyMod.MyGame', from: 'map' })
  })

  it('leaves out packages that are flagged ServerSideOnly, and those that only they import', async () => {
    const ini = UT99_INI.replace('ServerPackages=SkyCity', 'ServerPackages=ServerTools')
    const files = await withEmptyMap(ini)
    await addPackages(files, {
      'System/ServerTools.u': {
        name: 'ServerTools',
        shape: UT99,
        flags: ON_SERVER,
        imports: ['Texture Unused.Nobody'],
        objects: [{ object: 'Class Logger' }],
      },
    })
    const map = await mapOf(files, 'DM-Empty')
    expect(names(map)).toEqual(['DM-Empty', 'Engine', 'Core', 'MyMod', 'Botpack'])
    expect(map.serverSideOnly.map(({ name }) => name)).toEqual(['ServerTools'])
  })

  it('adds the packages that script adds, after all others', async () => {
    const map = await mapOf(await withEmptyMap(), 'DM-Empty', { add: ['AmbOutside', 'Engine'] })
    expect(names(map).at(-1)).toBe('AmbOutside')
    expect(map.packages.at(-1)?.reason).toBe('AddToPackageMap')
  })

  it('ends for circular imports and for long chains', async () => {
    const files = await withEmptyMap()
    await addPackages(files, {
      'Textures/A.utx': { name: 'A', shape: UT99, imports: ['Texture B.T', 'Texture A.T'] },
      'Textures/B.utx': { name: 'B', shape: UT99, imports: ['Texture A.T', 'Texture C0.T'] },
      ...Object.fromEntries(
        Array.from({ length: 300 }, (_, i) => [
          `Textures/C${i}.utx`,
          { name: `C${i}`, shape: UT99, imports: i < 299 ? [`Texture C${i + 1}.T`] : [] },
        ]),
      ),
    })
    const found = names(await mapOf(files, 'DM-Empty', { add: ['A'] }))
    expect(found.slice(-302)).toEqual(['A', 'B', ...Array.from({ length: 300 }, (_, i) => `C${i}`)])
  })

  it('lists everything that UE3 loads, starting with the startup packages', async () => {
    const files = await ut3Install()
    const ini = `${String.fromCharCode(...(files.bytes.get('UTGame/Config/UTEngine.ini') ?? []))}\r\n[Engine.StartupPackages]\r\nPackage=EngineMaterials\r\n`
    files.add('UTGame/Config/UTEngine.ini', ini)
    const map = await mapOf(files, 'DM-Deck')
    expect(map.packages[0]).toMatchObject({ name: 'EngineMaterials', reason: 'startup' })
    expect(names(map)).toContain('HU_Deco')
    expect(names(map)).toContain('UTGameContent')
    expect(map.missing).toEqual([])
  })

  it('refuses a missing map, and one that is not a package', async () => {
    const files = (await ut99Install()).add('Maps/DM-Broken.unr', 'hello, this is not a package')
    await expect(mapOf(files, 'DM-Nowhere')).rejects.toThrow('the map "DM-Nowhere" is not on its search path')
    await expect(mapOf(files, 'DM-Broken')).rejects.toThrow(PackageError)
    await expect(mapOf(files, 'DM-Broken')).rejects.toThrow('/ut99/Maps/DM-Broken.unr')
  })
})
