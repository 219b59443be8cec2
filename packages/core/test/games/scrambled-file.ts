import { openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { bytesOf, HandMade, hexOf, savedBytes } from '../../../../testing/bytes.js'

/** A package of UE3 without objects: version 600, header size at byte 8. */
function plain(tag: number): Uint8Array {
  const head = (size: number) =>
    new HandMade()
      .u32(tag, 600, size)
      .string('None')
      .u32(0, 1, size - 17, 0, size, 0, size, size, 0)
      .u32(1, 2, 3, 4)
      .u32(1, 0, 1, 0, 5000, 0, 0, 0, 7, 0)
  const size = head(0).length + 17
  return new Uint8Array([...head(size).string('None').u64(0x70010, 0).bytes(), ...[9, 8, 7, 6, 5]])
}

/** XOR with a repeating key, over the first `end` bytes. */
export function xor(bytes: Uint8Array, key: readonly number[], end = bytes.length): Uint8Array {
  return bytes.map((byte, i) => (i < end ? byte ^ (key[i % key.length] ?? 0) : byte))
}

/**
 * Tests that a game's entirely scrambled file opens and is written back; `word` is the first word by which
 * readers recognise it.
 */
export function isScrambled(
  id: string,
  word: readonly number[],
  scramble: (bytes: Uint8Array) => Uint8Array,
  tag = 0x9e2a83c1,
): void {
  describe(id, () => {
    it('starts with the published word', () => {
      expect([...scramble(plain(tag)).subarray(0, 4)]).toEqual(word)
    })

    it('opens, and saves the same bytes', async () => {
      const file = scramble(plain(tag))
      const pkg = await openPackage(memorySource(file))
      expect(pkg.game.id).toBe(id)
      expect(pkg.layers).toHaveLength(1)
      expect(pkg.names).toEqual(['None'])
      expect(hexOf(await bytesOf(pkg.image))).toBe(hexOf(plain(tag)))
      expect(hexOf(await savedBytes(pkg))).toBe(hexOf(file))
    })

    it('scrambles changed content', async () => {
      const pkg = await openPackage(memorySource(scramble(plain(tag))))
      pkg.summary.engineVersion = 0x1234
      const again = await openPackage(memorySource(await savedBytes(pkg)))
      expect(again.summary.engineVersion).toBe(0x1234)
    })
  })
}
