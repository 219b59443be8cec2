import { Guid } from '@ukit/container'
import { ObjectReader, openPackage, type Package, PackageSet } from '@ukit/core'
import { folderPackages, openFile } from '@ukit/core/node'
import { addObject, buildPackage, createPackage, importAt, setProperty } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { UnrealObject } from '@ukit/objects'
import { expect, it } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'
import { corpusPath, describeCorpus } from '../../../../testing/corpus.js'

const GUID = new Guid(1, 2, 3, 4)

/**
 * `Base` contains the template `Lamps.Bright`; `Map` has an object with it as archetype, and one whose
 * archetype is missing from `Base`.
 */
async function mapAndBase(): Promise<{ map: Package; base: Package }> {
  const base = await createPackage({ name: 'Base', version: 868, guid: GUID })
  const bright = addObject(base, 'Lamps.Bright', 'Game.Lamp', new UnrealObject())
  await setProperty(base, bright, 'Radius:int', '64')
  await setProperty(base, bright, 'Color:int', '7')
  const map = await createPackage({ name: 'Map', version: 868, guid: GUID })
  const lamp = addObject(map, 'Lamp', 'Game.Lamp', new UnrealObject())
  await setProperty(map, lamp, 'Color:int', '9')
  lamp.archetype = importAt(map, 'Base.Lamps.Bright', 'Game.Lamp')
  const lost = addObject(map, 'Lost', 'Game.Lamp', new UnrealObject())
  lost.archetype = importAt(map, 'Base.Lamps.Gone', 'Game.Lamp')
  const open = async (edit: typeof map, name: string) =>
    openPackage(memorySource(await bytesOf((await buildPackage(edit)).image)), { fileName: `${name}.upk` })
  return { map: await open(map, 'Map'), base: await open(base, 'Base') }
}

function exported(pkg: Package, path: string) {
  const found = pkg.exports.find((object) => object.path === path)
  if (found === undefined) throw new Error(`no ${path}`)
  return found
}

it('follows references into other packages, each opened once, and lists what is missing', async () => {
  const { map, base } = await mapAndBase()
  const asked: string[] = []
  const packages = new PackageSet((name) => {
    asked.push(name)
    return name === 'Base' ? base : undefined
  })
  const reader = await ObjectReader.open(map, { packages })
  const lamp = exported(map, 'Lamp')
  expect(await reader.follow(lamp)).toBe(lamp)
  expect(await reader.follow(lamp.archetype)).toBe(exported(base, 'Lamps.Bright'))
  expect(await reader.follow(exported(map, 'Lost').archetype)).toBeUndefined()
  expect(await reader.follow(lamp.class)).toBeUndefined()
  expect([await reader.follow(null), await reader.follow(5)]).toEqual([undefined, undefined])
  expect(packages.missing).toEqual([
    { path: 'Base.Lamps.Gone', missing: 'object' },
    { path: 'Game.Lamp', missing: 'package' },
  ])
  expect(asked.filter((name) => name === 'Base')).toHaveLength(1)
  expect(await ObjectReader.open(map, { packages })).toBe(reader)
})

it('gives what an object sets, otherwise what its archetype in another package sets', async () => {
  const { map, base } = await mapAndBase()
  const reader = await ObjectReader.open(map, {
    packages: new PackageSet((name) => (name === 'Base' ? base : undefined)),
  })
  const lamp = exported(map, 'Lamp')
  expect(await reader.value(lamp, 'color')).toMatchObject({ value: 9, own: true, from: lamp })
  expect(await reader.value(lamp, 'Radius')).toMatchObject({
    value: 64,
    type: { kind: 'int' },
    own: false,
    from: exported(base, 'Lamps.Bright'),
  })
  expect(await reader.value(lamp, 'Height')).toBeUndefined()
  expect(await reader.value(exported(map, 'Lost'), 'Radius')).toBeUndefined()
})

