import { isScrambled } from '../scrambled-file.js'

/** The cipher reversed, via binary digits: each byte is rotated to the right by its number of ones. */
function turned(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => {
    const bits = byte.toString(2).padStart(8, '0')
    const ones = bits.replaceAll('0', '').length
    return Number.parseInt(bits.slice(8 - (ones % 8)) + bits.slice(0, 8 - (ones % 8)), 2)
  })
}

isScrambled('battle-territory', [0xfc, 0x9c, 0x2b, 0x34], turned, 0xa1b2c93f)
