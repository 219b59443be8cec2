import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installUmod as installStrictly, uninstallUmod } from '@ukit/umod/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryFolder, treeOf, writeTree } from '../../../testing/folders.js'
import { SWEEPS } from '../../../testing/sweep.js'
import { INI, installUmod, makeA, makeB, makeC, QUICK } from './support/installing.js'
import { GAME, mod } from './support/mods.js'

describe('install', () => {
  test('copies, edits and logs; uninstalling restores every byte', async () => {
    const game = temporaryFolder(GAME)
    const before = treeOf(game)
    const { unchanged, plan } = await installUmod(await makeA(), game)
    expect(unchanged).toBe(false)
    expect(plan.warnings.join('\n')).toMatch(
      /"System\\Shared\.u" differs from the one that belongs to UnrealTournament/,
    )
    const after = treeOf(game)
    expect(after).toMatchObject({
      'System/ModA.u': 'a100',
      'System/Shared.u': 'shared of A',
      'Textures/Sub/ModA.utx': 'textures',
      'Logs/ModA/': '',
      [INI]: `${GAME[INI].replace('Relics\r\n', 'Relics\r\nServerPackages=ModA\r\n')}\r\n\r\n[Mod.Settings]\r\nVersion=1\r\n`,
    })
    // In the format of the games' own installer: the product's section, and counts.
    const log = after['System/Manifest.ini']!
    expect(log).toContain('[Setup]\r\nMasterProduct=UnrealTournament\r\nGroup=UnrealTournament\r\nGroup=Mod A\r\n')
    expect(log).toMatch(
      /\[Mod A\]\r\nFile=System\\ModA\.u\r\nFile=System\\Shared\.u\r\nFile=System\\Common\.u\r\nFile=Textures\\Sub\\ModA\.utx\r\nFolder=Logs\\ModA\r\nDelete=System\\ModA\.log\r\nVersion=100\r\nRequires=UnrealTournament\r\n/,
    )
    expect(log).toContain('File:System\\Shared.u=2\r\n')
    expect(log).toContain('File:System\\ModA.u=1\r\n')
    expect(log).toContain('File:System\\Core.u=1\r\n')
    writeTree(game, { 'System/ModA.log': 'written by the mod' })
    const undone = await uninstallUmod('mod a', game)
    expect(undone.deleted).toContain('System/ModA.u')
    expect(undone.restored).toContain('System/Shared.u')
    expect(treeOf(game)).toEqual(before)
  })

  test('creates the log, ini and System in a game without them, and removes them again', async () => {
    const game = temporaryFolder({ 'Maps/x': '' })
    const before = treeOf(game)
    await expect(installUmod(await makeA(), game)).rejects.toThrow(
      /expected UnrealTournament 400 or newer in the game, but it is not installed/,
    )
    expect(treeOf(game)).toEqual(before)
    const { plan } = await installUmod(await makeA(), game, { ignoreRequirements: true })
    expect(plan.warnings.join('\n')).toMatch(/does not exist and is created/)
    await uninstallUmod('Mod A', game)
    expect(treeOf(game)).toEqual(before)
  })

  test('files of the game are only overwritten on request; those of an earlier version always', async () => {
    const game = temporaryFolder(GAME)
    const before = treeOf(game)
    await expect(installStrictly(await makeA(), game)).rejects.toMatchObject({
      kind: 'exists',
      path: 'System/Shared.u',
    })
    expect(treeOf(game)).toEqual(before)
    await installStrictly(await mod('P', '1', [], { 'System\\P.u': 'one' }), game)
    await installStrictly(await mod('P', '2', [], { 'System\\P.u': 'two' }), game)
    expect(treeOf(game)['System/P.u']).toBe('two')
  })

  test('a file of the mod that was changed by hand since is only replaced on request', async () => {
    const game = temporaryFolder(GAME)
    const files = { 'System\\P.u': 'one', 'System\\Q.u': 'one' }
    await installStrictly(await mod('P', '1', [], files), game)
    writeTree(game, { 'System/P.u': 'by hand' })
    const edited = treeOf(game)
    for (const version of ['1', '2']) {
      const next = await mod('P', version, [], { 'System\\P.u': version, 'System\\Q.u': version })
      await expect(installStrictly(next, game)).rejects.toThrow(
        /"System\/P.u" has been changed since it was installed; it is overwritten only with force/,
      )
      expect(treeOf(game)).toEqual(edited)
    }
    await installUmod(await mod('P', '2', [], { 'System\\P.u': 'two' }), game)
    expect(treeOf(game)['System/P.u']).toBe('two')
    // What the games' own setup installed has no hash.
    const setup = temporaryFolder({ ...GAME, 'System/P.u': 'by hand' })
    const log = join(setup, 'System/Manifest.ini')
    const lines = '\r\n[P]\r\nFile=System\\P.u\r\nVersion=1\r\n'
    writeFileSync(log, `${readFileSync(log, 'latin1').replace('\r\n\r\n', '\r\nGroup=P\r\n\r\n')}${lines}`)
    await expect(installStrictly(await mod('P', '1', [], { 'System\\P.u': 'one' }), setup)).rejects.toThrow(/since/)
    await installStrictly(await mod('P', '2', [], { 'System\\P.u': 'two' }), setup)
    expect(treeOf(setup)['System/P.u']).toBe('two')
  })

  test('twice is the same as once', async () => {
    const game = temporaryFolder(GAME)
    const before = treeOf(game)
    await installUmod(await makeA(), game)
    const once = treeOf(game)
    expect(await installUmod(await makeA(), game)).toMatchObject({ unchanged: true, written: [] })
    expect(treeOf(game)).toEqual(once)
    await uninstallUmod('Mod A', game)
    expect(treeOf(game)).toEqual(before)
  })

  test('twice is the same as once, even if the mod edits its own ini file and SaveIni keeps a value', async () => {
    const game = temporaryFolder({ ...GAME, 'System/Own.ini': '[A]\r\nKept=mine\r\nLost=mine\r\n' })
    const before = treeOf(game)
    const lines = ['SaveIni=System\\Own.ini,A.Kept', 'AddIni=System\\Own.ini,A.List=1']
    const make = () => mod('P', '1', lines, { 'System\\Own.ini': '[A]\r\nKept=default\r\n' })
    await installUmod(await make(), game)
    expect(treeOf(game)['System/Own.ini']).toBe('[A]\r\nKept=mine\r\nList=1\r\n')
    expect(await installUmod(await make(), game)).toMatchObject({ unchanged: true })
    await uninstallUmod('P', game)
    expect(treeOf(game)).toEqual(before)
  })

  test('an upgrade is one product, which is undone entirely', async () => {
    const game = temporaryFolder(GAME)
    const before = treeOf(game)
    await installUmod(await makeA('100'), game)
    await installUmod(await makeA('200', { 'System\\New.u': 'new' }), game)
    const log = treeOf(game)['System/Manifest.ini']!
    expect(log).toContain('Version=200')
    expect(log.match(/Group=Mod A/g)).toHaveLength(1)
    expect(log).toContain('File:System\\ModA.u=1\r\n')
    expect(treeOf(game)).toMatchObject({ 'System/ModA.u': 'a200', 'System/New.u': 'new' })
    await uninstallUmod('Mod A', game)
    expect(treeOf(game)).toEqual(before)
  })

  test.each([
    ['Mod A', 'ModB'],
    ['ModB', 'Mod A'],
  ])('two products that share files are undone, %s first', async (first, second) => {
    const game = temporaryFolder(GAME)
    const before = treeOf(game)
    await installUmod(await makeA(), game)
    await installUmod(await makeB(), game)
    expect(treeOf(game)['System/Manifest.ini']).toContain('File:System\\Common.u=2')
    await uninstallUmod(first, game)
    const between = treeOf(game)
    expect(between).toMatchObject({
      'System/Common.u': 'common',
      'System/Shared.u': second === 'ModB' ? 'shared of B' : 'shared of A',
    })
    expect(between[INI]).toContain(`ServerPackages=${second.replace(' ', '')}`)
    expect(between[INI]).not.toContain(`ServerPackages=${first.replace(' ', '')}`)
    await uninstallUmod(second, game)
    expect(treeOf(game)).toEqual(before)
  })

  test('installing and uninstalling in any order restores the original state', async () => {
    const makers = [() => makeA(), () => makeA('300', { 'System\\New.u': 'n' }), makeB, makeC]
    const names = ['Mod A', 'Mod A', 'ModB', 'ModC']
    const mods = await Promise.all(makers.map((make) => make()))
    const made = (which: number) => mods[which]!
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), fc.nat(3)), { maxLength: 8 }), async (steps) => {
        const game = temporaryFolder(GAME)
        const before = treeOf(game)
        const there = new Set<string>()
        for (const [install, which] of steps) {
          const name = names[which]!
          if (install) {
            await installUmod(made(which), game, { io: QUICK })
            there.add(name)
          } else if (there.delete(name)) await uninstallUmod(name, game, { io: QUICK })
        }
        for (const name of there) await uninstallUmod(name, game, { io: QUICK })
        expect(treeOf(game)).toEqual(before)
      }),
      { numRuns: SWEEPS ? 40 : 12 },
    )
  })

  test('later changes are kept: only the edits in ini files are undone, changed files stay', async () => {
    const game = temporaryFolder(GAME)
    await installUmod(await makeA(), game)
    const path = join(game, INI)
    writeFileSync(path, readFileSync(path, 'latin1').replace('CacheSizeMegs=4', 'CacheSizeMegs=64'), 'latin1')
    writeFileSync(join(game, 'System/ModA.u'), 'patched by hand')
    const { kept, edited } = await uninstallUmod('Mod A', game)
    expect(kept).toContainEqual({ path: 'System/ModA.u', reason: 'it has been changed since' })
    expect(edited).toContain(INI)
    const tree = treeOf(game)
    expect(tree['System/ModA.u']).toBe('patched by hand')
    expect(tree[INI]!.trimEnd()).toBe(GAME[INI].replace('CacheSizeMegs=4', 'CacheSizeMegs=64'))
    expect(tree['System/Manifest.ini']).toBe(GAME['System/Manifest.ini'])
  })
})

