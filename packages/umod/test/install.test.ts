import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { memorySource } from '@ukit/files'
import { openUmod, planInstall, type Umod } from '@ukit/umod'
import {
  DISK,
  type FileOperations,
  gameFolder,
  type InstallOptions,
  installUmod as installStrictly,
  RequirementError,
  recover,
  uninstallUmod,
} from '@ukit/umod/node'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { temporaryFolder, treeOf, writeTree } from '../../../testing/folders.js'
import { handmadeOf } from '../../../testing/handmade-umod.js'
import { SWEEPS, stepsOf } from '../../../testing/sweep.js'
import { GAME, mod } from './support/mods.js'

const installUmod = (umod: Umod, game: string, options: InstallOptions = {}) =>
  installStrictly(umod, game, { overwrite: true, ...options })

const INI = 'System/UnrealTournament.ini'
const ADD = 'AddIni=UnrealTournament.ini,Engine.GameEngine.ServerPackages='

const makeA = (version = '100', more: Record<string, string> = {}) =>
  mod(
    'Mod A',
    version,
    [
      `${ADD}ModA`,
      'Ini=System\\UnrealTournament.ini,Mod.Settings.Version=1',
      'Folder=Logs\\ModA',
      'Delete=System\\ModA.log',
    ],
    {
      'System\\ModA.u': `a${version}`,
      'System\\Shared.u': 'shared of A',
      'System\\Common.u': 'common',
      'Textures\\Sub\\ModA.utx': 'textures',
      ...more,
    },
  )
const makeB = () =>
  mod('ModB', '7b', [`${ADD}ModB`, 'Ini=System\\UnrealTournament.ini,Other.Key=B'], {
    'System\\ModB.u': 'b',
    'System\\Common.u': 'common',
    'System\\Shared.u': 'shared of B',
    'Textures\\Sub\\ModB.utx': 'textures b',
  })
const makeC = () =>
  mod('ModC', '1', [`${ADD}ModC`], { 'System\\Common.u': 'common', 'System\\Shared.u': 'shared of A' })

