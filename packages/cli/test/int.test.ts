import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { madePackage, UT99 } from '../../../testing/made-package.js'
import { ukit, ukitJson } from './run-ukit.js'

const ENGINE = {
  'Core/Classes/Object.uc': 'class Object\n  native;\n\nvar const name Name;\n',
  'Engine/Classes/Mutator.uc': 'class Mutator extends Object;\n\nvar localized string Title;\n',
}

/** A package `Moon` with these classes, compiled in a folder with its bases. */
async function moon(classes: Readonly<Record<string, string>>, version = '69', licensee = '0'): Promise<string> {
  const sources = Object.fromEntries(Object.entries(classes).map(([name, text]) => [`Moon/Classes/${name}.uc`, text]))
  const cwd = temporaryFolder({ ...ENGINE, ...sources })
  const form = ['--new', `${version}/${licensee}`, '--guid', '0123456789ABCDEF0123456789ABCDEF']
  const run = await ukit(['make', ...form, 'Core', 'Engine', 'Moon', '-o', 'System'], { cwd })
  expect(run).toMatchObject({ status: 0, stderr: '' })
  return join(cwd, 'System')
}

const TEXTS = `class Texts extends Mutator;
var localized string Hello[3], Tip, Fresh;
var string Plain;
defaultproperties
{
  Title="The moon"
  Hello(0)="Red: "
  Hello(2)="Blue"
  Tip="Say \\"no\\""
  Plain="not translated"
  Fresh="New"
}
`

describe('ukit int', () => {
  test('lists localized texts: elements with their index, own variables before inherited ones', async () => {
    const cwd = await moon({ Texts: TEXTS })
    expect(await ukit(['int', 'Moon.u'], { cwd })).toMatchObject({
      status: 0,
      stdout:
        '[Public]\nObject=(Name=Moon.Texts,Class=Class,MetaClass=Engine.Mutator,Description="Texts")\n\n' +
        '[Texts]\nHello[0]="Red: "\nHello[2]="Blue"\nTip="Say \\"no\\""\nFresh="New"\nTitle="The moon"\n\n',
      stderr: '',
    })
  })

  // The form of UT2004's own tool, in its file for a public mod.
  test('UE2: dynamic arrays as a list, structs in parentheses', async () => {
    const cwd = await moon(
      {
        Texts: `class Texts extends Object;
struct Line { var string Text; var float Size; };
var localized array<string> Names;
var localized Line First;
defaultproperties
{
  Names(0)="One"
  Names(1)="Two"
  First=(Text="Top",Size=0.5)
}
`,
      },
      '128',
      '29',
    )
    const [found] = await ukitJson(['int', 'Moon.u'], { cwd })
    expect(found.sections).toEqual([
      {
        name: 'Texts',
        entries: [
          { key: 'Names', value: '("One","Two")' },
          { key: 'First', value: '(Text="Top",Size=0.5)' },
        ],
      },
    ])
  })

  test('writes a file; lines of [Public] that people wrote stay', async () => {
    const cwd = await moon({ Texts: TEXTS })
    expect((await ukit(['int', 'Moon.u', '-o', 'out'], { cwd })).stdout).toBe(
      'ok  out/Moon.int: 5 texts in 1 section, 1 listed object\n',
    )
    const line =
      'Object=(Name=Moon.Texts,Class=Class,MetaClass=Engine.Mutator,Description="The moon,As seen from here")'
    writeFileSync(join(cwd, 'out/Moon.int'), `[Public]\r\n${line}\r\n`)
    expect((await ukit(['int', 'Moon.u', '-o', 'out'], { cwd })).status).toBe(1)
    expect((await ukit(['int', 'Moon.u', '-o', 'out', '--force'], { cwd })).status).toBe(0)
    expect(readFileSync(join(cwd, 'out/Moon.int'), 'latin1')).toMatch(`[Public]\r\n${line}\r\n\r\n[Texts]\r\n`)
  })

  test('compares with a translation, and marks what is to be done', async () => {
    const cwd = await moon({ Texts: TEXTS })
    writeFileSync(join(cwd, 'old.int'), '[Texts]\nTip="Say yes"\nTitle="The moon"\n')
    writeFileSync(
      join(cwd, 'Moon.det'),
      '[Public]\nObject=(Name=x)\n[texts]\nHello="Rot: "\nHELLO[2]=Blue\nTip="Sag ja"\nTitle="Der Mond"\nFarewell="Ade"\n',
    )
    const words = ['int', 'Moon.u', '--compare', 'Moon.det', '--old', 'old.int']
    const [found] = await ukitJson(words, { cwd })
    expect(found.texts.map(({ key, state }: { key: string; state: string }) => [key, state])).toEqual([
      ['Hello[0]', 'translated'],
      ['Hello[2]', 'same'],
      ['Tip', 'changed'],
      ['Fresh', 'new'],
      ['Title', 'translated'],
      ['Farewell', 'gone'],
    ])
    expect(await ukit(words, { cwd })).toMatchObject({
      status: 1,
      stdout:
        '[Texts]\n  changed  Tip: "Say yes" → "Say \\"no\\""\n  new      Fresh="New"\n[texts]\n  gone     Farewell="Ade"\n\n2 translated, 1 the same in both, 1 new, 1 changed, 1 gone\n',
    })
    await ukit([...words, '-o', 'new'], { cwd })
    expect(readFileSync(join(cwd, 'new/Moon.det'), 'latin1').split('\r\n')).toEqual([
      '[Texts]',
      'Hello[0]="Rot: "',
      'Hello[2]=Blue',
      '; changed: "Say yes" is now "Say \\"no\\""',
      'Tip="Sag ja"',
      '; new',
      'Fresh="New"',
      'Title="Der Mond"',
      '; gone: Farewell="Ade"',
      '',
    ])
  })

  test('lists the skins and faces of a skin pack, without portraits and teams', async () => {
    const names = ['blkt1', 'blkt2', 'blkt1T_0', 'blkt4Malcolm', 'blkt5Malcolm', 'Logo', 'gard3']
    const pack = await madePackage({
      name: 'MillSkins',
      shape: UT99,
      objects: names.map((name) => ({ object: `Texture ${name}` })),
    })
    const [found] = await ukitJson(['int', 'MillSkins.utx'], { cwd: temporaryFolder({ 'MillSkins.utx': pack }) })
    expect(found.public).toEqual([
      'Object=(Name=MillSkins.blkt1,Class=Texture,Description="blkt")',
      'Object=(Name=MillSkins.gard3,Class=Texture,Description="gard")',
      'Object=(Name=MillSkins.blkt4Malcolm,Class=Texture,Description="Malcolm")',
    ])
  })

  test('wrong usage, and packages that are missing', async () => {
    const cwd = await moon({ Texts: TEXTS })
    expect((await ukit(['int', 'Moon.u', '--old', 'x'], { cwd })).status).toBe(2)
    expect((await ukit(['int', 'Moon.u', 'Core.u', '--compare', 'x'], { cwd })).status).toBe(2)
    expect(await ukit(['int', 'Moon.u', '--compare', 'none.det'], { cwd })).toMatchObject({ status: 1 })
    const alone = temporaryFolder({ 'Moon.u': readFileSync(join(cwd, 'Moon.u')) })
    const note = `Core and Engine were not found; what Unreal Tournament declares there stood in (--packages names the real ones)`
    expect((await ukit(['int', join(alone, 'Moon.u')])).stderr).toBe(`note: ${join(alone, 'Moon.u')}: ${note}\n`)
    const text = 'class A extends Actor;\nfunction F() { Pawn(Owner).Health = "x"; }\n'
    const mod = temporaryFolder({ 'A.uc': text })
    const checked = await ukit(['script', 'check', join(mod, 'A.uc'), '--packages', alone])
    expect(checked.stderr).toBe(`note: ${note}\n`)
    expect(checked.stdout.split('\n')[0]).toBe(
      `${join(mod, 'A.uc')}(2) : Error, Type mismatch in '=': string is not int`,
    )
  })
})

