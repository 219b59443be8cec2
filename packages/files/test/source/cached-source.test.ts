import type { ByteSource } from '@ukit/files'
import { cachedSource, memorySource } from '@ukit/files'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingSource, pattern } from './counting-source.js'

const bytes = pattern(100)

function setUp(mode: 'as is' | 'async', pageSize = 10, pages = 4) {
  const below = countingSource(memorySource(bytes), mode)
  return { below, source: cachedSource(below, { pageSize, pages }) }
}

/** A source whose reads stay open until the test answers them. */
function manualSource(byteLength: number) {
  const open: { start: number; end: number; answer(bytes?: Uint8Array): void; fail(error: Error): void }[] = []
  const source: ByteSource = {
    byteLength,
    slice: (start, end) =>
      new Promise((resolve, reject) => {
        open.push({ start, end, answer: (answer = bytes.slice(start, end)) => resolve(answer), fail: reject })
      }),
  }
  return { open, source }
}

describe('cachedSource', () => {
  it('reads a page once, and the last one only up to the end', () => {
    const { below, source } = setUp('as is', 30)
    expect(source.byteLength).toBe(100)
    expect(source.slice(3, 5)).toEqual(bytes.slice(3, 5))
    expect(source.slice(0, 30)).toEqual(bytes.slice(0, 30))
    expect(source.slice(95, 100)).toEqual(bytes.slice(95, 100))
    expect(below.reads).toEqual([
      [0, 30],
      [90, 100],
    ])
  })

  it('reads neighbouring missing pages together, and only those', async () => {
    const { below, source } = setUp('as is', 10, 8)
    await source.slice(35, 36)
    below.reset()
    expect(source.slice(5, 75)).toEqual(bytes.slice(5, 75))
    expect(below.reads).toEqual([
      [0, 30],
      [40, 80],
    ])
  })

  it('discards the least recently used page', async () => {
    const { below, source } = setUp('as is', 10, 3)
    for (const at of [0, 10, 20, 5, 30]) await source.slice(at, at + 1)
    below.reset()
    for (const at of [0, 20, 30]) await source.slice(at, at + 1)
    expect(below.reads).toEqual([])
    await source.slice(10, 11)
    expect(below.reads).toEqual([[10, 20]])
  })

  it('uses pages that it has before loading others replaces them', async () => {
    const { below, source } = setUp('as is', 10, 4)
    for (const at of [30, 50, 60, 70]) await source.slice(at, at + 1)
    below.reset()
    expect(source.slice(0, 40)).toEqual(bytes.slice(0, 40))
    expect(below.reads).toEqual([[0, 30]])
  })

  it('reads a range larger than the cache directly, and keeps its pages', async () => {
    const { below, source } = setUp('as is', 10, 3)
    await source.slice(0, 1)
    below.reset()
    expect(source.slice(1, 99)).toEqual(bytes.slice(1, 99))
    await source.slice(0, 1)
    expect(below.reads).toEqual([[1, 99]])
  })

  it('reads nothing for an empty range, and checks ranges', () => {
    const { below, source } = setUp('as is')
    expect(source.slice(100, 100)).toHaveLength(0)
    expect(() => source.slice(0, 101)).toThrow(RangeError)
    expect(below.reads).toEqual([])
  })

  it('answers synchronously if it has the pages, also over a source of promises', async () => {
    const { source } = setUp('async')
    expect(source.slice(3, 15)).toBeInstanceOf(Promise)
    expect(await source.slice(3, 15)).toEqual(bytes.slice(3, 15))
    expect(source.slice(4, 14)).toEqual(bytes.slice(4, 14))
  })

  it('shares a page that is being read among all requests', async () => {
    const { open, source: below } = manualSource(100)
    const source = cachedSource(below, { pageSize: 10, pages: 8 })
    const wanted = [source.slice(12, 18), source.slice(15, 35), source.slice(10, 20), source.slice(39, 41)]
    expect(open.map(({ start, end }) => [start, end])).toEqual([
      [10, 20],
      [20, 40],
      [40, 50],
    ])
    for (const { answer } of open.reverse()) answer()
    expect(await Promise.all(wanted)).toEqual([
      bytes.slice(12, 18),
      bytes.slice(15, 35),
      bytes.slice(10, 20),
      bytes.slice(39, 41),
    ])
  })

  it('forgets a failed read and tries again', async () => {
    const { open, source: below } = manualSource(100)
    const source = cachedSource(below, { pageSize: 10, pages: 4 })
    const both = [source.slice(0, 15), source.slice(12, 13)]
    open[0]?.fail(new Error('cable'))
    await expect(both[0]).rejects.toThrow('cable')
    await expect(both[1]).rejects.toThrow('cable')
    const again = source.slice(0, 1)
    expect(open).toHaveLength(2)
    open[1]?.answer()
    expect(await again).toEqual(bytes.slice(0, 1))
  })

  it('refuses an answer of a different length', async () => {
    const { open, source: below } = manualSource(100)
    const source = cachedSource(below, { pageSize: 10, pages: 4 })
    const read = source.slice(0, 1)
    open[0]?.answer(new Uint8Array(9))
    await expect(read).rejects.toMatchObject({ name: 'SourceError', kind: 'range', start: 0, end: 10 })
    const direct = source.slice(0, 99)
    open[1]?.answer(new Uint8Array(100))
    await expect(direct).rejects.toMatchObject({ kind: 'range', start: 0, end: 99 })
    const wrong = { byteLength: 100, slice: () => new Uint8Array(3) }
    expect(() => cachedSource(wrong).slice(0, 1)).toThrow('gave 3 bytes, but 100 were requested')
  })

  it('keeps no more memory alive than its pages', async () => {
    // Requesting one byte of each kept page shows which buffers the cache keeps alive.
    const { source } = setUp('as is', 10, 4)
    await source.slice(0, 40)
    await source.slice(40, 70)
    const held = new Set<ArrayBufferLike>()
    for (const at of [30, 40, 50, 60]) {
      const answer = source.slice(at, at + 1)
      if (answer instanceof Uint8Array) held.add(answer.buffer)
    }
    expect([...held].map((buffer) => buffer.byteLength)).toEqual([10, 10, 10, 10])
  })

  it('is emptied on close, and closes the source below', async () => {
    const { below, source } = setUp('as is')
    await source.slice(0, 1)
    await source.close?.()
    expect(below.closed).toBe(1)
    expect(() => source.slice(0, 1)).toThrow('closed')
  })

  it.each([{ pageSize: 0 }, { pages: 0 }, { pageSize: 1.5 }, { pages: Number.NaN }])('refuses %o', (options) => {
    expect(() => cachedSource(memorySource(bytes), options)).toThrow(RangeError)
  })

  it('gives the same bytes as memory for any sequence of ranges, one by one or at the same time', async () => {
    const range = fc.tuple(fc.nat(1000), fc.nat(1000)).map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a]))
    const property = fc.asyncProperty(
      fc.nat(1000),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('as is' as const, 'async' as const),
      fc.array(fc.array(range, { minLength: 1, maxLength: 4 }), { maxLength: 20 }),
      async (length, pageSize, pages, mode, rounds) => {
        const all = pattern(length)
        const below = countingSource(memorySource(all), mode)
        const source = cachedSource(below, { pageSize, pages })
        for (const round of rounds) {
          const ranges = round.map(([a, b]) => [Math.min(a, length), Math.min(b, length)] as const)
          const answers = await Promise.all(ranges.map(([start, end]) => source.slice(start, end)))
          expect(answers).toEqual(ranges.map(([start, end]) => all.slice(start, end)))
        }
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })
})
