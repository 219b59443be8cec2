import { type Game, one, range } from '../game.js'
import { serializeShortImport, serializeShortOuter } from '../table-entries.js'

/** *Advent Rising.* Based on public readers only. */
export const adventRising: Game = {
  id: 'advent-rising',
  name: 'Advent Rising',
  engine: 2,
  // The licensee word is 0xF007: it combines a mark of the platform with licensee 7.
  builds: [one(143, 0xf007), one(145, 0xf007), one(146, 0xf007), range(143, 146, 7)],
  layout: (version) =>
    version < 141
      ? {}
      : {
          import: serializeShortImport,
          export: (ar, entry) => serializeShortOuter(ar, entry, (value, field) => ar.index(value, field)),
        },
  deviations: [{ what: '16-bit outers', version: [141] }],
}
