import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Guid } from '@ukit/container'
import { ObjectReader, openPackage, type Package, PackageSet } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { addObject, buildPackage, checkBodies, createPackage, importAt, setProperty } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { isStubTables, PackageTables, refusedImports } from '@ukit/game'
import { isStub, verifyPackage } from '@ukit/inspect'
import { stubPackage } from '@ukit/make'
import { UnrealObject } from '@ukit/objects'
import { describe, expect, it, test } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'

const GUID = new Guid(1, 2, 3, 4)

type Edit = Awaited<ReturnType<typeof createPackage>>

async function saved(edit: Edit, name = edit.name): Promise<Package> {
  const built = await buildPackage(edit)
  await checkBodies(built.image)
  return openPackage(memorySource(await bytesOf(built.image)), { fileName: `${name}.u`, game: edit.package.game.id })
}

/** What a package needs of the stub, and the stub lacks. */
function refused(user: Package, stub: Package): string[] {
  const tables = (pkg: Package) => PackageTables.of(pkg, { path: `${pkg.name}.u`, size: 0, modified: 0 })
  return refusedImports(tables(user), tables(stub), stub.name).map(({ path }) => path)
}

async function stubOf(users: readonly Package[], name: string) {
  const { edit, notes } = await stubPackage(users, name, GUID)
  const stub = await saved(edit, name)
  expect(await verifyPackage(stub)).toMatchObject({ ok: true, problems: [], understood: 1, stub: true })
  expect(isStub(stub)).toBe(true)
  for (const user of users) expect(refused(user, stub)).toEqual([])
  return { stub, notes }
}

const empty = (edit: Edit) => {
  const object = new UnrealObject()
  object.properties.end = edit.addName('None')
  return object
}

describe.each([
  { version: 69, media: ['Texture', 'Sound', 'Music', 'LodMesh', 'Mesh', 'SkeletalMesh', 'WetTexture', 'FireTexture'] },
  { version: 128, licensee: 29, media: ['Texture', 'Sound', 'StaticMesh', 'VertMesh', 'SkeletalMesh', 'Shader'] },
  {
    version: 868,
    media: [
      'Texture2D',
      'SoundNodeWave',
      'SoundCue',
      'StaticMesh',
      'SkeletalMesh',
      'Material',
      'MaterialInstanceConstant',
    ],
  },
])('a stub of version $version', ({ media, ...versions }) => {
  const user = async () => {
    const edit = await createPackage({ name: 'Map', guid: GUID, ...versions })
    for (const name of media)
      importAt(edit, `Gone.Group.My${name}`, `${/^(?:Wet|Fire)/.test(name) ? 'Fire' : 'Engine'}.${name}`)
    for (const name of ['Base', 'Lamp', 'Widget']) importAt(edit, `Gone.${name}`, 'Core.Class')
    importAt(edit, 'Gone.Lamp.Strength', 'Core.IntProperty')
    importAt(edit, 'Gone.Lamp.Label', 'Core.StrProperty')
    importAt(edit, 'Gone.Lamp.Flash', 'Core.Function')
    importAt(edit, 'Gone.Special', 'Gone.Widget')
    importAt(edit, 'Other.Thing', 'Engine.Texture')
    const lamp = addObject(edit, 'Lamp0', 'Gone.Lamp', empty(edit))
    await setProperty(edit, lamp, 'Brightness:int', '7')
    return saved(edit)
  }

  it('has all that its user imports, with placeholders that decode', async () => {
    const map = await user()
    const { stub, notes } = await stubOf([map], 'Gone')
    expect([stub.version, stub.licensee, stub.name]).toEqual([map.version, map.licensee, 'Gone'])
    expect(notes).toContain(`Lamp has the functions Flash, which do nothing`)
    const reader = await ObjectReader.open(stub)
    for (const name of media) {
      const read = await reader.get(`${name}'Group.My${name}'`)
      expect([name, read?.export.className, read?.error, read?.opaqueBytes]).toEqual([name, name, undefined, 0])
    }
    // A class of the stub may be the class of an object of the stub.
    expect(String(stub.find('Special'))).toBe("Widget'Special'")
    expect(stub.imports.map(String)).not.toContain("Package'Gone'")
    expect(stub.imports.map(String)).not.toContain("Texture'Other.Thing'")
    // Its variables are known to those who read its user.
    const known = await ObjectReader.open(map, {
      packages: new PackageSet((name) => (name === 'Gone' ? stub : undefined)),
    })
    expect(known.schema.class('Lamp')?.members.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Strength', 'Label']),
    )
  })

  it('says what it is, by its tables too, and refuses users that do not need it', async () => {
    const map = await user()
    const { stub } = await stubOf([map], 'Gone')
    const place = { path: 'x.u', size: 0, modified: 0 }
    expect([isStubTables(PackageTables.of(stub, place)), isStubTables(PackageTables.of(map, place))]).toEqual([
      true,
      false,
    ])
    expect(isStub(map)).toBe(false)
    await expect(stubPackage([map], 'Nowhere', GUID)).rejects.toThrow(/nothing is imported from Nowhere/)
  })

  it('of the engine itself: Core is refused, and what Engine lacks is not imported from it', async () => {
    const edit = await createPackage({ name: 'Map', guid: GUID, ...versions })
    for (const path of ['Core.Object', 'Engine.Widget']) importAt(edit, path, 'Core.Class')
    addObject(edit, 'Widget0', 'Engine.Widget', empty(edit))
    const map = await saved(edit)
    await expect(stubPackage([map], 'Core', GUID)).rejects.toThrow(/Core has no stub/)
    const { stub } = await stubOf([map], 'Engine')
    expect(stub.imports.map(String)).not.toContain("Package'Engine'")
  })
})

