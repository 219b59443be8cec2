import { type Layout, PackageFlag } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one, range } from '../game.js'
import { extraOf } from '../hooks.js'
import { serializeExportStart } from '../table-entries.js'

/**
 * *Dungeon Defenders*: a word before the thumbnail offset of cooked packages; export offsets of 0 mean
 * "after the body before".
 */
function layout(): Layout {
  let headerSize = 0
  let next = 0
  return {
    summary(ar, summary, after) {
      if (after === 'guids' && (summary.flags & PackageFlag.Cooked) !== 0)
        extra.i32(ar, summary.extra, 'dungeonDefenders')
      headerSize = summary.headerSize
    },
    export(ar, entry, index) {
      if (index === 0) next = headerSize
      serializeExportStart(ar, entry)
      entry.serializeFlags(ar)
      entry.size = ar.i32(entry.size, 'size')
      const zero = entry.extra?.['zeroOffset'] === 1
      const stored = ar.i32(zero ? 0 : entry.offset, 'offset')
      if (ar.isLoading) {
        if (stored === 0) extraOf(entry)['zeroOffset'] = 1
        entry.offset = stored === 0 ? next : stored
      }
      entry.serializeRest(ar)
      next = entry.offset + entry.size
    },
  }
}

export const dungeonDefendersGames: readonly Game[] = [
  {
    id: 'dungeon-defenders',
    name: 'Dungeon Defenders',
    engine: 3,
    builds: [one(678, 2)],
    layout,
    deviations: ['word before the thumbnail offset, in cooked packages', 'export offsets of 0'],
  },
  {
    id: 'dungeon-defenders-2',
    name: 'Dungeon Defenders II, Dungeon Defenders Eternity',
    engine: 3,
    builds: [one(687, 101), range(687, 688, [111, 117])],
    layout,
    deviations: ['word before the thumbnail offset, in cooked packages', 'export offsets of 0'],
  },
]
