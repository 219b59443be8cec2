import { Guid, Name } from '@ukit/container'
import { ObjectReader, PackageSet } from '@ukit/core'
import { addObject, buildPackage, createPackage, importAt } from '@ukit/edit'
import { meshUsersOf, userSlots } from '@ukit/media/internal'
import { Property, type PropertyValue, script, ue1 } from '@ukit/objects'
import { expect, it } from 'vitest'

const GUID = new Guid(1, 2, 3, 4)

/** A class with these values: objects, or numbers. */
function classWith(...values: readonly (readonly [key: string, index: number, value: PropertyValue])[]): script.Class {
  const made = new script.Class()
  for (const [key, index, value] of values) {
    const type = typeof value === 'number' ? 'float' : 'object'
    made.properties.items.push(Object.assign(new Property(new Name({ text: key, index: 0 })), { type, index, value }))
  }
  return made
}

it('the classes that show a mesh are found in all packages, with what they cover it with', async () => {
  const guns = await createPackage({ name: 'Guns', version: 69, guid: GUID })
  addObject(guns, 'Rifle', 'Engine.LodMesh', new ue1.LodMesh())
  const arms = await createPackage({ name: 'Arms', version: 69, guid: GUID })
  const skin = (name: string) => addObject(arms, name, 'Engine.Texture', new ue1.Texture())
  const [steel, brass, wood] = [skin('Steel'), skin('Brass'), skin('Wood')]
  const shown = importAt(arms, 'Guns.Rifle', 'Engine.LodMesh')
  const plain = classWith(
    ['Mesh', 0, shown],
    ['CollisionRadius', 0, 30],
    ['CollisionHeight', 0, 12],
    ['DrawScale', 0, 2],
  )
  addObject(arms, 'Plain', 'Class', plain)
  addObject(
    arms,
    'Painted',
    'Class',
    classWith(['PickupViewMesh', 0, shown], ['MultiSkins', 1, steel], ['Skin', 0, wood]),
  )
  addObject(arms, 'Other', 'Class', classWith(['Skin', 0, brass]))
  const [mesh, owner] = [await buildPackage(guns), await buildPackage(arms)]
  const packages = new PackageSet(() => undefined)
  for (const pkg of [mesh, owner]) packages.add(pkg)
  const readers = [await ObjectReader.open(mesh, { packages }), await ObjectReader.open(owner, { packages })]
  const users = await meshUsersOf(mesh.export('Rifle'), readers)
  expect(users.map(({ object, hasSkins, cylinder }) => [object.name, hasSkins, cylinder])).toEqual([
    ['Plain', false, { radius: 15, height: 6 }],
    ['Painted', true, undefined],
  ])
  const painted = users[1]
  if (painted === undefined) throw new Error('no class was found')
  const slots = [
    { polyFlags: 0, path: 'Guns.Own' },
    { polyFlags: 4, path: 'Guns.Own' },
    { polyFlags: 0, texture: 5 },
  ]
  expect((await userSlots(painted, slots)).map(({ path, polyFlags }) => [path, polyFlags])).toEqual([
    ['Guns.Own', 0],
    ['Arms.Steel', 4],
    ['Arms.Wood', 0],
  ])
})
