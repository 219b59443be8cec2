import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Guid } from '@ukit/container'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, type ImportSpec, planOf } from '../../../testing/packages.js'
import { ukit, ukitJson } from './run-ukit.js'

const IMPORTS: readonly ImportSpec[] = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Light'],
]

/** A package of lights; by default, a body is only a name (the end of its properties). */
function lights(guid: number, objects: Readonly<Record<string, readonly number[]>>): Promise<Uint8Array> {
  const exports = Object.entries(objects).map(([objectName, body]) => ({
    objectName,
    class: -2,
    flags: 0x0007_0004,
    body: Uint8Array.from(body),
  }))
  const summary = { guid: new Guid(guid, 0, 0, 0) }
  return fileOf(planOf({ version: 69 }, { names: ['None', 'Mass'], imports: IMPORTS, exports, summary }))
}

const old = await lights(1, { A: [0], Gone: [0] })
const now = await lights(2, { B: [0], A: [1, 0x22, 5, 0, 0, 0, 0] })

describe('conform', () => {
  test('writes a package that is compatible with the old one, and --check reports so in both directions', async () => {
    const cwd = temporaryFolder({ 'old.u': old, 'new.u': now })
    const run = await ukit(['conform', 'new.u', 'old.u', '-o', 'out.u'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toContain('compatible with old.u\n')
    expect(run.stdout).toContain("1 export removed, now null:\n      Light'Gone'\n")
    const [info] = await ukitJson(['info', 'out.u'], { cwd })
    expect(info.guid).toBe('00000001000000000000000000000000')
    expect(info.generations).toHaveLength(2)
    const [ls] = await ukitJson(['ls', 'out.u'], { cwd })
    expect(ls.exports.map(({ path }: { path: string }) => path)).toEqual(['A', 'None', 'B'])
    for (const args of [
      ['old.u', 'out.u'],
      ['out.u', 'old.u'],
    ]) {
      const check = await ukit(['conform', '--check', ...args], { cwd })
      expect(check).toMatchObject({ status: 0, stderr: '' })
      expect(check.stdout).toContain('network compatible\n    old.u is the older release, generation 1')
    }
    expect((await ukit(['verify', 'out.u'], { cwd })).status).toBe(0)
  })

  test('--check reports why two files are incompatible; exit status 1', async () => {
    const cwd = temporaryFolder({ 'old.u': old, 'new.u': now })
    const run = await ukit(['conform', '--check', 'old.u', 'new.u'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stdout).toMatch(/^failed {2}old\.u and new\.u: not network compatible\n {4}the GUIDs differ/)
    expect(await ukitJson(['conform', '--check', 'old.u', 'new.u'], { cwd })).toMatchObject([
      { path: 'old.u', other: 'new.u', compatible: false, common: null, problems: [{ kind: 'guid' }], error: null },
    ])
  })

  test('never overwrites without --force; with it, OUT may be NEW itself', async () => {
    const cwd = temporaryFolder({ 'old.u': old, 'new.u': now })
    writeFileSync(join(cwd, 'out.u'), 'mine')
    const run = await ukit(['conform', 'new.u', 'old.u', '-o', 'out.u'], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toContain('--force')
    expect(readFileSync(join(cwd, 'out.u'), 'utf8')).toBe('mine')
    expect((await ukit(['conform', '--force', 'new.u', 'old.u', '-o', 'new.u'], { cwd })).status).toBe(0)
    expect((await ukit(['conform', '--check', 'new.u', 'old.u'], { cwd })).status).toBe(0)
  })

  test('refuses objects that it does not understand, names them, and writes nothing', async () => {
    // A property of type 0 makes the rest of the object unreadable.
    const odd = await lights(2, { B: [0], Odd: [1, 0, 9] })
    const cwd = temporaryFolder({ 'old.u': old, 'new.u': odd })
    const run = await ukit(['conform', 'new.u', 'old.u', '-o', 'out.u'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stdout).toMatch(/nothing was written\n {4}1 object cannot be renumbered:\n {6}Odd: /)
    expect(existsSync(join(cwd, 'out.u'))).toBe(false)
  })

  test.each([
    [['conform', 'new.u']],
    [['conform', 'new.u', 'old.u']],
    [['conform', '--check', 'new.u']],
    [['conform', '--check', 'new.u', 'old.u', '-o', 'out.u']],
  ])('%j is wrong usage', async (args) => {
    const cwd = temporaryFolder({ 'old.u': old, 'new.u': now })
    expect(await ukit(args, { cwd })).toMatchObject({ status: 2, stdout: '' })
  })

  test('the help is unchanged', async () => {
    const run = await ukit(['conform', '--help'])
    expect(run).toMatchObject({ status: 0, stderr: '' })
    await expect(run.stdout).toMatchFileSnapshot('golden/conform.txt')
    for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })
})
