import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { sampleFile } from '../../../testing/packages.js'
import { ukit, ukitJson } from './run-ukit.js'

const sample = await sampleFile({ version: 69 })

/** With the 20 bytes that end an installer: magic word, directory, length of the file, version, checksum. */
function installer(text: string): Uint8Array {
  const trailer = Buffer.alloc(20)
  const words = [0x9fe3c5a3, text.length - 1, text.length + 20, 1, 0]
  for (const [i, word] of words.entries()) trailer.writeUInt32LE(word, 4 * i)
  return Buffer.concat([Buffer.from(text, 'latin1'), trailer])
}

describe('a file that is not a package: what it is instead', () => {
  test.each([
    ['empty.u', '', /^error: empty\.u: expected a package, found an empty file /],
    ['text.u', 'Dear player, read me first\r\n', /; it is a text \(at offset 0x0\)$/m],
    [
      'page.u',
      '<!DOCTYPE html><html><head><title>404 Not Found</title></head><body></body></html>',
      /; it is a web page, which servers send instead of files that they do not have /,
    ],
    ['program.u', '\x7fELF\x02\x01\x01\0\0\0\0\0', /; it is a program for Linux /],
    ['picture.u', '\x89PNG\r\n\x1a\n\0\0\0\r', /; it is a picture \(PNG\) /],
  ])('%s', async (name, content, message) => {
    const run = await ukit(['info', name], { cwd: temporaryFolder({ [name]: Buffer.from(content, 'latin1') }) })
    expect(run.status).toBe(1)
    expect(run.stderr).toMatch(message)
  })

  test.each([
    ['ls', ''],
    ['verify', ''],
    ['flags', ''],
    ['script tree', ''],
    ['decompile', ''],
    ['copy', 'OUT'],
    ['cache add', 'DIR'],
  ])('an installer, for ukit %s', async (verb, other) => {
    const files = other === 'DIR' ? ['Cache', 'mod.umod'] : ['mod.umod', ...(other === '' ? [] : ['out.u'])]
    const args = [...verb.split(' '), ...files]
    const cwd = temporaryFolder({ 'mod.umod': installer('[Setup]\r\nProduct=Mod\r\n\0') })
    const { status, stdout, stderr } = await ukit(args, { cwd })
    expect(status).toBe(1)
    expect(stdout + stderr).toContain('; it is an installer; write "mod.umod!" for the packages in it')
    expect(stdout + stderr).not.toContain('it is a text')
  })
})

test('a package that was cut off says so', async () => {
  // Where the first of its tables of exports and imports starts, which the summary names at 24 and 32.
  const view = new DataView(sample.buffer, sample.byteOffset)
  const cut = Math.min(view.getUint32(24, true), view.getUint32(32, true))
  const cwd = temporaryFolder({ 'x.u': sample.subarray(0, cut - 1), 'y.u': sample.subarray(0, cut) })
  for (const [name, found] of [
    ['x.u', 'expected an offset inside the file'],
    ['y.u', 'expected a count from 0 to 0 (0 bytes left)'],
  ] as const) {
    const run = await ukit(['ls', name], { cwd })
    expect(run.stderr).toContain(found)
    expect(run.stderr).toContain(': the file was cut off, or is damaged')
  }
})

test('folders without what is wanted, and files instead of folders, are called that', async () => {
  const cwd = temporaryFolder({ 'in/readme.txt': 'x', file: '', 'text.u': 'text' })
  const said = async (...words: string[]) => (await ukit(words, { cwd })).stderr
  expect(await said('umod', 'ls', 'in')).toBe(
    'error: in: there is no package, installer or compressed download in the folder\n',
  )
  expect(await said('decompress', 'in')).toBe(
    'error: in: there is no compressed download in the folder\n' +
      'note: 1 file in these folders is not a compressed download, and was skipped: in/readme.txt\n',
  )
  expect(await said('redirect', 'build', 'in', 'out')).toBe('note: there is no package in these folders\n')
  expect(await said('redirect', 'build', 'text.u', 'out')).toBe('error: text.u: it is a file, not a folder\n')
  expect(await said('serve', 'text.u')).toBe('error: text.u: it is a file, not a folder\n')
  expect(await said('game', 'file')).toMatch(/^error: file: expected the folder of a game or its ini, found the file /)
  expect(await said('join', '--server', 'none', 'DM-Deck')).toMatch(/^error: there is no folder or ini ".*none"\n$/)
})

