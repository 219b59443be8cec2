import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Guid } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit, setProperty } from '@ukit/edit'
import { ue1 } from '@ukit/objects'
import { Class } from '@ukit/objects/script'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { savedBytes } from '../../../testing/bytes.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { gunPackage } from '../../script/test/listing/made-package.js'
import { ukit, ukitJson } from './run-ukit.js'

let folder = ''
let file = ''
let original: Uint8Array = new Uint8Array()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ukit-script-'))
  file = join(folder, 'Arms.u')
  original = await savedBytes(await gunPackage(69))
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => writeFileSync(file, original))

describe('ukit disasm', () => {
  it('lists one script, the scripts in an object, and those in the entire package', async () => {
    const { status, stdout, stderr } = await ukit(['disasm', file, 'Gun.Idle.Tick'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toBe("script Function'Gun.Idle.Tick'  // 1 byte of memory\n      0000  Stop\n")
    expect((await ukit(['disasm', file, 'gun.idle'])).stdout.match(/^script .*'/gm)).toEqual([
      "script State'Gun.Idle'",
      "script Function'Gun.Idle.Tick'",
    ])
    expect((await ukit(['disasm', file])).stdout).toMatch(/^\/\/ Arms, version 69\/0, 4 scripts\n\nscript Class'Gun'/)
  })

  it('checks that every script is reproduced', async () => {
    const { status, stdout } = await ukit(['disasm', '--check', file])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ok {6}4 of 4 scripts .*\n\nok {2}1 file, 4 of 4 scripts identical\n$/)
    expect(await ukitJson(['disasm', '--check', file])).toEqual([
      { path: file, scripts: 4, identical: 4, empty: 1, damaged: [], failures: [], error: null },
    ])
  })

  it('prints JSON, also for a file that is not a package', async () => {
    const [listed] = await ukitJson(['disasm', file, 'Gun.Fire'])
    expect(listed).toMatchObject({
      path: file,
      scripts: 1,
      listings: [{ object: 'Gun.Fire', class: 'Function', problem: null, bytes: null }],
      error: null,
    })
    expect(listed.listings[0].lines[0]).toMatchObject({ offset: 0, label: 'L0000' })
    const other = join(folder, 'note.txt')
    writeFileSync(other, 'not a package')
    for (const check of [[], ['--check']])
      expect(await ukitJson(['disasm', ...check, other])).toMatchObject([{ path: other, scripts: 0, error: {} }])
  })

  it('reports a path that does not exist', async () => {
    const { status, stderr } = await ukit(['disasm', file, 'Gun.Fier'])
    expect([status, stderr]).toEqual([1, `error: ${file}: there is no object "Gun.Fier"; did you mean Gun.Fire?\n`])
    expect((await ukit(['disasm', '--check', file, 'Gun.Fire'])).status).toBe(2)
  })
})

describe('ukit assemble and ukit script patch', () => {
  it('write a listing back without changes', async () => {
    const text = join(folder, 'Arms.txt')
    expect(await ukit(['disasm', file, '-o', text])).toMatchObject({ status: 0, stdout: `ok  ${text}: 4 scripts\n` })
    const out = join(folder, 'Same.u')
    const { status, stdout } = await ukit(['assemble', file, text, '-o', out])
    expect([status, stdout.split('\n')[0]]).toEqual([0, 'no script has changed'])
    expect(new Uint8Array(readFileSync(out))).toEqual(original)
    // An existing listing is not replaced by default.
    expect((await ukit(['disasm', file, '-o', text])).status).not.toBe(0)
  })

  it('replace a script, keep the original, and report that the GUID is unchanged', async () => {
    const text = join(folder, 'Fire.txt')
    writeFileSync(text, "Jump(End)\nVirtualFunction('Reload')\nEnd: Stop\n")
    const { status, stdout, stderr } = await ukit(['script', 'patch', file, 'Gun.Fire', '--from', text])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Gun\.Fire: \d+ → 10 bytes of memory\n/)
    expect(stdout).toContain(`\n${file} keeps its GUID 00000001`)
    expect(new Uint8Array(readFileSync(`${file}.bak`))).toEqual(original)
    expect((await ukit(['disasm', file, 'Gun.Fire'])).stdout).toContain('0000  Jump(L0009)\n')
    expect((await ukit(['verify', file])).status).toBe(0)
  })

  it('report mistakes with line and column, and write nothing', async () => {
    const text = join(folder, 'Bad.txt')
    writeFileSync(text, 'Stop\n  Jupm(End)\nJump(End)\n')
    const { status, stderr } = await ukit(['script', 'patch', file, 'Gun.Fire', '--from', text])
    expect(status).toBe(1)
    expect(stderr).toBe(`error: ${text}:2:3: expected a token of this engine's bytecode, found "Jupm"\n`)
    expect(new Uint8Array(readFileSync(file))).toEqual(original)
    const [json] = await ukitJson(['assemble', file, text, '-n'])
    expect(json).toMatchObject({ written: null, problems: [{ line: 2, column: 3 }], error: { kind: 'bad-value' } })
  })
})

