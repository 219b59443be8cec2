import type { ByteSource } from '@ukit/files'
import { sectionSource } from '@ukit/files'
import { BLADE_AND_SOUL_KEY } from '../games/block-ciphers.js'
import { type Cipher, decryptedSource, encrypted, xorCipher } from './cipher.js'
import type { Layer } from './layer.js'

/** A game that scrambles its files from the first byte on, told by what its tag becomes. */
interface ScrambledGame {
  /** First word of a scrambled file, little-endian. */
  readonly word: number
  readonly game: string
  readonly name: string
  /** The cipher for a file that starts with these plain bytes (12 of them). */
  cipher(plainHead: Uint8Array): Cipher
}

/** Bytes that a cipher may need to know of the plain file: tag, version, header size. */
const HEAD = 12

/**
 * *Battle Territory*: every byte is turned by as many bits as it has ones (0 by one, which changes nothing).
 */
const battleTerritory: Cipher = {
  blockSize: 1,
  decrypt: (bytes) => turnByOnes(bytes, 1),
  encrypt: (bytes) => turnByOnes(bytes, -1),
}

function turnByOnes(bytes: Uint8Array, direction: 1 | -1): void {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    let ones = 0
    for (let rest = byte; rest !== 0; rest &= rest - 1) ones++
    const left = (direction * ones) & 7
    bytes[i] = ((byte << left) | (byte >>> (8 - left))) & 0xff
  }
}

/** *Nurien*: the header (everything before the first body) is XORed with 16 bytes. */
const NURIEN_KEY = [0xfe, 0xf2, 0x35, 0x2e, 0x12, 0xff, 0x47, 0x8a, 0xe1, 0x2d, 0x53, 0xe2, 0x21, 0xa3, 0x74, 0xa8]

function nurien(plainHead: Uint8Array): Cipher {
  const headerSize =
    plainHead.length < HEAD ? 0 : new DataView(plainHead.buffer, plainHead.byteOffset).getUint32(8, true)
  return xorCipher((position) => (position < headerSize || position < HEAD ? (NURIEN_KEY[position & 15] ?? 0) : 0))
}

/** By public readers only. */
const GAMES: readonly ScrambledGame[] = [
  { word: 0x342b9cfc, game: 'battle-territory', name: 'Battle Territory', cipher: () => battleTerritory },
  { word: 0xb01f713f, game: 'nurien', name: 'Nurien', cipher: nurien },
  {
    word: 0xf84ceab0,
    game: 'blade-and-soul',
    name: 'Blade & Soul',
    cipher: () => xorCipher((position) => BLADE_AND_SOUL_KEY[position % BLADE_AND_SOUL_KEY.length] ?? 0),
  },
]

function gameOf(head: Uint8Array): ScrambledGame | undefined {
  if (head.length < HEAD) return undefined
  const word = new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true)
  return GAMES.find((game) => game.word === word)
}

/** True for a file of Battle Territory, Nurien or Blade & Soul that is scrambled as a whole. */
export function isScrambledFile(head: Uint8Array): boolean {
  return gameOf(head) !== undefined
}

/** Takes the scrambling off; it is symmetric, so it goes back on as it was. */
export async function openScrambledFile(source: ByteSource): Promise<Layer | undefined> {
  const head = (await source.slice(0, Math.min(HEAD, source.byteLength))).slice()
  const game = gameOf(head)
  if (game === undefined) return undefined
  // The first bytes are scrambled in the same way whatever they hold.
  game.cipher(new Uint8Array(0)).decrypt(head, 0)
  return {
    kind: 'encryption',
    name: game.name,
    game: game.game,
    source: decryptedSource(source, 0, source.byteLength, game.cipher(head)),
    async *cover(changed) {
      const changedHead = await sectionSource(changed, 0, Math.min(HEAD, changed.byteLength)).slice(
        0,
        Math.min(HEAD, changed.byteLength),
      )
      yield* encrypted(changed, game.cipher(changedHead))
    },
  }
}
