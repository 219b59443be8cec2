import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFile } from '@ukit/core/node'
import { addObject, buildPackage, PackageEdit } from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import { describe, expect, test } from 'vitest'
import { savedBytes } from '../../../testing/bytes.js'
import { temporaryFolder, writeTree } from '../../../testing/folders.js'
import { start, ukit } from './run-ukit.js'

const OBJECT = 'class Object\n  native;\n\nvar const name Name;\n'

/** A small Engine: classes that games list, and a localized variable. */
const MUTATOR = `class Mutator extends Object;

var() localized string FriendlyName;
var() localized string Description;
var() string GroupName;
var() string IconMaterialName;

defaultproperties
{
  IconMaterialName="MutatorArt.nosym"
}
`

const LOW_GRAVITY = `class LowGravity extends Mutator;

defaultproperties
{
  FriendlyName="Low Gravity"
  Description="Everything falls slowly."
  GroupName="Gravity"
}
`

async function game(files: Readonly<Record<string, string>> = {}, version = '69'): Promise<string> {
  const cwd = temporaryFolder({
    'System/Game.ini': '[Editor.EditorEngine]\nEditPackages=Core\nEditPackages=Engine\nEditPackages=Moon\n',
    'Core/Classes/Object.uc': OBJECT,
    'Engine/Classes/Mutator.uc': MUTATOR,
    'Moon/Classes/LowGravity.uc': LOW_GRAVITY,
    ...files,
  })
  const run = await ukit(['make', '--new', version, '--guid', '0123456789ABCDEF0123456789ABCDEF', 'Core', 'Engine'], {
    cwd,
  })
  expect(run).toMatchObject({ status: 0, stderr: '' })
  return cwd
}

describe('files beside a package', () => {
  test('--int writes localized texts and the classes that a game lists; lines written by hand are kept', async () => {
    const cwd = await game()
    expect(await ukit(['make', '--int', 'Moon'], { cwd })).toMatchObject({ status: 0 })
    const text = readFileSync(join(cwd, 'System/Moon.int'), 'latin1')
    const listed = 'Object=(Name=Moon.LowGravity,Class=Class,MetaClass=Engine.Mutator,Description="Low Gravity")'
    expect(text).toBe(
      `[Public]\r\n${listed}\r\n\r\n` +
        '[LowGravity]\r\nFriendlyName="Low Gravity"\r\nDescription="Everything falls slowly."\r\n\r\n',
    )
    const written = listed.replace('"Low Gravity"', '"Low gravity,As on the moon"')
    writeFileSync(join(cwd, 'System/Moon.int'), `[Public]\n${written}\n`)
    await ukit(['make', '--int', '--all', 'Moon'], { cwd })
    expect(readFileSync(join(cwd, 'System/Moon.int'), 'latin1')).toContain(`[Public]\r\n${written}\r\n\r\n[LowGravity]`)
  })

  test('--ucl writes a line for each mutator, in the form of the game', async () => {
    const cwd = await game()
    await ukit(['make', '--ucl', 'Moon'], { cwd })
    // The format of a mod's file that the game's own compiler wrote.
    expect(readFileSync(join(cwd, 'System/Moon.ucl'), 'latin1')).toBe(
      'Mutator=(ClassName=Moon.LowGravity,GroupName=Gravity,IconMaterialName=MutatorArt.nosym,' +
        'FriendlyName=Moon.LowGravity.FriendlyName,Description=Moon.LowGravity.Description,' +
        'FriendlyName=Moon.LowGravity.FriendlyName,' +
        'FallbackName="Low Gravity",FallbackDesc="Everything falls slowly.")',
    )
  })

  test('--headers writes the header of native classes', async () => {
    const cwd = await game({ 'Moon/Classes/Crater.uc': 'class Crater extends Object native;\nvar int Depth;\n' })
    await ukit(['make', '--headers', 'Moon'], { cwd })
    expect(readFileSync(join(cwd, 'Moon/Inc/MoonClasses.h'), 'latin1')).toMatch(/INT\s+Depth;/)
  })
})

test('--ini makes the packages in the EditPackages of a game, in their order', async () => {
  const cwd = await game()
  const { stdout, stderr } = await ukit(['make', '--all', '--json', '--ini', 'System/Game.ini'], { cwd })
  expect(stderr).toBe('')
  const [{ packages }] = JSON.parse(stdout) as [{ packages: { name: string; built: boolean }[] }]
  expect(packages.map(({ name, built }) => [name, built])).toEqual([
    ['Core', true],
    ['Engine', true],
    ['Moon', true],
  ])
})