describe('ukit script check', () => {
  it('reports what the compiler would, and writes nothing', async () => {
    const source = join(folder, 'Shot.uc')
    writeFileSync(source, 'class Shot extends Gun;\nvar int Count;\nfunction Go()\n{\n\tConut = 3;\n}\n')
    const check = ['script', 'check', source, '--packages', folder]
    const { status, stdout } = await ukit(check)
    expect(status).toBe(1)
    expect(stdout).toContain(`${source}(5) : Error, 'Conut': Bad command or expression`)
    expect(stdout).toContain('\n    \tConut = 3;\n    \t^^^^^\n')
    expect(await ukitJson([...check, '--json'])).toMatchObject([
      { path: source, scripts: 1, problems: [{ line: 5, column: 2, level: 'error' }] },
    ])
    writeFileSync(source, 'class Shot extends Gun;\nvar int Count;\nfunction Go()\n{\n\tCount = 3;\n}\n')
    expect(await ukit(check)).toMatchObject({ status: 0, stdout: 'ok  1 script without errors\n' })
    const ofFolder = ['script', 'check', folder, '--packages', folder]
    expect(await ukit(ofFolder)).toMatchObject({ status: 0, stdout: 'ok  1 script without errors\n' })
    expect((await ukit(['script', 'check', join(folder, 'no.uc'), '--packages', folder])).status).toBe(1)
  })
})

describe('ukit script check of a class that is alone', () => {
  const PAD = `class Pad extends Actor placeable;
var() float Power;
event Touch(Actor Other)
{
  if (Pawn(Other) != None)
    Pawn(Other).AddVelocity(vect(0,0,1) * Powr);
}
`
  // Touch has four parameters in UE3, and AddVelocity three.
  const KIT = PAD.replace('Touch(Actor Other)', 'Touch(Actor Other, PrimitiveComponent P, vector L, vector N)')
    .replace('* Powr)', "* Power, L, class'DamageType')")
    .replace('\n}\n', '\n  `log("touched");\n}\n')

  async function checked(text: string, ...options: string[]) {
    const source = join(mkdtempSync(join(folder, 'alone-')), 'Pad.uc')
    writeFileSync(source, text)
    const { status, stdout, stderr } = await ukit(['script', 'check', source, ...options])
    return { status, first: stdout.split('\n')[0]?.replace(source, 'Pad.uc'), stderr }
  }

  it('takes the declarations that fit best, and says so', async () => {
    expect(await checked(PAD)).toEqual({
      status: 1,
      first: "Pad.uc(6) : Error, 'Powr': Bad command or expression; did you mean 'Power'?",
      stderr: expect.stringContaining('what Unreal Tournament declares took the place of all, in which fewest errors'),
    })
    expect(await checked(KIT)).toEqual({
      status: 0,
      first: 'ok  1 script without errors',
      stderr: expect.stringContaining('what UDK declares took the place of all, in which fewest errors'),
    })
  })

  it('takes those of the game that is named', async () => {
    expect(await checked(PAD.replace('Powr', 'Power'), '--game', 'raven-shield')).toEqual({
      status: 0,
      first: 'ok  1 script without errors',
      stderr: expect.stringContaining('what Raven Shield declares took the place of all ('),
    })
    expect(await checked(KIT, '--game', 'unreal-tournament')).toMatchObject({ status: 1 })
  })
})

describe('ukit script check of UE3', () => {
  it('finds the packages beside Development, and the macros in Src', async () => {
    const root = join(folder, 'UDK')
    const classes = join(root, 'Development/Src/Mod/Classes')
    for (const made of [classes, join(root, 'Development/Src/Core'), join(root, 'UDKGame/Script')])
      mkdirSync(made, { recursive: true })
    const core = await createPackage({ name: 'Core', version: 868, guid: new Guid(1, 2, 3, 4) })
    addObject(core, 'Object', 'Class', new Class())
    writeFileSync(join(root, 'UDKGame/Script/Core.u'), await savedBytes(await buildPackage(core)))
    writeFileSync(join(root, 'Development/Src/Core/Globals.uci'), '`define KIND int\n')
    writeFileSync(join(root, 'Development/Src/Mod/More.uci'), '`define MORE Count\n')
    const source = join(classes, 'Thing.uc')
    writeFileSync(source, 'class Thing extends Object;\n`include(mod/more.uci)\nvar `{KIND} `MORE;\nvar Cuont Other;\n')
    const { status, stdout } = await ukit(['script', 'check', source])
    expect([status, stdout.split('\n')[0]]).toEqual([1, `${source}(4) : Error, Unrecognized type 'Cuont'`])
  })
})

