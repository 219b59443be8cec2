import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf, sampleFile } from '../../../testing/packages.js'
import { start, ukit, ukitJson } from './run-ukit.js'

const sample = await sampleFile({ version: 69 })
const ESC = '\u001b'

test('colours are off without a terminal and on with FORCE_COLOR; NO_COLOR takes precedence', async () => {
  const cwd = temporaryFolder({ 'x.u': sample })
  const args = ['info', 'x.u', 'missing.u']
  const plain = await ukit(args, { cwd })
  expect(plain.stdout + plain.stderr).not.toContain(ESC)
  const forced = await ukit(args, { cwd, env: { FORCE_COLOR: '1' } })
  expect(forced.stdout).toContain(`${ESC}[1mx.u`)
  expect(forced.stderr).toContain(`${ESC}[31m`)
  const both = await ukit(args, { cwd, env: { FORCE_COLOR: '1', NO_COLOR: '1' } })
  // Node 24 itself warns about the contradiction on standard error.
  const stderr = both.stderr.replace(/^\(node:\d+\) Warning: .*\n\(Use .*\n/m, '')
  expect({ ...both, stderr }).toEqual(plain)
  const json = await ukit([...args, '--json'], { cwd, env: { FORCE_COLOR: '1' } })
  expect(json.stdout).not.toContain(ESC)
})

test('--json prints an array for any number of files, with one line per object', async () => {
  const cwd = temporaryFolder({ 'x.u': sample, 'y.u': sample })
  const { stdout } = await ukit(['ls', '--json', 'x.u', 'y.u', './x.u'], { cwd })
  expect(JSON.parse(stdout)).toHaveLength(2)
  expect(stdout).toMatch(/^ {6}\{"index": 0, "path": "Walls", /m)
})

test.each(['info', 'ls', 'verify'])('%s: one thread and two print the same bytes in the same order', async (verb) => {
  const files: Record<string, Uint8Array | string> = {}
  const body = new Uint8Array(70_000)
  for (let i = 0; i < 220; i++) {
    const exports = [{ objectName: `Object${i}`, body: body.subarray(0, (i * 977) % 70_000) }]
    files[`f${String(i).padStart(3, '0')}.u`] =
      i % 50 === 7 ? 'broken' : await fileOf(planOf({ version: 69 }, { exports }))
  }
  const cwd = temporaryFolder(files)
  for (const args of [
    [verb, '.'],
    [verb, '.', '--json'],
  ]) {
    const one = await ukit([...args, '--jobs', '1'], { cwd })
    const two = await ukit([...args, '--jobs=2'], { cwd })
    expect(two).toEqual(one)
    expect(one.status).toBe(1)
    expect(one.stdout.split('\n').length).toBeGreaterThan(200)
  }
})

test('a thread that runs out of memory is an error of its file, and the others continue', async () => {
  // 250,000 names need far more than the 24 MB that each thread gets here.
  const names = Array.from({ length: 250_000 }, (_, i) => `Name${i}`)
  const files: Record<string, Uint8Array> = { 'm-large.u': await largeFile(names) }
  for (let i = 0; i < 40; i++) files[`f${i}.u`] = sample
  files['z.u'] = sample
  const cwd = temporaryFolder(files)
  const run = await ukit(['ls', '.', '--jobs', '2', '--json'], { cwd, node: ['--max-old-space-size=24'] })
  expect(run.stderr).toContain('error: m-large.u: its thread ran out of memory\n')
  expect(run.status).toBe(1)
  const json = JSON.parse(run.stdout)
  expect(json).toHaveLength(42)
  for (const { path, exports, error } of json) {
    if (path === 'm-large.u') expect(error).toMatchObject({ kind: 'limit' })
    else expect({ path, count: exports.length }).toEqual({ path, count: 5 })
  }
})

/** Like `planOf`, which looks up each name and would take minutes for so many. */
async function largeFile(names: readonly string[]): Promise<Uint8Array> {
  const plan = planOf({ version: 69 }, { names: ['None'] })
  const { UString, NameEntry } = await import('@ukit/container')
  const entries = names.map((text) => Object.assign(new NameEntry(), { text: UString.from(text) }))
  return fileOf({ ...plan, names: entries })
}

test('a reader that closes the pipe ends the command without an error', async () => {
  const files: Record<string, Uint8Array> = {}
  for (let i = 0; i < 300; i++) files[`f${i}.u`] = sample
  const child = start(['ls', '.', '--jobs', '1'], { cwd: temporaryFolder(files) })
  let err = ''
  child.stderr?.on('data', (bytes: Buffer) => {
    err += bytes.toString()
  })
  child.stdout?.once('data', () => child.stdout?.destroy())
  const status = await new Promise((resolve) => child.on('close', resolve))
  expect(err).not.toMatch(/EPIPE|bug|Error/)
  expect(status).toBe(0)
})

test.skipIf(process.platform === 'win32')('Ctrl-C ends the command with status 130 and one line', async () => {
  const files: Record<string, Uint8Array> = {}
  for (let i = 0; i < 400; i++) files[`f${i}.u`] = sample
  const child = start(['verify', '.', '--jobs', '2'], { cwd: temporaryFolder(files) })
  let err = ''
  child.stderr?.on('data', (bytes: Buffer) => {
    err += bytes.toString()
  })
  child.stdout?.once('data', () => child.kill('SIGINT'))
  const status = await new Promise((resolve) => child.on('close', resolve))
  expect(err).toBe('note: interrupted\n')
  expect(status).toBe(130)
})

test('--game reads a file as one of that game', async () => {
  const cwd = temporaryFolder({ 'x.u': sample })
  expect(await ukitJson(['info', '--game', 'unreal-engine', 'x.u'], { cwd })).toMatchObject([
    { version: 69, error: null },
  ])
})

test('Node keeps compiled code in a folder of the user, if it supports that', async () => {
  // Replaces a function that Node 20 lacks.
  const preload = `const nodeModule = require('node:module'); nodeModule.enableCompileCache = (folder) => console.error(folder)`
  const cwd = temporaryFolder({ 'preload.cjs': preload })
  const run = await ukit(['--version'], { cwd, env: { XDG_CACHE_HOME: cwd }, node: ['--require', './preload.cjs'] })
  expect(run.status).toBe(0)
  expect(run.stderr.trim()).toBe(join(cwd, 'ukit', 'code'))
})