const SHARED = fileURLToPath(new URL('../../../../../shared/', import.meta.url))

const open = (file: string) =>
  openPackage(memorySource(new Uint8Array(readFileSync(file))), { fileName: basename(file), codecs: nodeCodecs })

if (!existsSync(SHARED)) process.stdout.write('skipped: stubs for real packages: ../shared is absent\n')

describe.each([
  ['ut99/Maps/DM-HyperBlast.unr', ['GenFX', 'UTtech2', 'Indus4', 'HubEffects', 'Godown', 'AmbModern', 'Botpack']],
  [
    'ut2004/Maps/DM-1on1-Serpentine.ut2',
    ['BarrensArchitecture', 'BarrenHardware', 'XWeapons', 'XGame', 'EmitterTextures'],
  ],
  ['udk/Fortress_1.udk', ['FortressLevel1', 'MapTemplates', 'EngineMaterials']],
] as const)('the packages that %s needs', (path, names) => {
  const file = join(SHARED, 'corpus-2/scenes', path)
  test.skipIf(!existsSync(file))('can be replaced by stubs, which the map finds everything in', async () => {
    const map = await open(file)
    for (const name of names) {
      const { stub } = await stubOf([map], name)
      expect(stub.exports.length).toBeGreaterThan(1)
    }
  })
})

describe.each([
  ['ut99/UBrowser.u', 'UWindow'],
  ['ut99/relics.u', 'Botpack'],
  ['ut2004/XGame.u', 'UnrealGame'],
  ['udk-868/UDKBase.u', 'GameFramework'],
  ['udk-868/GameFramework.u', 'Engine'],
] as const)('what the code of %s needs of %s', (path, name) => {
  const file = join(SHARED, 'code', path)
  test.skipIf(!existsSync(file))('is all in a stub: classes, structs, variables, functions and states', async () => {
    const { stub } = await stubOf([await open(file)], name)
    expect(stub.exports.filter(({ className }) => className === 'Class').length).toBeGreaterThan(1)
  })
})
