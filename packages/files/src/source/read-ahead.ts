import { NO_BYTES } from '../no-bytes.js'
import { checkRange } from './range.js'
import type { ByteSource } from './source.js'

/**
 * Bytes that are read at once: a call of the system for each of 264,000 objects took a twentieth of a verify.
 */
const WINDOW = 0x40000

/**
 * A source for somebody who goes through another from its beginning to its end in small steps: it reads a
 * window of 256 KiB at a time and answers with views of that, at once when they are inside it.
 *
 * What lies partly outside the window begins the next one; what is larger than a window is read by itself,
 * and so is what is in a window that cannot be read as a whole: the neighbours of a damaged chunk are sound.
 * The source below stays open when this one is dropped.
 */
export function readAhead(source: ByteSource): ByteSource {
  const { byteLength } = source
  let bytes: Uint8Array = NO_BYTES
  let begin = 0
  return {
    byteLength,
    slice(start, end) {
      checkRange(byteLength, start, end)
      if (start >= begin && end <= begin + bytes.length) return bytes.subarray(start - begin, end - begin)
      if (end - start >= WINDOW) return source.slice(start, end)
      const keep = (window: Uint8Array) => {
        bytes = window
        begin = start
        return window.subarray(0, end - start)
      }
      try {
        const read = source.slice(start, Math.min(start + WINDOW, byteLength))
        return read instanceof Uint8Array ? keep(read) : read.then(keep, () => source.slice(start, end))
      } catch {
        return source.slice(start, end)
      }
    },
  }
}
