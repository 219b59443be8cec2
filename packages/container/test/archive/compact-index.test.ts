import { compactIndexSize, readCompactIndex, writeCompactIndex } from '@ukit/container'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../testing/bytes.js'

// Computed by hand from the chart in the Unreal Wiki's "Unreal package": sign, more, 6 bits; more, 7 bits; …;
// remaining bits.
const CHART: readonly (readonly [value: number, bytes: string])[] = [
  [0, '00'],
  [1, '01'],
  [-1, '81'],
  [63, '3f'],
  [-63, 'bf'],
  [64, '40 01'],
  [-64, 'c0 01'],
  [8191, '7f 7f'],
  [-8191, 'ff 7f'],
  [8192, '40 80 01'],
  [-8192, 'c0 80 01'],
  [1_048_575, '7f ff 7f'],
  [-1_048_575, 'ff ff 7f'],
  [1_048_576, '40 80 80 01'],
  [-1_048_576, 'c0 80 80 01'],
  [134_217_727, '7f ff ff 7f'],
  [-134_217_727, 'ff ff ff 7f'],
  [134_217_728, '40 80 80 80 01'],
  [-134_217_728, 'c0 80 80 80 01'],
  [2_147_483_647, '7f ff ff ff 0f'],
  [-2_147_483_647, 'ff ff ff ff 0f'],
  [-2_147_483_648, 'c0 80 80 80 10'],
]

describe('compact index', () => {
  it.each(CHART)('%d is %s', (value, text) => {
    const bytes = hexBytes(text)
    expect(readCompactIndex(bytes, 0)).toEqual({ value, size: bytes.length, canonical: true })
    const out = new Uint8Array(5)
    expect(writeCompactIndex(out, 0, value)).toBe(bytes.length)
    expect(hexOf(out.subarray(0, bytes.length))).toBe(text)
    expect(compactIndexSize(value)).toBe(bytes.length)
  })

  it.each<readonly [what: string, bytes: string, value: number]>([
    ['a negative reference stored as an unsigned magnitude', '71 ff ff ff 1f', -15],
    ['the same with the sign', 'f1 ff ff ff 1f', 15],
    ['minus zero', '80', 0],
    ['minus zero in two bytes', 'c0 00', 0],
    ['one in two bytes', '41 00', 1],
    ['one in five bytes', '41 80 80 80 00', 1],
    ['63 in two bytes', '7f 00', 63],
    ['8191 in three bytes', '7f ff 00', 8191],
    ['the lowest number without its sign', '40 80 80 80 10', -2_147_483_648],
    ['spare bits in the fifth byte', '40 80 80 80 e1', 134_217_728],
    ['a fifth byte that says more', '40 80 80 80 81', 134_217_728],
  ])('reads %s, and reports that it is not the usual form', (_, text, value) => {
    const bytes = hexBytes(text)
    const read = readCompactIndex(bytes, 0)
    expect(read).toEqual({ value, size: bytes.length, canonical: false })
    expect(Object.is(read?.value, -0)).toBe(false)
  })

  it.each(CHART)('%d, cut short, is not an index', (_, text) => {
    const bytes = hexBytes(text)
    for (let end = 0; end < bytes.length; end++) expect(readCompactIndex(bytes.subarray(0, end), 0)).toBeUndefined()
  })

  it('reads from and writes to any position', () => {
    expect(readCompactIndex(hexBytes('ff ff 40 01 ff'), 2)).toEqual({ value: 64, size: 2, canonical: true })
    const out = new Uint8Array(8)
    expect(writeCompactIndex(out, 3, -8192)).toBe(6)
    expect(hexOf(out)).toBe('00 00 00 c0 80 01 00 00')
  })

  it('can represent every 32-bit number', () => {
    const bits = fc.integer({ min: 0, max: 32 })
    const values = fc.tuple(fc.integer(), bits).map(([value, shift]) => (shift === 32 ? value : value >> shift))
    fc.assert(
      fc.property(values, (value) => {
        const out = new Uint8Array(5)
        const size = writeCompactIndex(out, 0, value)
        expect(size).toBe(compactIndexSize(value))
        expect(readCompactIndex(out, 0)).toEqual({ value, size, canonical: true })
      }),
    )
  })

  it('reports a form as usual if and only if writing results in the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (bytes) => {
        const read = readCompactIndex(bytes, 0)
        if (read === undefined) throw new Error('five bytes always hold an index')
        const out = new Uint8Array(5)
        const size = writeCompactIndex(out, 0, read.value)
        expect(read.canonical).toBe(
          size === read.size && hexOf(out.subarray(0, size)) === hexOf(bytes.subarray(0, size)),
        )
      }),
      { numRuns: 2000 },
    )
  })
})
