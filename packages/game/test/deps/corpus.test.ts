import { savePackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { finderOf, gatherDependencies, importGroups, PackageNeed, PackageTables, TableReader } from '@ukit/game'
import { expect, it } from 'vitest'
import { corpusFile, describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'
import { readImports } from '../support/import-reader.js'

/**
 * Packages of Mass Effect, TERA and Chimera Squad, whose tables the other reader does not know. All other
 * packages are compared.
 */
const OWN_LAYOUT = [
  'ue3/me3tweaks/BioD_CitHub_VolusPlot.xxx',
  'ue3/me3tweaks/GFxUI.pcc',
  'ue3/me3tweaks/SFXWEAPON_SNIPERRIFLES.XXX',
  'ue3/me3tweaks/biod_nor.xxx',
  'ue3/me3tweaks/cookedpcconsole/GFxUI.pcc',
  'corpus-2/ue3/me3tweaks/SFXHeavyWeapon_Blackstorm_Enemy.pcc',
  'corpus-3/ue3/me3tweaks/BioD_CitCas_530GoodbyeFem_LOC_INT.pcc',
  'corpus-3/ue3/me3tweaks/BioD_CitHub_James_LOC_INT.pcc',
  'corpus-3/ue3/goneup/DropItem.gpk',
  'corpus-3/ue3/monjamp/EnemyCounter.u.bd3d9d.u',
  'corpus-3/ue3/monjamp/EnemyCounter.u',
]

describeCorpus('needs of real packages', () => {
  it('name every package and object that another reading of the import table finds', async () => {
    let imports = 0
    const passedOver: string[] = []
    // Only the game can decompress tables in Oodle.
    for (const { path } of sampleOf(PACKAGES).filter(({ compressed }) => !compressed.startsWith('oodle'))) {
      const pkg = await openCorpus(path)
      const tables = PackageTables.of(pkg, { path, size: pkg.file.byteLength, modified: 0 })
      let expected: ReturnType<typeof readImports>
      try {
        expected = readImports(await plainBytes(pkg, path))
        if (expected.length !== pkg.counts.imports) throw new Error('read by another layout')
      } catch {
        passedOver.push(path)
        continue
      }
      const known = expected.filter(({ root }) => root !== '?')
      // Packages are the imports of class Core.Package without an outer.
      const packages = new Set(
        known
          .filter((one) => one.path === one.root && /^core\.package$/i.test(one.class))
          .map(({ root }) => root.toLowerCase()),
      )
      const groups = importGroups(tables)
      const named = groups.map(({ name }) => name.toLowerCase())
      for (const name of packages) expect(named, path).toContain(name)
      // There are no others, except imports that the cooker put below packages that it saved into the file.
      if (known.length === expected.length) expect(new Set(named), path).toEqual(packages)
      const found = groups.flatMap(({ name, rows }) =>
        [...new PackageNeed(name, tables, rows, undefined, false).objects()].map((one) => [
          one.index,
          one.path,
          one.class,
        ]),
      )
      const byIndex = new Map(found.map(([index, ...rest]) => [index, rest]))
      for (const [index, one] of expected.entries()) {
        if (one.root === '?' || one.path === one.root) continue
        expect(byIndex.get(index), `${path} ${index}`).toEqual([one.path, one.class])
        imports++
      }
    }
    const taken = new Set(sampleOf(PACKAGES).map(({ path }) => path))
    expect(passedOver).toEqual(OWN_LAYOUT.filter((path) => taken.has(path)))
    expect(imports).toBeGreaterThan(SWEEPS ? 9000 : 1000)
  })

  it('are found in the real Core, Engine and Fire that packages were compiled against', async () => {
    // CTF-Orbital and DM-Stalwart are maps for the game of Engine.u (469); Fire.u and IpDrv.u also belong to
    // it.
    const files = new MemoryFiles('/ut')
    for (const path of ['ue1/adrak0/Core.u', 'ue1/cacofff/Engine.u', 'ue1/elsheepo/Fire.u', 'ue1/nrempel/IpDrv.u']) {
      files.add(`System/${path.slice(path.lastIndexOf('/') + 1)}`, corpusFile(path))
    }
    files.add('Maps/CTF-Orbital.unr', corpusFile('ue1/xengi/CTF-Orbital.unr'))
    const reader = new TableReader(files, { codecs: nodeCodecs })
    const list = await files.list('/ut/System')
    const at = new Map(
      list.map(({ name, size, modified }) => [
        name.slice(0, -2).toLowerCase(),
        { path: `/ut/System/${name}`, size, modified },
      ]),
    )
    const finder = finderOf([
      { resolve: async (name) => ({ found: at.get(name.toLowerCase()) }), packages: async () => [...at.values()] },
    ])
    const [map] = await files.list('/ut/Maps')
    const start = await reader.tables({ path: '/ut/Maps/CTF-Orbital.unr', size: map?.size ?? 0, modified: 0 })
    const graph = await gatherDependencies([start], finder, reader)
    const needs = graph.nodes.flatMap((node) => node.needs)
    const there = needs.filter(({ provider }) => provider !== undefined)
    expect(new Set(there.map(({ name }) => name))).toEqual(
      new Set(['Core', 'Engine', 'Fire', 'IpDrv'].filter((name) => there.some((one) => one.name === name))),
    )
    expect(there.length).toBeGreaterThan(4)
    expect(there.flatMap((need) => [...need.missing()].map(({ path }) => `${need.user.name}: ${path}`))).toEqual([])
  })
})

async function plainBytes(pkg: Awaited<ReturnType<typeof openCorpus>>, path: string): Promise<Uint8Array> {
  if (pkg.chunked === undefined && pkg.layers.length === 0) return corpusFile(path)
  // Saving encrypts the package again as the game does.
  if (pkg.chunked === undefined) return pkg.image.slice(0, pkg.image.byteLength)
  const pieces: Uint8Array[] = []
  for await (const piece of savePackage(pkg, { compress: 'none' })) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}
