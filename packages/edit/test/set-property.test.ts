import { ObjectReader, openPackage } from '@ukit/core'
import { buildPackage, findProperty, PackageEdit, parseType, parseValue, removeProperty, setProperty } from '@ukit/edit'
import { memorySource, type PackageError } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { HandMade, hexOf } from '../../../testing/bytes.js'
import { fileOf, planOf, type Shape } from '../../../testing/packages.js'

/** A package with two objects of an unknown class, without any properties. */
async function open(shape: Shape): Promise<PackageEdit> {
  const none = shape.version < 178 ? [0] : [...new HandMade(shape.bigEndian).u32(-1, 0, 0).bytes()]
  const plan = planOf(shape, {
    imports: [
      ['Core', 'Package', 0, 'Mod'],
      ['Core', 'Class', -1, 'Gadget'],
    ],
    exports: [
      { objectName: 'First', class: -2, flags: 4, body: Uint8Array.from(none) },
      { objectName: 'Second', class: -2, flags: 4, body: Uint8Array.from(none) },
    ],
  })
  return PackageEdit.open(await openPackage(memorySource(await fileOf(plan)), { fileName: 'Test.u' }))
}

/** Sets properties of `First`, saves, opens again; returns the body's bytes and the index of each name. */
async function bodyAfter(shape: Shape, ...sets: [path: string, value: string][]) {
  const edit = await open(shape)
  for (const [path, value] of sets) {
    const { entry, path: property } = findProperty(edit, `First.${path}`)
    await setProperty(edit, entry, property, value)
  }
  const built = await buildPackage(edit)
  const first = built.exports[0]
  if (first === undefined) throw new Error('no export')
  const bytes = await first.bytes()
  const name = (text: string) => built.names.indexOf(text)
  const { object, error } = await (await ObjectReader.open(built)).read(first)
  expect(error).toBeUndefined()
  // The neighbour is unchanged.
  expect(hexOf((await built.exports[1]?.bytes()) ?? bytes)).toBe(
    hexOf((await edit.storedBytes(edit.export('Second'))) ?? bytes),
  )
  return { bytes, name, object }
}

