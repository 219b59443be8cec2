import { ExportObject, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import {
  finderOf,
  folderFinder,
  gatherDependencies,
  type Install,
  openInstall,
  PackageTables,
  parseUsedThing,
  refusedImports,
  TableReader,
  unusedPackages,
  usedImports,
  usersOf,
} from '@ukit/game'
import { describe, expect, it } from 'vitest'
import { addPackages, ut99Install, ut2004Install } from '../../../../testing/installs.js'
import { guidOf, madePackage, UT3, UT99 } from '../../../../testing/made-package.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'
import { fileOf, planOf } from '../../../../testing/packages.js'

async function tablesOf(name: string, bytes: Uint8Array): Promise<PackageTables> {
  const pkg = await openPackage(memorySource(bytes), { fileName: name })
  return PackageTables.of(pkg, { path: name, size: bytes.length, modified: 0 })
}

async function gathered(install: Install, path: string, direct = false) {
  const reader = new TableReader(install.files)
  const file = (await install.packages()).find((one) => one.path.endsWith(path))
  if (file === undefined) throw new Error(`no ${path}`)
  const graph = await gatherDependencies([await reader.tables(file)], install, reader, { direct })
  const [start] = graph.starts
  if (start === undefined) throw new Error('no start')
  return { graph, start }
}

describe('what a map needs', () => {
  it('is reported by package, with missing objects and the reasons', async () => {
    const install = await openInstall(await ut99Install(), '/ut99')
    const { start, graph } = await gathered(install, 'Maps/DM-Tower.unr')
    const needs = start.needs.map((need) => ({
      name: need.name,
      found: need.provider?.file.path ?? null,
      needs: [...need.objects()].map(({ path }) => path),
      missing: [...need.missing()].map(({ path, refusal }) => [path, refusal?.reason ?? null, refusal?.found ?? null]),
    }))
    expect(needs).toEqual([
      {
        name: 'SkyCity',
        found: '/ut99/Textures/SkyCity.utx',
        needs: [
          'SkyCity.Walls',
          'SkyCity.Walls.SkyWall3',
          'SkyCity.Walls.SkyWall1',
          'SkyCity.Walls.SkyWall2',
          'SkyCity.Walls.Hidden',
        ],
        missing: [
          ['SkyCity.Walls.SkyWall2', 'missing', null],
          ['SkyCity.Walls.Hidden', 'private', null],
        ],
      },
      { name: 'Foregone', found: '/ut99/Music/Foregone.umx', needs: ['Foregone.Foregone'], missing: [] },
      { name: 'Engine', found: '/ut99/System/Engine.u', needs: ['Engine.LevelInfo', 'Engine.Light'], missing: [] },
      {
        name: 'AmbOutside',
        found: '/ut99/Sounds/AmbOutside.uax',
        needs: ['AmbOutside.Weather', 'AmbOutside.Weather.Rain', 'AmbOutside.Weather.Wind'],
        missing: [['AmbOutside.Weather.Wind', 'retyped', 'Engine.Sound']],
      },
      {
        name: 'MissingTex',
        found: null,
        needs: ['MissingTex.Base', 'MissingTex.Base.Stone'],
        missing: [
          ['MissingTex.Base', null, null],
          ['MissingTex.Base.Stone', null, null],
        ],
      },
      { name: 'MyMod', found: '/ut99/System/MyMod.u', needs: ['MyMod.Banner'], missing: [] },
      { name: 'Botpack', found: '/ut99/System/Botpack.u', needs: ['Botpack.FlakCannon'], missing: [] },
    ])
    expect(start.needs[0]?.provider?.tables?.guid.toString()).toBe(guidOf('SkyCity').toString())
    // Core is needed indirectly, by the classes of all others.
    expect(graph.nodes.map(({ name }) => name)).toEqual([
      'DM-Tower',
      'SkyCity',
      'Foregone',
      'Engine',
      'AmbOutside',
      'MissingTex',
      'MyMod',
      'Botpack',
      'Core',
    ])
  })

  it('can be limited to direct needs', async () => {
    const install = await openInstall(await ut99Install(), '/ut99')
    const { graph } = await gathered(install, 'Maps/DM-Tower.unr', true)
    expect(graph.nodes.slice(1).every(({ needs }) => needs.length === 0)).toBe(true)
    expect(graph.nodes.map(({ name }) => name)).not.toContain('Core')
  })

  it('includes indirect needs in UT2004, from a mesh to its textures', async () => {
    const install = await openInstall(await ut2004Install(), '/ut2004')
    const { graph } = await gathered(install, 'Maps/ONS-Valley.ut2')
    expect(graph.nodes.map(({ name }) => name).sort()).toEqual([
      'Core',
      'Engine',
      'ONS-Valley',
      'ONSTex',
      'ONSVeh',
      'Onslaught',
      'Valley',
      'ValleySM',
      'XGame',
    ])
    expect(graph.nodes.flatMap(({ needs }) => needs).every(({ satisfied }) => satisfied)).toBe(true)
  })

  it('includes files that are not packages, as errors', async () => {
    const files = (await ut99Install()).add('Textures/SkyCity.utx', 'this is not a package')
    const install = await openInstall(files, '/ut99')
    const { start } = await gathered(install, 'Maps/DM-Tower.unr')
    const [need] = start.needs
    expect(need).toMatchObject({ name: 'SkyCity', satisfied: false, count: 5, missingCount: 5 })
    expect(need?.provider?.error).toMatch(/expected .* found/)
    expect(start.needs[2]).toMatchObject({ name: 'Engine', satisfied: true })
  })

  it('is found even if packages need each other in a circle', async () => {
    const files = new MemoryFiles('/m')
    await addPackages(files, {
      'A.u': { name: 'A', shape: UT99, imports: ['Class B.Bee'], objects: [{ object: 'Class Ay' }] },
      'B.u': { name: 'B', shape: UT99, imports: ['Class A.Ay'], objects: [{ object: 'Class Bee' }] },
    })
    const finder = folderFinder(files, ['/m'])
    const reader = new TableReader(files)
    const [a] = await finder.packages()
    if (a === undefined) throw new Error('no A')
    const graph = await gatherDependencies([await reader.tables(a)], finder, reader)
    expect(graph.nodes.map(({ name, needs }) => [name, needs.map((need) => [need.name, need.satisfied])])).toEqual([
      ['A', [['B', true]]],
      ['B', [['A', true]]],
    ])
  })
})

describe('one import', () => {
  it('from the package itself, by its name or as MyLevel, is looked up in it', async () => {
    const plan = planOf(UT99, {
      imports: [
        ['Core', 'Package', 0, 'MyLevel'],
        ['Engine', 'Texture', -1, 'Wall'],
        ['Engine', 'Texture', -1, 'Gone'],
        ['Core', 'Package', 0, 'dm-own'],
        ['Engine', 'Texture', -4, 'WALL'],
        ['Core', 'Package', 0, 'Engine'],
        ['Core', 'Class', -6, 'Texture'],
      ],
      exports: [{ objectName: 'Wall', class: -7, flags: 4, body: Uint8Array.of(0) }],
    })
    const files = new MemoryFiles('/m').add('DM-Own.unr', await fileOf(plan))
    const finder = folderFinder(files, ['/m'])
    const reader = new TableReader(files)
    const graph = await gatherDependencies(
      await Promise.all((await finder.packages()).map((one) => reader.tables(one))),
      finder,
      reader,
    )
    expect(graph.starts[0]?.needs.map(({ name, own, missingCount }) => [name, own, missingCount])).toEqual([
      ['MyLevel', true, 1],
      ['dm-own', true, 0],
      ['Engine', false, 1],
    ])
    expect([...(graph.starts[0]?.needs[0]?.missing() ?? [])].map(({ path }) => path)).toEqual(['MyLevel.Gone'])
  })

  it('without a package is reported as missing, since no file can contain it', async () => {
    const plan = planOf(UT99, { imports: [['Engine', 'Texture', 0, 'Lonely']] })
    const tables = await tablesOf('X.u', await fileOf(plan))
    const graph = await gatherDependencies([tables], finderOf([]), new TableReader(new MemoryFiles('/')))
    expect(graph.starts[0]?.needs.map((need) => [need.name, [...need.objects()].map(({ path }) => path)])).toEqual([
      ['', ['Lonely']],
    ])
  })

  it('of a class that only exists in the program is never missing; of other classes it is', async () => {
    const engine = await tablesOf(
      'Engine.u',
      await madePackage({ name: 'Engine', shape: UT99, objects: [{ object: 'Class Actor' }] }),
    )
    const user = await tablesOf(
      'U.u',
      await madePackage({
        name: 'U',
        shape: UT99,
        imports: [
          'Class Engine.Level',
          'Class Engine.Model',
          'Class engine.ACTOR',
          'Class Engine.Pawn',
          'Texture Engine.Actor',
        ],
      }),
    )
    expect(refusedImports(user, engine, 'ENGINE').map(({ path, refusal }) => [path, refusal])).toEqual([
      ['Engine.Pawn', { reason: 'missing', found: null }],
    ])
  })

  it('is matched by its class including the class’s package', async () => {
    const plan = planOf(UT99, {
      imports: [
        ['Core', 'Package', 0, 'T'],
        ['Fire', 'Texture', -1, 'Wall'],
      ],
    })
    const user = await tablesOf('U.u', await fileOf(plan))
    const provider = await tablesOf(
      'T.utx',
      await madePackage({ name: 'T', shape: UT99, objects: [{ object: 'Texture Wall' }] }),
    )
    expect(refusedImports(user, provider, 'T').map(({ refusal }) => refusal)).toEqual([
      { reason: 'retyped', found: 'Engine.Texture' },
    ])
  })

  it('below a package that the cooker saved into the file belongs to that package (UE3)', async () => {
    const plan = planOf(UT3, {
      imports: [
        ['Core', 'Package', 0, 'Core'],
        ['Core', 'Class', -1, 'Package'],
        ['Engine', 'Texture2D', 1, 'Elsewhere'],
        ['Engine', 'Texture2D', 2, 'Inside'],
      ],
      exports: [
        { objectName: 'Embedded', class: -2, exportFlags: 1, flagsHigh: 4, body: new Uint8Array(12) },
        { objectName: 'Other', class: -4, flagsHigh: 4, body: new Uint8Array(12) },
      ],
    })
    const tables = await tablesOf('Map.upk', await fileOf(plan))
    expect(tables.embedded).toEqual(['Embedded'])
    const graph = await gatherDependencies([tables], finderOf([]), new TableReader(new MemoryFiles('/')))
    const needs = graph.starts[0]?.needs.map((need) => [
      need.name,
      need.own,
      [...need.objects()].map(({ path }) => path),
    ])
    expect(needs).toEqual([
      ['Core', false, ['Core.Package']],
      ['Embedded', false, ['Embedded.Elsewhere']],
      ['Map', true, ['Map.Other.Inside']],
    ])
  })
})

describe('imports that are really used', () => {
  it('are the objects that bodies refer to, and their outers', async () => {
    const files = await ut99Install()
    const pkg = await openPackage(await files.open('/ut99/Maps/DM-Tower.unr'), { fileName: 'DM-Tower.unr' })
    const { used, opaque } = await usedImports(pkg)
    const unused = pkg.imports.filter(({ index }) => !used.has(index)).map(({ path }) => path)
    // This is imported but never used: see the description of the install.
    expect(unused).toEqual(['SkyCity.Walls.SkyWall3'])
    expect(opaque).toEqual([])
    expect(pkg.exports.every((object) => object instanceof ExportObject)).toBe(true)
  })

  it('are not determined for objects that are not understood', async () => {
    const plan = planOf(UT99, {
      imports: [
        ['Core', 'Package', 0, 'Engine'],
        ['Core', 'Class', -1, 'Light'],
        ['Engine', 'Texture', -1, 'Perhaps'],
      ],
      exports: [{ objectName: 'Light0', class: -2, body: Uint8Array.of(0, 0xff, 0xff, 0xff) }],
    })
    const bytes = await fileOf(plan)
    const { used, opaque } = await usedImports(await openPackage(memorySource(bytes), { fileName: 'M.unr' }))
    expect([...used].sort()).toEqual([0, 1])
    expect(opaque).toEqual(['Light0'])
  })
})

describe('users of packages', () => {
  it('are found for a package, and for an object and its contents', async () => {
    const install = await openInstall(await ut99Install(), '/ut99')
    const reader = new TableReader(install.files)
    const all = await Promise.all((await install.packages()).map((one) => reader.tables(one)))
    const who = (text: string) =>
      usersOf(parseUsedThing(text), all).map(({ user, rows }) => [
        user.name,
        rows.map((row) => user.imported(row).path),
      ])
    expect(who('foregone')).toEqual([['DM-Tower', ['Foregone.Foregone']]])
    expect(who('SkyCity.Walls.SkyWall1')).toEqual([['DM-Tower', ['SkyCity.Walls.SkyWall1']]])
    expect(who('SkyCity.Walls')[0]?.[1]).toHaveLength(5)
    expect(who('Botpack').map(([name]) => name)).toEqual(['MyMod', 'DM-Tower'])
    expect(who('Botpack.FlakCannon').map(([name]) => name)).toEqual(['DM-Tower'])
    expect(who('Nothing')).toEqual([])
  })

  it('show which packages nothing leads to, and why the others are needed', async () => {
    const files = await ut99Install()
    await addPackages(files, {
      // Only needed by an unused package; offered by a menu; named in the ini (ServerPackages has MyMod and
      // SkyCity).
      'Textures/Deep.utx': { name: 'Deep', shape: UT99, objects: [{ object: 'Texture T' }] },
      'Textures/Shallow.utx': { name: 'Shallow', shape: UT99, imports: ['Texture Deep.T'] },
      'System/Mutate.u': { name: 'Mutate', shape: UT99, objects: [{ object: 'Class Mut' }] },
    })
    files.add('System/Mutate.int', '[Public]\r\nObject=(Name=Mutate.Mut,Class=Class,MetaClass=Engine.Mutator)\r\n')
    const install = await openInstall(files, '/ut99')
    const reader = new TableReader(install.files)
    const starts = await Promise.all((await install.packages()).map((one) => reader.tables(one)))
    const graph = await gatherDependencies(starts, install, reader)
    const unused = await unusedPackages(install, graph)
    expect(unused.map((one) => [one.package.fileName, one.neededBy, one.shadowedBy ?? null])).toEqual([
      ['ServerTools.u', [], null],
      ['Deep.utx', ['Shallow'], null],
      ['MyMod.utx', [], '/ut99/System/MyMod.u'],
      ['Shallow.utx', [], null],
      ['Unused.utx', [], null],
    ])
  })
})
