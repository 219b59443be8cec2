import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileState, saveFile, saveFiles, saveNewFile, temporaryName } from '@ukit/files/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleProgram } from '../../../../testing/child-program.js'
import { temporaryFolder, treeOf } from '../../../../testing/folders.js'

/** A mark of this process: number, start, place, digits. */
const [PID = '', START = '', PLACE = '', DIGITS = ''] = temporaryName()
  .slice('.ukit-'.length, -'.tmp'.length)
  .split('-')
/** One more than the highest number that a process can have. */
const NOBODY = '4194305'
const HOUR_AGO = Date.now() / 1000 - 3600

const text = (content: string) => [new TextEncoder().encode(content)]
const LOCK = '.ukit-x.u.lock'

/** What was left beside a file, and when it was touched last. */
type Left = (folder: string) => void

const file =
  (content: string, time?: number): Left =>
  (folder) => {
    writeFileSync(join(folder, LOCK), content)
    if (time !== undefined) utimesSync(join(folder, LOCK), time, time)
  }
const held =
  (mark: string, time?: number): Left =>
  (folder) => {
    mkdirSync(join(folder, LOCK))
    writeFileSync(join(folder, LOCK, mark), '')
    if (time !== undefined) utimesSync(join(folder, LOCK, mark), time, time)
  }

/** Without the time at which processes started, only their age tells. */
const hasStart = START !== '0'

const LEFT: Readonly<Record<string, Left>> = {
  'an empty file': file(''),
  'a file of a dead process': file(`${NOBODY} 0123456789abcdef`),
  'a file of a number that lives again': file(`${process.ppid} 0123456789abcdef`, HOUR_AGO),
  'an empty folder': (folder) => mkdirSync(join(folder, LOCK)),
  'the lock of a dead process': held(`${NOBODY}-1-${PLACE}-${DIGITS}`),
  'the lock of a number that lives again': held(
    `${process.ppid}-1-${PLACE}-${DIGITS}`,
    hasStart ? undefined : HOUR_AGO,
  ),
  'the lock of a process with our number': held(`${PID}-1-${PLACE}-${DIGITS}`, hasStart ? undefined : HOUR_AGO),
  'the lock of a process elsewhere that stopped': held(`1-1-00000000-${DIGITS}`, HOUR_AGO),
  'the lock of an earlier version': held(`${PID}-${DIGITS}-host`, HOUR_AGO),
}

const SAVES = {
  saveFile: async (path: string) => void (await saveFile(path, text('new'), { replaces: await fileState(path) })),
  saveFiles: async (path: string) =>
    void (await saveFiles([{ path, pieces: text('new'), replaces: await fileState(path) }], { backup: false })),
}

describe.each(Object.entries(SAVES))('%s', (_name, save) => {
  test.each(Object.entries(LEFT))('is not kept from its file by %s', async (_, leave) => {
    const folder = temporaryFolder({ 'x.u': 'old' })
    leave(folder)
    await save(join(folder, 'x.u'))
    expect(treeOf(folder)).toEqual({ 'x.u': 'new' })
  })

  test.each([
    ['of a process that runs', () => `${PID}-${START}-${PLACE}-${DIGITS}`, PID],
    ['of a process elsewhere that was there just now', () => `77-1-00000000-${DIGITS}`, '77'],
  ])('respects a lock %s, and names it, its process and the remedy', async (_, mark, pid) => {
    const folder = temporaryFolder({ 'x.u': 'old' })
    held(mark())(folder)
    const before = treeOf(folder)
    const path = join(folder, 'x.u')
    const error = await save(path).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'changed', path })
    expect(String(error)).toContain(`process ${pid} has the lock "${join(folder, LOCK)}"`)
    expect(String(error)).toContain('remove the lock if there is no such process')
    expect(treeOf(folder)).toEqual(before)
  })
})

test('what dead processes left is removed, and nothing else', async () => {
  const dead = `${NOBODY}-1-${PLACE}-${DIGITS}`
  const alive = `${PID}-${START}-${PLACE}-${DIGITS}`
  const elsewhere = `${PID}-${START}-00000000-${DIGITS}`
  const stays = {
    [`.ukit-${alive}.tmp`]: 'ours',
    [`.ukit-${elsewhere}.tmp`]: 'perhaps alive',
    '.ukit-fedcba9876543210.tmp': 'of an earlier version, just now',
    '.ukit-notes.tmp': 'of the user',
    'other.tmp': 'of another program',
    'x.u.lock': 'of another program',
  }
  const goes = {
    [`.ukit-${dead}.tmp`]: 'half',
    [`.ukit-${dead.replace('-1-', '-2-')}.tmp/${dead}`]: '',
    [`.ukit-Other.u.lock/${dead}`]: '',
    '.ukit-0123456789abcdef.tmp': 'of an earlier version',
  }
  for (const [name, save] of [
    ['saved', (path: string) => saveFile(path, text('new'))],
    ['small', (path: string) => saveNewFile(path, text('new')[0] ?? new Uint8Array())],
  ] as const) {
    const folder = temporaryFolder({ ...stays, ...goes })
    utimesSync(join(folder, '.ukit-0123456789abcdef.tmp'), HOUR_AGO - 86_400, HOUR_AGO - 86_400)
    await save(join(folder, name))
    expect(treeOf(folder)).toEqual({ ...stays, [name]: 'new' })
  }
})

/** Adds lines to a file, each from what it has just read; prints those that were saved. */
const CHILD = `
import { readFile } from 'node:fs/promises'
import { fileState, saveFile } from './library.mjs'
const [path, own] = process.argv.slice(2)
process.once('message', async () => {
  for (let line = 0; line < 6; ) {
    try {
      const state = await fileState(path)
      const before = await readFile(path, 'utf8')
      await saveFile(path, [Buffer.from(before + own + line + '\\n')], { replaces: state, flush: false })
      line++
    } catch (error) {
      if (error.kind !== 'changed' && error.kind !== 'io') throw error
    }
  }
  process.disconnect()
})
process.send('ready')
`

describe('several processes that meet a stale lock', () => {
  let build = ''
  beforeAll(async () => {
    build = mkdtempSync(join(tmpdir(), 'ukit-lock-build-'))
    await bundleProgram(build, "export { fileState, saveFile } from '@ukit/files/node'", 'library')
    writeFileSync(join(build, 'child.mjs'), CHILD)
  })
  afterAll(() => rmSync(build, { recursive: true }))

  test.each(Object.entries(LEFT))('lose no change that they said was saved: %s', async (_, leave) => {
    const folder = temporaryFolder({ 'x.u': '' })
    const path = join(folder, 'x.u')
    leave(folder)
    const children = ['a', 'b', 'c', 'd'].map((own) => fork(join(build, 'child.mjs'), [path, own], { execArgv: [] }))
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('message', resolve))))
    const ends = children.map((child) => new Promise((resolve) => child.on('close', resolve)))
    for (const child of children) child.send('go')
    expect(await Promise.all(ends)).toEqual([0, 0, 0, 0])
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const wanted = ['a', 'b', 'c', 'd'].flatMap((own) => [0, 1, 2, 3, 4, 5].map((line) => `${own}${line}`))
    expect(lines.sort()).toEqual(wanted)
    expect(readdirSync(folder)).toEqual(['x.u'])
  })
})
