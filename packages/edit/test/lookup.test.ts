import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Guid } from '@ukit/container'
import { AmbiguousPathError, openPackage } from '@ukit/core'
import { addObject, applyEdits, createPackage, importAt, PackageEdit, parseEdits, setProperty } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { UnrealObject } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'

const ENGINE = fileURLToPath(new URL('../../../../shared/code/ut99/Engine.u', import.meta.url))

/**
 * A palette and two textures with the same path, as in Epic's own UE1 packages; two of them even have the
 * same class.
 */
const file = await fileOf(
  planOf(
    { version: 69 },
    {
      imports: [
        ['Core', 'Package', 0, 'Engine'],
        ['Core', 'Class', -1, 'Palette'],
        ['Core', 'Class', -1, 'Light'],
        ['Core', 'Class', -1, 'Mover'],
      ],
      exports: [
        { objectName: 'Energy2', class: -2, flags: 4, body: Uint8Array.of(0, 0) },
        { objectName: 'Energy2', class: -3, flags: 4, body: Uint8Array.of(0) },
        { objectName: 'Lamp', class: -3, flags: 4, body: Uint8Array.of(0) },
        { objectName: 'Twin', class: -3, flags: 4, body: Uint8Array.of(0) },
        { objectName: 'Twin', class: -3, flags: 4, body: Uint8Array.of(0) },
      ],
    },
  ),
)
const open = () => openPackage(memorySource(file), { fileName: 'Mine.u' })
const outside = {
  readFile: (path: string) => Promise.resolve(path === 'good.bin' ? Uint8Array.of(0) : Uint8Array.of(0x7f, 0xff, 0xff)),
  random: (words: Uint32Array) => words.fill(7),
}
const run = async (...words: string[]) => {
  const edit = await PackageEdit.open(await open())
  await applyEdits(edit, parseEdits(words), outside)
  return edit
}

describe('a path that several objects have', () => {
  it('is refused, with the full names of all of them', async () => {
    const pkg = await open()
    for (const word of ['Energy2', 'mine.energy2']) expect(() => pkg.lookUp(word)).toThrow(AmbiguousPathError)
    for (const words of [
      ['remove', 'Energy2'],
      ['rename', 'Energy2', 'Other'],
      ['set', 'Energy2.Count:int', '1'],
      ['object-flags', 'Energy2', '+Public'],
      ['replace', 'Energy2', 'good.bin'],
    ]) {
      await expect(run(...words)).rejects.toMatchObject({
        kind: 'refused',
        candidates: ["Palette'Energy2'", "Light'Energy2'"],
      })
    }
  })

  it("means the one that Class'Path' or its number says", async () => {
    const pkg = await open()
    expect(pkg.lookUp("light'energy2'")).toBe(pkg.exports[1])
    expect(pkg.lookUp('#0')).toBe(pkg.exports[0])
    expect(pkg.lookUp("Mover'Energy2'")).toBe(undefined)
    for (const word of ["Light'Energy2'", '#1']) {
      const edit = await run('remove', word)
      expect(edit.exports.map((entry) => `${entry.className}'${entry.path}'`)).toEqual([
        "Palette'Energy2'",
        "Light'Lamp'",
        "Light'Twin'",
        "Light'Twin'",
      ])
    }
    const edit = await run('set', "Light'Energy2'.Count:int", '5', 'set', '#2.Count:int', '6')
    const counts = await Promise.all(
      edit.exports.map(async (entry) => (await edit.read(entry)).object.properties.items.length),
    )
    expect(counts).toEqual([0, 1, 1, 0, 0])
  })

  it('of objects of one class is distinguished by their numbers', async () => {
    await expect(run('remove', "Light'Twin'")).rejects.toMatchObject({
      candidates: ["Light'Twin' (#3)", "Light'Twin' (#4)"],
    })
  })

  it('is looked up among the current names', async () => {
    const edit = await run('rename', "Light'Energy2'", 'Fire')
    expect(edit.find('Energy2')).toBe(edit.exports[0])
    expect(edit.find('Fire')).toBe(edit.exports[1])
    expect(edit.find('Mine.Fire')).toBe(edit.exports[1])
  })
})

describe('edits that must be wrong', () => {
  it('bytes that cannot be decoded as an object of the class', async () => {
    for (const words of [
      ['add', 'New', 'Engine.Light', 'bad.bin'],
      ['replace', 'Lamp', 'bad.bin'],
    ]) {
      await expect(run(...words)).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('the bytes of bad.bin are not those of a Light'),
      })
    }
    expect((await run('add', 'New', 'Engine.Light', 'good.bin')).find('New')?.path).toBe('New')
  })

  it('a value that an enum does not have', async () => {
    // Actor.Physics is a byte of the enum EPhysics, with the values of Engine.Actor's own declaration.
    await expect(run('set', 'Lamp.LightType', 'LT_Nowhere')).rejects.toMatchObject({ kind: 'refused' })
  })

  // Classes of variables from the script sources of the engines that came with the games: var Texture Skin
  // and var Mesh Mesh (UE1), var StaticMesh StaticMesh and var Material Texture (UE2), var const StaticMesh
  // StaticMesh (UE3).
  it.each([
    [69, 'Engine.Light', 'Skin', "Mesh'Body'", "Texture'Wall'", 'Physics', 'PHYS_Swimming'],
    [128, 'Engine.Light', 'StaticMesh', "Texture'Wall'", "StaticMesh'Crate'", 'Physics', 'PHYS_Karma'],
    [
      868,
      'Engine.StaticMeshComponent',
      'StaticMesh',
      "Texture2D'Wall'",
      "StaticMesh'Crate'",
      'DepthPriorityGroup',
      'SDPG_World',
    ],
  ])(
    'version %i: what the stock class %s does not accept for %s',
    async (version, objectClass, field, wrong, right, byte, value) => {
      const edit = await createPackage({ name: 'Mine', version, guid: new Guid(1, 2, 3, 4) })
      const lamp = addObject(edit, 'Lamp', objectClass, new UnrealObject())
      for (const text of [wrong, right]) {
        const [className = '', name = ''] = text.split("'")
        importAt(edit, `Others.${name}`, `Engine.${className}`)
      }
      const path = (text: string) => text.replace("'", "'Others.")
      await expect(setProperty(edit, lamp, field, path(wrong))).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringMatching(/expected an object of class \w+, found \w+'Others\.\w+'/),
      })
      await setProperty(edit, lamp, field, path(right))
      await expect(setProperty(edit, lamp, byte, `${value}Else`)).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringContaining(value),
      })
      await setProperty(edit, lamp, byte, value)
    },
  )

  it('an object of a different class than the package declares for the variable', async (context) => {
    if (!existsSync(ENGINE)) context.skip('needs the real files of ../shared/code, which is absent')
    const pkg = await openPackage(memorySource(new Uint8Array(readFileSync(ENGINE))), { fileName: 'Engine.u' })
    const edit = await PackageEdit.open(pkg)
    // var Texture Texture; var class<Inventory> … of Engine.Actor and Engine.Pawn, according to their source.
    const actor = edit.export("Class'Actor'")
    await expect(setProperty(edit, actor, 'Texture', "Class'Actor'")).rejects.toMatchObject({ kind: 'refused' })
    await expect(setProperty(edit, actor, 'Mesh', "Texture'S_Actor'")).rejects.toMatchObject({
      message: expect.stringContaining('expected an object of class Mesh'),
    })
    await setProperty(edit, actor, 'Texture', "Texture'S_Actor'")
  })
})
