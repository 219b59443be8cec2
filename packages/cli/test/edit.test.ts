import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import { start, ukit, ukitJson } from './run-ukit.js'

/** A group, and an object without properties. */
const OLD = await fileOf(
  planOf(
    { version: 69 },
    {
      imports: [
        ['Core', 'Package', 0, 'Core'],
        ['Core', 'Class', -1, 'Package'],
        ['Core', 'Package', 0, 'Mod'],
        ['Core', 'Class', -3, 'Gadget'],
      ],
      exports: [
        { objectName: 'Group', class: -2, flags: 4, body: Uint8Array.of(0) },
        { objectName: 'Thing', class: -4, outer: 1, flags: 4, body: Uint8Array.of(0) },
      ],
    },
  ),
)

describe('edit', () => {
  test('an option that was written as an edit is named, and so are missing words', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    expect(await ukit(['edit', 'x.u', 'compress', 'zlib'], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('; compress is an option: --compress\n'),
    })
    expect(await ukit(['edit', 'x.u', 'import', 'y.u'], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('import needs PACKAGE, PATH and PLACE\n'),
    })
  })

  test('several edits are saved at once, and the original is kept', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    const words = ['edit', 'x.u', 'set', 'Group.Thing.Count:int', '-5', 'rename', 'Group', 'Walls', 'guid', 'new']
    const { status, stdout, stderr } = await ukit(words, { cwd })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(
      /^GUID [0-9A-F]{32}\nok {2}x\.u: 3 edits, [\d,]+ bytes; the original is x\.u\.bak\n$|x\.u\.bak/,
    )
    expect(readFileSync(join(cwd, 'x.u.bak'))).toEqual(Buffer.from(OLD))
    expect(readdirSync(cwd).sort()).toEqual(['x.u', 'x.u.bak'])
    expect((await ukit(['show', 'x.u', 'Walls.Thing'], { cwd })).stdout).toMatch(/Count +-5/)
    expect((await ukit(['verify', 'x.u'], { cwd })).status).toBe(0)
    // A second edit makes a second backup: backups are never replaced.
    await ukit(['edit', 'x.u', 'unset', 'Walls.Thing.Count'], { cwd })
    expect(readdirSync(cwd).sort()).toEqual(['x.u', 'x.u.bak', 'x.u.bak2'])
    expect(readFileSync(join(cwd, 'x.u.bak'))).toEqual(Buffer.from(OLD))
  })

  test('content that changed under the same GUID is reported, with the edit that sets a new one', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    const words = ['edit', 'x.u', 'rename', 'Group', 'Walls']
    expect((await ukit(words, { cwd })).stdout).toMatch(
      /^x\.u keeps its GUID [0-9A-F]{32}, .*; the edit "guid new" or "new-package" gives it a new one$/m,
    )
    // With another file to write, it is that one: the first one has its GUID rightly.
    const other = ['edit', 'x.u', 'rename', 'Walls', 'Stones', '-o', 'y.u']
    expect((await ukit(other, { cwd })).stdout).toMatch(/^y\.u keeps its GUID /m)
    const fresh = await ukit(['edit', 'x.u', 'rename', 'Walls', 'Group', 'guid', 'new'], { cwd })
    expect(fresh.stdout).not.toContain('keeps its GUID')
  })

  test('a package in which nothing would be different is not written again', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    const same = { status: 0, stdout: expect.stringMatching(/^x stays as it is: nothing in it would be different$/m) }
    expect(await ukit(['edit', 'x.u', 'flags', '+AllowDownload'], { cwd })).toMatchObject({ status: 0 })
    const backups = () => readdirSync(cwd).filter((name) => name.includes('.bak'))
    const before = backups()
    expect(await ukit(['edit', 'x.u', 'flags', '+AllowDownload'], { cwd })).toMatchObject(same)
    expect(await ukit(['edit', 'x.u', 'rename', 'Group', 'Group'], { cwd })).toMatchObject(same)
    expect(backups()).toEqual(before)
    // A file that was asked for is written.
    expect((await ukit(['edit', 'x.u', 'flags', '+AllowDownload', '-o', 'y.u'], { cwd })).stdout).toMatch(
      /^ok {2}y\.u: /,
    )
    expect(readFileSync(join(cwd, 'y.u'))).toEqual(readFileSync(join(cwd, 'x.u')))
  })

  test('of two simultaneous edits of a file, only one is made, and the other is reported', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    const runs = await Promise.all(
      ['Count', 'Other'].map((name) => ukit(['edit', 'x.u', 'set', `Group.Thing.${name}:int`, '5'], { cwd })),
    )
    const shown = (await ukit(['show', 'x.u', 'Group.Thing'], { cwd })).stdout
    // If one runs after the other, both are made; at the same time, one is refused. No edit that reports "ok"
    // is lost.
    for (const [i, name] of ['Count', 'Other'].entries()) {
      expect(shown.includes(name)).toBe(runs[i]?.status === 0)
      if (runs[i]?.status !== 0) expect(runs[i]?.stderr).toContain('is not the file that was read')
    }
  })

  test('if one edit is refused, none is made', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    for (const last of [
      ['rename', 'Group.Thing', 'a b'],
      ['set', 'Group.Thing.Count:int', 'many'],
      ['move', 'Group', 'Group.Thing'],
      ['remove', 'Nothing'],
      ['replace', 'Group.Thing', 'missing.bin'],
    ]) {
      const { status, stdout, stderr } = await ukit(['edit', 'x.u', 'guid', 'new', ...last], { cwd })
      expect({ last, status, stdout }).toEqual({ last, status: 1, stdout: '' })
      expect(stderr).toMatch(/^error: x\.u: /)
    }
    expect(readFileSync(join(cwd, 'x.u'))).toEqual(Buffer.from(OLD))
    expect(readdirSync(cwd)).toEqual(['x.u'])
  })

  test('a file that does not exist or is not a package is named', async () => {
    const cwd = temporaryFolder({ 'Old.u': OLD })
    const packed = ['edit', '-o', 'New.u', 'Old.u']
    for (const words of [
      ['import', 'nowhere.u', 'Thing', '.'],
      ['replace', 'Group.Thing', 'nowhere.u'],
    ])
      expect((await ukit([...packed, ...words], { cwd })).stderr).toMatch(/^error: Old\.u: nowhere\.u: .*no such file/)
    expect((await ukit([...packed, 'replace', 'Group.Thing', '.'], { cwd })).stderr).toContain(
      'Old.u: .: it is a folder, not a file',
    )
    const absent = await ukit([...packed, 'import', 'Old.u', 'Nothing', '.'], { cwd })
    expect(absent.stderr).toContain('expected an object of Old, but there is no such object')
  })

  test('a name without its group is answered with the path', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    for (const edit of [
      ['rename', 'thing', 'Other'],
      ['set', 'Thing.Count:int', '7'],
      ['remove', "Foo'Thing'"],
    ])
      expect((await ukit(['edit', 'x.u', ...edit], { cwd })).stderr).toMatch(
        /; did you mean Group\.Thing(?:\.Count:int)?\?/,
      )
  })

  test('a dry run prints the difference and writes nothing', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    const { status, stdout } = await ukit(['edit', '--dry-run', 'x.u', 'set', 'Group.Thing.Count:int', '7'], { cwd })
    expect(status).toBe(0)
    expect(stdout).toContain('Group.Thing')
    expect(stdout).toContain('Count')
    expect(readFileSync(join(cwd, 'x.u'))).toEqual(Buffer.from(OLD))
    expect(readdirSync(cwd)).toEqual(['x.u'])
  })

  test('a dry run prints lists in full with --all, which says nothing without it', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    const edits = Array.from({ length: 40 }, (_, i) => ['import', 'y.u', 'Group.Thing', `Group.Thing${i}`]).flat()
    writeFileSync(join(cwd, 'y.u'), OLD)
    const short = await ukit(['edit', '-n', 'x.u', ...edits], { cwd })
    expect(short.stdout).toMatch(/and \d+ more \(--all prints them\)/)
    const full = await ukit(['edit', '-n', '--all', 'x.u', ...edits], { cwd })
    expect(full.stdout).not.toContain('more (--all')
    expect(full.stdout.split(/ \+ .*Group\.Thing\d+/)).toHaveLength(41)
    for (const call of [
      ['edit', '--all', 'x.u', ...edits],
      ['import', '--all', 'x.u', 'Art'],
      ['package', 'merge', '--all', 'x.u', 'y.u'],
    ])
      expect((await ukit(call, { cwd })).stderr).toContain('--all goes with --dry-run')
  })

  test('-o does not change the file and replaces nothing without --force; edits can come from a file', async () => {
    const edits = "# a remark\nset Group.Thing.Title:str 'Old Mill'\nrename Group Walls\n"
    const cwd = temporaryFolder({ 'x.u': OLD, 'list.txt': edits, 'there.u': 'x' })
    const [facts] = await ukitJson(['edit', 'x.u', '--edits', 'list.txt', '-o', 'y.u'], { cwd })
    expect(facts).toMatchObject({ path: 'x.u', output: 'y.u', edits: 2, backup: null, error: null })
    expect((await ukit(['show', 'y.u', 'Walls.Thing'], { cwd })).stdout).toContain('Old Mill')
    expect((await ukit(['edit', 'x.u', 'guid', 'new', '-o', 'there.u'], { cwd })).status).toBe(1)
    expect(readFileSync(join(cwd, 'there.u'), 'utf8')).toBe('x')
    expect((await ukit(['edit', 'x.u', 'guid', 'new', '-o', 'there.u', '-f'], { cwd })).status).toBe(0)
    expect(readFileSync(join(cwd, 'x.u'))).toEqual(Buffer.from(OLD))
  })

  test('a symbolic link stays one: its target is changed and backed up', async () => {
    const cwd = temporaryFolder({ 'real.u': OLD })
    symlinkSync('real.u', join(cwd, 'link.u'))
    expect((await ukit(['edit', 'link.u', 'rename', 'Group', 'Walls'], { cwd })).status).toBe(0)
    expect(lstatSync(join(cwd, 'link.u')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(cwd, 'real.u.bak'))).toEqual(Buffer.from(OLD))
    expect((await ukit(['ls', 'link.u'], { cwd })).stdout).toContain('Walls')
  })

  test('--new creates a package, the same bytes for the same GUID, and replaces nothing without --force', async () => {
    const cwd = temporaryFolder({ 'none.bin': '\0', 'none-ue3.bin': '\0'.repeat(12), 'there.u': 'x' })
    const words = ['guid', '0123456789ABCDEF0123456789ABCDEF', 'add', 'Walls.Lamp', 'Mod.Gadget', 'none.bin']
    const [facts] = await ukitJson(['edit', '--new', '69', 'a.u', ...words, 'set', 'Walls.Lamp.Count:int', '7'], {
      cwd,
    })
    expect(facts).toMatchObject({ path: 'a.u', output: 'a.u', edits: 3, backup: null, error: null })
    await ukit(['edit', '--new', '69', 'b.u', ...words, 'set', 'Walls.Lamp.Count:int', '7'], { cwd })
    expect(readFileSync(join(cwd, 'b.u'))).toEqual(readFileSync(join(cwd, 'a.u')))
    expect((await ukitJson(['verify', 'a.u'], { cwd }))[0]).toMatchObject({ ok: true, objects: 2, problems: [] })
    const [info] = await ukitJson(['info', 'a.u'], { cwd })
    expect(info).toMatchObject({ version: 69, licensee: 0, guid: '0123456789ABCDEF0123456789ABCDEF', exports: 2 })
    expect((await ukit(['show', 'a.u', 'Walls.Lamp'], { cwd })).stdout).toMatch(/Count +7/)
    // Without a given GUID, each package gets a new one; with --dry-run, nothing is written.
    await ukit(['edit', '--new', '128/29', 'c.u'], { cwd })
    await ukit(['edit', '--new', '128/29', 'd.u'], { cwd })
    expect(readFileSync(join(cwd, 'c.u'))).not.toEqual(readFileSync(join(cwd, 'd.u')))
    expect(
      (await ukit(['edit', '--new', '868', '-n', 'e.u', ...words.slice(0, -1), 'none-ue3.bin'], { cwd })).stdout,
    ).toContain('Package Walls')
    expect(existsSync(join(cwd, 'e.u'))).toBe(false)
    expect((await ukit(['edit', '--new', '69', 'there.u', ...words], { cwd })).status).toBe(1)
    expect(readFileSync(join(cwd, 'there.u'), 'utf8')).toBe('x')
    expect((await ukit(['edit', '--new', '69', '--force', 'there.u', ...words], { cwd })).status).toBe(0)
    for (const wrong of [
      ['--new', 'old'],
      ['--new', '69', '-o', 'y.u'],
    ])
      expect((await ukit(['edit', ...wrong, 'x.u', 'guid', 'new'], { cwd })).status).toBe(2)
    expect((await ukit(['edit', '--new', '7', 'x.u'], { cwd })).status).toBe(1)
  })

  test('version converts the package, or reports why it cannot and does not change it', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    const { status, stdout } = await ukit(['edit', 'x.u', 'version', '61', 'rename', 'Group', 'Walls'], { cwd })
    expect({ status, first: stdout.split('\n')[0] }).toEqual({ status: 0, first: 'converted version 69 to 61' })
    expect((await ukitJson(['info', 'x.u'], { cwd }))[0]).toMatchObject({ version: 61, exports: 2 })
    expect((await ukitJson(['verify', 'x.u'], { cwd }))[0]).toMatchObject({ ok: true, problems: [] })
    const before = readFileSync(join(cwd, 'x.u'))
    const refused = await ukit(['edit', 'x.u', 'version', '128'], { cwd })
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('Unreal Engine 1 differ from those of Unreal Engine 2')
    expect((await ukit(['edit', 'x.u', 'version', 'new'], { cwd })).status).toBe(1)
    expect(readFileSync(join(cwd, 'x.u'))).toEqual(before)
  })

  test('the help is unchanged', async () => {
    const run = await ukit(['edit', '--help'])
    expect(run).toMatchObject({ status: 0, stderr: '' })
    await expect(run.stdout).toMatchFileSnapshot('golden/edit.txt')
  })

  test('unknown or incomplete edits are wrong usage', async () => {
    const cwd = temporaryFolder({ 'x.u': OLD })
    for (const words of [[], ['explode'], ['rename', 'A'], ['set', 'A.B']]) {
      const { status, stderr } = await ukit(['edit', 'x.u', ...words], { cwd })
      expect(status, words.join(' ')).toBe(2)
      expect(stderr).toContain('ukit edit --help')
    }
  })
})

