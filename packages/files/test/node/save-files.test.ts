import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DISK, type FileChange, type FileOperations, recoverFiles, saveFiles } from '@ukit/files/node'
import { afterEach, describe, expect, test } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A folder with files of these texts, by their paths. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ukit-files-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** All files below a folder, by their paths. */
function treeOf(folder: string, below = ''): Record<string, string> {
  const tree: Record<string, string> = {}
  for (const name of readdirSync(join(folder, below))) {
    const path = below === '' ? name : `${below}/${name}`
    if (statSync(join(folder, path)).isDirectory()) Object.assign(tree, treeOf(folder, path))
    else tree[path] = readFileSync(join(folder, path), 'utf8')
  }
  return tree
}

const text = (content: string) => [new TextEncoder().encode(content)]

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
    makeFolder: wrap(DISK.makeFolder),
    write: wrap(DISK.write),
    rename: wrap(DISK.rename),
    link: wrap(DISK.link),
    remove: wrap(DISK.remove),
    removeFolder: wrap(DISK.removeFolder),
    removeAll: wrap(DISK.removeAll),
  }
  return { io, count: () => done }
}

const OLD = { 'Maps/A.unr': 'old a', 'Maps/B.unr': 'old b', 'Textures/T.utx': 'old t', 'Textures/Gone.utx': 'gone' }
const NEW = { 'Maps/A.unr': 'new a', 'Maps/B.unr': 'old b', 'Textures/T.utx': 'new t', 'Textures/New.utx': 'new' }
const BACKUPS = { 'Maps/A.unr.bak': 'old a', 'Textures/T.utx.bak': 'old t', 'Textures/Gone.utx.bak': 'gone' }

const changesIn = (folder: string): FileChange[] => [
  { path: join(folder, 'Maps/A.unr'), pieces: text('new a') },
  { path: join(folder, 'Textures/T.utx'), pieces: text('new t') },
  { path: join(folder, 'Textures/New.utx'), pieces: text('new'), isNew: true },
  { path: join(folder, 'Textures/Gone.utx'), pieces: undefined },
]

describe('saveFiles', () => {
  test('writes all files, keeps the old ones, and leaves nothing else behind', async () => {
    const folder = folderOf({ ...OLD, 'Maps/A.unr.bak': 'older' })
    const saved = await saveFiles(changesIn(folder))
    expect(saved.map(({ bytes, backup }) => [bytes, backup?.slice(folder.length + 1) ?? null])).toEqual([
      [5, 'Maps/A.unr.bak2'],
      [5, 'Textures/T.utx.bak'],
      [3, null],
      [null, 'Textures/Gone.utx.bak'],
    ])
    expect(treeOf(folder)).toEqual({ ...NEW, ...BACKUPS, 'Maps/A.unr.bak': 'older', 'Maps/A.unr.bak2': 'old a' })
    expect(readdirSync(folder).sort()).toEqual(['Maps', 'Textures'])
  })

  test('removes the old ones without backups', async () => {
    const folder = folderOf(OLD)
    await saveFiles(changesIn(folder), { backup: false })
    expect(treeOf(folder)).toEqual(NEW)
  })

  test('changes nothing if one cannot be written, or a new one already exists', async () => {
    const folder = folderOf({ ...OLD, 'Textures/New.utx': 'there' })
    await expect(saveFiles(changesIn(folder))).rejects.toMatchObject({ kind: 'exists' })
    expect(treeOf(folder)).toEqual({ ...OLD, 'Textures/New.utx': 'there' })
    await saveFiles(changesIn(folder), { force: true })
    expect(treeOf(folder)).toEqual({ ...NEW, ...BACKUPS, 'Textures/New.utx.bak': 'there' })
    const other = folderOf(OLD)
    const failing = (function* () {
      yield new Uint8Array(3)
      throw new Error('cannot be made')
    })()
    const changes = [...changesIn(other), { path: join(other, 'Maps/B.unr'), pieces: failing }]
    await expect(saveFiles(changes)).rejects.toThrow('cannot be made')
    expect(treeOf(other)).toEqual(OLD)
    expect(readdirSync(other).sort()).toEqual(['Maps', 'Textures'])
  })

  test('replaces the file behind a link', async () => {
    const folder = folderOf(OLD)
    symlinkSync(join(folder, 'Maps/A.unr'), join(folder, 'link.unr'))
    await saveFiles([{ path: join(folder, 'link.unr'), pieces: text('new a') }], { backup: false })
    expect(readFileSync(join(folder, 'Maps/A.unr'), 'utf8')).toBe('new a')
  })

  test('killed at every step: the next run finds all files old or makes all new', async () => {
    const whole = dyingAfter(Number.POSITIVE_INFINITY)
    await saveFiles(changesIn(folderOf(OLD)), { io: whole.io })
    expect(whole.count()).toBeGreaterThan(15)
    const outcomes = new Set<string>()
    for (let n = 0; n < whole.count(); n++) {
      const folder = folderOf(OLD)
      await expect(saveFiles(changesIn(folder), { io: dyingAfter(n).io })).rejects.toThrow()
      // Recovery is requested for one of the files only, in a folder below that of the journal.
      const found = await recoverFiles([join(folder, 'Maps/A.unr')])
      for (const { recovery } of found) outcomes.add(recovery)
      expect([OLD, { ...NEW, ...BACKUPS }], `killed after ${n} changes`).toContainEqual(treeOf(folder))
      expect(await recoverFiles([join(folder, 'Maps/A.unr')])).toEqual([])
    }
    expect([...outcomes].sort()).toEqual(['completed', 'discarded'])
  })
})
