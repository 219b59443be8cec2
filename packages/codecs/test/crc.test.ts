import { crc32 as nodeCrc32 } from 'node:zlib'
import { crc32, memCrc, packageSourceCrc } from '@ukit/codecs'
import { describe, expect, it } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Bytes without a pattern, the same in every run. */
function noise(length: number): Uint8Array {
  const out = new Uint8Array(length)
  let seed = 1
  for (let i = 0; i < length; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    out[i] = seed >>> 24
  }
  return out
}

/** Every length around the steps of the fast path, from every position within a word. */
const PARTS = [0, 1, 2, 3, 5].flatMap((start) =>
  [0, 1, 3, 4, 15, 16, 17, 19, 31, 32, 33, 48, 100, 4097].map((length): [number, number] => [start, length]),
)

describe('crc32', () => {
  it('gives the published check value', () => {
    expect(crc32(bytes('123456789'))).toBe(0xcbf43926)
    expect(crc32(new Uint8Array())).toBe(0)
  })

  it('continues from a seed', () => {
    expect(crc32(bytes('6789'), crc32(bytes('12345')))).toBe(0xcbf43926)
  })

  it('is what zlib itself computes, of every length and alignment, with and without a seed', () => {
    const data = noise(5000)
    for (const [start, length] of PARTS) {
      const part = data.subarray(start, start + length)
      expect(crc32(part), `${length} bytes from ${start}`).toBe(nodeCrc32(part))
      expect(crc32(part, 0x12345678)).toBe(nodeCrc32(part, 0x12345678))
    }
  })
})

describe('memCrc', () => {
  it('gives the published check value of CRC-32/BZIP2', () => {
    expect(memCrc(bytes('123456789'))).toBe(0xfc891918)
    expect(memCrc(new Uint8Array())).toBe(0)
  })

  it('is the CRC of zlib with the bits of every byte and of the result reversed', () => {
    const turned = (value: number, bits: number) => {
      let out = 0
      for (let bit = 0; bit < bits; bit++) if (value & (1 << bit)) out |= 1 << (bits - 1 - bit)
      return out >>> 0
    }
    const data = noise(5000)
    const other = data.map((byte) => turned(byte, 8))
    for (const [start, length] of PARTS) {
      const expected = turned(nodeCrc32(other.subarray(start, start + length)), 32)
      expect(memCrc(data.subarray(start, start + length)), `${length} bytes from ${start}`).toBe(expected)
    }
  })

  it('gives the same byte by byte as in one call', () => {
    const data = noise(4099)
    let crc = 0
    for (let i = 0; i < data.length; i++) crc = memCrc(data.subarray(i, i + 1), crc)
    expect(memCrc(data)).toBe(crc)
    expect(memCrc(data.subarray(1001), memCrc(data.subarray(0, 1001)))).toBe(crc)
  })
})

describe('packageSourceCrc', () => {
  // Read from the summaries of packages as their games' cookers wrote them.
  it.each([
    ['Core', 0xc082c6b6],
    ['GFxUI', 0x1f44fd81],
    ['biod_nor', 0x468f3635],
    ['MaterialTemplates', 0x598c9cf9],
    ['Jammerware_JSRC_FX_SpireCommon', 0x6dd1ab1a],
  ])('gives the number stored in the package %s', (name, stored) => {
    expect(packageSourceCrc(name)).toBe(stored)
    expect(packageSourceCrc(name.toUpperCase())).toBe(stored)
  })
})
