import { memorySource } from '@ukit/files'
import { readAhead } from '@ukit/files/internal'
import { describe, expect, it } from 'vitest'
import { firstDifference } from '../../../../testing/bytes.js'

/** A source of 1 MiB in which each byte is its position modulo 251, and the ranges requested from it. */
function counted(answersLater: boolean) {
  const bytes = Uint8Array.from({ length: 0x100000 }, (_, i) => i % 251)
  const below = memorySource(bytes)
  const asked: [number, number][] = []
  const slice = (start: number, end: number) => {
    asked.push([start, end])
    return answersLater ? Promise.resolve(below.slice(start, end)) : below.slice(start, end)
  }
  return { bytes, asked, source: { byteLength: bytes.length, slice } }
}

describe.each([false, true])('a source that reads ahead, over one that answers asynchronously: %s', (later) => {
  it('gives the right bytes in few reads', async () => {
    const { bytes, asked, source } = counted(later)
    const ahead = readAhead(source)
    for (let at = 0; at + 100 <= bytes.length; at += 100)
      expect(firstDifference(await ahead.slice(at, at + 100), bytes.subarray(at, at + 100))).toBe(-1)
    expect(asked.length).toBe(5)
  })

  it('reads ranges larger than its window separately, and continues before and after them', async () => {
    const { bytes, asked, source } = counted(later)
    const ahead = readAhead(source)
    expect(await ahead.slice(10, 20)).toEqual(bytes.subarray(10, 20))
    expect(firstDifference(await ahead.slice(5, 0x90000), bytes.subarray(5, 0x90000))).toBe(-1)
    expect(await ahead.slice(12, 14)).toEqual(bytes.subarray(12, 14))
    expect(asked).toEqual([
      [10, 10 + 0x40000],
      [5, 0x90000],
    ])
    expect(await ahead.slice(0, 4)).toEqual(bytes.subarray(0, 4))
    expect(await ahead.slice(0xfffff, 0x100000)).toEqual(bytes.subarray(0xfffff))
  })
})

it.each([false, true])(
  'bytes near unreadable ones can be read anyway, over one that answers asynchronously: %s',
  async (later) => {
    const { bytes, source } = counted(later)
    const damaged = new Error('damaged')
    const ahead = readAhead({
      ...source,
      slice(start, end) {
        if (start >= 5000 || end <= 4000) return source.slice(start, end)
        if (later) return Promise.reject(damaged)
        throw damaged
      },
    })
    expect(await ahead.slice(100, 200)).toEqual(bytes.subarray(100, 200))
    await expect((async () => ahead.slice(4100, 4200))()).rejects.toBe(damaged)
    expect(await ahead.slice(5000, 5100)).toEqual(bytes.subarray(5000, 5100))
  },
)

it('a range outside the source is refused, as in every source', () => {
  const ahead = readAhead(memorySource(new Uint8Array(10)))
  expect(() => ahead.slice(5, 11)).toThrow(RangeError)
  expect(() => ahead.slice(-1, 3)).toThrow(RangeError)
})
