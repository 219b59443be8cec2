import { Guid } from '@ukit/container'
import { ExportObject, ObjectReader } from '@ukit/core'
import { addObject, buildPackage, createPackage, setProperty } from '@ukit/edit'
import { ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'

describe('properties of UE3 that only native classes declare', () => {
  it.each([
    ['SRGB', 'false', false],
    ['LODBias', '2', 2],
    ['CompressionNone', 'true', true],
    ['NeverStream', 'true', true],
  ])('%s is set without stating its type or the game', async (name, text, value) => {
    const edit = await createPackage({ name: 'Mine', version: 868, guid: new Guid(1, 2, 3, 4) })
    const texture = addObject(edit, 'Wall', 'Engine.Texture2D', new ue3.Texture2D())
    await setProperty(edit, texture, name, text)
    const pkg = await buildPackage(edit)
    const wall = pkg.find('Wall')
    if (!(wall instanceof ExportObject)) throw new Error('expected the texture in the package')
    const { object } = await (await ObjectReader.open(pkg)).read(wall)
    expect(object.properties.get(name)).toBe(value)
  })

  it('do not accept a value of a different type', async () => {
    const edit = await createPackage({ name: 'Mine', version: 868, guid: new Guid(1, 2, 3, 4) })
    const texture = addObject(edit, 'Wall', 'Engine.Texture2D', new ue3.Texture2D())
    await expect(setProperty(edit, texture, 'LODBias', 'many')).rejects.toThrow(/LODBias/)
  })
})