describe('with the games’ own installer', () => {
  test('what it installed is removed as it would do it, shared files stay', async () => {
    const log = GAME['System/Manifest.ini']
      .replace('Group=UnrealTournament\r\n', 'Group=UnrealTournament\r\nGroup=Old\r\n')
      .replace(
        '[RefCounts]',
        '[Old]\r\nFile=System\\Old.u\r\nFile=System\\Shared.u\r\nVersion=1\r\n\r\n[RefCounts]\r\nFile:System\\Old.u=1',
      )
      .replace('Shared.u=1', 'Shared.u=2')
    const game = temporaryFolder({ ...GAME, 'System/Manifest.ini': log, 'System/Old.u': 'old' })
    await uninstallUmod('Old', game)
    expect(treeOf(game)).toEqual(treeOf(temporaryFolder(GAME)))
  })

  test('the game itself and missing products are not removed', async () => {
    const game = temporaryFolder(GAME)
    await expect(uninstallUmod('UnrealTournament', game)).rejects.toThrow(/the game itself/)
    await expect(uninstallUmod('None', game)).rejects.toThrow(/not installed; installed are: UnrealTournament/)
  })

  test('the log is removed if nothing is left', async () => {
    const log = '[Setup]\r\nGroup=Old\r\n\r\n[Old]\r\nFile=Sub\\Old.u\r\n\r\n[RefCounts]\r\nFile:Sub\\Old.u=1\r\n'
    const game = temporaryFolder({ 'System/Manifest.ini': log, 'Sub/Old.u': 'old', 'keep.txt': '' })
    await uninstallUmod('Old', game)
    expect(treeOf(game)).toEqual({ 'System/': '', 'keep.txt': '' })
  })
})

