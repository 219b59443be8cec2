import { checkRange } from './range.js'
import { type ByteSource, readInto } from './source.js'

/**
 * The bytes `start` to `end` of another source, counted from 0: a file inside an archive, a chunk of a
 * package.
 *
 * It has no `close`: the source below belongs to the one who opened it, and several sections may share it.
 *
 * @throws {RangeError} when the section does not lie inside `source`.
 */
export function sectionSource(source: ByteSource, start: number, end: number): ByteSource {
  checkRange(source.byteLength, start, end)
  const byteLength = end - start
  return {
    byteLength,
    slice(from, to) {
      checkRange(byteLength, from, to)
      return source.slice(start + from, start + to)
    },
    readInto(target, from) {
      checkRange(byteLength, from, from + target.length)
      return readInto(source, target, start + from)
    },
  }
}
