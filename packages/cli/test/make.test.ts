import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFile } from '@ukit/core/node'
import { describe, expect, test } from 'vitest'
import { temporaryFolder, writeTree } from '../../../testing/folders.js'
import { type Run, ukit } from './run-ukit.js'

const OBJECT = `class Object
  native;

var const name Name;
native(129) static final preoperator bool ! (bool A);
native(138) static final postoperator int ++ (out int A);
native(146) static final operator(20) int + (int A, int B);
`

const MILL = `class Mill extends Object;

var() int Sacks;

function int Grind(int More)
{
\treturn Sacks + More;
}
`

const WHEEL = `class Wheel extends Mill;

function int Grind(int More)
{
  Sacks++;
  return Super.Grind(More);
}
`

/** A game's folder that only contains these sources. */
function game(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  return temporaryFolder({
    'System/readme.txt': '',
    'Core/Classes/Object.uc': OBJECT,
    'Mills/Classes/Mill.uc': MILL,
    'Wheels/Classes/Wheel.uc': WHEEL,
    ...files,
  })
}

interface MakeJson {
  readonly packages: readonly { name: string; path: string; built: boolean; classes: number; why: string | null }[]
  readonly errors: readonly { file: string; line: number; column: number; severity: string; message: string }[]
  readonly notes: readonly string[]
}

async function make(cwd: string, ...args: string[]): Promise<{ run: Run; json: MakeJson }> {
  const run = await ukit(['make', '--json', ...args], { cwd })
  if (run.stdout === '') throw new Error(run.stderr)
  const [json] = JSON.parse(run.stdout) as [MakeJson]
  return { run, json }
}

const built = ({ packages }: MakeJson) => packages.filter((one) => one.built).map(({ name }) => name)

/**
 * Makes all packages of the game and sets their files' times to long ago, so that files written later are
 * newer.
 */
async function madeGame(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const cwd = game(files)
  const { run } = await make(cwd, '--new', '69', 'Wheels', 'Mills', 'Core')
  expect(run.status).toBe(0)
  return cwd
}

/** Sets a file's time to later than that of all files written so far. */
function touch(path: string): void {
  const later = Date.now() / 1000 + 60
  utimesSync(path, later, later)
}

