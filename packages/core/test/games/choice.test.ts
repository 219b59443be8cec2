import { candidateGames, detectGame } from '@ukit/core'
import { describe, expect, it } from 'vitest'
import { contextByVersions } from '../../../../testing/packages.js'

const STANDARD = 0x9e2a83c1

describe('the game of a package when none was chosen', () => {
  it.each([
    [126, 0, 'unreal-engine'],
    [129, 0, 'unreal-engine'],
  ])('%i/%i has the layout %s by its versions', (version, licensee, line) => {
    expect(contextByVersions(version, licensee).line).toBe(line)
  })

  it('is unknown if the versions alone do not identify it', () => {
    expect(detectGame(STANDARD, 80, 0, [])).toBeUndefined()
    expect(detectGame(STANDARD, 123, 2, [])).toBeUndefined()
  })

  it('is the engine itself if nothing deviates', () => {
    expect(candidateGames(STANDARD, 69, 0).map(({ id }) => id)).toEqual(['unreal-engine'])
  })
})
