import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf, sampleFile } from '../../../testing/packages.js'
import { ukit, ukitJson } from './run-ukit.js'

const sample = await sampleFile({ version: 69 })
const BAD = ['text.u', 'short.u', 'empty.u', 'missing.u']

function folder(): string {
  return temporaryFolder({
    'good.u': sample,
    'text.u': 'this is not a package',
    'short.u': sample.subarray(0, 150),
    'empty.u': '',
    'also-good.u': sample,
  })
}

test.each(['info', 'ls', 'verify'])(
  '%s: a broken file does not stop the others; its error names the file; exit status 1',
  async (verb) => {
    const cwd = folder()
    const run = await ukit([verb, 'good.u', ...BAD, 'also-good.u'], { cwd })
    expect(run.status).toBe(1)
    for (const name of ['good.u', 'also-good.u']) expect(run.stdout).toContain(name)
    // Problems inside files are the output of verify, so they are on standard output.
    const told = verb === 'verify' ? run.stdout : run.stderr
    for (const name of BAD)
      expect(verb === 'verify' ? told : told.match(/^error: [^:]+/gm)).toContain(
        verb === 'verify' ? name : `error: ${name}`,
      )
    expect(run.stderr).toContain('error: missing.u: there is no such file or folder\n')

    const json = await ukitJson([verb, 'good.u', ...BAD, 'also-good.u'], { cwd })
    expect(json.map(({ path }) => path)).toEqual(['good.u', ...BAD, 'also-good.u'])
  },
)

test('info --json has the kind, message and offset of each error, and null for unknown facts', async () => {
  const [good, text, short, empty, missing] = await ukitJson(['info', 'good.u', ...BAD], { cwd: folder() })
  expect(good.error).toBeNull()
  expect(text).toMatchObject({ kind: 'unknown', version: null, error: { kind: 'not-a-package', offset: 0 } })
  expect(short).toMatchObject({ kind: 'package', version: 69, bytes: 150, error: { kind: 'truncated' } })
  expect(empty).toMatchObject({ kind: 'unknown', bytes: 0 })
  expect(missing).toMatchObject({ kind: 'unknown', bytes: null, error: { kind: 'io', offset: null } })
})

test('ls --json and verify --json keep their shape for a file that cannot be opened', async () => {
  const cwd = folder()
  expect(await ukitJson(['ls', 'short.u'], { cwd })).toEqual([
    { path: 'short.u', exports: [], imports: [], names: [], error: expect.objectContaining({ kind: 'truncated' }) },
  ])
  const [report] = await ukitJson(['verify', 'missing.u'], { cwd })
  expect(report).toMatchObject({ path: 'missing.u', ok: false, objects: 0, bytes: 0, understood: 0 })
  expect(report.problems).toMatchObject([{ kind: 'io', severity: 'error', object: null, offset: null }])
})

test('a reference out of range is an error of ls; with --permissive, the rest is listed', async () => {
  const plan = planOf({ version: 69 }, { exports: [{ objectName: 'Fine' }, { objectName: 'Wrong', class: 99 }] })
  const cwd = temporaryFolder({ 'x.u': await fileOf(plan) })
  const strict = await ukit(['ls', 'x.u'], { cwd })
  expect(strict).toMatchObject({ status: 1, stdout: '' })
  expect(strict.stderr).toContain('exports[1].class')
  const permissive = await ukit(['ls', '--permissive', 'x.u'], { cwd })
  expect(permissive.status).toBe(1)
  expect(permissive.stdout).toContain('Fine')
  expect(permissive.stdout).toContain('Wrong')
  expect(permissive.stderr).toContain('exports[1].class')
})

test('objects that are inside themselves do not hang ls; verify reports a cycle', async () => {
  const exports = [{ objectName: 'A', outer: 2 }, { objectName: 'B', outer: 1 }, { objectName: 'Free' }]
  const cwd = temporaryFolder({ 'x.u': await fileOf(planOf({ version: 69 }, { exports })) })
  const list = await ukit(['ls', 'x.u'], { cwd })
  expect(list.stdout).toContain('Free')
  expect(list.stdout).toContain('2 objects of 3 are inside themselves, so they are not in the tree: --flat lists them')
  const [report] = await ukitJson(['verify', 'x.u'], { cwd })
  expect(report.problems.map(({ kind }: { kind: string }) => kind)).toContain('cycle')
})