describe('the report of uninstalling', () => {
  test('never lists a file twice: one changed between two versions stays in any case', async () => {
    const game = temporaryFolder(GAME)
    await installUmod(await makeA(), game)
    writeTree(game, { 'System/ModA.u': 'mine' })
    await installUmod(await makeA('101'), game)
    // The content of the first version, but not of the second.
    writeTree(game, { 'System/ModA.u': 'a100' })
    const before = treeOf(game)
    const { deleted, kept, restored, edited } = await uninstallUmod('Mod A', game)
    expect(kept).toEqual([{ path: 'System/ModA.u', reason: 'it has been changed since' }])
    const all = [...deleted, ...restored, ...edited, ...kept.map(({ path }) => path)]
    expect(new Set(all).size).toBe(all.length)
    const after = treeOf(game)
    expect(after['System/ModA.u']).toBe('a100')
    for (const path of deleted) {
      expect(before).toHaveProperty([path])
      expect(after).not.toHaveProperty([path])
    }
  })

  test('a file changed by several products is listed by its final state', async () => {
    const game = temporaryFolder(GAME)
    await installUmod(await makeA(), game)
    await installUmod(await makeB(), game)
    await installUmod(await makeA('101'), game)
    const before = treeOf(game)
    const done = await uninstallUmod('Mod A', game)
    const after = treeOf(game)
    const lists = { deleted: done.deleted, changed: [...done.restored, ...done.edited] }
    const all = [...lists.deleted, ...lists.changed, ...done.kept.map(({ path }) => path)]
    expect(new Set(all.map((path) => path.toLowerCase())).size).toBe(all.length)
    for (const path of lists.deleted) expect([before[path] === undefined, after[path]]).toEqual([false, undefined])
    for (const path of lists.changed) expect(after[path]).not.toBe(before[path])
    for (const { path } of done.kept) expect(after[path]).toBe(before[path])
  })

  test('Delete= of an installer does not make uninstalling delete files of the game or of the user', async () => {
    const game = temporaryFolder({ ...GAME, 'System/User.ini': 'mine' })
    const evil = await mod(
      'Evil',
      '1',
      ['Delete=System\\Core.u', 'Delete=System\\User.ini', 'Delete=Maps\\Entry.unr'],
      {
        'System\\Evil.u': 'evil',
      },
    )
    const { plan } = await installUmod(evil, game)
    expect(plan.warnings.join()).toMatch(/Delete=System\\Core\.u, which is left out: the file already exists/)
    await uninstallUmod('Evil', game)
    expect(treeOf(game)).toMatchObject({
      'System/Core.u': 'core',
      'System/User.ini': 'mine',
      'Maps/Entry.unr': 'entry',
    })
    // Logged by a different installer, for a file that the game itself lists.
    const log = `${GAME['System/Manifest.ini']}\r\n[Evil]\r\nDelete=System\\Core.u\r\nVersion=1\r\n`.replace(
      'Group=UnrealTournament',
      'Group=UnrealTournament\r\nGroup=Evil',
    )
    const other = temporaryFolder({ ...GAME, 'System/Manifest.ini': log })
    const { deleted, kept } = await uninstallUmod('Evil', other)
    expect([deleted, kept.map(({ path }) => path)]).toEqual([[], ['System/Core.u']])
  })
})
