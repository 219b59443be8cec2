import type { ByteSource } from '@ukit/files'
import { blobSource, memorySource, sectionSource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { countingSource } from './counting-source.js'

const bytes = Uint8Array.of(10, 11, 12, 13, 14, 15, 16, 17)

const sources: Record<string, () => ByteSource> = {
  memory: () => memorySource(bytes),
  blob: () => blobSource(new Blob([bytes])),
  section: () => sectionSource(memorySource(Uint8Array.of(0, ...bytes, 0, 0)), 1, 9),
}

describe.each(Object.entries(sources))('%s source', (_, make) => {
  it('knows its length and gives any range', async () => {
    const source = make()
    expect(source.byteLength).toBe(8)
    expect([...(await source.slice(0, 8))]).toEqual([10, 11, 12, 13, 14, 15, 16, 17])
    expect([...(await source.slice(2, 4))]).toEqual([12, 13])
    expect([...(await source.slice(7, 8))]).toEqual([17])
    expect([...(await source.slice(8, 8))]).toEqual([])
  })

  it.each([
    [-1, 2],
    [3, 2],
    [0, 9],
    [9, 9],
    [0.5, 2],
    [0, Number.NaN],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('refuses the range %d to %d', (start, end) => {
    expect(() => make().slice(start, end)).toThrow(RangeError)
  })
})

describe('memorySource', () => {
  it('answers with views, without a copy', () => {
    expect(memorySource(bytes).slice(2, 4).buffer).toBe(bytes.buffer)
  })

  it('gives plain arrays for a Buffer that starts inside its memory', () => {
    const answer = memorySource(Buffer.from([1, 2, 3, 4, 5]).subarray(1, 4)).slice(1, 3)
    expect(Object.getPrototypeOf(answer)).toBe(Uint8Array.prototype)
    expect([...answer]).toEqual([3, 4])
  })
})

describe('sectionSource', () => {
  it('only reads what is requested from the source below, and does not close it', async () => {
    const below = countingSource(memorySource(bytes))
    const section = sectionSource(sectionSource(below, 2, 8), 1, 4)
    await section.slice(1, 3)
    expect(below.reads).toEqual([[4, 6]])
    expect(section.close).toBeUndefined()
  })

  it.each([
    [-1, 4],
    [5, 4],
    [0, 9],
  ])('refuses a section %d to %d outside of the source', (start, end) => {
    expect(() => sectionSource(memorySource(bytes), start, end)).toThrow(RangeError)
  })
})

describe('blobSource', () => {
  it('only reads the range', async () => {
    const asked: number[][] = []
    const blob = {
      size: 100,
      slice(start: number, end: number) {
        asked.push([start, end])
        return { arrayBuffer: async () => new ArrayBuffer(end - start) }
      },
    }
    await blobSource(blob).slice(10, 20)
    await blobSource(blob).slice(10, 10)
    expect(asked).toEqual([[10, 20]])
  })

  it('reports that the browser cannot read, or returns too few bytes', async () => {
    const cause = new Error('NotReadableError')
    const broken = { size: 9, slice: () => ({ arrayBuffer: () => Promise.reject(cause) }) }
    await expect(blobSource(broken).slice(1, 5)).rejects.toMatchObject({
      name: 'SourceError',
      kind: 'io',
      start: 1,
      end: 5,
      cause,
    })
    const changed = Object.assign(new Error('could not be read'), { name: 'NotReadableError' })
    const written = { size: 9, slice: () => ({ arrayBuffer: () => Promise.reject(changed) }) }
    await expect(blobSource(written).slice(1, 5)).rejects.toMatchObject({ kind: 'changed', cause: changed })
    const short = { size: 9, slice: () => ({ arrayBuffer: async () => new ArrayBuffer(3) }) }
    await expect(blobSource(short).slice(1, 5)).rejects.toMatchObject({ kind: 'changed', start: 1, end: 5 })
  })
})
