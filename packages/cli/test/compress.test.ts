import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, type ImportSpec, planOf } from '../../../testing/packages.js'
import { zipFile } from '../../../testing/zip-file.js'
import { ukit, ukitJson } from './run-ukit.js'

const IMPORTS: readonly ImportSpec[] = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Light'],
]

/** A package of lights, whose size depends on their number. */
function lights(version: number, count: number): Promise<Uint8Array> {
  const exports = Array.from({ length: count }, (_, i) => ({
    objectName: `Light${i}`,
    class: -2,
    flags: 4,
    body: Uint8Array.of(0),
  }))
  return fileOf(planOf({ version }, { names: ['None'], imports: IMPORTS, exports }))
}

const ue1 = await lights(69, 60)
const ue2 = await lights(128, 60)
// `banana` by another encoder (formats/umod-and-network.md §2), as t.bin.
const BANANA = Buffer.from('d204000006742e62696e00130000000b989bb108126300c0f31b3b890e', 'hex')

/** The same download with a different stored name of the same length. */
const named = (name: string) => Buffer.concat([BANANA.subarray(0, 5), Buffer.from(name), BANANA.subarray(10)])

test.each(['compress', 'decompress'])('the help of %s is unchanged', async (verb) => {
  const run = await ukit([verb, '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot(`golden/${verb}.txt`)
})

test('each package is compressed in the format of its engine, and decompressed again', async () => {
  const cwd = temporaryFolder({ 'a.u': ue1, 'b.ut2': ue2 })
  const packed = await ukit(['compress', 'a.u', 'b.ut2', '-o', 'red'], { cwd })
  expect(packed).toMatchObject({ status: 0, stderr: '' })
  expect(packed.stdout).toMatch(/ok {2}a\.u → red\/a\.u\.uz: [\d,]+ bytes → [\d,]+ bytes \(\d+\.\d %\)\n/)
  expect(readdirSync(join(cwd, 'red'))).toEqual(['a.u.uz', 'b.ut2.uz2'])
  const second = readFileSync(join(cwd, 'red/b.ut2.uz2'))
  expect(inflateSync(second.subarray(8)).equals(ue2)).toBe(true)
  const plain = await ukit(['decompress', 'red', '-o', 'plain'], { cwd })
  expect(plain).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(join(cwd, 'plain/a.u')).equals(ue1)).toBe(true)
  expect(readFileSync(join(cwd, 'plain/b.ut2')).equals(ue2)).toBe(true)
})

test('an empty file survives .uz and .uz3, and is refused for .uz2', async () => {
  const cwd = temporaryFolder({ 'empty.bin': '' })
  for (const format of ['uz', 'uz3']) {
    const run = await ukit(['compress', 'empty.bin', '--format', format], { cwd })
    expect(run.status).toBe(0)
    // Only clients of UE1 are known to crash on a longer file.
    expect(run.stdout.includes('old clients crash')).toBe(format === 'uz')
    expect((await ukit(['decompress', `empty.bin.${format}`, '-o', format], { cwd })).status).toBe(0)
    expect(readFileSync(join(cwd, format, 'empty.bin'))).toHaveLength(0)
  }
  const run = await ukit(['compress', 'empty.bin', '--format', 'uz2'], { cwd })
  expect([run.status, run.stderr]).toEqual([1, expect.stringContaining('it is empty, and its .uz2 would be too')])
  expect(existsSync(join(cwd, 'empty.bin.uz2'))).toBe(false)
})

test('the format and the signature can be chosen; a file that is not a package needs the format', async () => {
  const cwd = temporaryFolder({ 'a.u': ue1, 'note.txt': 'note '.repeat(100) })
  expect(await ukitJson(['compress', 'a.u', '--format', 'uz3'], { cwd })).toMatchObject([
    { path: 'a.u', output: 'a.u.uz3', format: 'uz3', signature: null, bytes: ue1.length, warning: null, error: null },
  ])
  expect(await ukitJson(['compress', 'a.u', '--signature', '5678'], { cwd })).toMatchObject([{ signature: 5678 }])
  expect(readFileSync(join(cwd, 'a.u.uz')).readUInt32LE(0)).toBe(5678)
  const note = await ukit(['compress', 'note.txt'], { cwd })
  expect(note).toMatchObject({ status: 1, stdout: '' })
  expect(note.stderr).toContain('choose one with --format')
  expect((await ukit(['compress', 'note.txt', '--format', 'uz'], { cwd })).status).toBe(0)
  expect((await ukit(['compress', 'a.u.uz'], { cwd })).stderr).toContain('it is already a compressed download (.uz)')
  expect((await ukit(['compress', 'a.u', '--format', 'zip'], { cwd })).status).toBe(2)
})

test('warns of a download that is longer than the file', async () => {
  const cwd = temporaryFolder({ 'a.u': Uint8Array.from({ length: 40 }, (_, i) => i * 7) })
  const run = await ukit(['compress', 'a.u', '--format', 'uz'], { cwd })
  expect(run.status).toBe(0)
  expect(run.stdout).toMatch(/warning: it is longer than the file itself, and old clients crash on it/)
})

test('never overwrites without --force; a damaged download leaves no file', async () => {
  const cwd = temporaryFolder({
    'a.u': ue1,
    'a.u.uz': 'mine',
    't.bin': 'mine',
    'b.uz': BANANA,
    'c.uz': BANANA.subarray(0, 25),
  })
  expect(await ukit(['compress', 'a.u'], { cwd })).toMatchObject({ status: 1, stdout: '' })
  expect(readFileSync(join(cwd, 'a.u.uz'), 'utf8')).toBe('mine')
  expect((await ukit(['decompress', 'b.uz'], { cwd })).stderr).toContain('--force replaces it')
  expect((await ukit(['decompress', 'b.uz', '-f'], { cwd })).status).toBe(0)
  expect(readFileSync(join(cwd, 't.bin'), 'utf8')).toBe('banana')
  const [damaged] = await ukitJson(['decompress', 'c.uz', '-o', 'out'], { cwd })
  expect(damaged).toMatchObject({ path: 'c.uz', output: null, error: { kind: 'truncated' } })
  expect(existsSync(join(cwd, 'out'))).toBe(false)
})

test.each(['../xy', '/etc/', 'C:\\xy', 'a/b/c', 'NUL.x', '.. ..'])('the stored name %j is not used', async (name) => {
  const cwd = temporaryFolder({ 'safe.u.uz': named(name) })
  mkdirSync(join(cwd, 'in'))
  writeFileSync(join(cwd, 'in/safe.u.uz'), named(name))
  const [result] = await ukitJson(['decompress', 'in/safe.u.uz'], { cwd })
  expect(result).toMatchObject({ name, output: join('in', 'safe.u'), written: 6, error: null })
  expect(result.warning).toContain('is not used')
  expect(readdirSync(cwd).sort()).toEqual(['in', 'safe.u.uz'])
  expect(readdirSync(join(cwd, 'in')).sort()).toEqual(['safe.u', 'safe.u.uz'])
})

test('verbs that read packages read the package in a download; info describes both', async () => {
  const cwd = temporaryFolder({ 'a.u': ue1, 'b.ut2': ue2 })
  await ukit(['compress', 'a.u', 'b.ut2'], { cwd })
  const objects = (path: string) => ukitJson(['ls', path], { cwd }).then(([{ exports }]) => exports)
  const wanted = await objects('a.u')
  expect(wanted.length).toBe(60)
  expect(await objects('a.u.uz')).toEqual(wanted)
  expect(await objects('a.u.uz!a.u')).toEqual(wanted)
  expect((await ukit(['verify', 'a.u.uz', 'b.ut2.uz2'], { cwd })).status).toBe(0)
  expect((await ukit(['show', 'b.ut2.uz2', 'Light7'], { cwd })).status).toBe(0)
  expect((await ukit(['diff', 'a.u', 'a.u.uz'], { cwd })).status).toBe(0)
  expect(await ukit(['copy', 'a.u.uz', 'c.u'], { cwd })).toMatchObject({ status: 0 })
  expect(readFileSync(join(cwd, 'c.u')).equals(ue1)).toBe(true)
  expect(await ukitJson(['info', 'a.u.uz', 'b.ut2.uz2'], { cwd })).toMatchObject([
    { kind: 'uz', inside: { name: 'a.u', bytes: ue1.length } },
    { kind: 'uz2', inside: { name: 'b.ut2', bytes: ue2.length } },
  ])
  writeFileSync(join(cwd, 'z.zip'), zipFile({ 'Dir/a.u.uz': readFileSync(join(cwd, 'a.u.uz')) }))
  expect(await objects('z.zip!Dir/a.u.uz')).toEqual(wanted)
  expect(await objects('z.zip!Dir/a.u.uz!a.u')).toEqual(wanted)
  expect((await ukit(['decompress', 'z.zip!Dir/a.u.uz'], { cwd })).stderr).toContain('-o DIR')
  expect((await ukit(['decompress', 'z.zip!', '-o', 'out'], { cwd })).status).toBe(0)
  expect(readFileSync(join(cwd, 'out/a.u')).equals(ue1)).toBe(true)
})
