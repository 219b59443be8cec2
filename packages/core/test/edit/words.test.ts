import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsWordBetween } from '../../src/edit/words.js'

test('finds what a look at every address finds', () => {
  // Few different bytes, so that words near the bounds are there.
  const bytes = fc
    .uint8Array({ maxLength: 40 })
    .map((all) => all.map((byte) => [0, 0, 0, 1, 2, 127, 128, 255][byte % 8] ?? 0))
  const bound = fc.oneof(fc.nat(600), fc.nat(0x7fff_ffff), fc.constantFrom(0x7fff_ffff, 0x0100_0000, 0x0101_0101))
  fc.assert(
    fc.property(bytes, fc.nat(3), bound, bound, fc.boolean(), (all, skip, a, b, bigEndian) => {
      const part = all.subarray(Math.min(skip, all.length))
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      const view = new DataView(part.buffer, part.byteOffset, part.byteLength)
      let wanted = false
      for (let at = 0; at + 4 <= part.length; at++) {
        const word = view.getInt32(at, !bigEndian)
        if (word > low && word <= high) wanted = true
      }
      expect(holdsWordBetween(part, low, high, bigEndian)).toBe(wanted)
    }),
    { numRuns: 20_000 },
  )
})
