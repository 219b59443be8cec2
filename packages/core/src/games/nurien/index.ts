import { type Cipher, xorCipher } from '../../layers/cipher.js'
import { scrambledFile } from '../../layers/scrambled-file.js'
import type { Game } from '../game.js'

/** Number of bytes up to the header size. */
const HEAD = 12

const KEY = [0xfe, 0xf2, 0x35, 0x2e, 0x12, 0xff, 0x47, 0x8a, 0xe1, 0x2d, 0x53, 0xe2, 0x21, 0xa3, 0x74, 0xa8]

/** The header (everything before the first body) is XORed with 16 bytes. */
function cipher(plainHead: Uint8Array): Cipher {
  const headerSize =
    plainHead.length < HEAD ? 0 : new DataView(plainHead.buffer, plainHead.byteOffset).getUint32(8, true)
  return xorCipher((position) => (position < headerSize || position < HEAD ? (KEY[position & 15] ?? 0) : 0))
}

/** *Nurien.* Based on public readers only. */
export const nurien: Game = {
  id: 'nurien',
  name: 'Nurien',
  engine: 3,
  builds: [],
  tags: [0xa94e6c81],
  layer: ({ id, name }) => scrambledFile({ game: id, name, word: 0xb01f713f, cipher }),
  deviations: ['tag 0xA94E6C81', 'or the header XORed with 16 bytes (first word 0xB01F713F)'],
}