describe('install', () => {
  test('copies, edits and logs; uninstall leaves every byte as it was', async () => {
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
    // As the games' own installer would write it: the product's section, and counts.
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

  test('into a game without a log, ini or System makes them, and takes them away again', async () => {
    const game = temporaryFolder({ 'Maps/x': '' })
    const before = treeOf(game)
    await expect(installUmod(await makeA(), game)).rejects.toThrow(
      /expected UnrealTournament 400 in the game, it is not installed/,
    )
    expect(treeOf(game)).toEqual(before)
    const { plan } = await installUmod(await makeA(), game, { ignoreRequirements: true })
    expect(plan.warnings.join('\n')).toMatch(/does not exist and is created/)
    await uninstallUmod('Mod A', game)
    expect(treeOf(game)).toEqual(before)
  })

  test('files of the game are only overwritten when that is asked for; those of an earlier version always', async () => {
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

  test('twice is the same as once also when the mod edits an ini file that it brings, and SaveIni keeps a value', async () => {
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

  test('an upgrade is one product, undone as a whole', async () => {
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

  test('installing and uninstalling in any order ends where it began', async () => {
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

  test('what was changed meanwhile stays: of ini files only the edits go, files are kept', async () => {
    const game = temporaryFolder(GAME)
    await installUmod(await makeA(), game)
    const path = join(game, INI)
    writeFileSync(path, readFileSync(path, 'latin1').replace('CacheSizeMegs=4', 'CacheSizeMegs=64'), 'latin1')
    writeFileSync(join(game, 'System/ModA.u'), 'patched by hand')
    const { kept, edited } = await uninstallUmod('Mod A', game)
    expect(kept).toContainEqual({ path: 'System/ModA.u', reason: 'it was changed since' })
    expect(edited).toContain(INI)
    const tree = treeOf(game)
    expect(tree['System/ModA.u']).toBe('patched by hand')
    expect(tree[INI]!.trimEnd()).toBe(GAME[INI].replace('CacheSizeMegs=4', 'CacheSizeMegs=64'))
    expect(tree['System/Manifest.ini']).toBe(GAME['System/Manifest.ini'])
  })
})

describe('with the games’ own installer', () => {
  test('what it installed is removed as it would, shared files stay', async () => {
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

  test('the game itself is not removed, nor what is not there', async () => {
    const game = temporaryFolder(GAME)
    await expect(uninstallUmod('UnrealTournament', game)).rejects.toThrow(/the game itself/)
    await expect(uninstallUmod('None', game)).rejects.toThrow(/not installed; installed are: UnrealTournament/)
  })

  test('when nothing is left, the log goes', async () => {
    const log = '[Setup]\r\nGroup=Old\r\n\r\n[Old]\r\nFile=Sub\\Old.u\r\n\r\n[RefCounts]\r\nFile:Sub\\Old.u=1\r\n'
    const game = temporaryFolder({ 'System/Manifest.ini': log, 'Sub/Old.u': 'old', 'keep.txt': '' })
    await uninstallUmod('Old', game)
    expect(treeOf(game)).toEqual({ 'System/': '', 'keep.txt': '' })
  })
})

/**
 * The disk without waiting until bytes are on it: hundreds of runs that end in the middle are about the order
 * of changes, which is the same.
 */
const QUICK: FileOperations = {
  ...DISK,
  async write(path, pieces, mode) {
    const parts: Uint8Array[] = []
    for await (const piece of pieces) parts.push(piece.slice())
    await writeFile(path, Buffer.concat(parts), { flag: 'wx', mode })
  },
}

/** Games with mods, each made once and copied. */
async function copyOf(made: Promise<string>): Promise<string> {
  const game = temporaryFolder({})
  await cp(await made, game, { recursive: true, preserveTimestamps: true })
  return game
}

/**
 * The disk, until the given number of changes is done: from then on everything fails, as for a process that
 * is dead.
 */
function dyingAfter(changes: number): { io: FileOperations; count: () => number } {
  let done = 0
  const wrap =
    <A extends unknown[]>(operation: (...args: A) => Promise<void>) =>
    async (...args: A) => {
      if (done >= changes) throw new Error('killed')
      done++
      await operation(...args)
    }
  const io: FileOperations = {
    makeFolder: wrap(QUICK.makeFolder),
    write: wrap(QUICK.write),
    rename: wrap(QUICK.rename),
    remove: wrap(QUICK.remove),
    removeFolder: wrap(QUICK.removeFolder),
    removeAll: wrap(QUICK.removeAll),
  }
  return { io, count: () => done }
}

describe('a run that is killed', () => {
  const root = mkdtempSync(join(tmpdir(), 'ukit-killed-'))
  afterAll(() => rm(root, { recursive: true }))
  const withB = (async () => {
    writeTree(root, GAME)
    await installUmod(await makeB(), root)
    return root
  })()
  const prepared = () => copyOf(withB)

  test('while installing, at every step: the game is as before or as after, and both can be undone', async () => {
    const whole = dyingAfter(Number.POSITIVE_INFINITY)
    const reference = await prepared()
    const before = treeOf(reference)
    await installUmod(await makeA(), reference, { io: whole.io })
    const after = treeOf(reference)
    const outcomes = new Set<string>()
    expect(whole.count()).toBeGreaterThan(30)
    for (const n of stepsOf(whole.count(), 12)) {
      const game = await prepared()
      await expect(installUmod(await makeA(), game, { io: dyingAfter(n).io })).rejects.toThrow()
      outcomes.add(await recover(game, QUICK))
      const tree = treeOf(game)
      expect([before, after], `killed after ${n} changes`).toContainEqual(tree)
      await installUmod(await makeA(), game, { io: QUICK })
      expect(treeOf(game)).toEqual(after)
    }
    expect([...outcomes].sort()).toEqual(['completed', 'discarded', 'nothing'])
  })

  test('while uninstalling, at every step', async () => {
    const both = (async () => {
      const game = temporaryFolder(GAME)
      await installUmod(await makeA(), game)
      await installUmod(await makeB(), game)
      return game
    })()
    const make = () => copyOf(both)
    const whole = dyingAfter(Number.POSITIVE_INFINITY)
    const reference = await make()
    const before = treeOf(reference)
    await uninstallUmod('Mod A', reference, { io: whole.io })
    const after = treeOf(reference)
    for (const n of stepsOf(whole.count(), 12)) {
      const game = await make()
      await expect(uninstallUmod('Mod A', game, { io: dyingAfter(n).io })).rejects.toThrow()
      await recover(game, QUICK)
      expect([before, after], `killed after ${n} changes`).toContainEqual(treeOf(game))
    }
  })

  test('while it recovers, is recovered the next time', async () => {
    const reference = await prepared()
    const before = treeOf(reference)
    await installUmod(await makeA(), reference)
    const after = treeOf(reference)
    for (const n of [20, 25, 30]) {
      for (const m of stepsOf(12, 4)) {
        const game = await prepared()
        await installUmod(await makeA(), game, { io: dyingAfter(n).io }).catch(() => undefined)
        await recover(game, dyingAfter(m).io).catch(() => undefined)
        await recover(game, QUICK)
        expect([before, after]).toContainEqual(treeOf(game))
      }
    }
  })

  test('a change that fails is taken back with all before it, and so is one that fails while that is done', async () => {
    const game = await prepared()
    const before = treeOf(game)
    const names = ['ModA.u', 'Shared.u', 'ModA.utx', 'UnrealTournament.ini', 'Manifest.ini', 'record.json']
    for (const name of names) {
      const io: FileOperations = {
        ...DISK,
        rename: (from, to) =>
          to.endsWith(name) && !to.includes('transaction')
            ? Promise.reject(new Error('no space'))
            : DISK.rename(from, to),
      }
      // Files that were there cannot be put back either, as long as the disk refuses their name.
      await expect(installUmod(await makeA(), game, { io })).rejects.toThrow(/no space/)
      await recover(game)
      const after = treeOf(game)
      if (after['System/ModA.u'] !== undefined) await uninstallUmod('Mod A', game)
      expect(treeOf(game)).toEqual(before)
    }
  })

  test.each(['../../outside', '..\\..\\outside', 'C:\\outside', 'C:outside', '/outside', '\\outside', 'System/Core.u'])(
    'a journal that somebody put there is not carried out, whatever its path (%s)',
    async (path) => {
      const steps = [{ path, action: 'delete', had: true }]
      const journal = { format: 2, direction: 'forward', steps, made: [], emptied: [] }
      for (const text of [
        JSON.stringify({ ...journal, format: 1 }),
        JSON.stringify({ ...journal, root: '.', seal: '00'.repeat(32) }),
        'text',
      ]) {
        const game = temporaryFolder({
          ...GAME,
          '.ukit/transaction/journal.json': text,
          '.ukit/transaction/new/0': 'evil',
        })
        const before = treeOf(game)
        await expect(installUmod(await makeA(), game)).rejects.toThrow(/not one that this version of ukit wrote/)
        await expect(uninstallUmod('P', game)).rejects.toThrow(/not one that this version of ukit wrote/)
        await expect(recover(game)).rejects.toThrow(/nothing is done/)
        expect(treeOf(game)).toEqual(before)
      }
    },
  )

  test('a journal of ours counts only in its own folder, and only as a journal', async () => {
    const game = await prepared()
    let done = 0
    const io: FileOperations = {
      ...DISK,
      rename: (from, to) => {
        if (to.endsWith('journal.json')) done = 1
        else if (done > 0) return Promise.reject(new Error('killed'))
        return DISK.rename(from, to)
      },
    }
    await expect(installUmod(await makeA(), game, { io })).rejects.toThrow(/killed/)
    const journal = readFileSync(join(game, '.ukit/transaction/journal.json'))
    const record = readFileSync(join(game, '.ukit/installed/0001/record.json'))
    const other = temporaryFolder({ ...GAME, '.ukit/transaction/journal.json': journal })
    await expect(recover(other)).rejects.toThrow(/nothing is done/)
    writeFileSync(join(other, '.ukit/transaction/journal.json'), record)
    await expect(recover(other)).rejects.toThrow(/nothing is done/)
    expect(await recover(game)).toBe('taken back')
  })

  test('a record that is none, or leads out of the game, stops everything', async () => {
    const record = (path: string) =>
      JSON.stringify({ format: 1, product: 'P', version: '1', files: [{ path, before: null }], folders: [] })
    for (const text of [
      '{',
      record('../x'),
      record('..\\x'),
      record('C:\\x'),
      record('.ukit/transaction/journal.json'),
    ]) {
      const game = temporaryFolder({ ...GAME, '.ukit/installed/0001/record.json': text })
      await expect(installUmod(await makeA(), game)).rejects.toThrow(/this version of ukit wrote/)
      await expect(uninstallUmod('P', game, { trustRecords: true })).rejects.toThrow(/this version of ukit wrote/)
    }
  })

  test('a record that somebody put there is not carried out, unless asked', async () => {
    const game = temporaryFolder(GAME)
    await installUmod(await makeA(), game)
    const after = treeOf(game)
    const path = join(game, '.ukit/installed/0001/record.json')
    const { seal: _, ...record } = JSON.parse(readFileSync(path, 'utf8'))
    // With the sum of the game's own file, as anybody can know it.
    const core = { path: 'System/Core.u', kind: 'file', before: null, after: sha256('core') }
    writeFileSync(path, JSON.stringify({ ...record, files: [...record.files, core] }))
    await expect(uninstallUmod('Mod A', game)).rejects.toThrow(/not written by ukit for this user/)
    await expect(uninstallUmod('Mod A', game, { dryRun: true })).rejects.toThrow(/not written by ukit/)
    expect(treeOf(game)).toEqual({ ...after, '.ukit/installed/0001/record.json': readFileSync(path, 'latin1') })
    const { deleted } = await uninstallUmod('Mod A', game, { trustRecords: true, dryRun: true })
    expect(deleted).toContain('System/Core.u')
    // The next record gets a place of its own.
    await installUmod(await makeB(), game)
    expect(treeOf(game)).toHaveProperty(['.ukit/installed/0002/record.json'])
  })

  test('another run at work is left alone', async () => {
    const holder = `1-000000000000-${hostname().replace(/[^\w.-]/g, '_')}`
    const game = temporaryFolder({ ...GAME, [`.ukit/lock/${holder}`]: '' })
    const before = treeOf(game)
    await expect(installUmod(await makeA(), game)).rejects.toThrow(/another run of ukit/)
    expect(treeOf(game)).toEqual(before)
  })

  test('of two at once one waits its turn, and neither touches what the other prepares', async () => {
    const game = temporaryFolder(GAME)
    const reference = temporaryFolder(GAME)
    await installUmod(await makeA(), reference)
    const both = await Promise.allSettled([installUmod(await makeA(), game), installUmod(await makeB(), game)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((end): end is PromiseRejectedResult => end.status === 'rejected')
    expect(String(refused?.reason)).toMatch(/another run of ukit/)
    if (both[0].status === 'fulfilled') expect(withoutSeals(treeOf(game))).toEqual(withoutSeals(treeOf(reference)))
    await installUmod(await (both[0].status === 'fulfilled' ? makeB() : makeA()), game)
    await uninstallUmod('ModB', game)
    await uninstallUmod('Mod A', game)
    expect(treeOf(game)).toEqual(treeOf(temporaryFolder(GAME)))
  })

  test('a lock that is a link to files of others removes none of them', async () => {
    const outside = temporaryFolder({ '99999999-000000000000-x': 'mine', 'a.txt': 'mine' })
    const game = temporaryFolder({ ...GAME, '.ukit/installed/keep': '' })
    symlinkSync(outside, join(game, '.ukit/lock'))
    await expect(installUmod(await makeA(), game)).rejects.toThrow(/another run of ukit/)
    expect(Object.keys(treeOf(outside))).toHaveLength(2)
  })
})

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function withoutSeals(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).map(([path, text]) => [path, text.replace(/"seal": "[0-9a-f]+"/, '')]))
}

describe('what uninstalling says', () => {
  test('never lists a file twice: one that was changed between two versions stays, whatever the first one did', async () => {
    const game = temporaryFolder(GAME)
    await installUmod(await makeA(), game)
    writeTree(game, { 'System/ModA.u': 'mine' })
    await installUmod(await makeA('101'), game)
    // As the first version left it, but not as the second did.
    writeTree(game, { 'System/ModA.u': 'a100' })
    const before = treeOf(game)
    const { deleted, kept, restored, edited } = await uninstallUmod('Mod A', game)
    expect(kept).toEqual([{ path: 'System/ModA.u', reason: 'it was changed since' }])
    const all = [...deleted, ...restored, ...edited, ...kept.map(({ path }) => path)]
    expect(new Set(all).size).toBe(all.length)
    const after = treeOf(game)
    expect(after['System/ModA.u']).toBe('a100')
    for (const path of deleted) {
      expect(before).toHaveProperty([path])
      expect(after).not.toHaveProperty([path])
    }
  })

  test('a file that went through several hands is listed as it ends', async () => {
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
    expect(plan.warnings.join()).toMatch(/Delete=System\\Core\.u, which is left out: the file is there already/)
    await uninstallUmod('Evil', game)
    expect(treeOf(game)).toMatchObject({
      'System/Core.u': 'core',
      'System/User.ini': 'mine',
      'Maps/Entry.unr': 'entry',
    })
    // Logged by another installer, of a file that the game itself lists.
    const log = `${GAME['System/Manifest.ini']}\r\n[Evil]\r\nDelete=System\\Core.u\r\nVersion=1\r\n`.replace(
      'Group=UnrealTournament',
      'Group=UnrealTournament\r\nGroup=Evil',
    )
    const other = temporaryFolder({ ...GAME, 'System/Manifest.ini': log })
    const { deleted, kept } = await uninstallUmod('Evil', other)
    expect([deleted, kept.map(({ path }) => path)]).toEqual([[], ['System/Core.u']])
  })
})

describe('requirements', () => {
  const needy = () =>
    mod('Needy', '1', [], {
      'System\\N.u': 'n',
    })

  test('a game without a log is taken for what it is recognised as; its log comes first', async () => {
    const { 'System/Manifest.ini': log, ...rest } = GAME
    const game = temporaryFolder(rest)
    await expect(installUmod(await needy(), game)).rejects.toBeInstanceOf(RequirementError)
    await expect(installUmod(await needy(), game, { gameNames: ['ut2004'] })).rejects.toThrow(
      /expected UnrealTournament/,
    )
    const { plan } = await installUmod(await needy(), game, { gameNames: ['unreal-tournament', 'Unreal Tournament'] })
    expect(plan.requirements).toEqual([
      { product: 'UnrealTournament', version: '400', installed: undefined, satisfied: true, recognised: true },
    ])
    expect(plan.warnings.join()).toMatch(/its version is not known/)
    const old = temporaryFolder({ ...rest, 'System/Manifest.ini': log.replace('436', '300') })
    await expect(installUmod(await needy(), old, { gameNames: ['unreal-tournament'] })).rejects.toThrow(
      /found version "300"/,
    )
    const other = temporaryFolder({ ...rest, 'System/Manifest.ini': log.replaceAll('UnrealTournament', 'Other') })
    await expect(installUmod(await needy(), other, { gameNames: ['unreal-tournament'] })).rejects.toThrow(
      /not installed/,
    )
  })
})

describe('hostile installers', () => {
  const evil = async (lines: string[], files: Record<string, string> = {}): Promise<Umod> => {
    const manifest = ['[Setup]', 'Product=Evil', 'Version=1', 'Group=G', '[G]', ...lines, ''].join('\r\n')
    return openUmod(memorySource(handmadeOf({ 'System\\Manifest.ini': manifest, 'System\\A.u': 'evil', ...files })))
  }

  test.each([
    'File=(Src=System\\A.u,Dest=..\\..\\evil)',
    'File=(Src=System\\A.u,Dest=\\etc\\evil)',
    'File=(Src=System\\A.u,Dest=\\\\host\\share\\evil)',
    'File=(Src=System\\A.u,Dest=C:\\evil)',
    'File=(Src=System\\A.u,Dest=System\\NUL)',
    'File=(Src=System\\A.u,Dest=System\\x:y)',
    'File=(Src=System\\A.u,Dest=System\\A.u.)',
    'File=(Src=System\\A.u,Dest=System\\Manifest.ini)',
    'File=(Src=System\\A.u,Dest=.ukit\\installed\\0001\\record.json)',
    'File=(Src=System\\A.u,Dest=.UKIT/transaction/journal.json)',
    'File=(Src=System\\A.u,Dest=UKIT~1\\transaction\\journal.json)',
    'Folder=.ukit\\transaction',
    'Ini=.ukit\\x.ini,A.B=C',
    'File=(Src=System\\A.u,Dest=System\\a=b.u)',
    'File=(Src=System\\NotInside.u)',
    'File=(Src=..\\..\\..\\etc\\passwd)',
    'Folder=..\\..\\evil',
    'Ini=..\\..\\evil.ini,A.B=C',
    'AddIni=C:\\evil.ini,A.B=C',
    'Ini=System\\Manifest.ini,A.B=C',
    'Ini=System\\evil.exe,A.B=C',
    'File=(Src=System\\A.u,Ref=System\\Core.u)',
  ])('%s changes nothing', async (line) => {
    const game = temporaryFolder(GAME)
    const before = treeOf(game)
    await expect(installUmod(await evil([line]), game)).rejects.toThrow(/cannot be installed/)
    expect(treeOf(game)).toEqual(before)
  })

  test.each(['Setup', 'RefCounts', 'A]', '', 'x\ty'])('the product %j is refused', async (product) => {
    const manifest = `[Setup]\r\nProduct=${product}\r\nVersion=1\r\n`
    const umod = await openUmod(memorySource(handmadeOf({ 'System\\Manifest.ini': manifest })))
    await expect(installUmod(umod, temporaryFolder(GAME))).rejects.toThrow(/cannot be installed/)
  })

  test('a link in the game is not written through', async () => {
    const outside = temporaryFolder({ 'a.txt': 'mine' })
    const game = temporaryFolder(GAME)
    symlinkSync(outside, join(game, 'Textures'))
    await expect(installUmod(await makeA(), game)).rejects.toThrow(/symbolic link/)
    symlinkSync(join(outside, 'a.txt'), join(game, 'System/A.u'))
    await expect(installUmod(await evil(['File=(Src=System\\A.u)']), game)).rejects.toThrow(/symbolic link/)
    expect(treeOf(outside)).toEqual({ 'a.txt': 'mine' })
  })

  test('a wrong checksum is refused', async () => {
    const bytes = handmadeOf({ 'System\\Manifest.ini': '[Setup]\r\nProduct=P\r\nVersion=1\r\n' })
    bytes[0] = 0x20
    await expect(installUmod(await openUmod(memorySource(bytes)), temporaryFolder(GAME))).rejects.toThrow(/checksum/)
  })

  test('Delete= of a log that strangers wrote does not leave the folder', async () => {
    const log = '[Setup]\r\nGroup=Old\r\n[Old]\r\nFile=..\\outside.txt\r\nDelete=C:\\x\r\nFile=System\\Old.u\r\n'
    const folder = temporaryFolder({
      'game/System/Manifest.ini': log,
      'game/System/Old.u': 'old',
      'outside.txt': 'mine',
    })
    const { warnings } = await uninstallUmod('Old', join(folder, 'game'))
    expect(warnings.join()).toMatch(/outside\.txt is left alone/)
    expect(treeOf(folder)).toMatchObject({ 'outside.txt': 'mine' })
  })
})

describe('plan', () => {
  test('tells files, edits, requirements and warnings, and changes nothing', async () => {
    const game = temporaryFolder({ ...GAME, 'System/common.u': 'common' })
    const before = treeOf(game)
    const umod = await mod(
      'P',
      '1',
      [
        'Ini=UnrealTournament.ini,Engine.GameEngine.ServerPackages=De',
        'WinRegistry=LOCAL_MACHINE\\Software\\X\\Y=1',
        'Shortcut=Link',
        'RemoveIni=System\\User.ini',
        'File=(Src=System\\Run.exe,Lang=det)',
      ],
      { 'System\\Common.u': 'common', 'System\\Run.exe': 'MZ', 'System\\Shared.u': 'other' },
    )
    const plan = await planInstall(umod, await gameFolder(game))
    expect(plan.files.map(({ action, path }) => [action, path])).toEqual([
      ['skip', 'System/Run.exe'],
      ['identical', 'System/common.u'],
      ['copy', 'System/Run.exe'],
      ['overwrite', 'System/Shared.u'],
    ])
    expect(plan.requirements).toEqual([
      { product: 'UnrealTournament', version: '400', installed: '436', satisfied: true },
    ])
    expect(plan.ini).toMatchObject([
      {
        path: INI,
        changes: [
          {
            section: 'Engine.GameEngine',
            removed: ['ServerPackages=Botpack', 'ServerPackages=Relics'],
            added: ['ServerPackages=De'],
          },
        ],
      },
    ])
    const warnings = plan.warnings.join('\n')
    for (const text of [
      /replaces the 2 values/,
      /1 keys of the registry/,
      /1 shortcuts/,
      /RemoveIni/,
      /is a program/,
      /belongs to UnrealTournament/,
    ]) {
      expect(warnings).toMatch(text)
    }
    expect(treeOf(game)).toEqual(before)
    const kept = await planInstall(umod, await gameFolder(game), { keepLists: true })
    expect(kept.ini[0]?.changes).toEqual([{ section: 'Engine.GameEngine', removed: [], added: ['ServerPackages=De'] }])
  })

  test('parts may be left out when they are optional', async () => {
    const manifest =
      '[Setup]\r\nProduct=P\r\nVersion=1\r\nGroup=A\r\nGroup=B\r\n[A]\r\nFile=(Src=System\\A.u)\r\n[B]\r\nOptional=True\r\nGroup=C\r\nFile=(Src=System\\B.u)\r\n[C]\r\nFile=(Src=System\\C.u)\r\n'
    const umod = await openUmod(
      memorySource(
        handmadeOf({ 'System\\Manifest.ini': manifest, 'System\\A.u': 'a', 'System\\B.u': 'b', 'System\\C.u': 'c' }),
      ),
    )
    const game = await gameFolder(temporaryFolder(GAME))
    const files = async (options = {}) => (await planInstall(umod, game, options)).files.map(({ path }) => path)
    expect(await files()).toEqual(['System/A.u', 'System/B.u', 'System/C.u'])
    expect(await files({ deselect: ['b'] })).toEqual(['System/A.u'])
    expect((await planInstall(umod, game, { deselect: ['A'] })).errors).toEqual(['the part "A" is not optional'])
    expect((await planInstall(umod, game, { select: ['X'] })).errors).toEqual(['there is no part "x"'])
  })
})
