import {
  Archive,
  EMPTY_SCHEMA,
  FormatContext,
  type IndexPlace,
  Name,
  type Subject,
  type Symbols,
  UString,
} from '@ukit/container'
import { Property, PropertyList, TaggedStruct, UnrealObject } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { HandMade, hexOf } from '../../../testing/bytes.js'

const NAMES = ['None', 'Title', 'Info', 'Text', 'StrProperty', 'StructProperty'].map(
  (text, index) => new Name({ text, index }),
)
const symbols: Symbols = { nameAt: (index) => NAMES[index], objectAt: () => undefined }
const subject: Subject = {
  path: 'Thing',
  ancestry: ['Thing', 'Object'],
  flags: 0,
  flagsHigh: 0,
  isClass: false,
  isDefaultObject: false,
  isInDefaultObject: false,
  cooked: false,
  schema: EMPTY_SCHEMA,
}
const UE2 = new FormatContext(128, 29, false)
const UE3 = new FormatContext(512, 0, false)

/** A name from the table above. */
function named(text: string): Name {
  const found = NAMES.find((name) => name.entry.text === text)
  if (found === undefined) throw new Error(`${text} is not among the names of these tests`)
  return found
}

function read(bytes: Uint8Array, context: FormatContext): UnrealObject {
  const object = new UnrealObject()
  object.serialize(Archive.load(bytes, context, { symbols, subject }))
  return object
}

function save(object: UnrealObject, context: FormatContext, indices?: IndexPlace[]): Uint8Array {
  const ar = Archive.save(context, { subject, indices })
  object.serialize(ar)
  return ar.written().slice()
}

function measured(object: UnrealObject, context: FormatContext): number {
  const ar = Archive.measure(context, { subject })
  object.serialize(ar)
  return ar.position
}

/** An object that was never read: a string in a struct, and another string. */
function made(text: string): UnrealObject {
  const string = (name: Name, value: string) =>
    Object.assign(new Property(name), {
      type: 'str',
      tag: named('StrProperty'),
      value: UString.from(value),
      valueType: { kind: 'str' },
    })
  const inner = Object.assign(new PropertyList(), { items: [string(named('Text'), text)], end: named('None') })
  const struct = Object.assign(new Property(named('Info')), {
    type: 'struct',
    tag: named('StructProperty'),
    structName: named('Info'),
    value: new TaggedStruct('Info', inner),
    valueType: { kind: 'struct', struct: 'Info' },
  })
  const object = new UnrealObject()
  object.properties = Object.assign(new PropertyList(), {
    items: [struct, string(named('Title'), text)],
    end: named('None'),
  })
  return object
}

/** A property of a tagged list with an explicit size: name, info byte, size, length, text and zero. */
function packed(file: HandMade, length: number): HandMade {
  const value = (length < 63 ? 1 : 2) + length + 1
  const sizes = value < 0x100 ? [0x5d, value] : [0x6d, value & 0xff, value >> 8]
  const count = length < 63 ? [length + 1] : [0x40 | ((length + 1) & 0x3f), (length + 1) >> 6]
  return file.u8(...sizes, ...count, ...new Array<number>(length).fill(0x61), 0)
}

describe('the size before a value', () => {
  it.each([5, 40, 62, 63, 251, 252, 253, 254, 300, 1000])('is that of the value, for a new text of %i', (length) => {
    const text = 'a'.repeat(length)
    const inner = packed(new HandMade().u8(3), length).u8(0).bytes()
    const file = new HandMade().u8(2)
    const bytes = packed(
      file
        .u8(...(inner.length < 0x100 ? [0x5a, 2, inner.length] : [0x6a, 2, inner.length & 0xff, inner.length >> 8]))
        .u8(...inner)
        .u8(1),
      length,
    )
      .u8(0)
      .bytes()
    expect(hexOf(save(made(text), UE2))).toBe(hexOf(bytes))
    expect(measured(made(text), UE2)).toBe(bytes.length)
  })

  it.each([
    ['UE2', UE2],
    ['UE3', UE3],
  ] as const)('is that of the current value, not of the one that was read (%s)', (_, context) => {
    for (const [before, after] of [
      ['short', 'x'.repeat(400)],
      ['x'.repeat(400), 'short'],
      ['a', ''],
    ] as const) {
      const object = read(save(made(before), context), context)
      const struct = object.properties.get('Info')
      const inner = struct instanceof TaggedStruct ? struct.properties.find('Text') : undefined
      const title = object.properties.find('Title')
      if (inner === undefined || title === undefined) throw new Error('the properties were not read')
      inner.value = UString.from(after)
      title.value = UString.from(after)
      const indices: IndexPlace[] = []
      const bytes = save(object, context, indices)
      const expected: IndexPlace[] = []
      expect(hexOf(bytes)).toBe(hexOf(save(made(after), context, expected)))
      // Saving with a wrong size first, and discarding that, has left no trace.
      expect(indices.map(({ start, end }) => [start, end])).toEqual(expected.map(({ start, end }) => [start, end]))
      expect(measured(object, context)).toBe(bytes.length)
    }
  })
})
