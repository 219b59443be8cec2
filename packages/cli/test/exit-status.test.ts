import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { sampleFile } from '../../../testing/packages.js'
import { ukit } from './run-ukit.js'

const sample = await sampleFile({ version: 69 })
/** What systems call their errors: nothing for people. */
const CODE = /\bE[A-Z]{4,}\b/

describe('a file or folder that is missing gives exit status 1, in every verb', () => {
  test.each([
    'info no.u',
    'ls no.u',
    'show no.u X',
    'verify no.u',
    'flags no.u',
    'diff no.u x.u',
    'diff x.u no.u',
    'diff x.u x.u --against no',
    'deps no.u',
    'deps x.u --packages no',
    'extract no.u -o out',
    'import no.u A.B x.u',
    'import x.u A.B no.png',
    'import x.u --exec no.uc',
    'copy no.u out',
    'edit no.u set A.B 1',
    'edit x.u --edits no.txt',
    'conform no.u x.u -o out',
    'conform x.u no.u -o out',
    'repair no.u out',
    'package move no.u x.u A',
    'package embed no.u x.u',
    'package rename no.u New',
    'decompile no.u',
    'decompile x.u --packages no',
    'disasm no.u',
    'assemble no.u x.u',
    'assemble x.u no.txt',
    'headers no.u',
    'make no',
    'make --ini no.ini',
    'make --verify no.u',
    'script prove no.u',
    'script check no.uc --packages .',
    'script patch x.u A.B --from no.txt',
    'script tree no.u',
    'script calls no.u',
    'script natives no.u',
    'script unused no.u',
    'script strings no.u',
    'script grep x no.u',
    'game no',
    'join --server no DM-Deck',
    'join --server . --client . DM-Deck --redirect no',
    'serve no',
    'redirect build no out',
    'redirect build . out --only no.txt',
    'compress no.u',
    'decompress no.uz',
    'cache ls no',
    'cache verify no',
    'cache restore no -o out',
    'cache clean no --days 1',
    'cache add . no.u',
    'umod ls no.umod',
    'umod verify no.umod',
    'umod extract no.umod -o out',
    'umod create no out.umod',
    'umod plan no.umod .',
    'umod install no.umod .',
    'umod uninstall Mod no',
  ])('%s', async (line) => {
    const cwd = temporaryFolder({ 'x.u': sample })
    const run = await ukit(line.split(' '), { cwd })
    expect(run.status, run.stderr).toBe(1)
    expect(run.stderr).toMatch(/^error: /m)
    expect(run.stderr).not.toMatch(CODE)
    expect(run.stderr).not.toMatch(/usage: |bug in ukit/)
  })
})

describe('a folder to write to that cannot be used is one error, before any work', () => {
  const lines = [
    'extract x.u y.u -o',
    'decompile x.u y.u -o',
    'headers --all x.u y.u -o',
    'compress x.u y.u -o',
    'decompress x.uz y.uz -o',
    'umod extract x.umod y.umod -o',
    'cache restore . -o',
    'fetch http://127.0.0.1:9/ x.u y.u -o',
    'copy x.u y.u',
  ]
  const folder = () =>
    temporaryFolder({ 'x.u': sample, 'y.u': sample, 'x.uz': 'x', 'y.uz': 'x', 'x.umod': 'x', 'y.umod': 'x', file: 'x' })

  test.each(lines)('a file: ukit %s', async (line) => {
    const cwd = folder()
    expect(await ukit([...line.split(' '), 'file'], { cwd })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'error: the folder "file" cannot be created: it is a file, not a folder\n',
    })
    expect((await ukit([...line.split(' '), 'file/new'], { cwd })).stderr).toMatch(
      /^error: the folder "file.new" cannot be created: ".*file" is a file, not a folder\n$/,
    )
  })

  test.for(lines)('a folder where nothing can be created: ukit %s', async (line, ctx) => {
    if (!existsSync('/proc/self')) ctx.skip('no /proc')
    const run = await ukit([...line.split(' '), '/proc/ukit'], { cwd: folder() })
    expect(run).toEqual({
      status: 1,
      stdout: '',
      stderr: 'error: the folder "/proc/ukit" cannot be created: nothing can be created in "/proc"\n',
    })
  })

  test('a folder of the system, where nothing can be created: said for what was to be there', async (ctx) => {
    if (!existsSync('/proc/self')) ctx.skip('no /proc')
    const { status, stderr } = await ukit(['extract', 'x.u', '-o', '/proc'], { cwd: folder() })
    expect(status).toBe(1)
    expect(stderr).toContain('the folder "/proc/x" cannot be created: nothing can be created in "/proc"\n')
  })

  test('headers creates its folder', async () => {
    const cwd = folder()
    expect((await ukit(['headers', '--all', 'x.u', '-o', 'a/b'], { cwd })).status).toBe(0)
    expect(existsSync(join(cwd, 'a/b/xClasses.h'))).toBe(true)
  })

  test('a folder that was only tried is not left behind', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'there'))
    writeFileSync(join(cwd, 'bad.u'), 'not a package')
    expect((await ukit(['extract', 'bad.u', '-o', 'new/folder'], { cwd })).status).toBe(1)
    expect((await ukit(['extract', 'bad.u', '-o', 'there'], { cwd })).status).toBe(1)
    expect(existsSync(join(cwd, 'new'))).toBe(false)
    expect(existsSync(join(cwd, 'there'))).toBe(true)
  })
})

describe('errors of the system name the file, in words', () => {
  test.each([
    [['copy', 'x.u', 'none/y.u'], 'error: x.u: cannot write "none/y.u": there is no folder "none"\n'],
    [
      ['copy', 'x.u', 'file/y.u'],
      'error: x.u: cannot write "file/y.u": its path leads through a file as if that were a folder\n',
    ],
    [['copy', 'x.u', `${'n'.repeat(300)}.u`], 'the name is too long\n'],
    [['assemble', 'x.u', '.'], 'error: cannot read ".": it is a folder, not a file\n'],
    [['edit', 'x.u', '--edits', '.'], 'error: cannot read the edits in ".": it is a folder, not a file\n'],
    [['info', 'file/x.u'], 'error: file/x.u: '],
    [['info', `${'n'.repeat(300)}.u`], 'the name is too long\n'],
  ])('%j', async (args, message) => {
    const run = await ukit(args, { cwd: temporaryFolder({ 'x.u': sample, file: 'x' }) })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain(message)
    expect(run.stderr).not.toMatch(CODE)
  })
})
