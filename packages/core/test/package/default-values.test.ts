import { Guid } from '@ukit/container'
import { ObjectReader, openPackage, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, setProperty } from '@ukit/edit'
import type { ByteSource } from '@ukit/files'
import { UnrealObject } from '@ukit/objects'
import { expect, it } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'

/** Templates, and an object for each that has its values; the source of the package counts its reads. */
async function lampsOf(count: number): Promise<{ pkg: Package; readsOf: (path: string) => number }> {
  const edit = await createPackage({ name: 'Map', version: 868, guid: new Guid(1, 2, 3, 4) })
  for (let i = 0; i < count; i++) {
    const template = addObject(edit, `Bright${i}`, 'Game.Lamp', new UnrealObject())
    await setProperty(edit, template, 'Radius:int', String(i))
    addObject(edit, `Lamp${i}`, 'Game.Lamp', new UnrealObject()).archetype = template
  }
  const bytes = await bytesOf((await buildPackage(edit)).image)
  const starts: number[] = []
  const source: ByteSource = {
    byteLength: bytes.length,
    slice: (start, end) => {
      starts.push(start)
      return Promise.resolve(bytes.slice(start, end))
    },
  }
  const pkg = await openPackage(source, { fileName: 'Map.upk' })
  const readsOf = (path: string) => {
    const offset = object(pkg, path).entry.offset
    return starts.filter((start) => start === offset).length
  }
  return { pkg, readsOf }
}

function object(pkg: Package, path: string) {
  const found = pkg.exports.find((exported) => exported.path === path)
  if (found === undefined) throw new Error(`no ${path}`)
  return found
}

it('what many objects inherit from is read once, also when several ask at the same time', async () => {
  const { pkg, readsOf } = await lampsOf(2)
  const reader = await ObjectReader.open(pkg)
  const lamp = object(pkg, 'Lamp1')
  const found = await Promise.all(Array.from({ length: 5 }, () => reader.value(lamp, 'Radius')))
  for (const value of found) expect(value).toMatchObject({ value: 1, own: false, from: object(pkg, 'Bright1') })
  expect(await reader.value(lamp, 'Colour')).toBeUndefined()
  expect(readsOf('Bright1')).toBe(1)
  // Nothing is kept of the object itself.
  expect(readsOf('Lamp1')).toBe(6)
})

it('of thousands of classes a reader keeps some hundreds, those that were asked for last', async () => {
  const { pkg, readsOf } = await lampsOf(2000)
  const reader = await ObjectReader.open(pkg)
  const radius = async (i: number) => (await reader.value(object(pkg, `Lamp${i}`), 'Radius'))?.value
  for (let i = 0; i < 2000; i++) {
    expect(await radius(i)).toBe(i)
    // Asked for all the time, so it stays.
    if (i % 50 === 0) expect(await radius(7)).toBe(7)
  }
  for (const i of [7, 1999, 1900]) await radius(i)
  for (const path of ['Bright7', 'Bright1999', 'Bright1900']) expect(readsOf(path), path).toBe(1)
  await radius(8)
  expect(readsOf('Bright8')).toBe(2)
})
