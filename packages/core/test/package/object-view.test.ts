import { Guid } from '@ukit/container'
import { ObjectReader, openPackage, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, setProperty } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { UnrealObject } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'

async function packageOf(fill: (put: Put) => Promise<void>): Promise<Package> {
  const edit = await createPackage({ name: 'Map', version: 868, guid: new Guid(1, 2, 3, 4) })
  await fill(async (path, values, archetype) => {
    const entry = addObject(edit, path, 'Engine.Lamp', new UnrealObject())
    if (archetype !== undefined) entry.archetype = edit.export(archetype)
    for (const [name, value] of Object.entries(values)) await setProperty(edit, entry, name, value)
  })
  return openPackage(memorySource(await bytesOf((await buildPackage(edit)).image)), { fileName: 'Map.upk' })
}

type Put = (path: string, values: Readonly<Record<string, string>>, archetype?: string) => Promise<void>

describe('a view of an object', () => {
  it('has its own values, else those of its archetypes, else what was asked for', async () => {
    const pkg = await packageOf(async (put) => {
      await put('Far', { 'Radius:int': '7', 'Height:int': '8', 'Word:name': 'Far', 'bLit:bool': 'true' })
      await put('Near', { 'Radius:int': '70' }, 'Far')
      await put('Lamp', { 'Width:float': '0.5', 'Other:object': "Lamp'Far'" }, 'Near')
    })
    const reader = await ObjectReader.open(pkg)
    const lamp = await reader.view('Lamp')
    expect([lamp.number('Width'), lamp.number('Radius'), lamp.number('Height'), lamp.number('Depth', 3)]).toEqual([
      0.5, 70, 8, 3,
    ])
    expect([lamp.text('Word'), lamp.flag('bLit'), lamp.flag('bDark'), lamp.text('Radius')]).toEqual([
      'Far',
      true,
      false,
      '',
    ])
    expect(lamp.object('other')?.path).toBe('Far')
    expect(lamp.object('Nobody')).toBeUndefined()
    expect([lamp.missing, lamp.isA('lamp'), lamp.isA('Texture')]).toEqual(['Engine.Lamp', true, false])
    expect(lamp.value('Height')).toMatchObject({ value: 8, own: false, from: pkg.export('Far') })
  })

  it('takes elements of static arrays from wherever they are set', async () => {
    const pkg = await packageOf(async (put) => {
      await put('Near', { 'Skins:int': '1', 'Skins[2]:int': '3' })
      await put('Lamp', { 'Skins[1]:int': '20' }, 'Near')
    })
    const lamp = await (await ObjectReader.open(pkg)).view('Lamp')
    expect(lamp.list('Skins')).toEqual([1, 20, 3])
    expect([lamp.number('Skins[0]'), lamp.number('Skins[1]'), lamp.number('Skins[5]', -1)]).toEqual([1, 20, -1])
  })

  it('refuses a path that no object has', async () => {
    const reader = await ObjectReader.open(await packageOf((put) => put('Lamp', {})))
    await expect(reader.view('Nothing')).rejects.toMatchObject({ kind: 'refused' })
  })
})

describeCorpus('a light of a map of Unreal Tournament', () => {
  it('has what the map sets, and says that the defaults of its class are not here', async () => {
    const pkg = await openCorpus('corpus-2/scenes/ut99/Maps/DM-HyperBlast.unr')
    const light = await (await ObjectReader.open(pkg)).view('Light0')
    // At 0x5BD9 of the file, read with od: 08 53 0F C1, E5 D0 25 C5, 3E 08 29 44.
    const stored = new DataView(Uint8Array.of(8, 0x53, 0xf, 0xc1, 0xe5, 0xd0, 0x25, 0xc5, 0x3e, 8, 0x29, 0x44).buffer)
    expect(light.vector('Location')).toEqual([0, 4, 8].map((at) => stored.getFloat32(at, true)))
    expect([light.number('LightBrightness'), light.number('LightHue'), light.number('DrawScale')]).toEqual([
      75, 145, 20,
    ])
    expect(light.struct('Region').object('Zone')?.path).toBe('VacuumZone0')
    expect([light.struct('Region').number('ZoneNumber'), light.text('Tag')]).toEqual([3, 'Light'])
    expect([light.enumName('LightType'), light.missing]).toEqual(['LT_None', 'Engine.Light'])
  })
})