test('umod verbs say how an installer is known', async () => {
  const cwd = temporaryFolder({ empty: '', 'x.u': sample })
  expect((await ukit(['umod', 'ls', 'empty'], { cwd })).stderr).toMatch(/^error: empty: .*found an empty file/)
  expect((await ukit(['umod', 'ls', 'x.u'], { cwd })).stderr).toMatch(
    /expected an installer \(\.umod\), whose last 20 bytes start with 0x9FE3C5A3; found .*another kind of file/,
  )
})

test('what cannot be read has no empty results after its error', async () => {
  const cwd = temporaryFolder({ 'text.u': 'text' })
  for (const verb of ['natives', 'unused', 'strings', 'tree'])
    expect(await ukit(['script', verb, 'text.u'], { cwd })).toMatchObject({ status: 1, stdout: '' })
  expect(JSON.parse((await ukit(['script', 'natives', '--json', 'text.u'], { cwd })).stdout)).toHaveLength(1)
})

test('extract says that a choice matches nothing; far-fetched verbs are not suggested', async () => {
  const cwd = temporaryFolder({ 'x.u': sample })
  const run = await ukit(['extract', 'x.u', '-o', 'out', '--class', 'Nope'], { cwd })
  expect(run.stderr).toContain('note: x.u: no object in it was chosen: ukit ls shows its classes and paths\n')
  expect((await ukit(['nope'])).stderr).toBe('error: unknown verb "nope"\n  ukit --help lists the verbs.\n')
  expect((await ukit(['vrify'])).stderr).toContain('did you mean "verify"?')
})

