import { GAMES, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { sampleFile } from '../../../../testing/packages.js'

// Nobody owns versions: other builds of the engine may have the same ones as a game.
describe('packages with the versions of a deviating game but the engine’s own layout', () => {
  const builds = GAMES.filter((game) => game.layout !== undefined && game.tags === undefined).flatMap((game) =>
    game.builds.map((build) => ({ id: game.id, version: build.version[0], licensee: build.licensee[0] })),
  )
  it('are read in the engine’s layout', async () => {
    let same = 0
    const refused: string[] = []
    for (const { id, version, licensee } of builds) {
      const bytes = await sampleFile({ version, licensee })
      try {
        const pkg = await openPackage(memorySource(bytes))
        const plain = await openPackage(memorySource(bytes), { game: 'unreal-engine' })
        // A game's layout would be chosen if it happened to fit; the sample's tables are long enough to
        // prevent that.
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
