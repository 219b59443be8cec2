import { Guid, Name, UString } from '@ukit/container'
import { ObjectReader } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit, type SettableValue, setProperty } from '@ukit/edit'
import { describeValue } from '@ukit/inspect'
import { type PropertyValue, UnrealObject } from '@ukit/objects'
import { describe, expect, it } from 'vitest'

const GUID = new Guid(1, 2, 3, 4)

/** Sets a property of one object among two, saves, and reads it again. */
async function readBack(version: number, path: string, value: SettableValue): Promise<PropertyValue | undefined> {
  const edit = await createPackage({ name: 'Made', version, guid: GUID })
  const gadget = addObject(edit, 'Gadget', 'Mod.Gadget', new UnrealObject())
  addObject(edit, 'Other', 'Mod.Gadget', new UnrealObject())
  await setProperty(edit, gadget, path, value)
  const built = await buildPackage(edit)
  // Without the class that declares it, the type of an array is only known to the document.
  const read = path.includes(':array') ? await edit.read(gadget) : await (await ObjectReader.open(built)).get('Gadget')
  return read?.object.properties.get(path.replace(/[[:].*$/, ''), Number(/^\w+\[(\d+)\]/.exec(path)?.[1] ?? 0))
}

describe.each([69, 128, 868])('a value of version %i is read back as it was set', (version) => {
  it('numbers, booleans, names and texts', async () => {
    expect(await readBack(version, 'Count:int', 256)).toBe(256)
    expect(await readBack(version, 'Count:int', -1)).toBe(-1)
    expect(await readBack(version, 'Size:float', 0.1)).toBe(Math.fround(0.1))
    expect(await readBack(version, 'Size:float', 1e21)).toBe(Math.fround(1e21))
    expect(await readBack(version, 'Kind:byte', 200)).toBe(200)
    expect(await readBack(version, 'On:bool', true)).toBe(true)
    expect(await readBack(version, 'On:bool', false)).toBe(false)
    expect(String(await readBack(version, 'Event:name', new Name({ text: 'Boom', index: -1 })))).toBe('Boom')
    // Text stays text, although it looks like a struct in T3D.
    expect(String(await readBack(version, 'Title:str', UString.from('(X=1)')))).toBe('(X=1)')
  })

  it('arrays and structs', async () => {
    expect(await readBack(version, 'Numbers:array(int)', [3, 1, 2])).toEqual([3, 1, 2])
    const place = await readBack(version, 'At:struct(Vector)', { X: 1, Z: -2.5 })
    expect(describeValue(place ?? null)).toMatchObject({ X: 1, Y: 0, Z: -2.5 })
    // A value as it was read.
    expect(describeValue((await readBack(version, 'At:struct(Vector)', place ?? null)) ?? null)).toEqual(
      describeValue(place ?? null),
    )
    const path = await readBack(version, 'Path:array(struct(Vector))', [{ X: 1 }, '(Y=2)'])
    expect(describeValue(path ?? null)).toMatchObject([{ X: 1 }, { Y: 2 }])
  })

  it('objects of the document and of the package that it was made from', async () => {
    const edit = await createPackage({ name: 'Made', version, guid: GUID })
    const gadget = addObject(edit, 'Gadget', 'Mod.Gadget', new UnrealObject())
    const other = addObject(edit, 'Other', 'Mod.Gadget', new UnrealObject())
    await setProperty(edit, gadget, 'Friend:object', other)
    await setProperty(edit, gadget, 'Friends:array(object)', [gadget, null, other])
    const built = await buildPackage(edit)
    const properties = (await (await ObjectReader.open(built)).get('Gadget'))?.object.properties
    const [first, second] = built.exports
    expect(properties?.get('Friend')).toBe(second)
    const friends = (await edit.read(gadget)).object.properties.get('Friends')
    expect(Array.isArray(friends) && friends[0] === gadget && friends[1] === null && friends[2] === other).toBe(true)
    const next = await PackageEdit.open(built)
    if (first === undefined || second === undefined) throw new Error('no objects')
    await setProperty(next, next.export('Other'), 'Friend:object', first)
    const again = await buildPackage(next)
    expect((await (await ObjectReader.open(again)).get('Other'))?.object.properties.get('Friend')).toBe(
      again.exports[0],
    )
    await expect(setProperty(edit, gadget, 'Friend:object', again.exports[0] ?? null)).rejects.toThrow(
      'expected an object of this document, found Gadget of another: import it first',
    )
  })

  it('and values that no variable can have are refused', async () => {
    await expect(readBack(version, 'Count:int', 1.5)).rejects.toThrow('expected a whole number')
    await expect(readBack(version, 'Size:float', Number.NaN)).rejects.toThrow('expected a number')
    await expect(readBack(version, 'Count:int', [1])).rejects.toThrow('found a list')
    await expect(readBack(version, 'Count:int', Uint8Array.of(1))).rejects.toThrow('bytes that were not understood')
    const circle: SettableValue[] = []
    circle.push(circle)
    await expect(readBack(version, 'Numbers:array(int)', circle)).rejects.toThrow('nested up to 32 deep')
  })
})

it('a misspelt variable is answered with one that the object has', async () => {
  const edit = await createPackage({ name: 'Made', version: 69, guid: GUID })
  const gadget = addObject(edit, 'Gadget', 'Mod.Gadget', new UnrealObject())
  await setProperty(edit, gadget, 'Song:str', 'x')
  await expect(setProperty(edit, gadget, 'Sng', 'y')).rejects.toThrow('in Gadget; did you mean Song? Otherwise the')
  await expect(setProperty(edit, gadget, 'Height', 'y')).rejects.toThrow('in Gadget: the package that declares it is')
})
