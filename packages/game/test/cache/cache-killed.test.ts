import { fork } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCache, verifyCache } from '@ukit/game'
import { addToCache, folderFiles } from '@ukit/game/node'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bundleProgram } from '../../../../testing/child-program.js'
import { temporaryFolder } from '../../../../testing/folders.js'
import { guidOf, madePackage, UT99 } from '../../../../testing/made-package.js'
import { stepsOf } from '../../../../testing/sweep.js'

/** A process that changes a cache. */
const CHILD = `
import { readFile } from 'node:fs/promises'
import { addToCache, cleanCache, folderFiles, planClean, readCache } from './library.mjs'

const [job, cache, file, ...names] = process.argv.slice(2)
const bytes = new Uint8Array(await readFile(file))

async function* pieces() {
  for (let at = 0; at < bytes.length; at += 200) yield bytes.subarray(at, at + 200)
}
if (job === 'add') {
  for (const name of names) await addToCache(cache, { fileName: name + '.utx', bytes: pieces() })
} else {
  const found = await readCache(folderFiles, cache)
  await cleanCache(found, planClean(found, { days: 30, now: Date.now() }))
}
`

/** Kills the process at one of its points. */
const HOOK = fileURLToPath(new URL('../../../../testing/kill-hook.mjs', import.meta.url))

const ENTRY = `
export { planClean, readCache } from '@ukit/game'
export { addToCache, cleanCache, folderFiles } from '@ukit/game/node'
`

const OLD = guidOf('Old').toString()
const NEW = guidOf('New').toString()
let home = ''

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'ukit-child-'))
  await bundleProgram(home, ENTRY, 'library')
  await writeFile(join(home, 'child.mjs'), CHILD)
  for (const name of ['Old', 'New']) await writeFile(join(home, name), await packageOf(name))
})
afterAll(() => rm(home, { recursive: true }))

function packageOf(name: string): Promise<Uint8Array> {
  return madePackage({ name, shape: UT99, objects: [{ object: 'Texture Base.Stone' }] })
}

/** A cache with one old package in it. */
async function oldCache(): Promise<string> {
  const cache = await mkdtemp(join(tmpdir(), 'ukit-cache-'))
  onTestFinished(() => rm(cache, { recursive: true }))
  await writeFile(join(cache, `${OLD}.uxx`), await packageOf('Old'))
  await utimes(join(cache, `${OLD}.uxx`), 1_000_000, 1_000_000)
  await writeFile(join(cache, 'cache.ini'), `; kept\n[Cache]\n${OLD}=Old.utx\n`)
  return cache
}

/** Runs a child that is killed at a point; returns the number of its points if it ran to its end. */
async function killAt(point: number, job: string, cache: string, file: string, ...names: string[]) {
  const count = join(temporaryFolder(), 'count')
  const child = fork(join(home, 'child.mjs'), [job, cache, join(home, file), ...names], {
    execArgv: ['--import', HOOK],
    env: { ...process.env, UKIT_KILL_AT: String(point), UKIT_KILL_COUNT: count },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const signal = await new Promise((resolve) => child.on('close', (_status, end) => resolve(end)))
  expect(errors).toBe('')
  return signal === 'SIGKILL' ? undefined : Number(await readFile(count, 'utf8'))
}

/** Damage in a cache, which only files that are not complete packages would be. */
async function damageOf(cache: string): Promise<string[]> {
  const found = await readCache(folderFiles, cache)
  const problems = await verifyCache(folderFiles, found)
  return problems.filter(({ kind }) => kind !== 'unnamed').map(({ kind, file }) => `${kind} ${file}`)
}

describe('a cache, after a process was killed', () => {
  it('while adding: it is sound at every step, and the next process completes the work', async () => {
    const points = (await killAt(0, 'add', await oldCache(), 'New', 'New')) ?? 0
    expect(points).toBeGreaterThan(20)
    for (const step of stepsOf(points, 8)) {
      const cache = await oldCache()
      expect(await killAt(1 + step, 'add', cache, 'New', 'New')).toBe(undefined)
      expect(await damageOf(cache)).toEqual([])
      expect(await readFile(join(cache, 'cache.ini'), 'latin1')).toContain(`; kept\n[Cache]\n${OLD}=Old.utx\n`)
      const added = await addToCache(cache, { fileName: 'New.utx', bytes: [await packageOf('New')] })
      expect(['added', 'present']).toContain(added.action)
      const ini = await readFile(join(cache, 'cache.ini'), 'latin1')
      expect(ini).toBe(`; kept\n[Cache]\n${OLD}=Old.utx\n${NEW}=New.utx\n`)
      const rest = (await readdir(cache)).filter((name) => !/\.tmp$/.test(name)).sort()
      expect(rest).toEqual([`${NEW}.uxx`, `${OLD}.uxx`, 'cache.ini'].sort())
    }
  })

  it('while cleaning: at worst, a line has no file', async () => {
    const whole = await oldCache()
    const points = (await killAt(0, 'clean', whole, 'Old')) ?? 0
    expect(points).toBeGreaterThan(10)
    expect((await readdir(whole)).sort()).toEqual(['cache.ini'])
    expect(await readFile(join(whole, 'cache.ini'), 'latin1')).toBe('; kept\n[Cache]\n')
    for (const step of stepsOf(points, 5)) {
      const cache = await oldCache()
      expect(await killAt(1 + step, 'clean', cache, 'Old')).toBe(undefined)
      expect((await damageOf(cache)).filter((problem) => problem !== `dangling ${OLD}`)).toEqual([])
      const { files, entries } = await readCache(folderFiles, cache)
      expect(entries.length).toBeGreaterThanOrEqual(files.length)
    }
  })

  it('keeps every line when several processes add packages', async () => {
    const cache = await oldCache()
    const letters = ['A', 'B', 'C', 'D']
    for (const letter of letters) await writeFile(join(home, letter), await packageOf(letter))
    await Promise.all(letters.map((letter) => killAt(0, 'add', cache, letter, letter)))
    const { entries } = await readCache(folderFiles, cache)
    expect(entries.map(({ name }) => name).sort()).toEqual(['A.utx', 'B.utx', 'C.utx', 'D.utx', 'Old.utx'])
    expect(await damageOf(cache)).toEqual([])
  })
})
