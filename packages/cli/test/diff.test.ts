import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Guid } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { Class, FunctionField } from '@ukit/objects/script'
import { patchListing } from '@ukit/script/decompile'
import { describe, expect, test } from 'vitest'
import { savedBytes } from '../../../testing/bytes.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, type ImportSpec, planOf } from '../../../testing/packages.js'
import { ukit, ukitJson } from './run-ukit.js'

const IMPORTS: readonly ImportSpec[] = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Light'],
]

/** A package of lights that set `Mass`: name 1, type int of four bytes. */
function lights(masses: Readonly<Record<string, number>>): Promise<Uint8Array> {
  const exports = Object.entries(masses).map(([objectName, mass]) => ({
    objectName,
    class: -2,
    flags: 0x0007_0004,
    body: Uint8Array.of(1, 0x22, mass, 0, 0, 0, 0),
  }))
  return fileOf(planOf({ version: 69 }, { names: ['None', 'Mass'], imports: IMPORTS, exports }))
}

const old = await lights({ Light0: 5, Light1: 6 })
const now = await lights({ Light0: 7, Light2: 6 })

/** A package that imports Light0 and Light1 of A. */
const user = await fileOf(
  planOf(
    { version: 69 },
    {
      imports: [
        ['Core', 'Package', 0, 'A'],
        ['Engine', 'Light', -1, 'Light0'],
        ['Engine', 'Light', -1, 'Light1'],
      ],
    },
  ),
)

