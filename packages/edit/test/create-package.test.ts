import { Guid, Name } from '@ukit/container'
import { type NewPackage, ObjectReader, openPackage, type Package } from '@ukit/core'
import {
  addObject,
  buildPackage,
  checkBodies,
  createPackage,
  EditExport,
  emptyLike,
  importAt,
  importObject,
  type PackageEdit,
  setProperty,
} from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { describeObject, verifyPackage } from '@ukit/inspect'
import { Property, UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { fileOf, planOf } from '../../../testing/packages.js'

const GUID = new Guid(0x11223344, 0x55667788, 0x99aabbcc, 0xddeeff00)

/** The bytes of a document, and the package opened again from them alone. */
async function saved(edit: PackageEdit, name = 'Made.u'): Promise<{ bytes: Uint8Array; pkg: Package }> {
  const built = await buildPackage(edit)
  await checkBodies(built.image)
  const bytes = await bytesOf(built.image)
  return { bytes, pkg: await openPackage(memorySource(bytes), { fileName: name }) }
}

function mip(size: number): ue1.Mip {
  const bits = Math.log2(size)
  const data = Uint8Array.from({ length: size * size }, (_, i) => i & 0xff)
  return Object.assign(new ue1.Mip(), { data, width: size, height: size, widthBits: bits, heightBits: bits })
}

/** A group with a palette and a texture of 4 × 4, and a reference to another package. */
async function walls(what: Omit<NewPackage, 'name' | 'guid'>): Promise<PackageEdit> {
  const edit = await createPackage({ name: 'Made', guid: GUID, ...what })
  const palette = Object.assign(new ue1.Palette(), { colors: Uint8Array.from({ length: 1024 }, (_, i) => i & 0xff) })
  addObject(edit, 'Walls.Grey', 'Engine.Palette', palette)
  const texture = edit.package.context.engine === 1 ? new ue1.Texture() : new ue2.Texture()
  texture.mips = [mip(4), mip(2), mip(1)]
  const wall = addObject(edit, 'Walls.Brick', 'Engine.Texture', texture, { flags: 0xf0004 })
  await setProperty(edit, wall, 'Palette:object', "Palette'Walls.Grey'")
  await setProperty(edit, wall, 'USize:int', '4')
  await setProperty(edit, wall, 'VSize:int', '4')
  importAt(edit, 'Botpack.Skins.Gold', 'Engine.Texture')
  return edit
}

describe('createPackage', () => {
  it('has the name None, one generation, and nothing else', async () => {
    const { bytes, pkg } = await saved(await createPackage({ name: 'Made', version: 69, guid: GUID }))
    expect(bytes).toEqual(await fileOf(planOf({ version: 69 }, {})))
    expect(pkg.names).toEqual(['None'])
    expect(pkg.summary.generations).toMatchObject([{ exportCount: 0, nameCount: 1 }])
    expect((await verifyPackage(pkg)).problems).toEqual([])
  })

  it('has its GUID in the heritage table before version 68', async () => {
    const { bytes, pkg } = await saved(await createPackage({ name: 'Made', version: 61, guid: GUID }))
    expect(bytes).toEqual(await fileOf(planOf({ version: 61 }, { heritage: [GUID] })))
    expect(pkg.guid.equals(GUID)).toBe(true)
  })

  it('lays out a package with the same bytes as its raw tables', async () => {
    const edit = await createPackage({ name: 'Made', version: 69, guid: GUID })
    const empty = new UnrealObject()
    addObject(edit, 'Walls', 'Core.Package', empty)
    addObject(edit, 'Walls.Raw', 'Engine.Sound', Uint8Array.of(0, 1, 2, 3))
    const { bytes } = await saved(edit)
    const plan = planOf(
      { version: 69 },
      {
        names: ['None', 'Core', 'Package', 'Class', 'Walls', 'Engine', 'Sound', 'Raw'],
        imports: [
          ['Core', 'Package', 0, 'Core'],
          ['Core', 'Class', -1, 'Package'],
          ['Core', 'Package', 0, 'Engine'],
          ['Core', 'Class', -3, 'Sound'],
        ],
        exports: [
          { objectName: 'Walls', class: -2, flags: 0x70004, body: Uint8Array.of(0) },
          { objectName: 'Raw', class: -4, outer: 1, flags: 0x70004, body: Uint8Array.of(0, 1, 2, 3) },
        ],
      },
    )
    expect(bytes).toEqual(await fileOf(plan))
  })

  it.each([
    [61, 0],
    [63, 0],
    [68, 0],
    [69, 0],
    [118, 25],
    [127, 29],
    [128, 29],
    [129, 0],
  ])('version %i/%i: a texture with its palette, complete and the same every time', async (version, licensee) => {
    const { bytes, pkg } = await saved(await walls({ version, licensee }))
    expect((await saved(await walls({ version, licensee }))).bytes).toEqual(bytes)
    expect((await verifyPackage(pkg)).problems).toEqual([])
    expect(pkg.names[0]).toBe('None')
    expect(pkg.exports.map(String)).toEqual(["Package'Walls'", "Palette'Walls.Grey'", "Texture'Walls.Brick'"])
    expect(pkg.imports.at(-1)?.path).toBe('Botpack.Skins.Gold')
    expect(pkg.guid.equals(GUID)).toBe(true)
    const last = pkg.summary.generations.at(-1)
    if (version >= 68) expect(last).toMatchObject({ exportCount: 3, nameCount: pkg.names.length })
    const reader = await ObjectReader.open(pkg)
    const wall = await reader.get('Walls.Brick')
    if (wall === undefined) throw new Error('no wall')
    expect(wall.opaqueBytes).toBe(0)
    expect(describeObject(wall).properties).toEqual({ Palette: "Palette'Walls.Grey'", USize: 4, VSize: 4 })
    expect(wall.object).toMatchObject({ mips: [{ width: 4 }, { width: 2 }, { width: 1 }] })
  })

  it.each([
    [512, 3809],
    [737, 6890],
    [868, 12791],
  ])('version %i: a texture, the tables of UE3, and the engine version of real files', async (version, engine) => {
    const make = async () => {
      const edit = await createPackage({ name: 'Made', version, guid: GUID })
      const texture = new ue3.Texture2D()
      const level = new ue3.Texture2DMip()
      level.data.payload = Uint8Array.of(1, 2, 3, 4)
      level.data.count = 4
      level.width = 1
      level.height = 1
      texture.mips = [level]
      const wall = addObject(edit, 'Walls.Brick_3', 'Engine.Texture2D', texture, { flags: 0xf0004 })
      await setProperty(edit, wall, 'SizeX:int', '1')
      await setProperty(edit, wall, 'Format:byte(EPixelFormat)', 'PF_A8R8G8B8')
      return edit
    }
    const { bytes, pkg } = await saved(await make())
    expect((await saved(await make())).bytes).toEqual(bytes)
    expect((await verifyPackage(pkg)).problems).toEqual([])
    expect(pkg.exports.map(String)).toEqual(["Package'Walls'", "Texture2D'Walls.Brick_3'"])
    expect(pkg.names).toContain('Brick')
    expect(pkg.summary).toMatchObject({
      engineVersion: engine,
      generations: [{ exportCount: 2, nameCount: pkg.names.length, netObjectCount: 2 }],
      folder: { text: 'None' },
    })
    expect(pkg.summary.headerSize).toBe(pkg.exportTable[0]?.offset)
    const reader = await ObjectReader.open(pkg)
    const wall = await reader.get('Walls.Brick_3')
    if (wall === undefined) throw new Error('no wall')
    expect(wall.opaqueBytes).toBe(0)
    expect(describeObject(wall).properties).toEqual({ SizeX: 1, Format: 'PF_A8R8G8B8' })
    expect(wall.object).toMatchObject({ mips: [{ width: 1, data: { payload: Uint8Array.of(1, 2, 3, 4) } }] })
  })

  it('accepts names from any package, and refuses objects of other packages', async () => {
    const edit = await createPackage({ name: 'Made', version: 69, guid: GUID })
    const object = new UnrealObject()
    const title = new Property(new Name({ text: 'Tag', index: 7 }))
    title.type = 'name'
    title.valueType = { kind: 'name' }
    title.value = new Name({ text: 'Lift', index: 9 })
    object.properties.items.push(title)
    addObject(edit, 'Thing', 'Engine.Actor', object)
    const { pkg } = await saved(edit)
    const found = await (await ObjectReader.open(pkg)).get('Thing')
    expect(found?.object.properties.get('Tag')?.toString()).toBe('Lift')

    const other = await openPackage(memorySource((await saved(await walls({ version: 69 }))).bytes), {
      fileName: 'O.u',
    })
    const wall = await (await ObjectReader.open(other)).get('Walls.Brick')
    if (wall === undefined) throw new Error('no wall')
    expect(() => addObject(edit, 'Wall', 'Engine.Texture', wall.object)).toThrow(/another package/)
  })

  // As in packages of UDK: Engine.Default__PlayerController.CollisionCylinder is in a PlayerController.
  it('imports the outer of a component with its class, and other outers as groups', async () => {
    const edit = await createPackage({ name: 'Made', version: 868, guid: GUID })
    const controller = importAt(edit, 'Engine.Default__PlayerController', 'Engine.PlayerController')
    const cylinder = importAt(edit, 'Engine.Default__PlayerController.CollisionCylinder', 'Engine.CylinderComponent')
    expect(cylinder.outer).toBe(controller)
    expect(importAt(edit, 'Botpack.Skins.Gold', 'Engine.Texture2D').outer?.className).toBe('Package')
    expect(edit.imports.map(String)).not.toContain("Package'Engine.Default__PlayerController'")
  })

  it('imports an object of another package with its outers, under the name that a cooked group had', async () => {
    const base = await createPackage({ name: 'Base', version: 868, guid: GUID })
    addObject(base, 'Default__Mill', 'Engine.Actor', Uint8Array.of(0))
    addObject(base, 'Default__Mill.Wheel', 'Engine.CylinderComponent', Uint8Array.of(0))
    const stone = addObject(base, 'Other.Skins.Stone', 'Engine.Texture2D', Uint8Array.of(0))
    const group = stone.outer?.outer
    // Forced export: the group was a package.
    if (group instanceof EditExport) group.entry.exportFlags = 1
    const { pkg } = await saved(base, 'Base.u')
    const edit = await createPackage({ name: 'Made', version: 868, guid: GUID })
    for (const path of ['Default__Mill.Wheel', 'Other.Skins.Stone']) {
      const object = pkg.find(path)
      if (object !== undefined) importObject(edit, object)
    }
    expect(edit.imports.map(String).filter((path) => !path.startsWith('Package'))).toEqual([
      "Actor'Base.Default__Mill'",
      "CylinderComponent'Base.Default__Mill.Wheel'",
      "Texture2D'Other.Skins.Stone'",
    ])
  })

  it('refuses invalid packages and objects', async () => {
    const make = (what: Partial<NewPackage>) => createPackage({ name: 'Made', version: 69, guid: GUID, ...what })
    await expect(make({ version: 70_000 })).rejects.toThrow(/version from 0 to 65535/)
    await expect(make({ name: 'A/B' })).rejects.toThrow(/name of a package/)
    await expect(make({ game: 'no-such-game' })).rejects.toThrow(/no game is called/)
    const edit = await make({})
    addObject(edit, 'A.B', 'Engine.Sound', Uint8Array.of(0))
    expect(() => addObject(edit, 'a.b', 'Engine.Sound', Uint8Array.of(0))).toThrow(/taken/)
    expect(() => addObject(edit, 'C', 'Sound', Uint8Array.of(0))).toThrow(/Package.Class/)
    expect(() => importAt(edit, 'Alone', 'Engine.Sound')).toThrow(/Package.Name/)
    expect(() => importAt(edit, 'A.B', 'Sound')).toThrow(/Package.Class/)
  })
})

describeCorpus('a new package beside real ones', () => {
  it('has the engine version of uncooked files of its version', async () => {
    const seen = PACKAGES.filter(({ version, licensee }) => (version ?? 0) >= 512 && licensee === 0)
    // Several builds of UDK save version 867.
    const engines = new Map<number, number[]>()
    for (const { path } of seen) {
      const { version, engineVersion, cookerVersion } = (await openCorpus(path)).summary
      if (cookerVersion === 0) engines.set(version, [...(engines.get(version) ?? []), engineVersion])
    }
    for (const [version, real] of engines) {
      const made = await createPackage({ name: 'Made', version, guid: GUID })
      expect(real, `version ${version}`).toContain(made.summary.engineVersion)
    }
    expect(engines.size).toBeGreaterThan(6)
  })
})

// 36 of 36 files of Killing Floor that are not maps.
it.each([0x9e2a83c2, 0x9e2a83c1])('a package like another of Killing Floor has its tag: %i', async (tag) => {
  const first = await createPackage({ name: 'First', guid: GUID, version: 128, licensee: 29, game: 'killing-floor' })
  first.summary.tag = tag
  const { pkg } = await saved(first)
  const like = await emptyLike(
    await openPackage(pkg.image, { game: 'killing-floor', fileName: 'First.u' }),
    'Second',
    GUID,
  )
  expect((await saved(like)).pkg.summary.tag).toBe(tag)
})