/** Stops the process at a given point, so that it can be killed there. */
const HOOK = `
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
const stopAt = process.env.STOP_AT
let writes = 0
async function reach(point) {
  if (point !== stopAt) return
  setInterval(() => {}, 1000)
  process.stderr.write('reached')
  await new Promise(() => {})
}
for (const name of ['link', 'rename', 'unlink', 'realpath']) {
  const real = fs[name]
  fs[name] = async (...args) => {
    await reach('before ' + name)
    const result = await real(...args)
    await reach('after ' + name)
    return result
  }
}
const open = fs.open
fs.open = async (path, flags, ...rest) => {
  const handle = await open(path, flags, ...rest)
  if (flags !== 'wx') return handle
  await reach('opened')
  const write = handle.write.bind(handle)
  handle.write = async (...args) => {
    const result = await write(...args)
    await reach('written')
    return result
  }
  const sync = handle.sync.bind(handle)
  handle.sync = async () => {
    await sync()
    await reach('synced')
  }
  return handle
}
syncBuiltinESMExports()
`

async function killedAt(stopAt: string): Promise<string> {
  const cwd = temporaryFolder({ 'x.u': OLD })
  writeFileSync(join(cwd, 'hook.mjs'), HOOK)
  const args = ['edit', 'x.u', 'rename', 'Group', 'Walls']
  const child = start(args, { cwd, env: { STOP_AT: stopAt }, node: ['--import', './hook.mjs'] })
  let reached = false
  child.stderr?.on('data', (chunk: Buffer) => {
    if (!chunk.toString().includes('reached')) return
    reached = true
    child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.on('close', resolve))
  expect(reached, stopAt).toBe(true)
  return cwd
}

describe('edit set', () => {
  test('adds the import of an object that the package does not import yet', async () => {
    const cwd = temporaryFolder()
    expect((await ukit(['edit', '--new', '69', 'Map.unr', 'guid', 'new'], { cwd })).status).toBe(0)
    expect((await ukit(['edit', '--new', '69', 'Music.umx', 'guid', 'new'], { cwd })).status).toBe(0)
    writeFileSync(join(cwd, 'none.bin'), Uint8Array.of(0))
    const add = (file: string, path: string, kind: string) =>
      ukit(['edit', '--no-backup', file, 'add', path, kind, 'none.bin'], { cwd })
    expect((await add('Map.unr', 'Info', 'Engine.Actor')).status).toBe(0)
    expect((await add('Music.umx', 'Tunes.Slow', 'Mod.Tune')).status).toBe(0)
    const set = (value: string) => ukit(['edit', '--no-backup', 'Map.unr', 'set', 'Info.Song:object', value], { cwd })
    const run = await set("Tune'Music.Tunes.Slow'")
    expect(run.status).toBe(0)
    expect(run.stdout).toContain("added the import of Tune'Music.Tunes.Slow', as it is in Music\n")
    expect((await ukit(['ls', '--imports', 'Map.unr'], { cwd })).stdout).toMatch(/Slow +Tune\n/)
    expect((await set("Tune'Music.Tunes.Fast'")).stderr).toContain('Music has no Tunes.Fast')
    const unchecked = await set("Music'Organic.Organic'")
    expect(unchecked.stdout).toContain(
      "added the import of Music'Organic.Organic', unchecked: there is no package Organic here\n",
    )
  })
})

describe('edit, killed', () => {
  const NEW = 'Walls'
  const isOld = (cwd: string) => Buffer.compare(readFileSync(join(cwd, 'x.u')), OLD) === 0

  test.each(['before realpath', 'before link', 'after link', 'opened', 'written', 'synced', 'before rename'])(
    'leaves the old file when killed at: %s',
    async (stopAt) => {
      const cwd = await killedAt(stopAt)
      expect(isOld(cwd)).toBe(true)
      if (existsSync(join(cwd, 'x.u.bak'))) expect(readFileSync(join(cwd, 'x.u.bak'))).toEqual(Buffer.from(OLD))
    },
  )

  test.each(['after rename'])(
    'leaves the new file, and the old one as its backup, when killed at: %s',
    async (stopAt) => {
      const cwd = await killedAt(stopAt)
      expect(isOld(cwd)).toBe(false)
      expect((await ukit(['ls', 'x.u'], { cwd })).stdout).toContain(NEW)
      expect((await ukit(['verify', 'x.u'], { cwd })).status).toBe(0)
      expect(readFileSync(join(cwd, 'x.u.bak'))).toEqual(Buffer.from(OLD))
    },
  )
})

describe('edit script', () => {
  const OBJECT = 'class Object native;\nnative(146) static final operator(20) int + (int A, int B);\n'
  const MILL = 'class Mill extends Object;\nvar int Age;\nfunction int Grind(int Weight)\n{\n\treturn Weight;\n}\n'

  test('adds classes, and replaces one later', async () => {
    const cwd = temporaryFolder({ 'Object.uc': OBJECT, 'Mill.uc': MILL })
    const made = await ukit(['edit', '--new', '69', 'Core.u', 'script', 'Object.uc', 'script', 'Mill.uc'], { cwd })
    expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' })
    expect(made.stdout).toContain('added the class Mill: 6 new objects, 0 removed\n')
    writeFileSync(
      join(cwd, 'Mill.uc'),
      MILL.replace('var int Age;\n', '').replace('return Weight', 'return Weight + 1'),
    )
    const { status, stdout } = await ukit(['edit', 'Core.u', 'script', 'Mill.uc', 'guid', 'new'], { cwd })
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^replaced the class Mill: 0 new objects, 1 removed\nremoved Mill\.Age\nGUID /),
    })
    expect((await ukit(['verify', 'Core.u'], { cwd })).status).toBe(0)
    expect((await ukit(['make', '--verify', 'Core.u'], { cwd })).status).toBe(0)
  })

  test('does not change the file if the text has mistakes, and reports each with its line', async () => {
    const cwd = temporaryFolder({ 'Object.uc': OBJECT })
    expect((await ukit(['edit', '--new', '69', 'Core.u', 'script', 'Object.uc'], { cwd })).status).toBe(0)
    const before = readFileSync(join(cwd, 'Core.u'))
    writeFileSync(join(cwd, 'Mill.uc'), MILL.replace('return Weight', 'return Wight'))
    const { status, stderr } = await ukit(['edit', 'Core.u', 'script', 'Mill.uc'], { cwd })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "error: Core.u: Mill.uc(5) : Error, 'Wight': Bad command or expression; did you mean 'weight'?\n",
    })
    expect(readFileSync(join(cwd, 'Core.u'))).toEqual(before)
  })
})
