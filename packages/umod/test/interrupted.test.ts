import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DISK, type FileOperations, recover, uninstallUmod } from '@ukit/umod/node'
import { afterAll, describe, expect, test } from 'vitest'
import { temporaryFolder, treeOf, writeTree } from '../../../testing/folders.js'
import { stepsOf } from '../../../testing/sweep.js'
import { installUmod, makeA, makeB, QUICK } from './support/installing.js'
import { GAME } from './support/mods.js'

/** Games with mods, which are created once and then copied. */
async function copyOf(made: Promise<string>): Promise<string> {
  const game = temporaryFolder({})
  await cp(await made, game, { recursive: true, preserveTimestamps: true })
  return game
}

/**
 * The disk until the given number of changes has been made: after that, everything fails, as if the process
 * were dead.
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
    link: wrap(QUICK.link),
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

  test('while installing, at every step: the game is in the old or the new state, and both can be undone', async () => {
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

  test('a change that fails is undone with all changes before it, also if undoing fails', async () => {
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
      // Existing files cannot be restored either as long as the disk refuses their name.
      await expect(installUmod(await makeA(), game, { io })).rejects.toThrow(/no space/)
      await recover(game)
      const after = treeOf(game)
      if (after['System/ModA.u'] !== undefined) await uninstallUmod('Mod A', game)
      expect(treeOf(game)).toEqual(before)
    }
  })

  test.each(['../../outside', '..\\..\\outside', 'C:\\outside', 'C:outside', '/outside', '\\outside', 'System/Core.u'])(
    'a planted journal is not carried out, for any path (%s)',
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
        await expect(installUmod(await makeA(), game)).rejects.toThrow(/was not written here by this version of ukit/)
        await expect(uninstallUmod('P', game)).rejects.toThrow(/was not written here by this version of ukit/)
        await expect(recover(game)).rejects.toThrow(/nothing is done/)
        expect(treeOf(game)).toEqual(before)
      }
    },
  )

  test('a journal by ukit is only valid in its own folder, and only as a journal', async () => {
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
    expect(await recover(game)).toBe('undone')
  })

  test('a record that is invalid, or leads out of the game, stops everything', async () => {
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

  test('a planted record is only carried out on request', async () => {
    const game = temporaryFolder(GAME)
    await installUmod(await makeA(), game)
    const after = treeOf(game)
    const path = join(game, '.ukit/installed/0001/record.json')
    const { seal: _, ...record } = JSON.parse(readFileSync(path, 'utf8'))
    // With the checksum of the game's own file, which anyone can compute.
    const core = { path: 'System/Core.u', kind: 'file', before: null, after: sha256('core') }
    writeFileSync(path, JSON.stringify({ ...record, files: [...record.files, core] }))
    await expect(uninstallUmod('Mod A', game)).rejects.toThrow(/not written by ukit for this user/)
    await expect(uninstallUmod('Mod A', game, { dryRun: true })).rejects.toThrow(/not written by ukit/)
    expect(treeOf(game)).toEqual({ ...after, '.ukit/installed/0001/record.json': readFileSync(path, 'latin1') })
    const { deleted } = await uninstallUmod('Mod A', game, { trustRecords: true, dryRun: true })
    expect(deleted).toContain('System/Core.u')
    // The next record gets a new folder.
    await installUmod(await makeB(), game)
    expect(treeOf(game)).toHaveProperty(['.ukit/installed/0002/record.json'])
  })

  test('another run in progress is not disturbed', async () => {
    const holder = `1-000000000000-${hostname().replace(/[^\w.-]/g, '_')}`
    const game = temporaryFolder({ ...GAME, [`.ukit/lock/${holder}`]: '' })
    const before = treeOf(game)
    await expect(installUmod(await makeA(), game)).rejects.toThrow(/another run of ukit/)
    expect(treeOf(game)).toEqual(before)
  })

  test('of two runs at once, one is refused, and neither touches what the other prepares', async () => {
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

  test('a lock that is a link to unrelated files does not remove any of them', async () => {
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
