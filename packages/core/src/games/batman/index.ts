import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one, range } from '../game.js'
import { extraOf } from '../hooks.js'
import { serializeExportStart } from '../table-entries.js'

const DEVIATIONS = [{ what: 'word after the archetype of exports', licensee: [89] }]

/**
 * *Batman: Arkham City, Origins, Knight*: exports have a word after the archetype. The highest bit of Arkham
 * Knight's licensee version is a flag.
 */
const layout = (_: number, licensee: number): Layout => ({
  // Compression flag 8 of Arkham Knight is LZ4, for which ukit has no codec.
  ...((licensee & 0x7fff) >= 153 ? { compression: new Map([[8, 'lz4']]) } : {}),
  ...((licensee & 0x7fff) < 89
    ? {}
    : {
        export(ar, entry) {
          serializeExportStart(ar, entry)
          extra.i32(ar, extraOf(entry), 'batman')
          entry.serializeFlags(ar)
          entry.serializeRange(ar)
          entry.serializeRest(ar)
        },
      }),
})

export const batmanGames: readonly Game[] = [
  {
    id: 'batman-arkham-city',
    name: 'Batman: Arkham City',
    engine: 3,
    builds: [one(805, 101)],
    layout,
    deviations: DEVIATIONS,
  },
  {
    id: 'batman-arkham-origins',
    name: 'Batman: Arkham Origins',
    engine: 3,
    builds: [one(806, 103), range(807, 807, [103, 104]), range(807, 807, [137, 138])],
    layout,
    deviations: DEVIATIONS,
  },
  {
    id: 'batman-arkham-knight',
    name: 'Batman: Arkham Knight',
    engine: 3,
    builds: [one(863, 32995)],
    layout,
    deviations: [...DEVIATIONS, 'highest bit of the licensee version is a flag'],
    limits: 'Chunks are compressed with LZ4.',
  },
]
