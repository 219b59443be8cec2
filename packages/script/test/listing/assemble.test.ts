import { assembleListing, scriptText, tokenBytes } from '@ukit/script/decompile'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../testing/bytes.js'
import { tokensOf, type World, world } from './support.js'

const UE1 = world(69)

/** The bytes of the one script in a text. */
function bytesOf(text: string, { context, symbols }: World = UE1): string {
  const { scripts, problems } = assembleListing(text, context, symbols)
  expect(problems).toEqual([])
  expect(scripts).toHaveLength(1)
  return hexOf(tokenBytes(scripts[0]?.tokens ?? [], context))
}

/** `line:column: message` of each problem. */
function problemsOf(text: string, { context, symbols }: World = UE1): string[] {
  return assembleListing(text, context, symbols).problems.map(
    ({ line, column, message }) => `${line}:${column}: ${message}`,
  )
}

function hex(text: string): string {
  return hexOf(hexBytes(text))
}

describe('a listing assembles', () => {
  it('with labels at the targets of jumps', () => {
    const text = `
      // Comments and positions mean nothing.
      9999  JumpIfNot(offset=Else, condition=NativeFunction(150 /* > */, InstanceVariable(IntProperty'A.x'), IntZero))
            Let(target=InstanceVariable(IntProperty'A.x'), value=IntOne)
      Else: Return(Nothing)
    `
    expect(bytesOf(text)).toBe(hex('07 1200 96 01 01 25 16  0f 01 01 26  04 0b'))
  })

  it('with operands in any order and, in their order, without names', () => {
    const bytes = hex('07 0600 27 04 0b')
    expect(bytesOf('JumpIfNot(6, True)\nReturn(Nothing)')).toBe(bytes)
    expect(bytesOf('JumpIfNot(condition=True, offset=0x6)\nreturn(nothing)')).toBe(bytes)
  })

  it('with skips computed if they are not given', () => {
    expect(bytesOf("Context(Self, 4, InstanceVariable(IntProperty'A.x'))")).toBe(hex('19 17 0500 04 01 01'))
    expect(bytesOf('NativeFunction(130, True, Skip(False))')).toBe(hex('82 27 18 0200 28 16'))
    expect(bytesOf('Context(object=Self, skip=9, size=4, member=IntZero)')).toBe(hex('19 17 0900 04 25'))
    const foreach =
      'Iterator(Context(Self, skip=Out, property=None, 0, member=IntZero), Pop)\nIteratorNext\nPop: IteratorPop\nOut: Stop'
    expect(bytesOf(foreach, world(600))).toBe(hex('2f 19 17 0500 00000000 00 25 1200  31 30 08'))
  })

  it('with tables of labels, cases and a switch without default', () => {
    expect(bytesOf("A: Stop\nNothing\nNothing\nLabelTable('Begin'=A, 'Touch'=0x10)")).toBe(
      hex('08 0b 0b 0c 02 00000000 01 10000000 00 ffff0000'),
    )
    expect(bytesOf('Switch(size=4, value=IntZero)\nCase(L, IntOne)\nL: Case(default)\nStop')).toBe(
      hex('05 04 25  0a 0700 26  0a ffff 08'),
    )
  })

  it('with any float, text and name', () => {
    expect(bytesOf('FloatConst(0x7FC00001)\nFloatConst(0x7F800001)\nFloatConst(-0.0)\nFloatConst(1e-3)')).toBe(
      hex('1e 0100c07f  1e 0100807f  1e 00000080  1e 6f12833a'),
    )
    expect(bytesOf('StringConst("\\n\\x1B\\u00A0é\\\\\\"")')).toBe(hex('1f 0a 1b a0 e9 5c 22 00'))
    expect(bytesOf('UnicodeStringConst("\\u200F\\uD800A")')).toBe(hex('34 0f20 00d8 4100 0000'))
    const odd = world(69, { names: ['None', "it's */ (a) \n"], exports: ['IntProperty\'A./*)"#1'] })
    const bytes = '21 01 00 01'
    expect(bytesOf(scriptText(tokensOf(bytes, odd), odd.context, { symbols: odd.symbols }), odd)).toBe(hex(bytes))
  })

  it('several scripts of one text, each by its object', () => {
    const { scripts, problems } = assembleListing(
      "script Function'A.F'\nStop\n\nscript IntProperty'A.x'\nNothing\n",
      UE1.context,
      UE1.symbols,
    )
    expect(problems).toEqual([])
    expect(scripts.map(({ object, line, tokens }) => [object?.path, line, tokens.map(({ op }) => op)])).toEqual([
      ['A.F', 1, [8]],
      ['A.x', 4, [11]],
    ])
  })

  it('bytes that are not tokens', () => {
    const { scripts } = assembleListing('.memory 12\nStop\n.bytes FF 00\n.bytes 01\n', UE1.context, UE1.symbols)
    expect(scripts[0]).toMatchObject({ memorySize: 12, rest: Uint8Array.of(255, 0, 1), before: undefined })
  })
})

describe('what is wrong with a listing', () => {
  it('is reported with line and column, for every line', () => {
    expect(problemsOf('Stop\n  Jupm(L1)\nStop Stop\nJump(L1)')).toEqual([
      '2:3: expected a token of this engine\'s bytecode, found "Jupm"',
      '3:6: expected the end of the line, found "Stop"',
    ])
    expect(problemsOf('Jump(L1)')).toEqual(['1:6: expected the label L1: in this script, found none'])
    expect(problemsOf('L: Stop\nL: Stop')).toEqual(['2:1: expected each label once, found L again'])
    expect(problemsOf('JumpIfNot(offset=4)')).toEqual([
      '1:1: expected the operand condition of JumpIfNot, which is missing',
    ])
    expect(problemsOf('Jump(offset=4, offset=5)')).toEqual([
      '1:16: expected the operands of Jump (offset), found offset again',
    ])
    expect(problemsOf('Let(IntOne, IntOne')).toEqual([
      '1:19: expected "," or ")" after an operand of Let, found the end of the text',
    ])
  })

  it('is an invalid operand', () => {
    expect(problemsOf('ByteConst(256)')).toEqual(['1:11: expected a whole number from 0 to 255, found "256"'])
    expect(problemsOf('StringConst("\u0100")')[0]).toMatch(/^1:13: expected characters of 8 bits/)
    expect(problemsOf("NameConst('Nobody')")).toEqual(['1:11: expected a name of this package, found "Nobody"'])
    expect(problemsOf("ObjectConst(Class'No.Body')")[0]).toMatch(/^1:13: expected an object of this package/)
    expect(problemsOf('NativeFunction(3)')[0]).toMatch(/^1:16: expected the number of a native function from 112/)
    expect(problemsOf('LocalVariable(#99)')[0]).toMatch(/^1:15: expected the reference of an object/)
    expect(problemsOf('FloatConst(one)')[0]).toMatch(/^1:12: expected a number/)
  })

  it('is endless nesting, which does not exhaust the stack', () => {
    expect(problemsOf('Return('.repeat(100_000))[0]).toMatch(/nested up to 256 deep/)
    expect(problemsOf(`${'('.repeat(100_000)}\n${'"'.repeat(1000)}`)).toHaveLength(2)
  })
})
