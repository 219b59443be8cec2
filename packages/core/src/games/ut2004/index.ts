import { byContent, type Game, plainGames, range } from '../game.js'
import { ut2004Compiler } from './compiler.js'
import { killingFloor, TRIPWIRE_TAG } from './killing-floor.js'
import { ut2004Layout } from './layout.js'

const RED_ORCHESTRA_TAG = { tags: [TRIPWIRE_TAG], standardTagToo: true, sharesTag: true } as const

/**
 * *UT2003, UT2004, and the games made with UT2004's engine.* Several share 128/29: only imported packages
 * tell them apart.
 */
export const ut2004Games: readonly Game[] = [
  ...plainGames(2, [
    [
      'ut2004',
      'Unreal Tournament 2004',
      [range(121, 128, 29), byContent(118, 128, [25, 29])],
      [
        'onslaught',
        'ut2k4assault',
        'skaarjpack',
        'xgame',
        'xpickups',
        'xweapons',
        'bonuspack',
        'onslaughtfull',
        'onslaughtbp',
      ],
    ],
    [
      'ut2003',
      'Unreal Tournament 2003',
      [range(99, 117, [5, 8]), range(117, 119, [25, 27]), range(120, 120, [27, 28])],
    ],
    [
      'red-orchestra',
      'Red Orchestra: Ostfront 41-45',
      [byContent(128, 128, 29)],
      ['roengine', 'rogame', 'roroles', 'roammo', 'roinventory', 'rovehicles'],
    ],
    ['dmz-north-korea', 'D.M.Z.: North Korea', [byContent(128, 128, 29)]],
    ['close-quarters-conflict', 'Close Quarters Conflict', [byContent(128, 128, 29)]],
    ['outlaw-chopper', 'Outlaw Chopper', [byContent(128, 128, 29)]],
    ['marine-sharpshooter-3', 'Marine Sharpshooter 3 and 4', [byContent(128, 128, 29)]],
    ['mission-biotech', 'Mission Biotech', [byContent(128, 128, 29)]],
  ]).map((game) => ({
    ...game,
    // 14 of 14 levels; which of its other packages have it is not known.
    ...(game.id === 'red-orchestra' ? RED_ORCHESTRA_TAG : {}),
    layout: ut2004Layout,
    compiler: ut2004Compiler,
    deviations: ['objects: meshes, sounds, BSP, script'],
  })),
  killingFloor,
]
