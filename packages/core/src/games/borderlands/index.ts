import { Version } from '@ukit/container'
import { type Game, one, range } from '../game.js'
import { without } from '../hooks.js'

/**
 * *Borderlands 1 and 2.* Based on public readers only.
 *
 * A chunk whose two sizes are equal is stored without a header (`BlockChunk` reads that for all games).
 */
export const borderlandsGames: readonly Game[] = [
  {
    id: 'borderlands',
    name: 'Borderlands',
    engine: 3,
    builds: [range(584, 584, [57, 58])],
    deviations: ['chunks of equal sizes stored without a header'],
  },
  {
    id: 'borderlands-goty-enhanced',
    name: 'Borderlands: Game of the Year Enhanced',
    engine: 3,
    builds: [one(594, 58), one(832, 58)],
    layout: () => ({ asVersion: 832, moved: without(Version.ImportExportGuids, Version.TextureAllocations) }),
    deviations: ['stored as version 832', 'no GUID table', 'no texture allocations'],
  },
  {
    id: 'borderlands-2',
    name: 'Borderlands 2',
    engine: 3,
    builds: [one(832, 46), one(832, 56), one(895, 46)],
    deviations: ['chunks of equal sizes stored without a header'],
  },
]