test('--order-of and --guid reproduce the bytes of a package', async () => {
  const guid = 'FEDCBA9876543210FEDCBA9876543210'
  const cwd = await game({ 'Moon/Classes/A.uc': 'class A extends Object;\nvar LowGravity Other;\n' })
  await ukit(['make', '--guid', guid, '--out', 'One.u', 'Moon'], { cwd })
  const edited = await ukit(['edit', 'One.u', '-o', 'Two.u', 'rename', 'A', 'B', 'rename', 'B', 'A'], { cwd })
  expect(edited.status).toBe(0)
  writeTree(cwd, { 'Again/placeholder': '' })
  await ukit(['make', '--guid', guid, '--order-of', 'One.u', '--out', 'Again/One.u', 'Moon'], { cwd })
  expect(readFileSync(join(cwd, 'Again/One.u')).equals(readFileSync(join(cwd, 'One.u')))).toBe(true)
})

test('--order-of warns when it names a package of other classes', async () => {
  const cwd = await game({
    'Moon/Classes/A.uc': 'class A extends Object;\n',
    'Sun/Classes/B.uc': 'class B extends Object;\n',
  })
  await ukit(['make', '--out', 'Sun.u', 'Sun'], { cwd })
  const run = await ukit(['make', '--order-of', 'Sun.u', '--out', 'Moon.u', 'Moon'], { cwd })
  expect(run.status).toBe(0)
  expect(run.stdout + run.stderr).toContain(
    'the package whose order it is to have, Sun, has none of its classes: the order is not kept',
  )
})

test('--strip-source leaves out the text of classes', async () => {
  const cwd = await game()
  await ukit(['make', '--strip-source', 'Moon'], { cwd })
  expect(readFileSync(join(cwd, 'System/Moon.u')).includes('class LowGravity')).toBe(false)
})

test('--conform keeps the GUID and the generations of an older release', async () => {
  const cwd = await game()
  await ukit(['make', '--guid', 'AAAAAAAABBBBBBBBCCCCCCCCDDDDDDDD', '--out', 'Old.u', 'Moon'], { cwd })
  const old = readFileSync(join(cwd, 'Old.u'))
  writeTree(cwd, { 'Release/Moon.u': old, 'Moon/Classes/B.uc': 'class B extends Mutator;\n' })
  const run = await ukit(['make', '--conform', 'Release/Moon.u', 'Moon'], { cwd })
  expect(run).toMatchObject({ status: 0 })
  const pkg = await openFile(join(cwd, 'System/Moon.u'))
  expect([`${pkg.guid}`, pkg.summary.generations.length]).toEqual(['AAAAAAAABBBBBBBBCCCCCCCCDDDDDDDD', 2])
  await pkg.file.close?.()
})

test('--assets copies objects that no line makes from older packages', async () => {
  const cwd = await game()
  await ukit(['make', '--out', 'Old.u', 'Moon'], { cwd })
  const old = await openFile(join(cwd, 'Old.u'))
  const edit = await PackageEdit.open(old)
  addObject(edit, 'Lunar.Dust', 'LowGravity', new UnrealObject())
  writeFileSync(join(cwd, 'Older.u'), await savedBytes(await buildPackage(edit)))
  await old.file.close?.()
  const text = "class Cup extends Object;\nfunction Object Get()\n{\n  return LowGravity'Moon.Lunar.Dust';\n}\n"
  writeTree(cwd, { 'Moon/Classes/Cup.uc': text })
  expect(await ukit(['make', '--assets', 'Old.u', 'Moon'], { cwd })).toMatchObject({ status: 1 })
  const run = await ukit(['make', '--assets', 'Old.u,Older.u', 'Moon'], { cwd })
  expect(run).toMatchObject({ status: 0 })
  expect(run.stdout).toContain("Warning, LowGravity'Lunar.Dust' is taken from the older Older")
  const pkg = await openFile(join(cwd, 'System/Moon.u'))
  expect(pkg.find('Lunar.Dust')?.className).toBe('LowGravity')
  await pkg.file.close?.()
  expect(await ukit(['make', '--assets', 'Missing.u', 'Moon'], { cwd })).toMatchObject({ status: 1 })
})

test('--watch makes a package again each time a source changes', async () => {
  const cwd = await game()
  const child = start(['make', '--watch', 'Moon'], { cwd })
  let printed = ''
  let wake: (() => void) | undefined
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      printed += bytes.toString()
      wake?.()
    })
  const until = async (text: string) => {
    while (!printed.includes(text))
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    printed = ''
  }
  const ended = new Promise((resolve) => child.on('close', resolve))
  await until('watching the sources')
  writeFileSync(join(cwd, 'Moon/Classes/LowGravity.uc'), 'class LowGravity extends Mutator;\nvar Wrong Thing;\n')
  await until("Unrecognized type 'Wrong'")
  writeFileSync(join(cwd, 'Moon/Classes/LowGravity.uc'), 'class LowGravity extends Mutator;\nvar int Thing;\n')
  await until('System/Moon.u: 1 class')
  child.kill('SIGINT')
  await ended
  const pkg = await openFile(join(cwd, 'System/Moon.u'))
  expect(pkg.find('LowGravity.Thing')).toBeDefined()
  await pkg.file.close?.()
})