describe('a project', () => {
  it('has pictures of 8 bits as PCX, with the line that imports them', async () => {
    const edit = await PackageEdit.open(await gunPackage(69))
    const colors = Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : (i * 7) & 0xff))
    addObject(edit, 'Green', 'Engine.Palette', Object.assign(new ue1.Palette(), { colors }))
    const wall = new ue1.Texture()
    const pixels = Uint8Array.of(1, 1, 1, 200)
    wall.mips = [Object.assign(new ue1.Mip(), { data: pixels, width: 2, height: 2, widthBits: 1, heightBits: 1 })]
    const added = addObject(edit, 'Walls.Wall', 'Engine.Texture', wall)
    await setProperty(edit, added, 'Palette:object', "Palette'Green'")
    await setProperty(edit, added, 'USize:int', '2')
    await setProperty(edit, added, 'VSize:int', '2')
    writeFileSync(file, await savedBytes(await buildPackage(edit)))
    const out = join(folder, 'Source')
    expect((await ukit(['decompile', file, '-o', out])).status).toBe(0)
    const source = readFileSync(join(out, 'Arms/Classes/Gun.uc'), 'latin1')
    const line = '#exec TEXTURE IMPORT FILE=Textures\\Walls\\Wall.pcx NAME=Wall GROUP=Walls MIPS=OFF\r\n'
    expect(source).toContain(line)
    const pcx = readFileSync(join(out, 'Arms/Textures/Walls/Wall.pcx'))
    // Runs have the two highest bits set; 200 has to be a run, too. Then the palette: a marker and 256
    // colours.
    expect([...pcx.subarray(128, -769)]).toEqual([0xc2, 1, 1, 0xc1, 200])
    const expected = [...colors].filter((_, i) => i % 4 !== 3)
    expect([pcx.at(-769), ...pcx.subarray(-768)]).toEqual([12, ...expected])
  })
})

