import type { Game } from '../game.js'
import { scrambledCodec, xorKey } from '../scrambled-codec.js'

const KEY = Uint8Array.of(0x2a)

/** *SMITE.* Based on public readers only. */
export const smite: Game = {
  id: 'smite',
  name: 'SMITE',
  engine: 3,
  builds: [],
  layout: () => ({
    compression: new Map([
      [0x200 | 1, 'zlib'],
      [0x200 | 2, 'lzo'],
      [8, 'oodle'],
      [0x200 | 8, 'oodle'],
    ]),
    codec: (codec, flags) => ((flags & 0x200) !== 0 ? scrambledCodec(codec, xorKey(KEY)) : codec),
  }),
  deviations: ['compressed blocks XORed with 0x2A (compression flag 0x200)', 'compression flag 8 is Oodle'],
  limits: 'Chunks of late releases are compressed with Oodle.',
}
