import { Archive, FormatContext, Guid, Name, PropertyFlag, type Subject } from '@ukit/container'
import { layOut, ObjectReader, openPackage, packageSchema } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { PropertyList, script, TaggedStruct } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { bytesOf, HandMade, hexBytes } from '../../../../testing/bytes.js'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { planOf } from '../../../../testing/packages.js'

const NAMES = ['None', 'Core', 'Class', 'Struct', 'IntProperty', 'ArrayProperty', 'C', 'S', 'A', 'B', 'List']

/**
 * A class C with a struct S of two ints, and an array of ints; `next` of the second int is a parameter, so
 * that it can form a cycle.
 */
async function declared(nextOfSecond: number) {
  const variable = (next: number, dim: number, tail = ''): Uint8Array =>
    hexBytes(
      `00 00 ${next.toString(16).padStart(2, '0')} ${dim.toString(16).padStart(2, '0')}000000 00000000 00 ${tail}`,
    )
  const plan = planOf(
    { version: 69 },
    {
      names: NAMES,
      imports: [
        ['Core', 'Package', 0, 'Core'],
        ['Core', 'Class', -1, 'Struct'],
        ['Core', 'Class', -1, 'IntProperty'],
        ['Core', 'Class', -1, 'ArrayProperty'],
      ],
      exports: [
        { objectName: 'C', body: hexBytes('00') },
        { objectName: 'S', class: -2, outer: 1, body: hexBytes('00') },
        // It is after B in the list, although before it in the table.
        { objectName: 'A', class: -3, outer: 2, body: variable(nextOfSecond, 3) },
        { objectName: 'B', class: -3, outer: 2, body: variable(3, 1) },
        { objectName: 'List', class: -4, outer: 1, body: variable(0, 1, '06') },
        { objectName: 'List', class: -3, outer: 5, body: variable(0, 1) },
      ],
    },
  )
  return openPackage(memorySource(await bytesOf(layOut(plan))), { fileName: 'Made.u' })
}

describe('classes of a package', () => {
  it('have their variables in the order of the list, not of the table', async () => {
    const schema = await packageSchema(await declared(0))
    expect(schema.struct('s', 'C')?.members).toEqual([
      { name: 'B', type: { kind: 'int' }, dim: 1 },
      { name: 'A', type: { kind: 'int' }, dim: 3 },
    ])
    expect(schema.class('c')?.members).toEqual([
      { name: 'List', type: { kind: 'array', inner: { kind: 'int' } }, dim: 1 },
    ])
  })

  it('end a list that is a cycle', async () => {
    const schema = await packageSchema(await declared(4))
    expect(schema.struct('s', 'C')?.members.length).toBe(2)
  })
})

