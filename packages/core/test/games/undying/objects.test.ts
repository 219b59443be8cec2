import * as classes from '@ukit/core/games/undying'
import { describe, expect, it } from 'vitest'
import { HandMade, hexBytes } from '../../../../../testing/bytes.js'
import { check, decode, ue1 } from '../../../../../testing/objects.js'
import { sequence } from '../../../../../testing/packages.js'

/** Where the objects of these tests are in their packages. */
const BASE = 0x400

/** An object without properties: the name None. */
const NO_TAGS = [0]

/** A lazy array of bytes by hand: the skip, a count below 64, the data. */
function lazy(file: HandMade, data: Uint8Array): HandMade {
  return file.u32(BASE + file.length + 4 + 1 + data.length).u8(data.length, ...data)
}

it('palettes may have an additional word', () => {
  const plain = new HandMade().u8(...NO_TAGS, 2).u8(...sequence(8))
  expect(check(() => new classes.UndyingPalette(), plain.bytes(), ue1(76)).undyingWord.length).toBe(0)
  const undying = plain.u8(9, 8, 7, 6).bytes()
  expect([...check(() => new classes.UndyingPalette(), undying, ue1(76)).undyingWord]).toEqual([9, 8, 7, 6])
})

it('texts are compressed in version 85', () => {
  const plain = new HandMade()
    .u8(...NO_TAGS)
    .u32(1, 2)
    .shortString('text')
    .bytes()
  const read = check(() => new classes.UndyingTextBuffer(), plain, ue1(84))
  expect([`${read.text}`, read.packedText]).toEqual(['text', undefined])
  const packed = new HandMade()
    .u8(...NO_TAGS)
    .u32(1, 2)
    .u8(5, 3, 7, 8, 9)
    .bytes()
  for (const version of [85, 86]) {
    const buffer = check(() => new classes.UndyingTextBuffer(), packed, ue1(version))
    expect(buffer.packedText).toEqual({ size: 5, bytes: Uint8Array.of(7, 8, 9) })
    expect(buffer.isEmpty).toBe(false)
    buffer.clear()
    expect([buffer.isEmpty, buffer.packedText?.size]).toEqual([true, 0])
  }
})

describe('sounds', () => {
  const WAVE = hexBytes('52 49 46 46 04 00 00 00 57 41 56 45')
  const sound = (version: number) => (bytes: Uint8Array) =>
    check(() => new classes.UndyingSound(), bytes, ue1(version), BASE)

  it.each([70, 76, 85])('may have the engine’s layout in version %i', (version) => {
    const read = sound(version)(lazy(new HandMade().u8(...NO_TAGS, 1), WAVE).bytes())
    expect([`${read.format}`, read.undying, read.harryPotter]).toEqual(['WAV', undefined, undefined])
    expect(read.data).toEqual(WAVE)
  })

  it.each([
    [76, 0, 1, 0],
    [77, 3, 1, 0],
    [78, 3, 1, 0],
    [79, 4, 1, 0],
    [80, 5, 1, 0],
    [82, 5, 1, 0],
    [83, 6, 1, 0],
    [84, 6, 1, 0],
    [85, 6, 1, 1],
  ])('of Undying %i have %i words before the data, %i envelope and %i word at the end', (version, before, _, after) => {
    const file = new HandMade().u8(...NO_TAGS, 1)
    for (let i = 0; i < before; i++) file.u32(i === 2 ? 0x3fc00000 : 7)
    lazy(file, WAVE).u32(40).u8(3, 1, 2, 3)
    for (let i = 0; i < after; i++) file.u32(7)
    const read = sound(version)(file.bytes())
    expect(read.data).toEqual(WAVE)
    expect([...(read.undying?.envelope ?? [])]).toEqual([1, 2, 3])
    expect(read.undying?.envelopeRate).toBe(40)
    expect(read.undying?.duration).toBe(before > 0 ? 1.5 : 0)
  })

  it.each([
    [76, 0],
    [77, 1],
    [78, 3],
    [79, 4],
  ])('of Harry Potter %i have %i numbers after the duration, and may have lip movements', (version, numbers) => {
    for (const lipSync of [undefined, Uint8Array.of(5, 6, 7)]) {
      const file = new HandMade().u8(...NO_TAGS, 1).u32(lipSync === undefined ? 0 : 16, 0x3fc00000)
      for (let i = 0; i < numbers; i++) file.u32(100 + i)
      lazy(file, WAVE)
      if (lipSync !== undefined) lazy(file, lipSync)
      const read = sound(version)(file.bytes())
      expect(read.data).toEqual(WAVE)
      expect([read.undying, read.harryPotter?.duration, read.harryPotter?.lipSync]).toEqual([undefined, 1.5, lipSync])
    }
  })

  it('of any other layout are refused', () => {
    const file = lazy(new HandMade().u8(...NO_TAGS, 1).u32(1), WAVE).bytes()
    expect(() => decode(() => new classes.UndyingSound(), file, ue1(79), BASE)).toThrow(
      /expected the end|expected a count/,
    )
  })
})
