import { plural } from '@ukit/text/internal'
import { SourceError } from './source-error.js'

/**
 * Checks the range of a {@link ByteSource.slice}: the one rule all sources share.
 *
 * @throws {RangeError} unless `0 ≤ start ≤ end ≤ byteLength`, all whole numbers.
 */
export function checkRange(byteLength: number, start: number, end: number): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end <= byteLength)
    return
  throw new RangeError(`bytes ${start} to ${end} asked of a source that has the bytes 0 to ${byteLength}`)
}

/**
 * Hands `bytes` through when they are exactly as many as were asked for.
 *
 * @throws {SourceError} `range` if a layer below answered with more or less.
 */
export function checkAnswer(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (bytes.byteLength === end - start) return bytes
  throw new SourceError(
    'range',
    `the underlying source gave ${plural(bytes.byteLength, 'byte')}, but ${end - start} were requested ` +
      `(${start} to ${end})`,
    { start, end },
  )
}
