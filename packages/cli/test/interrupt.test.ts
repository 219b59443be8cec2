import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { sampleFile } from '../../../testing/packages.js'
import { start, ukit } from './run-ukit.js'

const sample = await sampleFile({ version: 69 })

/** Makes Node run without pause from the moment when a file called Stuck is opened. */
const HOOK = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { open } = fs
fs.open = (...args) => {
  if (!String(args[0]).includes('Stuck')) return open(...args)
  fs.writeSync(2, 'stuck')
  for (;;);
}
syncBuiltinESMExports()
`

// Windows ends processes without asking them.
test.skipIf(process.platform === 'win32').each([
  ['one file', { 'Stuck.u': sample }, 1],
  ['one file', { 'Stuck.u': sample }, 2],
  ['several files', { 'A.u': sample, 'Stuck.u': sample }, 1],
  ['several files', { 'A.u': sample, 'Stuck.u': sample }, 2],
])('Ctrl-C ends code that runs without pause: %s, pressed %3$d times', async (_, files, times) => {
  const cwd = temporaryFolder({ ...files, 'hook.mjs': HOOK })
  const child = start(['verify', '.', '--jobs', '1'], { cwd, node: ['--import', './hook.mjs'] })
  const ended = new Promise<unknown>((resolve) => {
    child.on('close', (status, signal) => resolve(signal ?? status))
  })
  child.stderr?.once('data', () => {
    for (let time = 0; time < times; time++) child.kill('SIGINT')
  })
  expect(['SIGINT', 'SIGTERM']).toContain(await ended)
})

/** Keeps every timer from firing, so that a slow machine does not matter. */
const NO_TIMERS = `
const { setTimeout } = globalThis
globalThis.setTimeout = (run, _after, ...rest) => setTimeout(run, 2 ** 31 - 1, ...rest)
`

test('a run that is over at once starts no thread for Ctrl-C', async () => {
  const cwd = temporaryFolder({ 'A.u': sample, 'B.u': sample, 'hook.mjs': NO_TIMERS })
  // Node reports on standard error which threads it starts.
  const options = { cwd, node: ['--import', './hook.mjs'], env: { NODE_DEBUG: 'worker' } }
  for (const words of [['--version'], ['ls', 'A.u', 'B.u'], ['info', 'A.u', 'B.u']]) {
    const { status, stderr } = await ukit(words, options)
    expect(status).toBe(0)
    expect(stderr).not.toContain('WORKER')
  }
})
