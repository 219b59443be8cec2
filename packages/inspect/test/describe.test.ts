import { Guid, Name, UString } from '@ukit/container'
import { ExportObject, ObjectReader, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describeObject, describeValue, presentFields } from '@ukit/inspect'
import { RawStruct, script } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'

describe('a value as data', () => {
  it.each<[string, unknown, unknown]>([
    ['a number', 1.5, 1.5],
    ['a number that JSON has not', Number.NaN, 'NaN'],
    ['an infinite one', Number.NEGATIVE_INFINITY, '-Infinity'],
    ['64 bits', 0x1_0000_0000n, '0x100000000'],
    ['a name with a number', new Name({ text: 'Light', index: 4 }, 3), 'Light_2'],
    ['a string', UString.from('Größe'), 'Größe'],
    ['a GUID', new Guid(0x11223344, 0x55667788, 0x99aabbcc, 0xddeeff00), '112233445566778899AABBCCDDEEFF00'],
    ['bytes', Uint8Array.of(0, 255, 16), '00ff10'],
    ['floats', Float32Array.of(0.5, 2), [0.5, 2]],
    ['bytes that are numbers', Int8Array.of(-1), [-1]],
    ['nothing', undefined, null],
    ['a map', new Map([[1, 'a']]), [{ key: 1, value: 'a' }]],
  ])('%s', (_, value, data) => {
    expect(describeValue(value)).toEqual(data)
  })

  it('a GUID struct is a single text; other structs have their members', () => {
    const member = (name: string) => ({ name, type: { kind: 'int' as const }, dim: 1 })
    const guid = new RawStruct({ name: 'Guid', members: 'ABCD'.split('').map(member) }, [0x11223344, 0x55667788, -1, 0])
    expect(describeValue(guid)).toBe('1122334455667788FFFFFFFF00000000')
    expect(describeValue(new RawStruct({ name: 'IntPoint', members: ['X', 'Y'].map(member) }, [3, 4]))).toEqual({
      X: 3,
      Y: 4,
    })
  })

  it('long arrays and bytes are cut on request', () => {
    const list = Array.from({ length: 1000 }, (_, i) => i)
    expect(describeValue(list, { arrayLimit: 2 })).toEqual({ elements: 1000, starts: [0, 1] })
    expect(describeValue(Float32Array.of(1, 2, 3), { arrayLimit: 2 })).toEqual({ elements: 3, starts: [1, 2] })
    expect(describeValue(list)).toHaveLength(1000)
    const bytes = new Uint8Array(100).fill(7)
    expect(describeValue(bytes)).toEqual({ bytes: 100, starts: '07'.repeat(64) })
    expect(describeValue(bytes, { bytesLimit: 4 })).toEqual({ bytes: 100, starts: '07070707' })
    expect(describeValue(bytes, { bytesLimit: Number.POSITIVE_INFINITY })).toBe('07'.repeat(100))
  })

  it('flags have readable names, and empty values are omitted', () => {
    const field = Object.assign(new script.FunctionField(), { flags: 0x0002_0802 })
    expect(describeValue(field)).toMatchObject({ flags: 0x0002_0802 })
    const told = describeValue(field, { readable: true })
    expect(told).toMatchObject({ flags: 'Defined Event Public' })
    expect(describeValue({ polyFlags: 0x8000_0002, list: [], probeMask: 16 }, { readable: true })).toEqual({
      polyFlags: 'Masked 0x80000000',
      probeMask: '0x10',
    })
  })
})

