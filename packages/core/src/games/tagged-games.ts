import { extra } from '@ukit/container/internal'
import { scrambleDevilsThird, scrambledCodec, scrambleTaoYuan } from './block-ciphers.js'
import { type Game, one, range } from './game.js'
import { fieldsAfter } from './hooks.js'

/** Codecs by what remains of the flags when Devil's Third's own bit is taken away. */
const DEVILS_THIRD_CODECS = new Map([
  [8 | 1, 'zlib'],
  [8 | 2, 'lzo'],
  [8 | 4, 'lzx'],
])

/** *Games with a tag of their own and little else.* By public readers only. */
export const taggedGames: readonly Game[] = [
  { id: 'istorm', name: 'iStorm', engine: 2, builds: [], tags: [0x7e4a8bca], deviations: ['tag 0x7E4A8BCA'] },
  {
    id: 'nurien',
    name: 'Nurien',
    engine: 3,
    builds: [],
    tags: [0xa94e6c81],
    deviations: ['tag 0xA94E6C81', 'or the header XORed with 16 bytes (first word 0xB01F713F)'],
  },
  {
    id: 'battle-territory',
    name: 'Battle Territory: Battery, Arctic Combat',
    engine: 2,
    builds: [range(134, 134, [38, 39])],
    tags: [0xa1b2c93f],
    standardTagToo: true,
    deviations: ['tag 0xA1B2C93F', 'or every byte rotated by the number of its bits (first word 0x342B9CFC)'],
  },
  {
    id: 'land-of-chaos',
    name: 'Land of Chaos Online',
    engine: 2,
    builds: [range(131, 134, 29)],
    tags: [0xd58c3147],
    standardTagToo: true,
    deviations: ['tag 0xD58C3147'],
  },
  {
    id: 'berkanix',
    name: 'Berkanix',
    engine: 3,
    builds: [],
    tags: [0xf2bac156],
    deviations: ['tag 0xF2BAC156, of chunks too'],
  },
  {
    id: 'tao-yuan',
    name: 'Tao Yuan',
    engine: 3,
    builds: [],
    tags: [0x12345678],
    tagGap: () => 4,
    layout: () => ({
      summary: fieldsAfter({ tag: (ar, { extra: fields }) => void extra.u32(ar, fields, 'taoYuan') }),
      codec: (codec) => scrambledCodec(codec, scrambleTaoYuan),
    }),
    deviations: ['tag 0x12345678 and a word', 'compressed blocks XORed with 31 bytes'],
  },
  {
    id: 'storm-war',
    name: 'Storm Warriors Online',
    engine: 3,
    builds: [],
    tags: [0xec201133],
    tagGap: (head) => 1 + (head[4] ?? 0),
    layout: () => ({
      summary: fieldsAfter({
        tag(ar, { extra: fields }) {
          const present = fields['stormWar']
          const length = ar.u8(present instanceof Uint8Array ? present.length : 0, 'stormWarLength')
          extra.bytes(ar, fields, 'stormWar', length)
        },
      }),
    }),
    deviations: ['tag 0xEC201133, a length byte and that many bytes'],
  },
  {
    id: 'gunslayer-legend',
    name: 'Gunslayer Legend',
    engine: 3,
    builds: [],
    tags: [0x879a4b41],
    deviations: ['tag 0x879A4B41'],
  },
  {
    id: 'might-and-magic-heroes-7',
    name: 'Might & Magic Heroes VII',
    engine: 3,
    builds: [one(868, 4)],
    tags: [0x4d4d4837],
    standardTagToo: true,
    deviations: ['tag 0x4D4D4837, of chunks too'],
  },
  {
    id: 'devils-third',
    name: "Devil's Third",
    engine: 3,
    builds: [],
    tags: [0x7bc342f0],
    layout: () => ({
      compression: DEVILS_THIRD_CODECS,
      codec: (codec, flags) => ((flags & 8) !== 0 ? scrambledCodec(codec, scrambleDevilsThird) : codec),
    }),
    deviations: ['tag 0x7BC342F0', 'compressed blocks XORed with 761 bytes (compression flag 8)'],
  },
]
