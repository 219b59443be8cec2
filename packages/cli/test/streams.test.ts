import { createHash } from 'node:crypto'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { sampleFile } from '../../../testing/packages.js'
import { zipFile } from '../../../testing/zip-file.js'
import { start, ukit, ukitJson } from './run-ukit.js'

const sample = await sampleFile({ version: 69 })

/** Runs the command with bytes on its standard input. */
async function fed(args: readonly string[], input: Uint8Array, cwd?: string) {
  const child = start(args, cwd === undefined ? {} : { cwd })
  const out: Buffer[] = []
  let stderr = ''
  child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => {
    stderr += bytes.toString()
  })
  child.stdin?.end(input)
  const status = await new Promise((resolve) => child.on('close', resolve))
  return { status, stdout: new Uint8Array(Buffer.concat(out)), stderr }
}

test('- is standard input when it names a file to read', async () => {
  const run = await fed(['info', '-', '--json'], sample)
  expect(run).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(Buffer.from(run.stdout).toString())).toMatchObject([
    { path: '-', bytes: sample.length, version: 69, error: null },
  ])
  expect(await fed(['ls', '-'], sample)).toMatchObject({ status: 0 })
  const cwd = temporaryFolder({ 'x.u': sample })
  expect(await fed(['diff', 'x.u', '-'], sample, cwd)).toMatchObject({ status: 0 })
})

test('- is standard output when it names a file to write, and nothing else is written there', async () => {
  expect(await fed(['copy', '-', '-'], sample)).toEqual({ status: 0, stdout: new Uint8Array(sample), stderr: '' })
  const repaired = await fed(['repair', '-', '-'], sample)
  expect((await fed(['info', '-'], repaired.stdout)).status).toBe(0)
  const small = await fed(['compress', '-', '-o', '-'], sample)
  expect(small.status).toBe(0)
  expect(await fed(['decompress', '-', '-o', '-'], small.stdout)).toMatchObject({
    status: 0,
    stdout: new Uint8Array(sample),
  })
  const edited = await fed(['edit', '-', 'flags', '+AllowDownload', '-o', '-'], sample)
  expect(edited.status).toBe(0)
  const info = await fed(['info', '-', '--json'], edited.stdout)
  expect(JSON.parse(Buffer.from(info.stdout).toString())[0].flags).toContain('AllowDownload')
})

test('--json and a file cannot both use standard output, and edit - needs a file to write', async () => {
  expect(await fed(['copy', '-', '-', '--json'], sample)).toMatchObject({ status: 2 })
  expect(await fed(['edit', '-', 'guid', 'new'], sample)).toMatchObject({ status: 2 })
})

test('--hash prints the checksums that other programs compute', async () => {
  const cwd = temporaryFolder({ 'x.u': sample })
  const [found] = await ukitJson(['info', 'x.u', '--hash', 'crc32,md5', '--hash', 'sha1,SHA256'], { cwd })
  const digest = (kind: string) => createHash(kind).update(sample).digest('hex')
  expect(found.hashes).toEqual({
    crc32: crc32(sample).toString(16).padStart(8, '0'),
    md5: digest('md5'),
    sha1: digest('sha1'),
    sha256: digest('sha256'),
  })
  expect((await ukitJson(['info', 'x.u'], { cwd }))[0]).not.toHaveProperty('hashes')
  const short = await ukit(['info', '--short', 'x.u', '--hash', 'md5'], { cwd })
  expect(short.stdout.split('\n').slice(2)).toEqual([`  MD5 ${found.hashes.md5}`, ''])
})

test('compress --changed keeps files that give the same bytes, and replaces the others', async () => {
  const other = await sampleFile({ version: 68 })
  const cwd = temporaryFolder({ 'same.u': sample, 'other.u': sample })
  expect((await ukit(['compress', '.'], { cwd })).status).toBe(0)
  const old = new Date('2001-02-03T04:05:06Z')
  for (const name of ['same.u.uz', 'other.u.uz']) utimesSync(join(cwd, name), old, old)
  writeFileSync(join(cwd, 'other.u'), other)
  const found = await ukitJson(['compress', '.', '--changed'], { cwd })
  expect(found.map(({ path, unchanged }) => [path, unchanged])).toEqual([
    ['other.u', false],
    ['same.u', true],
  ])
  expect(statSync(join(cwd, 'same.u.uz')).mtime).toEqual(old)
  expect((await ukit(['decompress', 'other.u.uz', '-o', 'back'], { cwd })).status).toBe(0)
  expect(new Uint8Array(readFileSync(join(cwd, 'back', 'other.u')))).toEqual(new Uint8Array(other))
})

test('archives in a folder are named, and opened with --archives, including those in archives', async () => {
  const inner = zipFile({ 'Maps/in.unr': sample })
  const cwd = temporaryFolder({ 'x.u': sample, 'outer.zip': zipFile({ 'System/y.u': sample, 'inner.zip': inner }) })
  const closed = await ukit(['info', '.'], { cwd })
  expect(closed.stderr).toBe(
    'note: 1 file in these folders is not a package, and was skipped; "outer.zip!" is an archive, which ' +
      '--archives looks into\n',
  )
  const paths = async (args: readonly string[]) =>
    (await ukitJson(['info', ...args], { cwd })).map(({ path, version }) => `${path} ${version}`)
  const all = ['outer.zip!System/y.u 69', 'outer.zip!inner.zip!Maps/in.unr 69']
  expect(await paths(['.', '--archives'])).toEqual([...all, 'x.u 69'])
  expect(await paths(['outer.zip!', '--archives'])).toEqual(all)
  expect(await paths(['outer.zip!inner.zip!Maps/in.unr'])).toEqual(all.slice(1))
})

test('nested archives are opened up to a maximum depth', async () => {
  let bytes = zipFile({ 'deep.u': sample })
  for (let i = 0; i < 6; i++) bytes = zipFile({ 'inner.zip': bytes })
  const cwd = temporaryFolder({ 'bomb.zip': bytes, 'x.u': sample })
  const run = await ukit(['info', '.', '--archives'], { cwd })
  expect(run.status).toBe(1)
  expect(run.stderr).toMatch(/bomb\.zip!inner\.zip!.*at most 3 containers nested inside each other/)
  expect(run.stdout).toContain('x.u')
})

test('of an archive that was cut off, the whole packages are read, and the rest is an error', async () => {
  const zip = zipFile({ 'a.u': sample, 'b.u': sample, 'c.u': sample })
  const cwd = temporaryFolder({ 'cut.zip': zip.slice(0, Buffer.from(zip).indexOf('c.u') + 50) })
  const run = await ukit(['info', '--json', 'cut.zip!'], { cwd })
  expect(run.status).toBe(1)
  expect(JSON.parse(run.stdout)).toMatchObject([
    { path: 'cut.zip!a.u', version: 69, error: null },
    { path: 'cut.zip!b.u', version: 69, error: null },
    { path: 'cut.zip', version: null, error: { kind: 'io' } },
  ])
  expect(run.stderr).toBe(
    'error: cut.zip: it is a zip archive whose directory is missing: it was cut off, or is damaged; 2 files ' +
      'before that can be read, and "c.u" is not complete\n',
  )
  expect(await ukit(['ls', 'cut.zip!b.u'], { cwd })).toMatchObject({ status: 0, stderr: '' })
})