test('names cannot control the terminal: control characters are escaped', async () => {
  const evil = 'Evil\u001b[2J\u202e\u0007'
  const cwd = temporaryFolder({ 'x.u': await fileOf(planOf({ version: 69 }, { exports: [{ objectName: evil }] })) })
  for (const args of [['ls'], ['ls', '--flat'], ['ls', '--names']]) {
    const { stdout } = await ukit([...args, 'x.u'], { cwd })
    expect(stdout).toContain('Evil\\x1B[2J\\u202E\\x07')
    expect(stdout).not.toContain('\u001b')
  }
  const [{ exports }] = await ukitJson(['ls', 'x.u'], { cwd })
  expect(exports[0].path).toBe(evil)
})

test('copy reports a folder named as a file, and an impossible target', async () => {
  const cwd = folder()
  mkdirSync(join(cwd, 'empty'))
  const run = await ukit(['copy', 'empty', 'out'], { cwd })
  expect(run).toMatchObject({ status: 1, stdout: '' })
  expect(run.stderr).toBe('error: empty: there is no package in the folder\n')
  expect((await ukit(['copy', 'good.u', 'good.u/x.u'], { cwd })).status).toBe(1)
})

test.each([
  [
    ['copy', 'good.u', 'text.u/x.u'],
    'good.u: cannot write "text.u/x.u": its path leads through a file as if that were a folder',
  ],
  [['copy', 'good.u', 'also-good.u', 'text.u'], 'the folder "text.u" cannot be created: it is a file, not a folder'],
  [['compress', 'good.u', '-o', 'text.u'], 'the folder "text.u" cannot be created: it is a file, not a folder'],
  [['decompress', 'good.u.uz', '-o', 'text.u'], 'the folder "text.u" cannot be created: it is a file, not a folder'],
  [['disasm', 'good.u', '-o', 'text.u'], 'good.u: "text.u" already exists; --force replaces it'],
])('%j: a file exists where a folder should be written', async (words, reason) => {
  const cwd = folder()
  expect((await ukit(['compress', 'good.u'], { cwd })).status).toBe(0)
  const run = await ukit(words, { cwd })
  expect([run.status, run.stderr]).toEqual([1, `error: ${reason}\n`])
  expect(readFileSync(join(cwd, 'text.u'), 'utf8')).toBe('this is not a package')
})

test.each(BAD)('disasm -o of %s reports the same error as other verbs, and writes no listing', async (name) => {
  const cwd = folder()
  const run = await ukit(['disasm', name, '-o', 'listing.txt'], { cwd })
  expect([run.status, run.stderr]).toEqual([1, expect.stringMatching(`^error: ${name}: .+\n$`)])
  expect(existsSync(join(cwd, 'listing.txt'))).toBe(false)
})

test.each([
  ['info', '.'],
  ['show', '.'],
  ['copy', '.', 'Out'],
  ['deps', '.'],
  ['script', 'tree', '.'],
  ['script', 'grep', 'x', '.'],
])('%s %s: an error that many files have is not printed for each of them', async (...call) => {
  const names = Array.from({ length: 20 }, (_, i) => `Part${i}.u`)
  const files = Object.fromEntries(names.map((name) => [name, sample.subarray(0, 150)]))
  const { status, stderr } = await ukit(call, { cwd: temporaryFolder(files) })
  expect(status).toBe(1)
  const errors = stderr.split('\n').filter((line) => line.startsWith('error: '))
  expect(errors).toHaveLength(4)
  for (const name of names) expect(stderr.split(name)).toHaveLength(2)
})

test('an error that very many files have names some of them, and says how many more there are', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `Part${i}.u`)
  const files = Object.fromEntries(names.map((name) => [name, sample.subarray(0, 150)]))
  const { stderr } = await ukit(['info', '.'], { cwd: temporaryFolder(files) })
  // 3 have lines of their own, 50 are named together.
  expect(names.filter((name) => stderr.includes(name))).toHaveLength(53)
  expect(stderr).toContain(' and 7 more: ')
})
