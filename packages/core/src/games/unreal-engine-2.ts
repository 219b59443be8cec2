import { byContent, type Game, one, plainGames, range } from './game.js'

/**
 * *Games of Unreal Engine 2 with the engine's own layout.*
 *
 * Real packages of XMP and Shrek 2; the other games are based on public readers.
 */
export const unrealEngine2Games: readonly Game[] = [
  {
    id: 'xiii',
    name: 'XIII',
    engine: 2,
    builds: [one(100, 58)],
    // Seen in two exports of its editor.
    t3d: { level: 'MyLevel', endsWithName: true, emptyLines: false },
  },
  ...plainGames(2, [
    ['battlegrounds', 'Magic: The Gathering - Battlegrounds', [one(118, 0)]],
    ['postal-2', 'Postal 2', [one(118, 2)], ['postal2game']],
    ['devastation', 'Devastation', [range(118, 120, [4, 8])]],
    ['dead-mans-hand', "Dead Man's Hand", [byContent(123, 123, 2)]],
    ['unreal-2-xmp', 'Unreal II: eXpanded MultiPlayer', [range(123, 126, 0)], ['xmpt', 'xmpworlditemst']],
    ['desert-thunder', 'Desert Thunder', [byContent(126, 126, 0)]],
    ['marine-heavy-gunner', 'Marine Heavy Gunner: Vietnam', [byContent(126, 126, 0)]],
    ['land-of-the-dead', "Land of the Dead: Road to Fiddler's Green", [one(126, 1)]],
    ['netherworld', 'Netherworld: Beyond Time I Stand', [one(127, 2)]],
    [
      'shrek-2',
      'Shrek 2',
      [one(99, 0), one(120, 0), one(122, 0), range(127, 129, 0), byContent(126, 126, 0), byContent(121, 121, 29)],
      ['kwgame', 'shgame', 'mpak'],
    ],
    ['harry-potter-3', 'Harry Potter and the Prisoner of Azkaban', [one(129, 0)]],
    ['stargate-the-alliance', 'Stargate SG-1: The Alliance', [one(130, 4)]],
  ]),
]