test('ukit ucl writes what make --ucl writes', async () => {
  const cwd = await moon(
    {
      Low: 'class Low extends Mutator;\nvar localized string FriendlyName;\ndefaultproperties\n{\nFriendlyName="Low gravity"\n}\n',
    },
    '128',
    '29',
  )
  const [found] = await ukitJson(['ucl', 'Moon.u'], { cwd })
  expect(found.lines).toHaveLength(1)
  expect(found.lines[0]).toMatch(/^Mutator=\(ClassName=Moon\.Low,.*FallbackName="Low gravity"/)
  expect((await ukit(['ucl', 'Moon.u', '-o', 'out'], { cwd })).stdout).toBe('ok  out/Moon.ucl: 1 line\n')
  expect(readFileSync(join(cwd, 'out/Moon.ucl'), 'latin1')).toBe(found.lines[0])
  expect((await ukit(['ucl', 'Core.u', '-o', 'none'], { cwd })).stderr).toMatch(/it has nothing that a game lists$/m)
  expect(existsSync(join(cwd, 'none'))).toBe(false)
  const older = await moon({ Low: 'class Low extends Mutator;\n' })
  expect((await ukit(['ucl', 'Moon.u'], { cwd: older })).stderr).toContain(
    'no game of Unreal Engine 1 reads .ucl files: its menus list what [Public] of the .int file has (ukit int)',
  )
})

test('decompiled default properties do not name their own package, so that a copy does not need it', async () => {
  const cwd = await moon({
    Low: `class Low extends Mutator;
struct Part { var class<Mutator> Kind; };
var class<Mutator> Next;
var Part Parts[2];
defaultproperties
{
  Next=Class'Low'
  Parts(1)=(Kind=Class'Engine.Mutator')
}
`,
  })
  const { stdout } = await ukit(['decompile', join(cwd, 'Moon.u')])
  expect(stdout).toContain("Next=Class'Low'\n")
  expect(stdout).toContain("Kind=Class'Engine.Mutator'")
  expect(stdout).not.toContain('Moon.')
})
