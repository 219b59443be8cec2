import { type Game, one, range } from './game.js'

/** *Games with a tag of their own and nothing else.* Based on public readers only. */
export const taggedGames: readonly Game[] = [
  {
    id: 'istorm',
    name: 'iStorm',
    engine: 2,
    builds: [],
    tags: [0x7e4a8bca],
    chunkTags: [0x7e4a8bca],
    deviations: ['tag 0x7E4A8BCA'],
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
    chunkTags: [0xf2bac156],
    deviations: ['tag 0xF2BAC156, of chunks too'],
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
    chunkTags: [0x4d4d4837],
    standardTagToo: true,
    deviations: ['tag 0x4D4D4837, of chunks too'],
  },
]
