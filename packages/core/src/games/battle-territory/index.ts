import type { Cipher } from '../../layers/cipher.js'
import { scrambledFile } from '../../layers/scrambled-file.js'
import { type Game, range } from '../game.js'

/** Every byte is rotated by as many bits as it has ones. */
const CIPHER: Cipher = {
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

/** *Battle Territory: Battery, Arctic Combat.* Based on public readers only. */
export const battleTerritory: Game = {
  id: 'battle-territory',
  name: 'Battle Territory: Battery, Arctic Combat',
  engine: 2,
  builds: [range(134, 134, [38, 39])],
  tags: [0xa1b2c93f],
  standardTagToo: true,
  layer: ({ id }) => scrambledFile({ game: id, name: 'Battle Territory', word: 0x342b9cfc, cipher: () => CIPHER }),
  deviations: ['tag 0xA1B2C93F', 'or every byte rotated by the number of its bits (first word 0x342B9CFC)'],
}