describe('an object as data', () => {
  // With a search from 2 on for each of them, this would take many minutes.
  it('has very many properties of one name, each with its number', async () => {
    const body = Uint8Array.from({ length: 400_001 }, (_, i) => (i === 400_000 ? 0 : i % 2 === 0 ? 1 : 0x83))
    const plan = planOf(
      { version: 69 },
      {
        names: ['None', 'bHidden'],
        imports: [
          ['Core', 'Package', 0, 'Core'],
          ['Core', 'Class', -1, 'Object'],
        ],
        exports: [{ objectName: 'A', class: -2, body }],
      },
    )
    const pkg = await openPackage(memorySource(await fileOf(plan)))
    const [object] = pkg.exports
    if (!(object instanceof ExportObject)) throw new Error('the package was made with an export')
    const { properties } = describeObject(await (await ObjectReader.open(pkg)).read(object))
    const labels = Object.keys(properties ?? {})
    expect(labels).toHaveLength(200_000)
    expect([labels[0], labels[1], labels.at(-1)]).toEqual(['bHidden', 'bHidden#2', 'bHidden#200000'])
  })

  // Version 61, written by hand: twice a property named `__proto__`, which could change a JavaScript object;
  // then a byte that does not belong to anything.
  const body = Uint8Array.of(1, 0x22, 5, 0, 0, 0, 1, 0x22, 6, 0, 0, 0, 0, 0xee)

  it('keeps names of every kind separate, and reports remaining bytes', async () => {
    const file = await fileOf(
      planOf(
        { version: 61 },
        {
          names: ['None', '__proto__'],
          imports: [
            ['Core', 'Package', 0, 'Engine'],
            ['Core', 'Class', -1, 'Light'],
          ],
          exports: [{ objectName: 'Lamp', class: -2, flags: 4, body }],
        },
      ),
    )
    const pkg = await openPackage(memorySource(file), { fileName: 'x.unr' })
    const reader = await ObjectReader.open(pkg)
    const [lamp] = pkg.exports
    if (!(lamp instanceof ExportObject)) throw new Error('the package was made with an export')
    const facts = describeObject(await reader.read(lamp))
    expect(facts).toMatchObject({
      path: 'Lamp',
      class: 'Light',
      index: 0,
      size: 14,
      flags: ['Public'],
      outer: null,
      opaqueBytes: 1,
      error: null,
      fields: {},
      rest: 'ee',
    })
    expect(JSON.stringify(facts.properties)).toBe('{"__proto__":5,"__proto__#2":6}')
    expect(Object.getPrototypeOf(facts.properties)).toBe(Object.prototype)
  })

  it('only has fields that its version and game have, if these are given', async () => {
    // Light on a static mesh: no properties, no colours, revision 7, no lights. Only Lineage II has
    // environment lights.
    const light = Uint8Array.of(0, 0, 7, 0, 0, 0, 0)
    const file = await fileOf(
      planOf(
        { version: 120 },
        {
          imports: [
            ['Core', 'Package', 0, 'Engine'],
            ['Core', 'Class', -1, 'StaticMeshInstance'],
          ],
          exports: [{ objectName: 'Lit', class: -2, flags: 4, body: light }],
        },
      ),
    )
    const pkg = await openPackage(memorySource(file), { fileName: 'x.ut2' })
    const [lit] = pkg.exports
    if (!(lit instanceof ExportObject)) throw new Error('the package was made with an export')
    const { read, fields } = await (await ObjectReader.open(pkg)).trace(lit)
    const names = (present?: ReadonlySet<string>) =>
      Object.keys(describeObject(read, present === undefined ? {} : { present }).fields)
    expect(names()).toContain('environmentLights')
    expect(names(presentFields(fields))).toEqual(['colors', 'revision', 'lights'])
    expect(presentFields([{ path: 'mips[0].data' }, { path: 'mips[1].width' }])).toEqual(
      new Set(['mips', 'mips.data', 'mips.width']),
    )
  })

  it('omits records, bytes and numbers of other games, which are not all 0', async () => {
    // Empty except for its own numbers; its parts have the headers of SWAT 4, each preceded by the number 3.
    const body = [0, ...new Uint8Array(25), 0, ...new Uint8Array(16), ...new Array<number>(10).fill(0), 0, 0, 0, 0]
    const file = await fileOf(
      planOf(
        { version: 126 },
        {
          imports: [
            ['Core', 'Package', 0, 'Engine'],
            ['Core', 'Class', -1, 'Model'],
          ],
          exports: [
            { objectName: 'Box', class: -2, flags: 4, body: Uint8Array.from([...body, ...new Uint8Array(40)]) },
          ],
        },
      ),
    )
    const [box] = (await openPackage(memorySource(file), { fileName: 'x.ut2' })).exports
    if (!(box instanceof ExportObject)) throw new Error('the package was made with an export')
    const { read, fields } = await (await ObjectReader.open(box.package)).trace(box)
    expect(Object.keys(describeObject(read).fields)).toContain('header')
    const told = Object.keys(describeObject(read, { present: presentFields(fields) }).fields)
    expect(told).toContain('polys')
    for (const name of ['header', 'bounds', 'end', 'opaqueLight']) expect(told).not.toContain(name)
  })
})
