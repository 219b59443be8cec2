import { ue1 as classes, Property } from '@ukit/objects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HandMade, hexBytes } from '../../../../testing/bytes.js'
import { check, checkMade, decode, encode, name, object, ue1 } from '../../../../testing/objects.js'
import { sequence } from '../../../../testing/packages.js'

/** Position of the objects of these tests in their packages. */
const BASE = 0x400

/** An object without properties: the name None. */
const NO_TAGS = [0]

/** A lazy array of bytes written by hand: the skip (not before 62), a count below 64, the data. */
function lazy(file: HandMade, version: number, data: Uint8Array): HandMade {
  if (version >= 62) file.u32(BASE + file.length + 4 + 1 + data.length)
  return file.u8(data.length, ...data)
}

function mip(file: HandMade, version: number, width: number, height: number): HandMade {
  const size = width * height
  return lazy(file, version, sequence(size)).u32(width, height).u8(Math.log2(width), Math.log2(height))
}

describe.each([61, 62, 63, 64, 69])('textures of version %i', (version) => {
  it('contain levels of halving size', () => {
    const file = new HandMade().u8(...NO_TAGS).u8(3)
    for (const size of [4, 2, 1]) mip(file, version, size, size)
    const texture = check(() => new classes.Texture(), file.bytes(), ue1(version), BASE)
    expect(texture.mips.map((level) => [level.width, level.height, level.widthBits, level.data.length])).toEqual([
      [4, 4, 2, 16],
      [2, 2, 1, 4],
      [1, 1, 0, 1],
    ])
    expect(texture.mips[0]?.data).toEqual(sequence(16))
    expect(texture.compressedMips).toEqual([])
  })

  it('have a second list of levels if bHasComp is set', () => {
    // Tag: name 4, type bool (3) with size code 5, bit 7 set; size 0; then None.
    const file = new HandMade().u8(4, 0xd3, 0, 0).u8(1)
    mip(file, version, 4, 2).u8(2)
    mip(file, version, 4, 2)
    mip(file, version, 2, 1)
    const texture = check(() => new classes.Texture(), file.bytes(), ue1(version), BASE)
    expect([texture.mips.length, texture.compressedMips.length]).toEqual([1, 2])
    expect(texture.compressedMips[1]?.data).toEqual(sequence(2))
  })

  it('have no second list if bHasComp is false', () => {
    const file = new HandMade().u8(4, 0x53, 0, 0).u8(1)
    const texture = check(() => new classes.Texture(), mip(file, version, 4, 2).bytes(), ue1(version), BASE)
    expect(texture.compressedMips).toEqual([])
  })
})

