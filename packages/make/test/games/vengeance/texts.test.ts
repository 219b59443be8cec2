import { ObjectReader } from '@ukit/core'
import { verifyMake } from '@ukit/make'
import { Class, FunctionField, TextBuffer } from '@ukit/objects/script'
import { carriedSource } from '@ukit/script/decompile'
import { describe, expect, test } from 'vitest'
import { decompiled } from '../../support/decompiled.js'
import { builtCore, made, read, sourceFiles } from '../../support/made.js'

const SWAT_4 = { version: 129, licensee: 27 }
const OBJECT = 'class Object\n  native;\n'

describe('the text that SWAT 4 keeps', () => {
  // As in AI_HeadAction of Tyrion, whose file has nothing between its code and the block.
  const MILL = `class Mill extends Object;
var int Age;
defaultproperties
{
  Age=4
}

// the end
`

  test('has empty lines instead of default properties, one fewer than these, and what follows', async () => {
    const { pkg, problems } = await builtCore(SWAT_4, { Mill: MILL })
    expect(problems).toEqual([])
    const { text } = await read(pkg, 'Mill.ScriptText', TextBuffer)
    expect(text.text.split('\r\n')).toEqual([
      'class Mill extends Object;',
      'var int Age;',
      '',
      '',
      '',
      '',
      '// the end',
      '',
    ])
  })

  test('has problems whose lines are those of the file', async () => {
    const { problems } = await builtCore(SWAT_4, { Mill: `${MILL}function Stop()\n{\n  Age = Nobody;\n}\n` })
    expect(problems.map(({ line, column }) => [line, column])).toEqual([[11, 9]])
  })

  test('gives the file again, from which the same text is made', async () => {
    const { pkg } = await builtCore(SWAT_4, { Mill: MILL })
    const reader = await ObjectReader.open(pkg)
    const mill = pkg.exports.find(({ path }) => path === 'Mill')
    if (mill === undefined) throw new TypeError('Mill is not there')
    const source = await carriedSource(reader, mill)
    // Which of the empty lines is not the block's cannot be known.
    expect(source?.split('\r\n').filter((line) => line !== '')).toEqual(MILL.split('\n').filter((line) => line !== ''))
    const verified = await verifyMake(pkg, { sources: sourceFiles({ Object: OBJECT, Mill: source ?? '' }) })
    expect(verified.differences).toEqual([])
    expect(verified.identicalClasses).toBe(2)
  })
})

describe('interfaces of SWAT 4', () => {
  // As ISwatAI, which extends ISwatAICharacter.
  const CLASSES = {
    Object: OBJECT,
    Wind: 'class Wind extends Object;\nenum EWind { W_Calm, W_Storm };\n',
    Turning: 'interface Turning;\nfunction Turn(int Times);\n',
    Grinding: 'interface Grinding extends Turning native;\nimport enum EWind from Wind;\nfunction Grind();\n',
    Mill: `class Mill extends Object implements Grinding;
function Turn(int Times) {}
function Grind() {}
function Start(Grinding Other) { Other.Turn(2); Other.Grind(); }
`,
  }

  test('extend others, whose functions are called through them', async () => {
    const pkg = await made('Core', CLASSES, [], { format: SWAT_4 })
    const { script } = await read(pkg, 'Mill.Start', FunctionField)
    // Each call: a context of an object variable, its skip and size, the call by name, its argument; the end.
    expect(script.memorySize).toBe(1 + 5 + 3 + (5 + 2 + 1) + (1 + 5 + 3 + 5 + 1) + 2)
    expect((await read(pkg, 'Grinding', Class)).classFlags & 0x100_0000).toBe(0x100_0000)
  })

  test('are decompiled as they are declared, with the enums that they import', async () => {
    const pkg = await made('Core', CLASSES, [], { format: SWAT_4 })
    const text = await decompiled(pkg, [], 'Grinding')
    expect(text).toMatch(/^interface Grinding extends Turning\s+native;/m)
    expect(text).toContain('import enum EWind from Wind;')
    expect(await decompiled(pkg, [], 'Turning')).toMatch(/^interface Turning;/m)
    expect(await decompiled(pkg, [], 'Mill')).toMatch(/^class Mill extends Object\s+implements Grinding;/m)
    const again: Record<string, string> = {}
    for (const name of Object.keys(CLASSES)) again[name] = await decompiled(pkg, [], name)
    const rebuilt = await made('Core', again, [], { format: SWAT_4 })
    const flagsOf = async (of: typeof pkg) => (await read(of, 'Grinding', Class)).classFlags
    expect(await flagsOf(rebuilt)).toBe(await flagsOf(pkg))
  })
})