describe('a property of UE1 (type, size and array flag share a byte)', () => {
  const old = { version: 69 }
  // Type codes and sizes: Sweeney 1999 and the Unreal Wiki, "Unreal package".
  const cases: [path: string, value: string, rest: (name: (text: string) => number) => number[]][] = [
    ['Count:int', '-2', () => [0x22, 0xfe, 0xff, 0xff, 0xff]],
    ['On:bool', 'True', () => [0xd3, 0]],
    ['On:bool', 'False', () => [0x53, 0]],
    ['Kind:byte', '200', () => [0x01, 200]],
    ['Size:float', '1.5', () => [0x24, 0, 0, 0xc0, 0x3f]],
    ['Event:name', 'Boom', (name) => [0x06, name('Boom')]],
    ['Title:str', '"Hi"', () => [0x2d, 3, 0x48, 0x69, 0]],
    ['Title:str', '""', () => [0x0d, 0]],
    ['Other:object', 'Second', () => [0x05, 2]],
    ['Other:object', 'None', () => [0x05, 0]],
    ['Class:class', 'Mod.Gadget', () => [0x05, 0x82]],
    ['At:struct(Vector)', '(Y=1)', (name) => [0x3a, name('Vector'), 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0]],
    ['Turn:struct(Rotator)', '(Yaw=0x10000)', (name) => [0x3a, name('Rotator'), 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]],
    ['Skins[2]:object', 'Second', () => [0x85, 2, 2]],
    ['Skins[200]:object', 'Second', () => [0x85, 0x80, 200, 2]],
  ]
  it.each(cases)('%s = %s', async (path, value, rest) => {
    const { bytes, name } = await bodyAfter(old, [path, value])
    const variable = path.replace(/[[:].*$/, '')
    const expected = [name(variable), ...rest(name)]
    expect(hexOf(bytes)).toBe(hexOf(Uint8Array.from([...expected, 0])))
  })

  it('come in the order in which they were set, elements of an array by index', async () => {
    const { object } = await bodyAfter(
      old,
      ['A:int', '1'],
      ['S[3]:int', '3'],
      ['S[1]:int', '1'],
      ['B:int', '2'],
      ['S[2]:int', '9'],
    )
    expect(object.properties.items.map((item) => item.label)).toEqual(['A', 'S[1]', 'S[2]', 'S[3]', 'B'])
  })
})

describe('a property of UE3 (names and plain integers)', () => {
  it.each([
    { version: 868, bigEndian: false },
    { version: 868, bigEndian: true },
  ])('%o', async (shape) => {
    const { bytes, name } = await bodyAfter(
      shape,
      ['Count:int', '7'],
      ['On:bool', 'True'],
      ['Kind:byte', '3'],
      ['Mode:byte(EMode)', 'MODE_Fast'],
      ['Other:object', 'Second'],
      ['Label:name', 'Actor_4'],
      ['Scale:struct(Vector2D)', '(X=2)'],
    )
    const made = new HandMade(shape.bigEndian).u32(-1)
    const tag = (variable: string, type: string, size: number) => made.u32(name(variable), 0, name(type), 0, size, 0)
    tag('Count', 'IntProperty', 4).u32(7)
    tag('On', 'BoolProperty', 0).u8(1)
    tag('Kind', 'ByteProperty', 1).u32(name('None'), 0).u8(3)
    tag('Mode', 'ByteProperty', 8).u32(name('EMode'), 0, name('MODE_Fast'), 0)
    tag('Other', 'ObjectProperty', 4).u32(2)
    tag('Label', 'NameProperty', 8).u32(name('Actor'), 5)
    tag('Scale', 'StructProperty', 8).u32(name('Vector2D'), 0, 0x4000_0000, 0)
    expect(hexOf(bytes)).toBe(hexOf(made.u32(name('None'), 0).bytes()))
  })
})

describe('values inside values', () => {
  it('members of a tagged struct (UE2), elements of arrays, and removing them', async () => {
    const edit = await open({ version: 128, licensee: 29 })
    const first = edit.export('First')
    await setProperty(edit, first, 'Info.Depth:int', '4').then(
      () => expect.fail('a struct that is not there has no type'),
      (error: PackageError) => expect(error.kind).toBe('refused'),
    )
    await setProperty(edit, first, 'Points:array(struct(Vector))', '((X=1),(Y=2,Z=3))')
    await setProperty(edit, first, 'Points:array(struct(Vector))[1].Y', '-5')
    await setProperty(edit, first, 'Points[2]', '(X=9)')
    await expect(setProperty(edit, first, 'Points[5]', '(X=9)')).rejects.toMatchObject({ kind: 'refused' })
    await removeProperty(edit, first, 'Points[0]')
    const { object } = await edit.read(first)
    const points = object.properties.get('Points')
    expect(
      Array.isArray(points) &&
        points.map((point) =>
          point !== null && typeof point === 'object' && 'values' in point ? point.values : point,
        ),
    ).toEqual([
      [0, -5, 3],
      [9, 0, 0],
    ])
    await removeProperty(edit, first, 'Points')
    expect((await edit.read(first)).object.properties.items).toEqual([])
    await expect(removeProperty(edit, first, 'Points')).rejects.toMatchObject({ kind: 'refused', field: 'Points' })
  })

  it('a value that does not fit is refused and leaves the object unchanged', async () => {
    const edit = await open({ version: 69 })
    const first = edit.export('First')
    await setProperty(edit, first, 'Count:int', '1')
    for (const [path, value] of [
      ['Count', 'many'],
      ['Count', '99999999999'],
      ['Count', '(1,2)'],
      ['Count.X', '1'],
      ['Kind:byte', '256'],
      ['Kind:byte', 'ET_Fast'],
      ['On:bool', 'perhaps'],
      ['At:struct(Vector)', '(W=1)'],
      ['At:struct(Nobody)', '(W=1)'],
      ['Other:object', 'Nothing.Here'],
      ['Other:object', "Texture'Second'"],
      ['Event:name', 'x'.repeat(64)],
      ['Unknown', '1'],
    ] as const) {
      const before = edit.encodeChanged(first)
      await expect(setProperty(edit, first, path, value), `${path} = ${value}`).rejects.toMatchObject({
        name: 'PackageError',
      })
      expect(hexOf(edit.encodeChanged(first))).toBe(hexOf(before))
    }
  })
})

describe('values as text', () => {
  it('words, quotes, objects, members, lists', () => {
    expect(parseValue(' 12 ')).toEqual({ kind: 'word', text: '12' })
    expect(parseValue('"a \\"b\\" (c),\\n"')).toEqual({ kind: 'quoted', text: 'a "b" (c),\n' })
    expect(parseValue("Texture'Group.Name'")).toEqual({ kind: 'object', className: 'Texture', path: 'Group.Name' })
    expect(parseValue('()')).toEqual({ kind: 'list', items: [] })
    expect(parseValue('(A(1)=2, B.C=(X=1))')).toEqual({
      kind: 'members',
      members: [
        { path: 'A[1]', value: { kind: 'word', text: '2' } },
        { path: 'B.C', value: { kind: 'members', members: [{ path: 'X', value: { kind: 'word', text: '1' } }] } },
      ],
    })
  })

  it.each(['', '(', '(1', '"open', '1)', '(A=1,2)', "Texture'x", '('.repeat(100)])('%s is refused', (text) => {
    expect(() => parseValue(text)).toThrow(expect.objectContaining({ kind: 'refused' }))
  })

  it('types', () => {
    expect(parseType('array(struct(Vector))')).toEqual({ kind: 'array', inner: { kind: 'struct', struct: 'Vector' } })
    expect(() => parseType('strukt(Vector)')).toThrow(expect.objectContaining({ kind: 'refused' }))
  })
})

describe('a variable of an engine class that the object does not have yet', () => {
  const light = async () => {
    const plan = planOf(
      { version: 69 },
      {
        imports: [
          ['Core', 'Package', 0, 'Engine'],
          ['Core', 'Class', -1, 'Light'],
        ],
        exports: [{ objectName: 'Lamp', class: -2, flags: 4, body: Uint8Array.of(0) }],
      },
    )
    return PackageEdit.open(await openPackage(memorySource(await fileOf(plan)), { fileName: 'Test.unr' }))
  }
  const set = async (edit: PackageEdit, path: string, value: string) => {
    const place = findProperty(edit, path)
    await setProperty(edit, place.entry, place.path, value)
  }

  it('its type and the names of its enum are known', async () => {
    const edit = await light()
    // UnrealEd's list of light types starts None, Steady, Pulse, Blink, Flicker.
    await set(edit, 'Lamp.LightType', 'LT_Flicker')
    await set(edit, 'Lamp.LightPeriod', '32')
    await set(edit, 'Lamp.bCorona', 'True')
    const built = await buildPackage(edit)
    const name = (text: string) => built.names.indexOf(text)
    expect([...((await built.exports[0]?.bytes()) ?? [])]).toEqual([
      ...[name('LightType'), 0x01, 4],
      ...[name('LightPeriod'), 0x01, 32],
      ...[name('bCorona'), 0xd3, 0],
      ...[0],
    ])
  })

  it('any other name is refused with a list of the valid ones', async () => {
    await expect(set(await light(), 'Lamp.LightType', 'LT_Wobble')).rejects.toThrow(
      /expected one of LT_None, LT_Steady/,
    )
  })
})