describe('the fields around pictures', () => {
  it('has no second list from version 84 on', () => {
    for (const [version, lists] of [
      [83, 2],
      [84, 1],
      [85, 1],
    ] as const) {
      const file = new HandMade().u8(4, 0xd3, 0, 0)
      for (let i = 0; i < lists; i++) mip(file.u8(1), version, 2, 2)
      const texture = check(() => new classes.Texture(), file.bytes(), ue1(version), BASE)
      expect(texture.compressedMips.length).toBe(lists - 1)
    }
  })

  it('reads sparks of 8 bytes', () => {
    const file = mip(new HandMade().u8(...NO_TAGS, 1), 69, 2, 2).u8(2, ...sequence(16))
    const fire = check(() => new classes.FireTexture(), file.bytes(), ue1(69), BASE)
    expect([fire.sparkCount, fire.sparks[8]]).toEqual([2, sequence(16)[8]])
  })

  it('reads palettes', () => {
    const plain = new HandMade().u8(...NO_TAGS, 2).u8(...sequence(8))
    expect(check(() => new classes.Palette(), plain.bytes(), ue1(69)).colors).toEqual(sequence(8))
    expect(() => decode(() => new classes.Palette(), plain.u8(9, 8, 7, 6).bytes(), ue1(69))).toThrow(/bytes left over/)
  })

  it.each([
    [55, 2],
    [56, 2],
    [57, 1],
    [58, 0],
  ])('of version %i have %i numbers after the properties', (version, numbers) => {
    const palette = new HandMade().u8(...NO_TAGS, ...new Array<number>(numbers).fill(0), 2).u8(...sequence(8))
    expect(check(() => new classes.Palette(), palette.bytes(), ue1(version)).colors).toEqual(sequence(8))
    const file = mip(new HandMade().u8(...NO_TAGS, ...new Array<number>(numbers).fill(0), 1), version, 4, 2)
    expect(check(() => new classes.Texture(), file.bytes(), ue1(version), BASE).mips[0]?.width).toBe(4)
  })

  it('reads the three forms of fonts', () => {
    const character = [1, 2, 3, 4]
    const old = mip(new HandMade().u8(...NO_TAGS, 1), 63, 2, 2)
      .u8(1)
      .u32(...character)
      .bytes()
    const paged = new HandMade().u8(...NO_TAGS, 1, 0x85, 1).u32(...character, 256)
    const remapped = new HandMade().u8(...paged.bytes(), 1, 0x41, 0, 0x42, 0).u32(1)

    const oldFont = check(() => new classes.Font(), old, ue1(63), BASE)
    expect([oldFont.isTexture, oldFont.mips.length, [...oldFont.characters]]).toEqual([true, 1, character])
    for (const version of [64, 67, 68]) {
      const font = check(() => new classes.Font(), paged.bytes(), ue1(version))
      expect([font.isTexture, font.charactersPerPage]).toEqual([false, 256])
      expect(font.pages[0]?.texture).toBe(object(-5))
      expect([...(font.pages[0]?.characters ?? [])]).toEqual(character)
    }
    const font = check(() => new classes.Font(), remapped.bytes(), ue1(69))
    expect([[...font.remap], font.isRemapped]).toEqual([[0x41, 0x42], 1])
    // Between the two thresholds, the end of the object decides.
    expect(check(() => new classes.Font(), old, ue1(65), BASE).isTexture).toBe(true)
  })
})

describe('sounds', () => {
  const WAVE = hexBytes('52 49 46 46 04 00 00 00 57 41 56 45')
  const sound = (version: number) => (bytes: Uint8Array) => check(() => new classes.Sound(), bytes, ue1(version), BASE)

  it.each([61, 62, 69, 70, 76, 85])('consist of a format and a file in version %i', (version) => {
    const read = sound(version)(lazy(new HandMade().u8(...NO_TAGS, 1), version, WAVE).bytes())
    expect(`${read.format}`).toBe('WAV')
    expect(read.data).toEqual(WAVE)
    // A RIFF file states its length: 8 more than its second word.
    expect(read.data.length).toBe(8 + (read.data[4] ?? 0))
  })

  it('and music are written at any position', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 35, max: 69 }),
        fc.nat(1 << 20),
        (data, v, at) => {
          for (const made of [new classes.Sound(), new classes.Music()]) {
            Object.assign(made, { format: name('WAV'), data })
            const read = checkMade(
              () => (made instanceof classes.Sound ? new classes.Sound() : new classes.Music()),
              made,
              ue1(v),
              at,
            )
            expect(read.data).toEqual(data)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

it('writes the current lists of an edited texture, not those that were read', () => {
  const made = new classes.Texture()
  const tag = Object.assign(new Property(name('bHasComp')), { type: 'bool', value: true })
  made.properties.items.push(tag)
  made.mips = [
    Object.assign(new classes.Mip(), { data: sequence(4), width: 2, height: 2, widthBits: 1, heightBits: 1 }),
  ]
  const without = encode(made, ue1(69), BASE)
  made.compressedMips = made.mips
  const both = checkMade(() => new classes.Texture(), made, ue1(69), BASE)
  expect(both.compressedMips[0]?.data).toEqual(sequence(4))
  // A list of one level: a skip, a count, 4 pixels, two sizes, two exponents.
  expect(encode(made, ue1(69), BASE).length - without.length).toBe(4 + 1 + 4 + 8 + 2)
})