describe('a call that was meant otherwise', () => {
  const C4 = { 'C4.u': sample, 'Other/C4.u': sample }

  test('a folder with compressed downloads only: how they are named', async () => {
    const cwd = temporaryFolder({ 'uz/A.u': sample, 'uz/B.u': sample })
    await ukit(['compress', 'uz', '-o', 'uz'], { cwd })
    for (const name of ['A.u', 'B.u']) rmSync(join(cwd, 'uz', name))
    const run = await ukit(['ls', 'uz'], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toContain(
      'error: uz: there is no package in the folder, but there are 2 compressed downloads: name them, as in "uz/*.uz"',
    )
    expect((await ukit(['ls', 'uz/*.uz'], { cwd })).status).toBe(0)
    const built = await ukit(['redirect', 'build', 'uz', 'red'], { cwd })
    expect(built.stderr).toContain(
      'note: A.u.uz and 1 other are compressed, their packages are not here, and left out: ukit decompress unpacks',
    )
    rmSync(join(cwd, 'uz/B.u.uz'))
    expect((await ukit(['ls', 'uz'], { cwd })).stderr).toContain('but there is a compressed download: name "uz/A.u.uz"')
  })

  test('backups are left out of folders, and named; they can be named themselves', async () => {
    const cwd = temporaryFolder({ 'm/C4.u': sample, 'm/C4.u.bak': sample, 'm/Gone.u.bak2': sample })
    for (const verb of ['info', 'ls', 'verify', 'flags']) {
      const found = await ukitJson([verb, 'm'], { cwd })
      expect(found.map(({ path }) => path)).toEqual(['m/C4.u', 'm/Gone.u.bak2'])
    }
    expect((await ukit(['verify', 'm'], { cwd })).stderr).toBe(
      'note: 1 backup in these folders was skipped: m/C4.u.bak\n',
    )
    expect((await ukit(['flags', 'm/C4.u.bak'], { cwd })).status).toBe(0)
    expect((await ukit(['duplicates', 'm'], { cwd })).stdout).toContain('m/C4.u.bak')
  })

  test.each([
    [['script', 'calls', 'Timer', 'C4.u'], 'the file comes first: C4.u Timer'],
    [['decompile', 'Gun', 'Pistol', 'C4.u'], 'the file comes first: C4.u Gun Pistol'],
    [
      ['edit', 'C4.u', '--set', 'A.B', '1'],
      'unknown option --set; edits are words without dashes: ukit edit FILE set PATH.PROPERTY VALUE',
    ],
    [['package', 'embed', 'C4.u', 'Other/C4.u', '-o', '-'], 'package embed writes files: name one instead of -'],
  ])('%j is wrong usage, and the message says how it is written', async (words, message) => {
    const run = await ukit(words, { cwd: temporaryFolder(C4) })
    expect(run).toMatchObject({ status: 2, stdout: '' })
    expect(run.stderr).toContain(message)
  })

  test('packages of one name are not written to one file', async () => {
    const cwd = temporaryFolder(C4)
    const run = await ukit(['int', 'C4.u', 'Other/C4.u', '-o', 'out', '--force'], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    for (const other of ['C4.u', 'Other/C4.u'])
      expect(run.stderr).toContain(`would also be that of ${other}: write them to different folders`)
    for (const verb of ['compress', 'headers', 'decompile']) {
      const all = await ukit([verb, 'C4.u', 'Other/C4.u', '-o', 'out', '--force'], { cwd })
      expect(all.status).toBe(1)
      expect(all.stderr).toContain('would also be that of C4.u: write them to different folders')
    }
    expect(existsSync(join(cwd, 'out'))).toBe(false)
    const copied = await ukit(['copy', 'C4.u', 'Other/C4.u', 'copies', '--force'], { cwd })
    expect(copied.status).toBe(1)
    expect(copied.stderr).toContain('"copies/C4.u" is already that of C4.u: copy them to different folders')
    expect((await ukit(['compress', 'C4.u', 'Other/C4.u'], { cwd })).status).toBe(0)
    const plain = await ukit(['decompress', 'C4.u.uz', 'Other/C4.u.uz', '-o', 'plain', '--force'], { cwd })
    expect(plain.stderr).toContain('"plain/C4.u" would also be that of C4.u.uz: write them to different folders')
    const packed = await ukit(['int', 'C4.u', 'C4.u.uz', '-o', 'out'], { cwd })
    expect(packed.stderr).toContain('would also be that of C4.u.uz: write them to different folders')
    expect(existsSync(join(cwd, 'out'))).toBe(false)
    await ukit(['extract', 'C4.u.uz', '-o', 'out'], { cwd })
    expect(existsSync(join(cwd, 'out/C4/manifest.json'))).toBe(true)
  })

  test('a package is not read as a text', async () => {
    const cwd = temporaryFolder({ ...C4, 'Classes/A.uc': 'class A extends Object;' })
    for (const [words, message] of [
      [['script', 'check', 'C4.u'], '"C4.u" is a package: expected sources; ukit script prove compiles the ones in it'],
      [['assemble', 'C4.u', 'Other/C4.u'], '"Other/C4.u" is a package: expected a text'],
      [['int', 'C4.u', '--compare', 'Other/C4.u'], '"Other/C4.u" is a package: expected a translation'],
    ] as const) {
      const run = await ukit(words, { cwd })
      expect(run).toMatchObject({ status: 1, stdout: '' })
      expect(run.stderr).toContain(message)
    }
  })

  test('a new object has a name that the engine takes', async () => {
    const cwd = temporaryFolder({ 'T.u': sample, 'New/Two texts.txt': 'two' })
    const proposed = await ukit(['import', 'T.u', 'New/Two texts.txt'], { cwd })
    expect(proposed.stderr).toContain('in front of its file: "Two_texts" "New/Two texts.txt"')
    const path = await ukit(['import', 'T.u', 'New/Two', 'New/Two texts.txt'], { cwd })
    expect(path.status).toBe(1)
    expect(path.stderr).toContain('expected dots between a group and a name, as in "New.Two"; found "New/Two"')
    expect((await ukit(['import', 'T.u', 'New.Two', 'New/Two texts.txt'], { cwd })).status).toBe(0)
  })
})