describe('ukit decompile', () => {
  it('prints a page of HTML or Markdown for one file', async () => {
    const page = await ukit(['decompile', '--html', file])
    expect(page.status).toBe(0)
    expect(page.stdout).toMatch(/^<!doctype html>\n/)
    expect(page.stdout).toContain('<h2 id="gun">Gun</h2>')
    expect((await ukit(['decompile', '--markdown', file, 'Gun'])).stdout).toMatch(/^# Arms\n\n- \[Gun\]\(#gun\)\n/)
    for (const words of [['--markdown'], ['--names'], ['-o', folder], [file]])
      expect((await ukit(['decompile', '--html', file, ...words])).status).toBe(2)
  })

  it('prints one member of a class: a function, also of a state, and the default properties', async () => {
    const text = async (word: string) => {
      const { status, stdout, stderr } = await ukit(['decompile', file, word])
      expect(status).toBe(0)
      expect(stderr).toContain('Core was not found; what Unreal Tournament declares there stood in')
      return stdout
    }
    expect(await text('Gun.Fire')).toBe('function Fire();\n')
    expect(await text('arms.gun.idle.tick')).toMatch(/^\s*function Tick\(\)/)
    expect(await text('Gun.Tick')).toBe(await text('Gun.Idle.Tick'))
    expect(await text('Gun.defaultproperties')).toMatch(/^defaultproperties\n\{/)
    expect(await text('Arms.Gun')).toContain('function Fire()')
    const [found] = await ukitJson(['decompile', file, 'Gun.Fire'])
    expect(found.classes).toMatchObject([{ class: 'Gun', member: 'Fire' }])
    expect(found.notes).toHaveLength(1)
    expect(found.notes[0]).toContain('Core was not found; what Unreal Tournament declares there stood in')
  })

  it('says which class or member may have been meant', async () => {
    const problem = async (...words: string[]) => {
      const { status, stderr } = await ukit(['decompile', file, ...words])
      expect(status).toBe(1)
      return stderr
    }
    expect(await problem('Gnu')).toContain('Arms has no class "Gnu"; did you mean "Gun"?')
    expect(await problem('Gun.Frie')).toContain('class Gun does not declare "Frie"; did you mean "Fire"?')
    expect(await problem('Gun.Landed')).toContain('class Gun does not declare "Landed"; a superclass may')
    expect(await problem('--compare', 'Gun.Fire')).toContain('--compare takes whole classes, not "Gun.Fire"')
  })
})

describe('ukit decompile -o', () => {
  it('takes a folder, not -', async () => {
    const { status, stderr } = await ukit(['decompile', file, '-o', '-'])
    expect(status).toBe(2)
    expect(stderr).toContain('decompile -o takes a folder; without -o, the text goes to standard output')
  })
})

describe('a package without classes', () => {
  it('is named, since nothing is printed of it', async () => {
    const edit = await createPackage({ name: 'Tex', version: 69, guid: new Guid(1, 2, 3, 4) })
    addObject(edit, 'Grey', 'Engine.Palette', new ue1.Palette())
    const cwd = temporaryFolder({ 'Tex.utx': await savedBytes(await buildPackage(edit)) })
    for (const words of [['decompile'], ['script', 'tree'], ['script', 'calls'], ['script', 'strings']]) {
      const run = await ukit([...words, 'Tex.utx'], { cwd })
      expect(run).toMatchObject({ status: 0, stdout: '' })
      expect(run.stderr).toBe('note: Tex.utx: it has no classes: ukit ls lists what is in it\n')
    }
  })
})

describe('ukit script', () => {
  it('prints classes, calls, natives and strings as text and JSON', async () => {
    expect((await ukit(['script', 'tree', file])).stdout).toBe('Gun\n')
    expect(await ukitJson(['script', 'tree', file])).toMatchObject([{ classes: [{ name: 'Gun', package: 'Arms' }] }])
    expect((await ukit(['script', 'tree', '--dot', file])).stdout).toContain('  "Arms.Gun";\n')
    // Core is not there, but what it declares is known; nothing declares Bang: its name is all that is known.
    const calls = [
      { from: 'Arms.Gun.Fire', to: 'Core.Object.AndAnd_BoolBool', kind: 'native' },
      { from: 'Arms.Gun.Fire', to: 'Bang', kind: 'name' },
    ]
    expect(await ukitJson(['script', 'calls', file])).toMatchObject([{ calls, overrides: [] }])
    for (const name of ['Fire', 'gun.fire', 'Arms.Gun.Fire'])
      expect((await ukit(['script', 'calls', file, name])).stdout).toBe(
        'Arms.Gun.Fire\n  calls\n    Core.Object.AndAnd_BoolBool\n    Bang (perhaps: by its name)\n',
      )
    expect((await ukit(['script', 'calls', file, 'Gun.Frie'])).status).toBe(1)
    expect(await ukitJson(['script', 'natives', file])).toEqual([{ natives: [], gaps: [], clashes: [] }])
    expect(await ukitJson(['script', 'unused', file])).toMatchObject([{ functions: expect.any(Array), variables: [] }])
    expect(await ukitJson(['script', 'strings', file])).toMatchObject([
      { path: file, strings: [{ object: 'Arms.Gun.Fire', text: 'hé' }] },
    ])
    expect((await ukit(['script', 'strings', '--unique', file])).stdout).toBe('"hé"\n')
    expect((await ukit(['script', 'grep', 'fire', file])).stdout).toBe('Arms.Gun.Fire:10: function Fire();\n')
    expect((await ukit(['script', 'grep', '--bytecode', 'bang', file])).stdout).toMatch(
      /^Arms\.Gun\.Fire:0x\w{4}: VirtualFunction\('Bang'/,
    )
    expect(await ukit(['script', 'grep', 'nothing like it', file])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('note: no line matches\n'),
    })
  })

  it('decompile finds members of a class that is called as its package', async () => {
    const sources = {
      'Core/Classes/Object.uc': 'class Object native;\n',
      'Core/Classes/Core.uc': 'class Core extends Object;\n\nfunction int Two()\n{\n\treturn 2;\n}\n',
    }
    const cwd = temporaryFolder(sources)
    await ukit(['make', 'Core', '--new', '69', '--out', 'Core.u'], { cwd })
    for (const word of ['Core.Two', 'Core.Core.Two'])
      expect((await ukit(['decompile', 'Core.u', word], { cwd })).stdout).toContain('function int Two()')
    expect((await ukit(['decompile', 'Core.u', 'Core.Object'], { cwd })).stdout).toMatch(/^class Object/)
    expect((await ukit(['decompile', 'Core.u', 'Core.Too'], { cwd })).stderr).toContain(
      'class Core does not declare "Too"; did you mean "Two"?',
    )
  })

  it('grep prints the tabs of a source line as tabs', async () => {
    const cwd = temporaryFolder({ 'Core/Classes/Object.uc': 'class Object native;\n\nvar int\tSacks;\t// how many\n' })
    await ukit(['make', 'Core', '--new', '69', '--out', 'Core.u'], { cwd })
    const { stdout } = await ukit(['script', 'grep', 'sacks', 'Core.u'], { cwd })
    expect(stdout).toBe('Core.Object:3: var int\tSacks;\t// how many\n')
  })
})
