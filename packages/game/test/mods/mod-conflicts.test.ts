import { Guid } from '@ukit/container'
import { type ModConflictsOptions, modConflicts, modsAt } from '@ukit/game'
import { describe, expect, it } from 'vitest'
import { madePackage, UT3 } from '../../../../testing/made-package.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'

/** Mods in one folder, each with the files of its ini folder by name. */
function modsWith(inis: Readonly<Record<string, Readonly<Record<string, string>>>>): MemoryFiles {
  const files = new MemoryFiles('/mods')
  for (const [mod, texts] of Object.entries(inis)) {
    files.add(`${mod}/${mod}.XComMod`, '[mod]\n')
    for (const [name, text] of Object.entries(texts)) files.add(`${mod}/Config/${name}`, text)
  }
  return files
}

async function conflictsOf(files: MemoryFiles, options: ModConflictsOptions = {}) {
  const report = await modConflicts(await modsAt(files, '/mods'), files, options)
  return report.conflicts.map(({ kind, what, winner, sides }) => ({
    kind,
    what,
    winner,
    sides: sides.map(({ mod, value }) => `${mod}: ${value}`),
  }))
}

/** One setting in two mods. */
const two = (first: string, second: string) => {
  const section = '[XComGame.Mill]\n'
  return conflictsOf(
    modsWith({ A: { 'XComGameData.ini': section + first }, B: { 'XComGameData.ini': section + second } }),
  )
}

describe('settings of mods', () => {
  it('are in conflict if their values differ; the last mod wins', async () => {
    expect(await two('Sacks=3', 'Sacks=4')).toEqual([
      {
        kind: 'config',
        what: 'XComGameData.ini [XComGame.Mill] Sacks',
        winner: 'B',
        sides: ['A: Sacks=3', 'B: Sacks=4'],
      },
    ])
    expect(await two('Sacks=3 ; few', 'sacks=3')).toEqual([])
    expect(await two('Sacks=3', 'Wheels=4')).toEqual([])
  })

  it('may add to one list, but not remove or clear what others add', async () => {
    expect(await two('+List=(Name="a")', '+List=(Name="b")\n.List=(Name="c")')).toEqual([])
    const cleared = await two('+List=a', '!List=()\n+List=b')
    expect(cleared).toMatchObject([{ winner: 'B', sides: ['A: +List=a', 'B: !List=()', 'B: +List=b'] }])
    // What comes after a clearing line is added to the empty list.
    expect(await two('!List=()\n+List=a', '+List=b')).toEqual([])
    expect(await two('+List=a', '-List=A')).toMatchObject([{ winner: 'B', sides: ['A: +List=a', 'B: -List=A'] }])
    expect(await two('+List=a', '-List=b')).toEqual([])
  })

  it('are merged by the name of the ini, with lines that go on in the next one; editors’ are left out', async () => {
    const files = modsWith({
      A: { 'DefaultGame.ini': '[S]\nKey=(One, \\\\ ; first\n  Two)\n[UnrealEd.EditorEngine]\n!EditPackages=()' },
      B: { 'game.ini': '[s]\nkey=(One, Two)\n[UnrealEd.EditorEngine]\n+EditPackages=B' },
      C: { 'Other.ini': '[S]\nKey=x' },
    })
    expect(await conflictsOf(files)).toEqual([])
  })
})

describe('replaced classes', () => {
  const override = (base: string, by: string, sign = '+') =>
    `[Engine.Engine]\n${sign}ModClassOverrides=(BaseGameClass="${base}", ModClass="${by}")\n`

  it('are in conflict if two mods replace the same class', async () => {
    const files = modsWith({
      A: { 'XComEngine.ini': override('UIFlag', 'A.UIFlag_A') },
      B: { 'XComEngine.ini': override('uiflag', 'B.UIFlag_B') },
      C: { 'XComEngine.ini': override('UIOther', 'C.UIOther_C') },
    })
    expect(await conflictsOf(files)).toEqual([
      { kind: 'class-override', what: 'UIFlag', winner: null, sides: ['A: A.UIFlag_A', 'B: B.UIFlag_B'] },
    ])
  })

  it('are in order if one mod removes the line of the other', async () => {
    const files = modsWith({
      A: { 'XComEngine.ini': override('UIFlag', 'A.UIFlag_A') },
      B: { 'XComEngine.ini': override('UIFlag', 'A.UIFlag_A', '-') + override('UIFlag', 'B.UIFlag_B') },
    })
    expect(await conflictsOf(files)).toEqual([])
  })
})

describe('packages of mods', () => {
  it('are in conflict if they have one name and different content', async () => {
    const made = (guid: Guid, uses: string) =>
      madePackage({
        name: 'Walls',
        shape: UT3,
        guid,
        objects: [{ object: 'Actor Brick', uses: [`Texture2D ${uses}`] }],
      })
    const files = modsWith({ A: {}, B: {}, C: {} })
    const first = await made(new Guid(1, 2, 3, 4), 'Clay.Red')
    files.add('A/Content/Walls.upk', first)
    files.add('B/Content/Deep/walls.umap', await made(new Guid(5, 6, 7, 8), 'Clay.Grey'))
    files.add('C/Content/Walls.upk', first)
    expect(await conflictsOf(files)).toEqual([
      {
        kind: 'package',
        what: 'Walls',
        winner: null,
        sides: ['A: GUID 00000001000000020000000300000004', 'B: GUID 00000005000000060000000700000008'],
      },
      { kind: 'object', what: 'Walls.Brick', winner: null, sides: ['A: ', 'B: '] },
    ])
  })

  it('a damaged one is named, and the others are compared', async () => {
    const files = modsWith({ A: { 'X.ini': '[S]\nK=1' }, B: { 'X.ini': '[S]\nK=2' } })
    files.add('A/Script/M.u', 'not a package').add('B/Script/M.u', 'neither is this')
    const report = await modConflicts(await modsAt(files, '/mods'), files)
    expect(report.unreadable.map(({ path }) => path)).toEqual(['/mods/A/Script/M.u', '/mods/B/Script/M.u'])
    expect(report.conflicts.map(({ kind }) => kind)).toEqual(['package', 'config'])
  })
})

describe('the order of mods', () => {
  const files = modsWith({ '20': { 'X.ini': '[S]\nK=20' }, '100': { 'X.ini': '[S]\nK=100' } })
  const orderOf = async (paths: readonly string[], inOrder = false) => {
    const mods = (await Promise.all(paths.map((path) => modsAt(files, path)))).flat()
    const { order, conflicts } = await modConflicts(mods, files, { inOrder })
    return [order.mods.map(({ name }) => name), order.decidedBy, conflicts[0]?.winner]
  }

  it('is that of the names of their folders, compared character by character', async () => {
    expect(await orderOf(['/mods'])).toEqual([['100', '20'], 'folders', '20'])
  })

  it('is that of the caller, or unknown if they are in several folders', async () => {
    expect(await orderOf(['/mods/20', '/mods/100'], true)).toEqual([['20', '100'], 'given', '100'])
    const other = new MemoryFiles('/r').add('a/M/X.ini', '[S]\nK=1').add('b/N/X.ini', '[S]\nK=2')
    const mods = (await Promise.all(['/r/a/M', '/r/b/N'].map((path) => modsAt(other, path)))).flat()
    const { order, conflicts } = await modConflicts(mods, other)
    expect([order.decidedBy, conflicts[0]?.winner, conflicts[0]?.message]).toEqual([
      'unknown',
      null,
      'the last of them decides; which one is last is not known',
    ])
  })
})