describe('an array of an unknown class', () => {
  const format = new FormatContext(868, 0, false)
  const texts = ['None', 'Things', 'ArrayProperty', 'IntProperty', 'Size']
  const PATHS: Readonly<Record<number, string>> = {
    [-3]: 'Mod',
    [-2]: 'Mod.Two',
    [-1]: 'Mod.One',
    1: 'X',
    2: 'X.Part',
    3: 'Y',
  }
  const symbols = {
    nameAt: (index: number, number: number) => {
      const text = texts[index]
      return text === undefined ? undefined : new Name({ text, index }, number)
    },
    objectAt: (reference: number) =>
      PATHS[reference] === undefined ? undefined : { reference, path: PATHS[reference] },
  }
  const subject: Subject = {
    path: 'X',
    ancestry: ['Unknown'],
    flags: 0,
    flagsHigh: 0,
    isClass: false,
    isDefaultObject: false,
    isInDefaultObject: false,
    cooked: false,
    // −3 is a package itself.
    imports: (reference) => [-1, -2].includes(reference),
    schema: { class: () => undefined, struct: () => undefined },
  }
  const name = (out: HandMade, index: number): HandMade => out.u32(index, 0)

  function read(value: Uint8Array): PropertyList {
    const out = new HandMade()
    name(name(out, 1), 2)
      .u32(value.length, 0)
      .u8(...value)
    name(out, 0)
    const bytes = out.bytes()
    const list = new PropertyList()
    const scope = { ancestry: ['Unknown'], depth: 0, createList: () => new PropertyList() }
    list.serialize(Archive.load(bytes, format, { symbols, subject }), scope)
    const ar = Archive.save(format, { subject })
    list.serialize(ar, scope)
    expect(ar.written()).toEqual(bytes)
    return list
  }

  it('is read if it is empty', () => {
    expect(read(new HandMade().u32(0).bytes()).get('Things')).toEqual([])
  })

  it('consists of structs if each element is a list of tags', () => {
    const out = new HandMade().u32(2)
    for (const size of [7, 9]) {
      name(name(out, 4), 3).u32(4, 0, size)
      name(out, 0)
    }
    const list = read(out.bytes())
    const things = list.get('Things')
    expect(list.find('Things')?.inferred).toBe(true)
    expect(
      Array.isArray(things)
        ? things.map((thing) => thing instanceof TaggedStruct && thing.properties.get('Size'))
        : things,
    ).toEqual([7, 9])
  })

  it('consists of strings if it contains nothing but text', () => {
    const things = read(new HandMade().u32(2).string('one').string('two').bytes()).get('Things')
    expect(Array.isArray(things) ? things.map(String) : things).toEqual(['one', 'two'])
  })

  it('consists of names if each element is one', () => {
    const made = (...words: number[]) => read(new HandMade().u32(words.length / 2, ...words).bytes()).get('Things')
    const things = made(4, 0, 1, 3)
    expect(Array.isArray(things) ? things.map(String) : things).toEqual(['Size', 'Things_2'])
    // None, a name that does not exist, and a number that no name has.
    for (const words of [
      [4, 0, 0, 0],
      [4, 0, 5, 0],
      [4, 0, 1, 0x3f800000],
    ])
      expect(made(...words)).toBeInstanceOf(Uint8Array)
  })

  it('consists of objects if it refers to those of other packages alone, which numbers would not', () => {
    const made = (...values: number[]) => read(new HandMade().u32(values.length, ...values).bytes()).get('Things')
    const pathsOf = (value: unknown) => (Array.isArray(value) ? value.map((one) => PATHS[one.reference]) : value)
    expect(pathsOf(made(-2))).toEqual(['Mod.Two'])
    expect(pathsOf(made(-1, -2))).toEqual(['Mod.One', 'Mod.Two'])
    for (const values of [[-1], [-1, -1], [-2, 0], [-2, -3], [-2, -4], [3], [1], [-2, 1]])
      expect(made(...values), values.join()).toBeInstanceOf(Uint8Array)
  })

  it('consists of bytes if each element takes one', () => {
    const made = (count: number, ...bytes: number[]) =>
      read(
        new HandMade()
          .u32(count)
          .u8(...bytes)
          .bytes(),
      )
    const list = made(3, 10, 7, 0)
    expect([list.get('Things'), list.find('Things')?.inferred]).toEqual([[10, 7, 0], true])
    expect(made(1, 1).get('Things')).toEqual([1])
    expect(made(2, 10, 7, 0).get('Things')).toBeInstanceOf(Uint8Array)
  })

  it('is kept as bytes if its elements may be anything', () => {
    const list = read(new HandMade().u32(3, 1, 2, 3).bytes())
    expect(list.get('Things')).toBeInstanceOf(Uint8Array)
    expect(list.find('Things')?.inferred).toBe(false)
  })
})

describe('a struct of UE3', () => {
  it('has no member that only C++ reads and writes', async () => {
    const edit = await createPackage({ name: 'Made', version: 868, guid: new Guid(1, 2, 3, 4) })
    addObject(edit, 'S', 'Core.ScriptStruct', new script.ScriptStruct())
    const flags = { Kept: PropertyFlag.Edit, OnlyInCpp: PropertyFlag.Native, Transient: PropertyFlag.Transient }
    for (const [name, flag] of Object.entries(flags)) {
      const variable = Object.assign(new script.IntProperty(), { flags: flag })
      addObject(edit, `S.${name}`, 'Core.IntProperty', variable)
    }
    // The class declares nothing, but without a class the package would be ignored.
    addObject(edit, 'C', 'Class', new script.Class())
    const schema = await packageSchema(await buildPackage(edit))
    expect(schema.struct('s', 'C')?.members).toEqual([
      { name: 'Kept', type: { kind: 'int' }, dim: 1 },
      { name: 'Transient', type: { kind: 'int' }, dim: 1, transient: true },
    ])
  })
})

describeCorpus("UDK's Engine.u", () => {
  it('has 24 bytes for a PolyReference: actor, GUID and number, without the native pointer after them', async () => {
    const reader = await ObjectReader.open(await openCorpus('corpus-2/scenes/udk/Engine.u'))
    const read = await reader.get('CoverLink.SlotMoveRef')
    expect([read?.error, read?.opaqueBytes, read?.rest.length]).toEqual([undefined, 0, 0])
  })
})
