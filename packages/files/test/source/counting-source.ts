import type { ByteSource } from '@ukit/files'

/** A source that records the requests to it. */
export interface CountingSource extends ByteSource {
  readonly reads: readonly (readonly [start: number, end: number])[]
  /** Sum of all requested bytes. */
  readonly bytes: number
  readonly closed: number
  reset(): void
}

/** Passes everything on to `source` and counts; `async` makes each answer a promise. */
export function countingSource(source: ByteSource, mode: 'as is' | 'async' = 'as is'): CountingSource {
  let reads: [number, number][] = []
  let closed = 0
  return {
    byteLength: source.byteLength,
    get reads() {
      return reads
    },
    get bytes() {
      return reads.reduce((sum, [start, end]) => sum + end - start, 0)
    },
    get closed() {
      return closed
    },
    reset() {
      reads = []
    },
    slice(start, end) {
      reads.push([start, end])
      const answer = source.slice(start, end)
      return mode === 'async' ? Promise.resolve(answer) : answer
    },
    async close() {
      closed++
      await source.close?.()
    },
  }
}

/** `length` bytes that differ from their neighbours, and from those 256 positions further on. */
export function pattern(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8) * 7) & 0xff)
}
