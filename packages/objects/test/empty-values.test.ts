import { Archive, FormatContext, type Member, Name, type Schema, type StructType } from '@ukit/container'
import { PropertyList } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { HandMade } from '../../../testing/bytes.js'

const NAMES = ['None', 'Value', 'StructProperty', 'S4', 'Count', 'IntProperty']
const IMMUTABLE = 0x20

/** Structs S0 to S4, each but the first a static array of the one before it. */
function schemaOf(first: readonly Member[], dim: number): Schema {
  const structs = [0, 1, 2, 3, 4].map((i): StructType => {
    const inner: Member = { name: 'X', type: { kind: 'struct', struct: `S${i - 1}` }, dim }
    return { name: `S${i}`, members: i === 0 ? first : [inner], flags: IMMUTABLE }
  })
  return { class: () => undefined, struct: (name) => structs.find((struct) => struct.name === name) }
}

function read(schema: Schema, value: Uint8Array): PropertyList {
  const name = (out: HandMade, index: number) => out.u32(index, 0)
  const out = name(name(new HandMade(), 1), 2).u32(value.length, 0)
  name(out, 3).u8(...value)
  name(name(out, 4), 5).u32(4, 0, 7)
  const subject = {
    path: 'Thing',
    ancestry: ['Thing'],
    flags: 0,
    flagsHigh: 0,
    isClass: false,
    isDefaultObject: false,
    isInDefaultObject: false,
    cooked: false,
    schema,
  }
  const symbols = {
    nameAt: (index: number, number: number) => {
      const text = NAMES[index]
      return text === undefined ? undefined : new Name({ text, index }, number)
    },
    objectAt: () => undefined,
  }
  const list = new PropertyList()
  const ar = Archive.load(name(out, 0).bytes(), new FormatContext(868, 0, false), {
    symbols,
    subject,
  })
  list.serialize(ar, { ancestry: ['Thing'], depth: 0, createList: () => new PropertyList() })
  return list
}

describe('structs without a single byte', () => {
  it('in static arrays of static arrays are kept as bytes, since reading them would never end', () => {
    const list = read(schemaOf([], 2048), new Uint8Array(8))
    expect(list.get('Value')).toEqual(new Uint8Array(8))
    expect(list.get('Count')).toBe(7)
  })

  it('are read if they are few', () => {
    const list = read(schemaOf([], 2), new Uint8Array(0))
    expect(list.get('Value')).toMatchObject({ type: { name: 'S4' }, values: [[{ type: { name: 'S3' } }, {}]] })
  })

  it('do not limit those that have bytes', () => {
    const list = read(schemaOf([{ name: 'A', type: { kind: 'byte' }, dim: 1 }], 8), new Uint8Array(8 ** 4).fill(3))
    expect(list.get('Value')).toMatchObject({ type: { name: 'S4' } })
  })
})