describe('ukit make', () => {
  test('a package comes after those whose classes its variables have, whatever its other words mean', async () => {
    // Each contains a word that is a class of the other: Mods has a variable of class Wheel.
    const cwd = game({
      'Mods/Classes/Mod.uc': 'class Mod extends Object;\nfunction F(bool Turner) { local Wheel W; }\n',
      'Wheels/Classes/Turner.uc': 'class Turner extends Object;\nvar int Mod;\n',
    })
    const { run, json } = await make(cwd, '--new', '69', 'Core', 'Mods', 'Mills', 'Wheels')
    expect(run.status).toBe(0)
    expect(built(json)).toEqual(['Core', 'Mills', 'Wheels', 'Mods'])
  })

  test('errors that only follow from a missing superclass are not reported', async () => {
    const broken =
      'class Broken extends Nothing;\nfunction F() { Turn(); Sacks = 2; }\ndefaultproperties\n{\n  A=1\n}\n'
    const below = 'class Below extends Broken;\nfunction F() { Super.Turn(); }\n'
    const cwd = game({ 'Mods/Classes/Broken.uc': broken, 'Mods/Classes/Below.uc': below })
    const { json } = await make(cwd, '--new', '69', 'Core', 'Mods')
    const message = 'Superclass Nothing of class Broken not found'
    expect(json.errors).toMatchObject([{ file: 'Mods/Classes/Broken.uc', line: 1, message }])
  })

  test('a missing object that code refers to is an error, even if it first seemed to be a warning', async () => {
    const code = "class Mod extends Object;\nvar Object Other;\nfunction F() { Other = Mill'Mills.Great'; }\n"
    const cwd = game({ 'Mods/Classes/Mod.uc': code })
    const { run, json } = await make(cwd, '--new', '69', 'Core', 'Mills', 'Mods')
    expect(run.status).toBe(1)
    expect(json.errors).toMatchObject([{ line: 3, severity: 'error', message: "Can't find Mill 'Mills.Great'" }])
  })

  test('of several folders of --packages, the first one that has a package wins', async () => {
    const grind = (parameters: string) =>
      `class Mill extends Object;\nfunction int Grind(${parameters}) { return 1; }\n`
    const [one, two] = [
      await madeGame({
        'Mills/Classes/Mill.uc': grind('int More'),
        'Wheels/Classes/Wheel.uc': 'class Wheel extends Mill;',
      }),
      await madeGame({ 'Mills/Classes/Mill.uc': grind(''), 'Wheels/Classes/Wheel.uc': 'class Wheel extends Mill;' }),
    ].map((folder) => join(folder, 'System'))
    const cwd = temporaryFolder({
      'System/readme.txt': '',
      'Uses/Classes/Use.uc': 'class Use extends Mill;\nfunction int F() { return Grind(2); }\n',
    })
    for (const [folders, status] of [
      [[one, two], 0],
      [[two, one], 1],
    ] as const)
      expect((await make(cwd, '--check', '--new', '69', '--packages', folders.join(','), 'Uses')).run.status).toBe(
        status,
      )
  })

  test('builds packages from nothing, in the order of their dependencies', async () => {
    const cwd = game()
    const { run, json } = await make(cwd, '--new', '69', 'Wheels', 'Mills', 'Core')
    expect(run.status).toBe(0)
    expect(json).toEqual({
      packages: [
        {
          name: 'Core',
          path: 'System/Core.u',
          built: true,
          classes: 1,
          why: null,
          bytes: expect.any(Number),
          backup: null,
          further: [],
        },
        {
          name: 'Mills',
          path: 'System/Mills.u',
          built: true,
          classes: 1,
          why: null,
          bytes: expect.any(Number),
          backup: null,
          further: [],
        },
        {
          name: 'Wheels',
          path: 'System/Wheels.u',
          built: true,
          classes: 1,
          why: null,
          bytes: expect.any(Number),
          backup: null,
          further: [],
        },
      ],
      errors: [],
      notes: [],
    })
    const verified = await ukit(['verify', 'System/Core.u', 'System/Mills.u', 'System/Wheels.u'], { cwd })
    expect(verified).toMatchObject({ status: 0 })
    const wheels = await openFile(join(cwd, 'System/Wheels.u'))
    const { version, licensee, summary } = wheels
    expect([version, licensee, summary.flags, summary.generations.length]).toEqual([69, 0, 1, 1])
    // Classes have no class in the table, but Core.Class is imported anyway, as UCC does.
    const imported = wheels.imports.map(String)
    expect(imported).toEqual(
      expect.arrayContaining(["Class'Mills.Mill'", "IntProperty'Mills.Mill.Sacks'", "Class'Core.Class'"]),
    )
    await wheels.file.close?.()
  })

  test('only builds packages that are older than their sources or than a package that they need', async () => {
    const cwd = await madeGame()
    const all = ['Wheels', 'Mills', 'Core'] as const
    expect(built((await make(cwd, ...all)).json)).toEqual([])
    touch(join(cwd, 'Mills/Classes/Mill.uc'))
    expect(built((await make(cwd, ...all)).json)).toEqual(['Mills', 'Wheels'])
    touch(join(cwd, 'System/Mills.u'))
    touch(join(cwd, 'System/Wheels.u'))
    touch(join(cwd, 'System/Core.u'))
    expect(built((await make(cwd, ...all)).json)).toEqual([])
    expect(built((await make(cwd, '--all', ...all)).json)).toEqual(['Core', 'Mills', 'Wheels'])
  })

  test('backs up the original package, and not those of later builds', async () => {
    const cwd = game({ 'System/Core.u': 'what was there' })
    await make(cwd, '--new', '69', '--all', 'Core')
    await make(cwd, '--new', '69', '--all', 'Core')
    expect(readFileSync(join(cwd, 'System/Core.u.bak'), 'utf8')).toBe('what was there')
    expect(existsSync(join(cwd, 'System/Core.u.bak2'))).toBe(false)
  })

  test('reports errors of all classes with their positions, and does not change old packages', async () => {
    const cwd = await madeGame()
    const old = readFileSync(join(cwd, 'System/Mills.u'))
    writeTree(cwd, {
      'Mills/Classes/Mill.uc': MILL.replace('Sacks + More', 'Sack + More'),
      'Mills/Classes/Sail.uc': 'class Sail extends Object;\r\nvar Colour Paint;\r\n',
    })
    touch(join(cwd, 'Mills/Classes/Mill.uc'))
    const { run, json } = await make(cwd, 'Mills', 'Wheels')
    expect(run.status).toBe(1)
    expect(json.errors.map(({ file, line, column, severity }) => [file, line, column, severity])).toEqual([
      ['Mills/Classes/Mill.uc', 7, 9, 'error'],
      ['Mills/Classes/Sail.uc', 2, 5, 'error'],
    ])
    expect(json.packages.map(({ name, built: isBuilt, why }) => [name, isBuilt, why])).toEqual([
      ['Mills', false, null],
      ['Wheels', false, 'it needs Mills, which was not built'],
    ])
    expect(readFileSync(join(cwd, 'System/Mills.u')).equals(old)).toBe(true)
    const text = await ukit(['make', 'Mills'], { cwd })
    expect(text.stdout).toContain('Mills/Classes/Mill.uc(7,9) : Error, ')
    expect(text.stdout).toContain('    \treturn Sack + More;\n    \t       ^')
    const first = await ukit(['make', '--first', 'Mills'], { cwd })
    expect(first.stdout).not.toContain('Sail.uc')
  })

  test.each([
    [
      'a class that extends itself',
      { 'A.uc': 'class A extends A;' },
      [['A.uc', 1, 'Circular inheritance: A extends itself']],
    ],
    [
      'classes that extend each other',
      { 'A.uc': 'class A extends B;', 'B.uc': '// B\nclass B extends A;' },
      [
        ['A.uc', 1, 'Circular inheritance: A extends B, which extends A'],
        ['B.uc', 2, 'Circular inheritance: B extends A, which extends B'],
      ],
    ],
    [
      'a class that extends itself, and what is wrong in the text of another',
      { 'A.uc': 'class A extends A;', 'B.uc': 'class B extends Object;\nvar int;\n' },
      [
        ['A.uc', 1, 'Circular inheritance: A extends itself'],
        ['B.uc', 2, 'Missing variable name'],
      ],
    ],
    [
      'two classes of one name',
      { 'A.uc': 'class A extends Object;', 'B.uc': 'class a extends Object;' },
      [['B.uc', 1, 'Class a is already declared in Mod/Classes/A.uc']],
    ],
    [
      'a class with the name of another file',
      { 'A.uc': 'class B extends Object;' },
      [['A.uc', 1, 'Script vs. class name mismatch (A/B)']],
    ],
    [
      'a text that makes no sense',
      { 'A.uc': 'class A extends Object;\nvar int;\n' },
      [['A.uc', 2, 'Missing variable name']],
    ],
    ['a file without a class', { 'A.uc': '// nothing' }, [['A.uc', 1, expect.stringContaining('No class definition')]]],
    [
      'a class of a package that is missing',
      { 'A.uc': 'class A extends Vehicle;' },
      [['A.uc', 1, 'Superclass Vehicle of class A not found']],
    ],
    [
      'files of #exec that do not exist or leave the project',
      {
        'A.uc':
          'class A extends Object;\n/*\n#exec OBJ LOAD FILE=None.utx\n*/\n' +
          '#exec TEXTURE IMPORT FILE=Textures\\No.pcx\n#exec TEXTURE IMPORT FILE=..\\..\\..\\secret.pcx\n',
      },
      [
        ['A.uc', 5, 'there is no file Mod/Textures/No.pcx'],
        ['A.uc', 6, expect.stringMatching(/leaves the folder of the project \(--allow-outside allows it\)/)],
      ],
    ],
  ])('refuses %s', async (_what, classes, expected) => {
    const files = Object.entries(classes).map(([name, text]) => [`Mod/Classes/${name}`, text] as const)
    const cwd = await madeGame(Object.fromEntries(files))
    const { run, json } = await make(cwd, 'Mod')
    expect(run.status).toBe(1)
    expect(json.errors.map(({ file, line, message }) => [file.replace('Mod/Classes/', ''), line, message])).toEqual(
      expected,
    )
    expect(existsSync(join(cwd, 'System/Mod.u'))).toBe(false)
  })

  test('reads UTF-8, UTF-16, code pages and all kinds of line ends', async () => {
    const text = 'class A extends Object;\nvar string S; // größer\nfunction F() { S = "größer"; }\n'
    const utf16 = (swap: boolean) => {
      const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
      return swap ? bytes.swap16() : bytes
    }
    const cwd = await madeGame({
      'Mod1/Classes/A.uc': text,
      'Mod2/Classes/A.uc': Buffer.from(text, 'latin1'),
      'Mod3/Classes/A.uc': utf16(false),
      'Mod4/Classes/A.uc': utf16(true),
      'Mod5/Classes/A.uc': `\uFEFF${text}`,
      'Mod6/Classes/A.uc': text.replaceAll('\n', '\r\n'),
      'Mod7/Classes/A.uc': text.replaceAll('\n', '\r'),
      'Mod8/Classes/A.uc': Buffer.from(text, 'utf16le'),
      'Mod9/Classes/A.uc': Buffer.from(text, 'utf16le').swap16(),
    })
    const names = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `Mod${number}`)
    const guid = '0123456789ABCDEF0123456789ABCDEF'
    const { json } = await make(cwd, '--guid', guid, ...names)
    expect(built(json)).toEqual(names)
    const bytes = names.map((name) =>
      readFileSync(join(cwd, `System/${name}.u`))
        .toString('latin1')
        .replace(name, 'Mod'),
    )
    for (const one of bytes) expect(one).toBe(bytes[0])
  })

  test('thousands of errors are counted, and the first thousand are printed', async () => {
    const functions = Array.from({ length: 2500 }, (_, at) => `function F${at}() { Nothing${at} = 1; }\n`)
    const cwd = await madeGame({ 'Mod/Classes/A.uc': `class A extends Object;\n${functions.join('')}` })
    const { status, stdout } = await ukit(['make', 'Mod'], { cwd })
    expect(status).toBe(1)
    expect(stdout).toMatch(/^Mod\/Classes\/A\.uc\(1001,\d+\) : Error, 'Nothing999': Bad command or expression/m)
    expect(stdout).not.toContain('Nothing1000')
    expect(stdout).toContain('and 1,500 more\nfailed  Mod: 2,500 errors\n')
  })

  test('a missing package that a base package needs is named, with the package that needs it', async () => {
    const cwd = await madeGame({
      'Base/Classes/B.uc': 'class B extends Object;\n',
      'Above/Classes/C.uc': 'class C extends B;\n',
      'Mod/Classes/A.uc': 'class A extends C;\n',
    })
    await make(cwd, 'Base', 'Above', 'Mod')
    rmSync(join(cwd, 'System/Base.u'))
    const old = readFileSync(join(cwd, 'System/Mod.u'))
    const { run, json } = await make(cwd, '--all', 'Mod')
    expect(run.status).toBe(1)
    expect(json.errors.map(({ file, message }) => [file, message])).toEqual([
      ['Mod/Classes/A.uc', 'the package Base, which Above needs, was not found: what A inherits from it is not known'],
    ])
    expect(readFileSync(join(cwd, 'System/Mod.u')).equals(old)).toBe(true)
  })

  test('--verify names a base package that is not the one used by the compiler', async () => {
    const cwd = await madeGame({
      'Base/Classes/B.uc': 'class B extends Object;\nvar int Old;\n',
      'Mod/Classes/A.uc': 'class A extends B;\nfunction F() { Old = 1; }\n',
    })
    await make(cwd, 'Base', 'Mod')
    const before = await ukit(['make', '--verify', 'System/Mod.u'], { cwd })
    expect([before.status, before.stdout]).toEqual([0, expect.not.stringContaining('is not the package')])
    writeFileSync(join(cwd, 'Base/Classes/B.uc'), 'class B extends Object;\nvar int New;\n')
    await make(cwd, '--all', 'Base')
    // A new process, since one that is reused remembers the package that it read.
    const afresh = { cwd, env: { NO_COLOR: '1' } }
    const { stdout } = await ukit(['make', '--verify', 'System/Mod.u'], afresh)
    expect(stdout).toContain(
      'Base is not the package that it was compiled with: 1 of the 1 class that it uses differs (--packages)\n',
    )
    const json = await ukit(['make', '--verify', '--json', 'System/Mod.u'], afresh)
    expect(JSON.parse(json.stdout)).toMatchObject([{ baseRevisions: [{ package: 'Base', same: 0, other: 1 }] }])
  })

  test('packages that need each other are built against each other’s old files, which is reported', async () => {
    const cwd = await madeGame({
      'Yin/Classes/Yin.uc': 'class Yin extends Object;\n',
      'Yang/Classes/Yang.uc': 'class Yang extends Object;\nvar Yin Other;\n',
    })
    await make(cwd, 'Yin', 'Yang')
    writeFileSync(join(cwd, 'Yin/Classes/Yin.uc'), 'class Yin extends Object;\nvar Yang Other;\n')
    const { run, json } = await make(cwd, '--all', 'Yin', 'Yang')
    expect(run.status).toBe(0)
    expect(built(json)).toEqual(['Yin', 'Yang'])
    expect(json.notes).toEqual(['Yin needs Yang, which is built after it: it is built against the previous version'])
  })

  test('flags come from the .upkg file', async () => {
    const cwd = await madeGame({
      'Mod/Classes/A.uc': 'class A extends Object;',
      'Mod/Classes/Mod.upkg': '[Flags]\r\nAllowDownload=False\r\nServerSideOnly=True\r\n',
    })
    await make(cwd, 'Mod')
    const { stdout } = await ukit(['info', '--json', 'System/Mod.u'], { cwd })
    expect((JSON.parse(stdout) as [{ flags: string[] }])[0].flags).toEqual(['ServerSideOnly'])
  })

  test('--out names the package, --check writes nothing', async () => {
    const cwd = await madeGame()
    await make(cwd, '--check', '--out', 'MillsV2.u', 'Mills')
    expect(existsSync(join(cwd, 'MillsV2.u'))).toBe(false)
    const { json } = await make(cwd, '--out', 'MillsV2.u', 'Mills')
    expect(json.packages).toMatchObject([{ name: 'MillsV2', path: 'MillsV2.u', built: true }])
    const pkg = await openFile(join(cwd, 'MillsV2.u'))
    expect(pkg.imports.map(({ path }) => path)).not.toContain('Mills')
    await pkg.file.close?.()
  })

  test('System is created with the first package, and not by --check or a failure', async () => {
    const cwd = temporaryFolder({ 'Core/Classes/Object.uc': OBJECT, 'Bad/Classes/Bad.uc': 'class Bad extends None;' })
    expect(await ukit(['make', '--check', '--new', '69', 'Core'], { cwd })).toMatchObject({ status: 0 })
    expect(await ukit(['make', '--new', '69', 'Bad'], { cwd })).toMatchObject({ status: 1 })
    expect(existsSync(join(cwd, 'System'))).toBe(false)
    expect(await ukit(['make', '--new', '69', 'Core'], { cwd })).toMatchObject({ status: 0 })
    expect(readdirSync(join(cwd, 'System'))).toEqual(['Core.u'])
  })

  test('a folder System in lower case is used', async () => {
    const cwd = temporaryFolder({ 'Core/Classes/Object.uc': OBJECT, 'system/a.txt': '' })
    expect(await ukit(['make', '--new', '69', 'Core'], { cwd })).toMatchObject({ status: 0 })
    expect(readdirSync(cwd).sort()).toEqual(['Core', 'system'])
    expect(readdirSync(join(cwd, 'system')).sort()).toEqual(['Core.u', 'a.txt'])
  })

  test('marks the place of an error, and suggests what the author may have meant', async () => {
    const text = 'class Mod extends Mill;\nfunction F()\n{\n\tSelf.Sackz = 3;\n}\ndefaultproperties\n{\n  Sacs=3\n}\n'
    const cwd = await madeGame({ 'Mods/Classes/Mod.uc': text })
    const { stdout, stderr } = await ukit(['make', 'Mods'], { cwd })
    expect(stdout + stderr).toContain(
      "Mod.uc(4,2) : Error, Unrecognized member 'Sackz' in class 'Mod'; did you mean 'Sacks'?\n" +
        '    \tSelf.Sackz = 3;\n    \t^^^^^^^^^^\n',
    )
    expect(stdout + stderr).toContain(
      "Mod.uc(8,3) : Warning, Unknown property in defaults: Sacs=3; did you mean 'Sacks'?\n" +
        '      Sacs=3\n      ^^^^^^\n',
    )
  })

  test('reports each of thousands of errors once, in order', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `  Nothing${index} = 1;`)
    const text = `class Mod extends Mill;\nfunction F()\n{\n${lines.join('\n')}\n}\n`
    const cwd = await madeGame({ 'Mods/Classes/Mod.uc': text })
    const { run, json } = await make(cwd, 'Mods')
    expect(run.status).toBe(1)
    expect(json.errors.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 4))
    expect(json.errors.at(-1)?.message).toBe("'Nothing2999': Bad command or expression")
  })

  test('names a damaged older package', async () => {
    const cwd = temporaryFolder({ 'Mill/Classes/Mill.uc': 'class Mill extends Object;\n', 'Old.u': 'no package' })
    const { status, stderr } = await ukit(['make', '--order-of', 'Old.u', '--out', 'Mill.u', 'Mill'], { cwd })
    expect(status).toBe(1)
    expect(stderr).toContain('error: Old.u: ')
  })

  test('reports what is missing', async () => {
    const cwd = game()
    const noCore = await ukit(['make', 'Mills'], { cwd })
    expect(noCore.status).toBe(1)
    expect(noCore.stdout).toContain('the version of Mills.u is not known')
    expect((await ukit(['make', 'Nowhere'], { cwd })).stderr).toContain('there is no folder "Nowhere"')
    expect((await ukit(['make', 'System'], { cwd })).stderr).toContain('expected a folder Classes with .uc files')
    expect((await ukit(['make'], { cwd })).status).toBe(2)
    expect((await ukit(['make', '--verify', '--check', 'a.u'], { cwd })).stderr).toContain('leave out --check')
  })

  test('verifies nothing, and reports this, if base packages are missing', async () => {
    const cwd = await madeGame()
    const all = await ukit(['make', '--verify', 'System/Wheels.u'], { cwd })
    expect(all).toMatchObject({ status: 0, stdout: expect.stringContaining('1 of 1 class identical') })
    rmSync(join(cwd, 'System/Mills.u'))
    // A new process, since one that is reused remembers the packages in a folder.
    const afresh = { cwd, node: ['--no-warnings'] }
    const none = await ukit(['make', '--verify', 'System/Wheels.u'], afresh)
    expect(none.status).toBe(1)
    expect(none.stdout).toContain('nothing verified')
    expect(none.stdout).toContain('1 skipped: they need Mills')
    const json = await ukit(['make', '--verify', '--json', 'System/Wheels.u'], afresh)
    const found = [{ classes: 0, identical: false, unverified: 'missing packages' }]
    expect(JSON.parse(json.stdout)).toMatchObject(found)
  })
})
