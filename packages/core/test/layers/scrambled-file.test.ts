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
function xor(bytes: Uint8Array, key: readonly number[], end = bytes.length): Uint8Array {
  return bytes.map((byte, i) => (i < end ? byte ^ (key[i % key.length] ?? 0) : byte))
}

const NURIEN_KEY = [0xfe, 0xf2, 0x35, 0x2e, 0x12, 0xff, 0x47, 0x8a, 0xe1, 0x2d, 0x53, 0xe2, 0x21, 0xa3, 0x74, 0xa8]
const BLADE_KEY = [...'qiffjdlerdoqymvketdcl0er2subioxq'].map((unit) => unit.charCodeAt(0))

/** Battle Territory's bits the way back: turned to the right by the number of ones, bit by bit. */
function turned(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => {
    const bits = byte.toString(2).padStart(8, '0')
    const ones = bits.replaceAll('0', '').length
    return Number.parseInt(bits.slice(8 - (ones % 8)) + bits.slice(0, 8 - (ones % 8)), 2)
  })
}

/** Each with the first word that public readers know it by. */
const CASES = [
  ['nurien', [0x3f, 0x71, 0x1f, 0xb0], (bytes: Uint8Array) => xor(bytes, NURIEN_KEY, bytes.length - 5), 0x9e2a83c1],
  ['blade-and-soul', [0xb0, 0xea, 0x4c, 0xf8], (bytes: Uint8Array) => xor(bytes, BLADE_KEY), 0x9e2a83c1],
  ['battle-territory', [0xfc, 0x9c, 0x2b, 0x34], turned, 0xa1b2c93f],
] as const

describe.each(CASES)('%s', (id, word, scramble, tag) => {
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
