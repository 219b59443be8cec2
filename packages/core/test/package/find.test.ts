import { Guid } from '@ukit/container'
import { openPackage, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { UnrealObject } from '@ukit/objects'
import { expect, it } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'

/** A package of UE3, whose names have numbers, with these objects. */
async function packageOf(paths: readonly string[]): Promise<() => Promise<Package>> {
  const edit = await createPackage({ name: 'Base', version: 868, guid: new Guid(1, 2, 3, 4) })
  for (const path of paths) addObject(edit, path, 'Game.Lamp', new UnrealObject())
  const bytes = await bytesOf((await buildPackage(edit)).image)
  return () => openPackage(memorySource(bytes), { fileName: 'Base.upk' })
}

/** More lookups than it takes until all paths are kept. */
const MANY = 300

it.each([
  ['names in many groups, some of them numbered', (i: number) => `Group_${i % 40}.Lamp${i % 7}_${i % 3}.Bulb_${i}`],
  ['one name in as many groups as there are objects', (i: number) => `Room${i}.Lamp`],
  ['numbers that are part of the name', (i: number) => `Lamp_0${i}.Bulb_x${i}_07`],
  ['letters whose lower case depends on their place', (i: number) => `Λ${i}.Σ`],
])('finds every object by its path: %s', async (_what, pathOf) => {
  const paths = Array.from({ length: MANY }, (_, i) => pathOf(i))
  const open = await packageOf(paths)
  const pkg = await open()
  const found = paths.map((path) => pkg.find(path))
  expect(found.map((object) => object?.path)).toEqual(paths)
  expect(paths.map((path) => pkg.find(`base.${path.toUpperCase()}`))).toEqual(found)
  expect(found.every((object, i) => object === pkg.lookUp(paths[i] ?? ''))).toBe(true)
  expect(pkg.find('Lamp.Nobody_3')).toBeUndefined()
  // An object found before all exports are requested is the same object afterwards.
  expect(found.map((object) => pkg.exports.find((one) => one === object)?.path)).toEqual(paths)
})

it.each(['Room.Lamp', 'Room.Lamp_3', 'lamp_03', 'ROOM'])(
  'looks up %s before anything else, and finds the right object',
  async (path) => {
    const open = await packageOf(['Room.Lamp', 'Room.Lamp_3', 'Lamp_03'])
    expect((await open()).lookUp(path)?.path.toLowerCase()).toBe(path.toLowerCase())
  },
)

it('gives the number of entries in its tables, before and after they are read', async () => {
  const open = await packageOf(['A.One', 'A.Two', 'Three_12'])
  const pkg = await open()
  const { exports, imports, names } = pkg.counts
  expect(exports).toBe(4)
  expect([imports, names]).toEqual([pkg.importTable.length, pkg.nameTable.length])
  expect(pkg.counts).toEqual({ exports, imports, names })
})

it('gives the same objects one by one and all at once', async () => {
  const open = await packageOf(['A.One', 'A.Two', 'Three_12'])
  const pkg = await open()
  const alone = [1, 2, 3, 4].map((reference) => pkg.objectAt(reference))
  expect(pkg.objectAt(5)).toBeUndefined()
  expect(pkg.exports.map((object) => object.path)).toEqual(['A', 'A.One', 'A.Two', 'Three_12'])
  for (const [i, object] of alone.entries()) expect(pkg.exports[i]).toBe(object)
  expect(pkg.objectAt(1)).toBe(alone[0])
})
