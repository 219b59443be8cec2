import { openInstall, packageMap } from '@ukit/game'
import { expect, it } from 'vitest'
import { corpusFile, describeCorpus } from '../../../../testing/corpus.js'
import { join, packageOf, put, twoGames } from './two-games.js'

describeCorpus('joining with real files', () => {
  /** Counts of the tables, from their offsets in the header of UE1: names at 12, exports at 20. */
  const countsOf = (path: string) => {
    const { buffer, byteOffset } = corpusFile(path)
    const header = new DataView(buffer, byteOffset)
    return { names: header.getInt32(12, true), exports: header.getInt32(20, true) }
  }

  it.each([
    ['server', 17, 15],
    ['client', 15, 17],
  ] as const)('the newer Core.u of UT 469 on the %s is compatible with the older one', async (newer, gen, other) => {
    const games = await twoGames()
    const older = newer === 'server' ? 'client' : 'server'
    games[newer].add('System/Core.u', corpusFile('conform/newer/Core.u'))
    games[older].add('System/Core.u', corpusFile('conform/older/Core.u'))
    const report = await join(games, 'DM-Tower')
    const { exports, names } = countsOf('conform/older/Core.u')
    expect(packageOf(report, 'Core')).toMatchObject({
      status: 'other-generation',
      generation: gen,
      file: { generation: other },
      common: { generation: 15, exports, names },
      differences: [],
    })
    expect(report.ok).toBe(true)
    expect(report.counts?.packages.find(({ name }) => name === 'Core')).toMatchObject({
      objectCount: exports,
      nameCount: names,
    })
  })

  it('a different package with the name of Core.u is not', async () => {
    const games = await twoGames()
    games.server.add('System/Core.u', corpusFile('conform/newer/Core.u'))
    games.client.add('System/Core.u', corpusFile('conform/newer/UWeb.u'))
    const report = await join(games, 'DM-Tower')
    expect(packageOf(report, 'Core').status).toBe('mismatch')
  })

  it('the ServerPackages of a real ini follow the map in its order', async () => {
    const { server } = await twoGames()
    const ini = corpusFile('game-ut99/UnrealTournament.ini')
    server.add('System/UnrealTournament.ini', ini)
    const wanted = [...String.fromCharCode(...ini).matchAll(/^ServerPackages=(\S+)/gm)].map((match) => match[1] ?? '')
    expect(wanted).toHaveLength(13)
    for (const name of wanted) {
      if (name !== 'Botpack') await put(server, `System/${name}.u`, { name, objects: [{ object: 'Class Thing' }] })
    }
    await put(server, 'Maps/DM-Small.unr', { name: 'DM-Small', objects: [] })
    const map = await packageMap(await openInstall(server, server.root), 'DM-Small')
    expect(map.missing).toEqual([])
    expect(map.packages.map(({ name }) => name)).toEqual([
      'DM-Small',
      ...wanted.flatMap((name) => (name === 'Botpack' ? ['Botpack', 'Engine', 'Core'] : [name])),
    ])
    expect(map.game).toEqual({ path: 'Botpack.DeathMatchPlus', from: 'ini' })
  })
})
