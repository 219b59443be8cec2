import { type Game, one } from '../game.js'
import { midway } from './layout.js'
import { mortalKombat } from './mortal-kombat.js'
import { wheelman } from './wheelman.js'

const HEAD = { what: 'game code and Midway version after the header size', licensee: [2] }

/** *Midway's games.* Based on public readers only. */
export const midwayGames: readonly Game[] = [
  {
    id: 'area-51',
    name: 'BlackSite: Area 51',
    engine: 3,
    builds: [one(377, 25)],
    layout: midway(() => false),
    deviations: [HEAD],
  },
  {
    id: 'stranglehold',
    name: 'Stranglehold',
    engine: 3,
    builds: [one(375, 25)],
    layout: midway((version) => version >= 375),
    deviations: [HEAD, { what: 'word after the import offset', version: [375] }],
  },
  {
    id: 'tna-impact',
    name: 'TNA iMPACT!, WWE All Stars',
    engine: 3,
    builds: [one(380, 35), one(398, 37)],
    layout: midway(() => false),
    deviations: [HEAD],
  },
  {
    id: 'wheelman',
    name: 'Wheelman',
    engine: 3,
    builds: [one(390, 32)],
    layout: wheelman,
    deviations: [
      HEAD,
      'word after the import offset (Midway version ≥ 23)',
      '32-bit name flags',
      'exports of 100 bytes',
    ],
  },
  {
    id: 'mortal-kombat',
    name: 'Mortal Kombat vs. DC Universe, Mortal Kombat, Injustice, Mortal Kombat X',
    engine: 3,
    builds: [one(472, 46)],
    layout: mortalKombat,
    deviations: [
      HEAD,
      'words after the import offset',
      { what: 'GUID at once, no depends table', version: [472] },
      { what: 'no generations', version: [446] },
      { what: 'component map kept', version: [573] },
      { what: '64-bit offsets', version: [677] },
    ],
    limits: 'Compressed packages of Mortal Kombat X (64-bit chunk headers).',
  },
]
