import { ObjectReader } from '@ukit/core'
import { type LevelFacts, levelFacts } from '@ukit/media/level'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'

async function factsOf(name: string): Promise<LevelFacts> {
  const path = PACKAGES.find((one) => one.path.endsWith(name))?.path ?? name
  return levelFacts(await ObjectReader.open(await openCorpus(path)))
}

describeCorpus('facts about maps', () => {
  it('of UE1: who made it, for how many players, and what is in it', async () => {
    // As the game's own menu shows them; counts as ls --class has them.
    expect(await factsOf('DM-HyperBlast.unr')).toMatchObject({
      engine: 1,
      title: 'HyperBlast',
      author: "Inoxx, Juan Pancho 'Xcept One' Eekels",
      idealPlayers: '2-8',
      music: 'Godown.Godown',
      screenshot: 'Screenshot',
      hasSummary: true,
      counts: { playerStarts: 16, movers: 2, teleporters: 2 },
    })
    expect(await factsOf('CTF-Orbital.unr')).toMatchObject({
      gameType: 'Botpack.CTFGame',
      idealPlayers: '12-24',
      counts: { objectives: 2 },
    })
  })

  it('of UE2, where players are two numbers and music is a name', async () => {
    expect(await factsOf('UWRM-Torpedo.ut2')).toMatchObject({
      engine: 2,
      author: 'Nicholas -ProjectX- Udell',
      idealPlayers: '4-6',
      music: 'UW_Wasted Angel',
      gameType: 'UnWheel.UWGameRabbit',
      counts: { playerStarts: 6 },
    })
  })

  it('of UE3, whose level is in a world', async () => {
    expect(await factsOf('Fortress_1.udk')).toMatchObject({
      engine: 3,
      path: 'TheWorld.PersistentLevel',
      title: null,
      hasSummary: false,
      counts: { playerStarts: 1, terrains: 1, zones: 0 },
    })
  })
})

it('a package without a level has none', async () => {
  const { openPackage } = await import('@ukit/core')
  const { fileOf, planOf } = await import('../../../../testing/packages.js')
  const file = await fileOf(planOf({ version: 61 }, { names: ['None'], imports: [], exports: [] }))
  const reader = await ObjectReader.open(await openPackage(file, { fileName: 'x.u' }))
  await expect(levelFacts(reader)).rejects.toThrow('it is not a map')
})
