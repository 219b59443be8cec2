import { candidateGames, detectGame } from '@ukit/core'
import { expect, it } from 'vitest'
import { contextByVersions } from '../../../../../testing/packages.js'

const STANDARD = 0x9e2a83c1

it.each([
  // Only levels of Killing Floor have this tag, and they import their game.
  [STANDARD, 128, 29, ['core', 'engine'], 'ut2004'],
  [STANDARD, 128, 29, ['engine', 'roengine'], undefined],
  [STANDARD, 128, 29, ['engine', 'roengine', 'kfmod'], 'killing-floor'],
  [STANDARD, 128, 29, ['engine', 'onslaught'], 'ut2004'],
  [0x9e2a83c2, 128, 29, [], 'killing-floor'],
  [0x9e2a83c2, 128, 29, ['engine', 'roengine'], 'killing-floor'],
  // What a level of Red Orchestra imports: its roles, and its game's objectives.
  [0x9e2a83c2, 128, 29, ['engine', 'roengine', 'rogame', 'roroles'], 'red-orchestra'],
  // A game's own package.
  [STANDARD, 121, 29, ['xweapons', 'engine'], 'ut2004'],
] as const)('%s %s/%s importing %j is %s', (tag, version, licensee, imports, id) => {
  expect(detectGame(tag, version, licensee, imports)?.id).toBe(id)
})

it('comes before the engine', () => {
  expect(
    candidateGames(STANDARD, 128, 29)
      .map((game) => game.id)
      .slice(0, 2),
  ).toEqual(['ut2004', 'unreal-engine'])
})

it.each([
  [128, 29],
  [119, 25],
])('%i/%i has the layout of its game by its versions', (version, licensee) => {
  expect(contextByVersions(version, licensee).line).toBe('ut2004')
})
