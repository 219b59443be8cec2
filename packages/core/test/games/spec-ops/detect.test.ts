import { candidateGames } from '@ukit/core'
import { expect, it } from 'vitest'

it('comes before the engine', () => {
  expect(candidateGames(0x9e2a83c1, 740, 26).map((game) => game.id)).toEqual(['spec-ops', 'unreal-engine'])
})
