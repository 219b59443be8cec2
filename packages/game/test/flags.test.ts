import { packageFlagTable } from '@ukit/container'
import { buildPackage, PackageEdit, setPackageFlags } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import {
  checkInstall,
  checkServerSideOnly,
  clientPackages,
  comesWithGame,
  explainFlags,
  networkRole,
  openInstall,
  TableReader,
} from '@ukit/game'
import { describe, expect, it } from 'vitest'
import { CORPUS, describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { addPackages, ut99Install } from '../../../testing/installs.js'
import { UT99 } from '../../../testing/made-package.js'
import { MemoryFiles } from '../../../testing/memory-files.js'
import { sampleOf } from '../../../testing/sweep.js'

const named = (flags: number, version: number) =>
  explainFlags(flags, version).map(({ name, set }) => (set ? name : `no ${name}`))

describe('explainFlags', () => {
  it('explains the bits of each engine', () => {
    expect(named(0x21, 69)).toEqual(['AllowDownload', 'no ClientOptional', 'no ServerSideOnly', 'Encrypted'])
    expect(named(0x21, 128)).toEqual(['AllowDownload', 'no ClientOptional', 'no ServerSideOnly', 'Official'])
    expect(named(0x29, 512)).toEqual([
      'AllowDownload',
      'no ClientOptional',
      'no ServerSideOnly',
      'Cooked',
      'SavedWithNewerVersion',
    ])
    expect(named(0x8, 69)).toContain('BrokenLinks')
    expect(named(0x4000_0008, 69)).toContain('0x40000000')
    expect(named(0x8000_0001, 600)).toContain('Protected')
  })

  it.each([69, 128, 512])('has words for every flag of version %i', (version) => {
    const all = explainFlags(0xffff_ffff, version, { all: true })
    expect(all.filter(({ meaning }) => /cannot explain/.test(meaning))).toEqual([])
    expect(all.length).toBe(32)
    for (const name of Object.keys(packageFlagTable(version))) expect(all.map((one) => one.name)).toContain(name)
  })
})

describe('networkRole', () => {
  it.each([
    [0, 'needed', false],
    [1, 'needed', true],
    [3, 'optional', true],
    [2, 'optional', false],
    [4, 'never', false],
    [5, 'never', false],
  ] as const)('of %i: %s, download %s', (flags, players, download) => {
    expect(networkRole(flags)).toMatchObject({ players, download })
  })
})

/** No package comes with the game. */
const nothing = async () => false

describe('checkServerSideOnly', () => {
  it('finds packages that players load and cannot get, and the path to them', async () => {
    const files = await ut99Install('/ut99')
    await addPackages(files, {
      'Maps/DM-Logged.unr': {
        name: 'DM-Logged',
        shape: UT99,
        objects: [{ object: 'Light Light0', uses: ['Texture Helper.Icon'] }],
      },
      'System/Helper.u': {
        name: 'Helper',
        shape: UT99,
        imports: ['Class ServerTools.Logger'],
        objects: [{ object: 'Texture Icon' }],
      },
    })
    const install = await openInstall(files, '/ut99')
    const found = await checkServerSideOnly(await clientPackages(install), install, new TableReader(files), nothing)
    expect(found.map(({ user, needed, way }) => [user.name, needed.name, way])).toEqual([
      ['Helper', 'ServerTools', ['DM-Logged', 'Helper']],
    ])
    expect(found[0]?.message).toContain('ukit edit /ut99/System/ServerTools.u flags -ServerSideOnly')
    const problems = await checkInstall(install)
    expect(problems.filter(({ kind }) => kind === 'server-side-only').map(({ paths }) => paths)).toEqual([
      ['/ut99/System/Helper.u', '/ut99/System/ServerTools.u'],
    ])
  })

  it('ignores packages that only the server loads, and those that every player has from the game', async () => {
    const files = await ut99Install('/ut99')
    await addPackages(files, {
      'System/Admin.u': { name: 'Admin', shape: UT99, flags: 4, imports: ['Class ServerTools.Logger'] },
      'System/UWindow.u': { name: 'UWindow', shape: UT99, flags: 5, objects: [{ object: 'Class UWindowBase' }] },
      'Maps/DM-Menu.unr': { name: 'DM-Menu', shape: UT99, imports: ['Class UWindow.UWindowBase', 'Class Gone.Thing'] },
    })
    const install = await openInstall(files, '/ut99')
    const admin = { path: '/ut99/System/Admin.u', size: 0, modified: 0 }
    const clients = [...(await clientPackages(install)), admin]
    expect(clients.map(({ path }) => path)).toContain('/ut99/Maps/DM-Menu.unr')
    const isShipped = (name: string) => comesWithGame(name, { game: install.game, engine: 1 })
    expect(await checkServerSideOnly(clients, install, new TableReader(files), isShipped)).toEqual([])
    expect((await checkInstall(install)).filter(({ kind }) => kind === 'server-side-only')).toEqual([])
  })

  it('also works on a plain list of files, and through circles', async () => {
    const files = await addPackages(new MemoryFiles('/x'), {
      'A.u': { name: 'A', shape: UT99, imports: ['Class B.One'], objects: [{ object: 'Class One' }] },
      'B.u': { name: 'B', shape: UT99, imports: ['Class A.One', 'Class S.One'], objects: [{ object: 'Class One' }] },
      'S.u': { name: 'S', shape: UT99, flags: 4, objects: [{ object: 'Class One' }] },
    })
    const place = (name: string) => ({ path: `/x/${name}.u`, size: 0, modified: 0 })
    const finder = { resolve: async (name: string) => ({ found: 'ABS'.includes(name) ? place(name) : undefined }) }
    const found = await checkServerSideOnly([place('A')], finder, new TableReader(files), nothing)
    expect(found.map(({ way }) => way)).toEqual([['A', 'B']])
  })
})

describeCorpus('flags of real packages', () => {
  it('all have names, except bits that only one game sets', () => {
    const unknown = CORPUS.flatMap(({ path, flags, version, kind }) =>
      kind === 'package' && flags !== undefined && version !== undefined
        ? explainFlags(flags, version).flatMap(({ name }) => (name.startsWith('0x') ? [`${path} ${name}`] : []))
        : [],
    )
    // The engine has no names for these bits, and their meanings in the games are not public.
    expect(unknown).toEqual([
      'corpus-2/ue3/g3arshift/WEP_3P_SKULL9_MESH.upk 0x4000',
      'corpus-2/ue3/g3arshift/WEP_M84Bowie_MESH.upk 0x4000',
      'corpus-2/ue3/secretagentjr/xVoteAnnouncer.upk 0x4000',
      'corpus-2/ue3/vito510/Labs_Utopia_P.upk 0x80',
      'corpus-2/ue3/vito510/Labs_Utopia_P.upk 0x200',
    ])
  })

  it('are set in every package, and only one byte changes', async () => {
    const rows = sampleOf(PACKAGES)
    const refused: string[] = []
    let edited = 0
    for (const { path } of rows) {
      const pkg = await openCorpus(path).catch((error: unknown) => {
        if (!(error instanceof PackageError)) throw error
        refused.push(`${path}: ${error.kind}`)
      })
      if (pkg === undefined) continue
      const edit = await PackageEdit.open(pkg)
      setPackageFlags(edit, 'ClientOptional')
      const built = await buildPackage(edit)
      // Saving sets the flags for compression.
      const stored = (flags: number) => flags & ~0x600_0000
      expect(stored(built.summary.flags), path).toBe(stored(pkg.summary.flags | 2))
      const [before, after] = await Promise.all(
        [pkg.image, built.image].map((image) => image.slice(0, image.byteLength)),
      )
      let differing = Math.abs((before?.length ?? 0) - (after?.length ?? 0))
      before?.forEach((byte, i) => {
        if (byte !== after?.[i]) differing++
      })
      expect([path, differing]).toEqual([path, 1])
      edited++
    }
    // Its chunks are compressed with Oodle, which cannot be distributed.
    expect(refused).toEqual(['ue3/me3tweaks/PlotManagerMap.pcc: compression'])
    expect(edited).toBe(rows.length - 1)
  })
})