it('requests a package again if opening it failed', async () => {
  const { map, base } = await mapAndBase()
  let isBroken = true
  const packages = new PackageSet(() => {
    if (isBroken) throw new Error('the disk is gone')
    return base
  })
  const { archetype } = exported(map, 'Lamp')
  await expect(packages.follow(archetype)).rejects.toThrow('the disk is gone')
  isBroken = false
  expect((await packages.follow(archetype))?.path).toBe('Lamps.Bright')
})

it('finds objects with the same path by their class', async () => {
  const edit = await createPackage({ name: 'Walls', version: 69, guid: GUID })
  addObject(edit, 'Grey', 'Engine.Palette', Uint8Array.of(0))
  addObject(edit, 'Grey', 'Engine.Texture', Uint8Array.of(0))
  const pkg = await buildPackage(edit)
  expect(pkg.find('Grey')?.className).toBe('Palette')
  expect(pkg.find("texture'grey'")?.className).toBe('Texture')
  expect(pkg.find("Texture'Walls.Grey'")?.className).toBe('Texture')
  expect(pkg.find("Sound'Grey'")).toBeUndefined()
  expect(pkg.names).toBe(pkg.names)
})

describeCorpus('values with their defaults', () => {
  it('gives a light in UT the values that its classes set in Engine, with names of enum values', async () => {
    const folders = await folderPackages([corpusPath('ue1/cacofff'), corpusPath('ue1/adrak0')])
    const pkg = await openFile(corpusPath('ue1/adrak0/DM-Stalwart.unr'))
    try {
      const reader = await ObjectReader.open(pkg, { packages: folders })
      const light = pkg.exports.find((object) => object.className === 'Light')
      if (light === undefined) throw new Error('no light')
      // Light.uc in the text that Engine.u contains: LightType=LT_Steady, LightBrightness=64; Actor.uc:
      // DrawScale=1.000000.
      expect(await reader.value(light, 'LightType')).toMatchObject({ value: 1, enumName: 'LT_Steady', own: false })
      expect((await reader.value(light, 'bStatic'))?.from.path).toBe('Light')
      expect(await reader.value(light, 'drawscale')).toMatchObject({ value: 1, type: { kind: 'float' } })
      expect((await reader.value(light, 'drawscale'))?.from.package.name).toBe('Engine')
      expect(reader.packages.missing).toEqual([])
      const names: string[] = []
      for await (const read of reader.objects('NavigationPoint')) names.push(read.export.className)
      // PathNode and PlayerStart extend NavigationPoint in Engine.u.
      expect(names.filter((name) => name === 'PathNode').length).toBeGreaterThan(10)
      expect(names).toContain('PlayerStart')
    } finally {
      await pkg.file.close?.()
      await folders.close()
    }
  })

  it('follows the default objects of UE3 up the classes of a package', async () => {
    const pkg = await openFile(corpusPath('ue3/eliotvu/TestUC3.u'))
    try {
      const reader = await ObjectReader.open(pkg)
      const defaults = pkg.exports.filter(({ name }) => name.startsWith('Default__'))
      expect(defaults.length).toBeGreaterThan(0)
      for (const object of defaults) expect(await reader.value(object, 'NoSuchVariable')).toBeUndefined()
    } finally {
      await pkg.file.close?.()
    }
  })
})

it('closes the files of packages that it found, not of those that were put into it', async () => {
  const closed: string[] = []
  const opened = async (name: string) => {
    const file = {
      ...memorySource(await bytesOf((await mapAndBase()).base.file)),
      close: async () => void closed.push(name),
    }
    return openPackage(file, { fileName: `${name}.u` })
  }
  const packages = new PackageSet((name) => (name === 'Gone' ? undefined : opened(name)))
  packages.add(await opened('Mine'))
  await Promise.all([packages.package('Base'), packages.package('base'), packages.package('Gone')])
  await packages.close()
  expect(closed).toEqual(['Base'])
})
