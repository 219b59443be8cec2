import { Archive, EMPTY_SCHEMA, FormatContext, Name, type Subject, type Symbols } from '@ukit/container'
import { Property, TaggedStruct, UnrealObject } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { HandMade, hexOf } from '../../../testing/bytes.js'

const NAMES = ['None', 'Velocity', 'RangeVector', 'X', 'Range', 'Min', 'Max', 'Life'].map(
  (text, index) => new Name({ text, index }),
)
const symbols: Symbols = { nameAt: (index) => NAMES[index], objectAt: () => undefined }
const subject: Subject = {
  path: 'Emitter',
  ancestry: ['SpriteEmitter', 'Object'],
  flags: 0,
  flagsHigh: 0,
  isClass: false,
  isDefaultObject: false,
  isInDefaultObject: false,
  cooked: false,
  schema: EMPTY_SCHEMA,
}

/** UT2004, whose build 3369 has such sizes. */
const UT2004 = new FormatContext(128, 29, false)

function read(
  bytes: Uint8Array,
  context = UT2004,
): { object: UnrealObject; again: Uint8Array; rest: number; opaque: number } {
  const ar = Archive.load(bytes, context, { symbols, subject })
  const object = new UnrealObject()
  object.serialize(ar)
  const out = Archive.save(context, { subject })
  object.serialize(out)
  return { object, again: out.written().slice(), rest: ar.remaining, opaque: ar.opaqueBytes }
}

/** A struct of one Range (Min and Max, 14 bytes with its None), whose tag says that it has `size` bytes. */
function range(file: HandMade, size: number): HandMade {
  file.u8(1, 0x5a, 2, size)
  file.u8(3, 0x5a, 4, 13)
  file.u8(5, 0x24).u32(0x3f800000).u8(6, 0x24).u32(0x40000000).u8(0)
  return file.u8(0)
}

describe('a struct whose tag gives a wrong size', () => {
  it.each([18, 21, 24])('is read up to its None: %i bytes stated, 18 stored', (size) => {
    const bytes = range(new HandMade(), size).u8(7, 0x24).u32(0x40400000).u8(0).bytes()
    const { object, again, rest, opaque } = read(bytes)
    expect([rest, opaque]).toEqual([0, 0])
    expect(object.properties.get('Velocity')).toBeInstanceOf(TaggedStruct)
    expect(object.properties.get('Life')).toBe(3)
    expect(hexOf(again)).toBe(hexOf(bytes))
  })

  it('is read if it is not the only one and tags follow its size, as in SpriteEmitters of XGame.u', () => {
    // Three bools and a None by chance, in an array of unknown type.
    const like = [7, 3, 7, 3, 7, 3, 0, 1, 1]
    const file = range(new HandMade(), 21).u8(7, 0x59, like.length, ...like)
    const bytes = range(file, 21).u8(7, 0x24).u32(0x40400000).u8(0).bytes()
    const { object, again, rest } = read(bytes)
    expect([rest, object.properties.items.length]).toEqual([0, 4])
    expect(object.properties.items.map(({ value }) => value instanceof TaggedStruct)).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(hexOf(again)).toBe(hexOf(bytes))
  })

  it('may be the last, with a size beyond the end', () => {
    const bytes = range(new HandMade(), 21).u8(0).bytes()
    const { object, again, rest } = read(bytes)
    expect([rest, object.properties.items.length]).toEqual([0, 1])
    expect(hexOf(again)).toBe(hexOf(bytes))
  })

  it('has its true size written once its value is changed', () => {
    const { object } = read(range(new HandMade(), 21).u8(7, 0x24).u32(0x40400000).u8(0).bytes())
    const struct = object.properties.get('Velocity')
    if (!(struct instanceof TaggedStruct)) throw new Error('expected a struct')
    const life = new Property(NAMES[7] ?? Name.NONE)
    life.type = 'float'
    life.value = 1
    struct.properties.items.push(life)
    const out = Archive.save(UT2004, { subject })
    object.serialize(out)
    expect(out.written()[3]).toBe(18 + 6)
  })

  it('is kept as bytes if what follows the size is no worse', () => {
    // Not a struct of tags at all: 4 bytes without a None.
    const bytes = new HandMade().u8(1, 0x2a, 2).u32(0x99999999).u8(7, 0x24).u32(0x40400000).u8(0).bytes()
    const { object, again, rest, opaque } = read(bytes)
    expect([rest, opaque, object.properties.get('Life')]).toEqual([0, 4, 3])
    expect(hexOf(again)).toBe(hexOf(bytes))
  })
})

it.each([8, 12, 16])('unreadable structs nested %i deep are not read again at every level', (levels) => {
  // No tag has the type 0: every list breaks off there, after the struct inside it.
  const broken = [7, 0x20, 0, 0, 0, 0]
  let bytes = Uint8Array.from(broken)
  for (let i = 0; i < levels; i++) {
    const size = [bytes.length & 0xff, bytes.length >> 8]
    bytes = Uint8Array.from([1, 0x6a, 2, ...size, ...bytes, ...(i === levels - 1 ? [0] : broken)])
  }
  let asked = 0
  const nameAt = (index: number) => {
    asked++
    return NAMES[index]
  }
  const ar = Archive.load(bytes, UT2004, { symbols: { ...symbols, nameAt }, subject })
  new UnrealObject().serialize(ar)
  // Three names per struct and as many to look ahead, for each way through the outer levels; this would be
  // 2^levels otherwise.
  expect(asked).toBeLessThan(2 ** 3 * 10 * levels)
})
