import { PackageError } from '@ukit/files'
import { applyDelta, deltaInfo, makeDelta } from '@ukit/umod'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slowCrc } from '../../../testing/handmade-umod.js'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/** A delta written by hand: header, then instructions. */
function byHand(old: Uint8Array, fresh: Uint8Array, instructions: readonly number[]): Uint8Array {
  const header = Buffer.alloc(20)
  header.writeUInt32LE(0x92f92912, 0)
  header.writeInt32LE(old.length, 4)
  header.writeUInt32LE(slowCrc(old), 8)
  header.writeInt32LE(fresh.length, 12)
  header.writeUInt32LE(slowCrc(fresh), 16)
  return new Uint8Array(Buffer.concat([header, Buffer.from(instructions)]))
}

const OLD = bytes('hello world')
const NEW = bytes('world hello')
// Copy 5 bytes from 6 further on; 1 literal byte; copy 5 bytes from 11 before the end of the first copy.
const INSTRUCTIONS = [5, 6, 0x81, 0x20, 5, 0x8b]

test('a delta written by hand is applied', () => {
  const delta = byHand(OLD, NEW, INSTRUCTIONS)
  expect(applyDelta(OLD, delta)).toEqual(NEW)
  expect(deltaInfo(delta)).toMatchObject({ oldSize: 11, newSize: 11, newCrc: slowCrc(NEW) })
})

test.each<[string, Uint8Array, Uint8Array, RegExp]>([
  ['another old file', bytes('hello there'), byHand(OLD, NEW, INSTRUCTIONS), /another version/],
  ['another result', OLD, byHand(OLD, bytes('world hellp'), INSTRUCTIONS), /the delta gives/],
  ['too few bytes', OLD, byHand(OLD, NEW, [5, 6]), /the delta gives 5/],
  ['too many bytes', OLD, byHand(OLD, NEW, [...INSTRUCTIONS, 5, 0]), /at most 0 bytes more/],
  ['a piece after the end of the old file', OLD, byHand(OLD, NEW, [5, 7]), /piece of the old file/],
  ['a piece before the old file', OLD, byHand(OLD, NEW, [5, 0x81]), /piece of the old file/],
  ['the end inside a literal', OLD, byHand(OLD, NEW, [0x85, 1]), /expected 5 bytes, found 1/],
  ['the end inside an instruction', OLD, byHand(OLD, NEW, [5]), /compact index/],
  ['no delta', OLD, bytes('x'.repeat(30)), /expected a delta/],
  ['a cut header', OLD, byHand(OLD, NEW, []).slice(0, 12), /12|end|bytes/],
])('%s is refused', (_, old, delta, message) => {
  expect(() => applyDelta(old, delta)).toThrow(PackageError)
  expect(() => applyDelta(old, delta)).toThrow(message)
})

test('a promise of two gigabytes allocates nothing', () => {
  const delta = Buffer.from(byHand(OLD, NEW, INSTRUCTIONS))
  delta.writeInt32LE(0x7fffffff, 12)
  expect(() => applyDelta(OLD, new Uint8Array(delta))).toThrow(/at most 268435456 bytes/)
})

test('deltas that ukit makes can be applied, for any two files', () => {
  const piece = fc.uint8Array({ maxLength: 60 })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(7), { maxLength: 12 }), (pieces, order) => {
      const old = new Uint8Array(Buffer.concat(pieces))
      const fresh = new Uint8Array(Buffer.concat(order.map((i) => pieces[i] ?? bytes('fresh'))))
      expect(applyDelta(old, makeDelta(old, fresh))).toEqual(fresh)
    }),
    { numRuns: 1000 },
  )
})

test('a small change of a large file results in a small delta', () => {
  const old = Uint8Array.from({ length: 100_000 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255)
  const fresh = new Uint8Array(Buffer.concat([old.subarray(0, 40_000), bytes('inserted'), old.subarray(40_100)]))
  const delta = makeDelta(old, fresh)
  expect(applyDelta(old, delta)).toEqual(fresh)
  expect(delta.length).toBeLessThan(200)
})
