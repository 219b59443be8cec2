import { GAMES, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { sampleFile } from '../../../../testing/packages.js'

// A game's versions are not a patent: builds of the engine that nobody licensed may carry them too.
describe('versions that a deviating game has, in the engine’s own layout', () => {
  const builds = GAMES.filter((game) => game.layout !== undefined && game.tags === undefined).flatMap((game) =>
    game.builds.map((build) => ({ id: game.id, version: build.version[0], licensee: build.licensee[0] })),
  )
  it('are read as what they are', async () => {
    let same = 0
    const refused: string[] = []
    for (const { id, version, licensee } of builds) {
      const bytes = await sampleFile({ version, licensee })
      try {
        const pkg = await openPackage(memorySource(bytes))
        const plain = await openPackage(memorySource(bytes), { game: 'unreal-engine' })
        // Where a game's layout fits by chance it is taken; the sample's tables are long enough that it does
        // not.
        if (
          pkg.names.join() === plain.names.join() &&
          pkg.exports.map(String).join() === plain.exports.map(String).join()
        )
          same++
        else refused.push(`${id} ${version}/${licensee}`)
      } catch (error) {
        refused.push(`${id} ${version}/${licensee}: ${String(error)}`)
      }
    }
    expect(refused).toEqual([])
    expect(same).toBe(builds.length)
  })
})
