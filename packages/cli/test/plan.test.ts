import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CORPUS, corpusPath, describeCorpus } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import { ukit } from './run-ukit.js'

test('the help of plan is unchanged', async () => {
  const run = await ukit(['plan', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/plan.txt')
})

test('a package without a level is an error, and so is a folder without -o', async () => {
  const bytes = await fileOf(planOf({ version: 61 }, { names: ['None'], imports: [], exports: [] }))
  const cwd = temporaryFolder({ 'x.u': bytes, 'y.u': bytes })
  expect(await ukit(['plan', 'x.u'], { cwd })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'error: x.u: x has no level: it is not a map\n',
  })
  expect((await ukit(['plan', 'x.u', 'y.u'], { cwd })).status).toBe(2)
  expect(await ukit(['plan', 'x.u', '-o', 'p.jpg'], { cwd })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('error: plan writes .svg and .png, not .jpg: -o p.png\n'),
  })
  expect(existsSync(join(cwd, 'p.jpg'))).toBe(false)
  expect((await ukit(['plan', 'x.u', '--height', 'tall', '-o', 'o'], { cwd })).status).toBe(2)
  // A height may be negative: its map is read.
  expect((await ukit(['plan', 'x.u', '--height', '-128'], { cwd })).stderr).toContain('it is not a map')
  for (const sheet of [[], ['--sheet']])
    expect(await ukit(['plan', ...sheet, 'x.u', '--png', '-o', 'x.svg'], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('error: --png, but -o x.svg: name it .png, or leave --png out\n'),
    })
})

test.each([[['plan', '-o', 'out']], [['t3d', '-o', 'out']], [['level', 'check']]])(
  '%j passes over packages of a folder that have no level',
  async (call) => {
    const bytes = await fileOf(planOf({ version: 61 }, { names: ['None'], imports: [], exports: [] }))
    const cwd = temporaryFolder({ 'System/x.u': bytes, 'System/y.u': bytes, 'z.u': bytes })
    expect(await ukit([...call, 'System'], { cwd })).toEqual({
      status: 0,
      stdout: 'passed over: 2 packages without a level\n',
      stderr: '',
    })
    expect((await ukit([...call, 'System', '--json'], { cwd })).stdout).toBe('[\n]\n')
    // What is named is meant to be a map.
    expect(await ukit([...call, 'z.u', 'System'], { cwd })).toMatchObject({
      status: 1,
      stderr: 'error: z.u: z has no level: it is not a map\n',
    })
  },
)

const MAP = CORPUS.find(({ path }) => path.endsWith('DM-HyperBlast.unr'))?.path ?? ''

describeCorpus('plan', () => {
  test('as PNG, from one corner, and many on one sheet', async () => {
    const cwd = temporaryFolder()
    const png = (name: string) => {
      const bytes = readFileSync(join(cwd, name))
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      return bytes.readUInt32BE(16)
    }
    expect((await ukit(['plan', corpusPath(MAP), '-o', 'a/one.png', '--width', '600'], { cwd })).status).toBe(0)
    expect(png('a/one.png')).toBe(600)
    expect((await ukit(['plan', corpusPath(MAP), '-o', 'b', '--png', '--isometric'], { cwd })).status).toBe(0)
    expect(png('b/DM-HyperBlast.png')).toBeGreaterThan(1000)
    const sheet = await ukit(['plan', '--sheet', corpusPath(MAP), corpusPath(MAP), '-o', 'maps.png', '--json'], { cwd })
    expect(JSON.parse(sheet.stdout)).toMatchObject([{ file: 'maps.png', maps: [{}, {}].map(() => corpusPath(MAP)) }])
    expect(png('maps.png')).toBe(20 + 2 * 300)
    expect((await ukit(['plan', '--sheet', corpusPath(MAP)], { cwd })).status).toBe(2)
  })

  test('draws a real map to standard output or into a folder, and keeps what is there', async () => {
    const cwd = temporaryFolder()
    const printed = await ukit(['plan', corpusPath(MAP)], { cwd })
    expect(printed.status).toBe(0)
    // The numbers of actors of these classes in the package, as ls --class counts them.
    expect(printed.stdout).toContain('16 player starts')
    expect(printed.stdout).toContain('2 teleporters')
    expect((await ukit(['plan', corpusPath(MAP), '-o', 'plans'], { cwd })).status).toBe(0)
    expect(readFileSync(join(cwd, 'plans/DM-HyperBlast.svg'), 'utf8')).toBe(printed.stdout)
    const again = await ukit(['plan', corpusPath(MAP), '-o', 'plans', '--json'], { cwd })
    expect(again.status).toBe(1)
    expect(JSON.parse(again.stdout)).toMatchObject([
      { file: null, error: { message: expect.stringContaining('already exists') } },
    ])
    expect(existsSync(join(cwd, 'plans/DM-HyperBlast.svg'))).toBe(true)
  })
})
