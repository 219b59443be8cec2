import { memorySource } from './memory-source.js'
import { checkRange } from './range.js'
import { type ByteSource, readInto } from './source.js'

/** *Sources one after another, as one*: how a changed file is put together without holding it in memory. */
export function segmentsSource(segments: readonly (ByteSource | Uint8Array)[]): ByteSource {
  const parts = segments
    .map((segment) => (segment instanceof Uint8Array ? memorySource(segment) : segment))
    .filter((part) => part.byteLength > 0)
  const starts: number[] = []
  let byteLength = 0
  for (const part of parts) {
    starts.push(byteLength)
    byteLength += part.byteLength
  }
  return {
    byteLength,
    async slice(start, end) {
      checkRange(byteLength, start, end)
      const first = firstReaching(starts, start)
      const only = parts[first]
      const onlyStart = starts[first] ?? 0
      // Most ranges of a long part lie inside it: they are handed on as they are.
      if (only !== undefined && end <= onlyStart + only.byteLength)
        return only.slice(start - onlyStart, end - onlyStart)
      const out = new Uint8Array(end - start)
      await fill(out, start)
      return out
    },
    async readInto(target, start) {
      checkRange(byteLength, start, start + target.length)
      await fill(target, start)
    },
  }

  async function fill(target: Uint8Array, start: number): Promise<void> {
    const end = start + target.length
    for (let i = firstReaching(starts, start); i < parts.length; i++) {
      const part = parts[i]
      const partStart = starts[i]
      if (part === undefined || partStart === undefined || partStart >= end) break
      const from = Math.max(start, partStart)
      const to = Math.min(end, partStart + part.byteLength)
      if (from < to) await readInto(part, target.subarray(from - start, to - start), from - partStart)
    }
  }
}

/** Number of the last part that starts at or before `position`. */
function firstReaching(starts: readonly number[], position: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