describe('diff', () => {
  test('prints what changed and what it breaks; exit status 1', async () => {
    const cwd = temporaryFolder({ 'A.u': old, 'B.u': now })
    const run = await ukit(['diff', 'A.u', 'B.u'], { cwd })
    expect(run).toMatchObject({ status: 1, stderr: '' })
    expect(run.stdout).toBe(`A.u → B.u

Names
  + Light2
  - Light1

Exports
  - Light Light1
  + Light Light2

Objects
  Light Light0
    Mass: 5 → 7

What it breaks
  removed  Light Light1: is gone
`)
  })

  test('long values are shortened where they are the same, so that differences are visible', async () => {
    // Mass as a string of 100 characters: name 1, type 13, the size in one byte; then the length including
    // the final zero, as a compact index.
    const titled = (text: string) => {
      const value = [0x40 | (101 & 0x3f), 101 >> 6, ...Buffer.from(text), 0]
      const body = Uint8Array.of(1, 0x5d, value.length, ...value, 0)
      const exports = [{ objectName: 'Light0', class: -2, flags: 0x0007_0004, body }]
      return fileOf(planOf({ version: 69 }, { names: ['None', 'Mass'], imports: IMPORTS, exports }))
    }
    const text = (word: string) => `${'a'.repeat(70)} ${word} ${'z'.repeat(100 - 72 - word.length)}`
    const cwd = temporaryFolder({ 'A.u': await titled(text('old')), 'B.u': await titled(text('new')) })
    const { stdout } = await ukit(['diff', 'A.u', 'B.u'], { cwd })
    const a = 'a'.repeat(11)
    const z = 'z'.repeat(11)
    expect(stdout).toContain(`Mass: …${a} old ${z}… → …${a} new ${z}…\n`)
  })

  test('short lists are shown in full, even if they begin in the same way', async () => {
    const cwd = temporaryFolder({ 'A.u': old, 'B.u': old })
    await ukit(['edit', 'B.u', 'flags', '+AllowDownload'], { cwd })
    await ukit(['edit', 'A.u', 'flags', '+AllowDownload'], { cwd })
    await ukit(['edit', 'B.u', 'flags', '+ServerSideOnly'], { cwd })
    const { stdout } = await ukit(['diff', 'A.u', 'B.u'], { cwd })
    expect(stdout).toContain('  flags: AllowDownload → AllowDownload, ServerSideOnly\n')
  })

  test('changed code is shown as source, old and new', async () => {
    const code = async (listing: string) => {
      const edit = await createPackage({ name: 'Arms', version: 69, guid: new Guid(1, 2, 3, 4) })
      addObject(edit, 'Gun', 'Class', new Class())
      addObject(edit, 'Gun.Fire', 'Core.Function', Object.assign(new FunctionField(), { flags: 2 }))
      await patchListing(edit, `script Function'Gun.Fire'\n${listing}\n  Return(Nothing)\n`)
      return savedBytes(await buildPackage(edit))
    }
    const [before, after] = ["VirtualFunction('Bang')", "VirtualFunction('Bang', IntConst(300))"]
    const cwd = temporaryFolder({ 'A.u': await code(before), 'B.u': await code(after) })
    const { stdout } = await ukit(['diff', 'A.u', 'B.u'], { cwd })
    expect(stdout).toContain(`Functions
  Gun.Fire  +1 -1 lines
    @@ -1,3 +1,3 @@
     {
    -    Bang();
    +    Bang(300);
     }
`)
    const [element] = await ukitJson(['diff', 'A.u', 'B.u'], { cwd })
    expect(element.functions).toMatchObject([
      {
        path: 'Gun.Fire',
        bytecode: true,
        source: { added: 1, removed: 1, hunks: [{ before: [1, 3], after: [1, 3] }] },
      },
    ])
    const many = Array.from({ length: 40 }, (_, i) => `  VirtualFunction('Bang', IntConst(${i + 2}))`)
    writeFileSync(join(cwd, 'B.u'), await code(many.join('\n')))
    expect((await ukit(['diff', 'A.u', 'B.u'], { cwd })).stdout).toMatch(/ \+ {4}Bang\(11\);\n {4}and 31 lines more/)
    expect((await ukit(['diff', '--all', 'A.u', 'B.u'], { cwd })).stdout).toMatch(/ \+ {4}Bang\(41\);\n {5}\}\n/)
  })

  test('an old version kept apart from its game is read with the packages around the new one', async () => {
    const mill = (speed: string, result: string) => `class Mill extends Object;
var float Speed;
function int Grind(int More)
{
\treturn ${result};
}
defaultproperties
{
\tSpeed=${speed}
}
`
    const cwd = temporaryFolder({
      'System/readme.txt': '',
      'Core/Classes/Object.uc': `class Object
  native;
native(146) static final operator(20) int + (int A, int B);
`,
      'Mills/Classes/Mill.uc': mill('0.7', 'More + 2'),
    })
    const made = async (...names: string[]) => {
      expect(await ukit(['make', ...names, '--new', '69', '--no-backup'], { cwd })).toMatchObject({ status: 0 })
    }
    await made('Core', 'Mills')
    mkdirSync(join(cwd, 'old/2003'), { recursive: true })
    renameSync(join(cwd, 'System/Mills.u'), join(cwd, 'old/2003/Mills.u'))
    writeFileSync(join(cwd, 'Mills/Classes/Mill.uc'), mill('0.5', 'More + 3'))
    await made('Mills')
    const older = await ukit(['diff', 'old/2003/Mills.u', 'System/Mills.u'], { cwd })
    expect(older.stdout).toContain('    -    return More + 2;\n    +    return More + 3;\n')
    expect(older.stdout).toContain('    Speed: 0.7 → 0.5\n')
    const newer = await ukit(['diff', 'System/Mills.u', 'old/2003/Mills.u'], { cwd })
    expect(newer.stdout).toContain('    -    return More + 3;\n    +    return More + 2;\n')
  })

  test('nothing to report on equal packages; exit status 0', async () => {
    const cwd = temporaryFolder({ 'A.u': old, 'B.u': old })
    expect(await ukit(['diff', 'A.u', 'B.u'], { cwd })).toEqual({
      status: 0,
      stdout: 'A.u and B.u are the same, byte for byte\n',
      stderr: '',
    })
  })

  test('the same content is equal if it is stored differently', async () => {
    // The byte after the end does not belong to an object.
    const cwd = temporaryFolder({ 'A.u': old, 'B.u': Uint8Array.from([...old, 1]) })
    const run = await ukit(['diff', 'A.u', 'B.u'], { cwd })
    expect(run).toEqual({
      status: 0,
      stdout: 'A.u and B.u have the same content; only the way it is stored differs\n',
      stderr: '',
    })
  })

  test('--json: one element per pair, every change', async () => {
    const cwd = temporaryFolder({ 'A.u': old, 'B.u': now })
    const [element, ...more] = await ukitJson(['diff', 'A.u', 'B.u'], { cwd })
    expect(more).toEqual([])
    expect(element).toMatchObject({
      path: 'A.u',
      other: 'B.u',
      identical: false,
      equal: false,
      objects: [{ path: 'Light0', properties: [{ field: 'Mass', change: 'changed', before: 5, after: 7 }] }],
      breaks: [{ kind: 'removed', object: 'Light1', class: 'Light', message: 'is gone' }],
      against: null,
      error: null,
    })
  })

  test('--against names the packages that would break, and only them', async () => {
    const cwd = temporaryFolder({ 'A.u': old, 'New.u': now })
    mkdirSync(join(cwd, 'System'))
    writeFileSync(join(cwd, 'System', 'User.u'), user)
    writeFileSync(join(cwd, 'System', 'Nobody.u'), old)
    const run = await ukit(['diff', '--against', 'System', 'A.u', 'New.u'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stdout).toMatch(/Packages that it breaks\n {2}System.User\.u\n {4}missing {2}Light Light1\n$/)
    const [{ against }] = await ukitJson(['diff', '--against', 'System', 'A.u', 'New.u'], { cwd })
    expect(against).toEqual([
      {
        path: join('System', 'User.u'),
        unsatisfied: [{ path: 'Light1', class: 'Light', reason: 'missing', found: null }],
        error: null,
      },
    ])
  })

  test('two folders are compared file by file', async () => {
    const cwd = temporaryFolder()
    for (const [folder, files] of [
      ['Old', { 'a.u': old, 'b.u': old, 'lone.u': old }],
      ['New', { 'A.u': now, 'b.u': old }],
    ] as const) {
      mkdirSync(join(cwd, folder))
      for (const [name, bytes] of Object.entries(files)) writeFileSync(join(cwd, folder, name), bytes)
    }
    const run = await ukit(['diff', 'Old', 'New'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stderr).toMatch(/lone\.u: it is only in the first folder/)
    expect(run.stdout).toContain('Mass: 5 → 7')
    expect(run.stdout).toContain('3 pairs compared, 2 different\n')
  })

  test('a package that cannot be read is an error, and not equal', async () => {
    const cwd = temporaryFolder({ 'A.u': old, 'B.u': 'no package' })
    const run = await ukit(['diff', 'A.u', 'B.u'], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toMatch(/^error: B\.u: .*expected a package/)
    expect((await ukit(['diff', 'A.u', 'C.u'], { cwd })).status).toBe(1)
  })

  test.each([[['diff']], [['diff', 'A.u']], [['diff', 'A.u', 'B.u', 'C.u']]])('%j is wrong usage', async (args) => {
    const cwd = temporaryFolder({ 'A.u': old, 'B.u': now })
    expect(await ukit(args, { cwd })).toMatchObject({ status: 2, stdout: '' })
  })

  test('--against a missing folder is an error', async () => {
    const cwd = temporaryFolder({ 'A.u': old, 'B.u': now })
    const run = await ukit(['diff', '--against', 'Nowhere', 'A.u', 'B.u'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('Nowhere')
  })

  test('the help is unchanged', async () => {
    const run = await ukit(['diff', '--help'])
    expect(run).toMatchObject({ status: 0, stderr: '' })
    await expect(run.stdout).toMatchFileSnapshot('golden/diff.txt')
    for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })
})
