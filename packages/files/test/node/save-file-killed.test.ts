import { fork } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bundleProgram } from '../../../../testing/child-program.js'

/**
 * The process that saves, and stops for good at a given step, where the parent kills it. Its system calls are
 * wrapped, so that it can also stop before and after each step after the last piece.
 */
const CHILD = `
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const [path, stopAt, force, length] = process.argv.slice(2)
const timer = setInterval(() => {}, 1000)
async function reach(point) {
  if (point !== stopAt) return
  process.send('reached')
  await new Promise(() => {})
}
for (const name of ['rename', 'link', 'unlink']) {
  const real = fs[name]
  fs[name] = async (...args) => {
    await reach('before ' + name)
    const result = await real(...args)
    await reach('after ' + name)
    return result
  }
}
syncBuiltinESMExports()
const any = await fs.open(process.argv[1])
const { datasync } = Object.getPrototypeOf(any)
await any.close()
Object.getPrototypeOf(any).datasync = async function () {
  await reach('before datasync')
  await datasync.call(this)
  await reach('after datasync')
}
const { saveFile } = await import('./library.mjs')

async function* pieces() {
  for (let i = 0; i < 4; i++) {
    await reach('piece ' + i)
    yield new Uint8Array(Number(length)).fill(i + 1)
  }
  await reach('end')
}
await saveFile(path, pieces(), { force: force === 'force' })
await reach('done')
clearInterval(timer)
process.disconnect()
`

const OLD = new Uint8Array(250_000).fill(9)
const NEW = Uint8Array.from({ length: 400_000 }, (_, i) => Math.floor(i / 100_000) + 1)

let build = ''

beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'ukit-killed-build-'))
  await bundleProgram(build, "export { saveFile } from '@ukit/files/node'", 'library')
  await writeFile(join(build, 'child.mjs'), CHILD)
})

afterAll(() => rm(build, { recursive: true }))

/** Runs the child until it reaches `stopAt`, kills it, and returns the content of the folder. */
async function killAt(stopAt: string, old: Uint8Array | undefined, force: boolean, pieceLength = 100_000) {
  const folder = await mkdtemp(join(tmpdir(), 'ukit-killed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'Map.unr')
  if (old !== undefined) await writeFile(path, old)
  const args = [path, stopAt, force ? 'force' : '', `${pieceLength}`]
  const child = fork(join(build, 'child.mjs'), args, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  let reached = false
  child.on('message', () => {
    reached = true
    child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.on('close', resolve))
  const names = await readdir(folder)
  const content = names.includes('Map.unr') ? await readFile(path) : undefined
  const others = names.filter((name) => name !== 'Map.unr')
  return { reached, errors, content: content && Buffer.compare(content, NEW) === 0 ? 'new' : content, others }
}

describe('saveFile, killed', () => {
  it.each(['piece 0', 'piece 1', 'piece 2', 'piece 3', 'end', 'before rename'])(
    'leaves the old file when killed at: %s',
    async (stopAt) => {
      const { reached, errors, content, others } = await killAt(stopAt, OLD, true)
      expect({ reached, errors }).toEqual({ reached: true, errors: '' })
      expect(content instanceof Uint8Array && Buffer.compare(content, OLD) === 0).toBe(true)
      expect(others).toEqual([expect.stringMatching(/^\.ukit-\d+-\d+-[0-9a-f]{8}-[0-9a-f]{12}\.tmp$/)])
    },
  )

  it.each(['before datasync', 'after datasync'])(
    'leaves the old file when killed while a long one is being written to disk: %s',
    async (stopAt) => {
      const { reached, errors, content, others } = await killAt(stopAt, OLD, true, 12_000_000)
      expect({ reached, errors }).toEqual({ reached: true, errors: '' })
      expect(content instanceof Uint8Array && Buffer.compare(content, OLD) === 0).toBe(true)
      expect(others).toEqual([expect.stringMatching(/^\.ukit-\d+-\d+-[0-9a-f]{8}-[0-9a-f]{12}\.tmp$/)])
    },
  )

  it.each(['after rename', 'done'])('leaves the new file when killed at: %s', async (stopAt) => {
    const result = await killAt(stopAt, OLD, true)
    expect(result).toEqual({ reached: true, errors: '', content: 'new', others: [] })
  })

  it.each(['piece 0', 'piece 2', 'end', 'before link'])('leaves no file when killed at: %s', async (stopAt) => {
    const { reached, errors, content } = await killAt(stopAt, undefined, false)
    expect({ reached, errors, content }).toEqual({ reached: true, errors: '', content: undefined })
  })

  it.each(['after link', 'before unlink', 'after unlink', 'done'])(
    'leaves the complete new file under its name when killed at: %s',
    async (stopAt) => {
      const { reached, errors, content } = await killAt(stopAt, undefined, false)
      expect({ reached, errors, content }).toEqual({ reached: true, errors: '', content: 'new' })
    },
  )

  it('finishes if it is not killed', async () => {
    const result = await killAt('never', undefined, false)
    expect(result).toEqual({ reached: false, errors: '', content: 'new', others: [] })
  })
})