test('--watch remakes a package whose source is saved during the first build', async () => {
  const cwd = await game()
  const source = join(cwd, 'Moon/Classes/LowGravity.uc')
  // The source is saved when the package without its change is about to be written.
  writeTree(cwd, {
    'hook.mjs': `
import fs from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { open } = fs
let isFirst = true
fs.open = async (path, flags, ...rest) => {
  if (flags === 'wx' && isFirst) {
    isFirst = false
    writeFileSync(process.env.SOURCE, 'class LowGravity extends Mutator;\\nvar int Late;\\n')
  }
  return open(path, flags, ...rest)
}
syncBuiltinESMExports()
`,
  })
  const child = start(['make', '--watch', 'Moon'], { cwd, env: { SOURCE: source }, node: ['--import', './hook.mjs'] })
  let printed = ''
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (bytes: Buffer) => {
      printed += bytes.toString()
      if (printed.split('1 class').length > 2) resolve()
    })
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  child.kill('SIGINT')
  await ended
  const pkg = await openFile(join(cwd, 'System/Moon.u'))
  expect(pkg.find('LowGravity.Late')).toBeDefined()
  await pkg.file.close?.()
})

/** Makes Node report each step of writing and wait there, or behave as if the disk were full. */
const HOOK = `
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
const reach = async (where) => {
  if (process.env.STOP_AT !== where) return
  process.stderr.write('reached\\n')
  await new Promise((resolve) => setTimeout(resolve, 1e8))
}
const { open, rename } = fs
fs.open = async (path, flags, ...rest) => {
  const handle = await open(path, flags, ...rest)
  if (flags !== 'wx') return handle
  await reach('opened')
  const write = handle.write.bind(handle)
  handle.write = async (...args) => {
    if (process.env.STOP_AT === 'full') throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    const result = await write(...args)
    await reach('written')
    return result
  }
  return handle
}
fs.rename = async (...args) => {
  await reach('before rename')
  return rename(...args)
}
syncBuiltinESMExports()
`

describe('the old package is untouched', () => {
  async function prepared(): Promise<{ cwd: string; old: Buffer }> {
    const cwd = await game({ 'hook.mjs': HOOK })
    await ukit(['make', 'Moon'], { cwd })
    return { cwd, old: readFileSync(join(cwd, 'System/Moon.u')) }
  }
  const args = ['make', '--all', '--no-backup', 'Moon']
  const node = ['--import', './hook.mjs']

  test.each(['opened', 'written', 'before rename'])('when the process is killed: %s', async (stopAt) => {
    const { cwd, old } = await prepared()
    const child = start(args, { cwd, env: { STOP_AT: stopAt }, node })
    let isReached = false
    child.stderr?.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('reached')) return
      isReached = true
      child.kill('SIGKILL')
    })
    await new Promise((resolve) => child.on('close', resolve))
    expect(isReached).toBe(true)
    expect(readFileSync(join(cwd, 'System/Moon.u')).equals(old)).toBe(true)
  })

  test('when the disk is full', async () => {
    const { cwd, old } = await prepared()
    const { status, stdout, stderr } = await ukit(args, { cwd, env: { STOP_AT: 'full' }, node })
    expect([status, stderr]).toEqual([1, ''])
    expect(stdout).toContain('System/Moon.u : Error, cannot write "System/Moon.u": the disk is full')
    expect(readFileSync(join(cwd, 'System/Moon.u')).equals(old)).toBe(true)
    expect(readdirSync(join(cwd, 'System')).filter((name) => name.includes('tmp'))).toEqual([])
  })

  test('and files that killed processes left are removed, but not those that a running one is writing', async () => {
    const { cwd } = await prepared()
    const leftover = '.ukit-0123456789abcdef.tmp'
    const written = '.ukit-fedcba9876543210.tmp'
    writeTree(cwd, { [`System/${leftover}`]: 'half', [`System/${written}`]: 'half' })
    utimesSync(join(cwd, 'System', leftover), 1_000_000_000, 1_000_000_000)
    // In a process of its own: one looks at a folder once a minute.
    await ukit(args, { cwd, node })
    expect(readdirSync(join(cwd, 'System')).filter((name) => name.endsWith('.tmp'))).toEqual([written])
  })

  test('when a picture in an #exec line is damaged', async () => {
    const { cwd, old } = await prepared()
    writeTree(cwd, {
      'Moon/Classes/LowGravity.uc': `${LOW_GRAVITY}\n#exec TEXTURE IMPORT NAME=Sky FILE=Textures\\Sky.bmp\n`,
      'Moon/Textures/Sky.bmp': 'BM, but no more',
    })
    const { status, stdout } = await ukit(['make', 'Moon', '--all'], { cwd })
    expect(status).toBe(1)
    expect(stdout).toContain('Moon/Classes/LowGravity.uc(10,1) : Error, ')
    expect(readFileSync(join(cwd, 'System/Moon.u')).equals(old)).toBe(true)
    expect(existsSync(join(cwd, 'System/Moon.u.bak'))).toBe(false)
  })
})
