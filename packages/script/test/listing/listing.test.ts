import { Token } from '@ukit/objects/script'
import { scriptListing, scriptText, tokenText } from '@ukit/script/decompile'
import { describe, expect, it } from 'vitest'
import { tokensOf, type World, world } from './support.js'

const UE1 = world(69)

// JumpIfNot to 0x0012 (a native of InstanceVariable A.x and IntZero), Let, Return Nothing: in memory 3 + 8,
// 7, 2 bytes.
const IF = '07 1200 96 01 01 25 16  0f 01 01 26  04 0b'

function texts(hex: string, at: World = UE1): string[] {
  return scriptListing(tokensOf(hex, at), at.context, { symbols: at.symbols }).map(({ text }) => text)
}

describe('a token as text', () => {
  it('has all of its operands', () => {
    const [first, second] = tokensOf(IF, UE1)
    expect(tokenText(first ?? new Token(0), UE1.context)).toBe(
      "JumpIfNot(offset=0x0012, condition=NativeFunction(150, InstanceVariable(IntProperty'A.x'), IntZero))",
    )
    expect(tokenText(second ?? new Token(0), UE1.context)).toBe(
      "Let(target=InstanceVariable(IntProperty'A.x'), value=IntOne)",
    )
  })

  it('distinguishes constants, names, texts and objects', () => {
    expect(texts('1d ffffffff  1e 0000c03f  1f 4869 22 00  24 07  21 01  20 81  2a')).toEqual([
      'IntConst(-1)',
      'FloatConst(1.5)',
      'StringConst("Hi\\"")',
      'ByteConst(7)',
      "NameConst('Touch')",
      "ObjectConst(Class'Core.Object')",
      'NoObject',
    ])
    expect(texts('23 0000803f 00000080 00000040  22 01000000 ffffffff 00000080')).toEqual([
      'VectorConst((1.0, -0.0, 2.0))',
      'RotationConst((1, -1, -2147483648))',
    ])
    // A native whose number needs a second byte: 0x61 0x02 is 256 + 2.
    expect(texts('61 02 16  60 96 16')).toEqual(['ExtendedNative(258)', 'ExtendedNative(150)'])
  })

  it('has the bits of floats that are not numbers', () => {
    expect(texts('1e 0100c07f  1e 000080ff  1e 0100807f  1e cdcccc3d')).toEqual([
      'FloatConst(0x7FC00001)',
      'FloatConst(0xFF800000)',
      'FloatConst(0x7F800001)',
      'FloatConst(0.1)',
    ])
  })

  it('escapes invisible characters', () => {
    // A line feed, an escape character, a no-break space, é; in 16 bits a right-to-left mark and half a pair.
    expect(texts('1f 0a 1b a0 e9 5c 00  34 0f20 00d8 4100 0000')).toEqual([
      'StringConst("\\n\\x1B\\xA0é\\\\")',
      'UnicodeStringConst("\\u200F\\uD800A")',
    ])
  })

  it('states the opcode if several have the same name', () => {
    expect(texts('46 25  5a 25  3f 25')).toEqual([
      'StringToName#46(IntZero)',
      'StringToName#5A(IntZero)',
      'IntToFloat(IntZero)',
    ])
  })

  it('names a cast of UE2 and UE3, and the debug token after a call', () => {
    expect(texts('39 3f 25', world(127))).toEqual(['PrimitiveCast(cast=IntToFloat, value=IntZero)'])
    expect(texts('1b 01000000 00000000 16 41 64000000 05000000 06000000 40 0b', world(600))).toEqual([
      "VirtualFunction('Touch') + DebugInfo(version=100, line=5, position=6, kind=EndOfArguments)",
      'Nothing',
    ])
  })

  it('states which of several entries with the same text is meant', () => {
    const twice = world(69, { names: ['None', 'Odd', 'Odd'], exports: ["IntProperty'A.x'", "IntProperty'A.x'", "'?'"] })
    expect(texts('21 02 21 01 00 02 00 03', twice)).toEqual([
      "NameConst('Odd')",
      "NameConst('Odd'#1)",
      "LocalVariable(IntProperty'A.x'#2)",
      'LocalVariable(#3)',
    ])
    const numbered = world(600, { names: ['None', 'Actor', 'Actor_2'] })
    expect(texts('21 01000000 03000000  21 02000000 00000000  21 01000000 02000000', numbered)).toEqual([
      "NameConst('Actor'#1.3)",
      "NameConst('Actor_2'#2)",
      "NameConst('Actor_1')",
    ])
  })
})

describe('a listing', () => {
  it('has labels at the targets of jumps', () => {
    expect(scriptText(tokensOf(IF, UE1), UE1.context, { symbols: UE1.symbols })).toBe(
      [
        "      0000  JumpIfNot(offset=L0012, condition=NativeFunction(150, InstanceVariable(IntProperty'A.x'), IntZero))",
        "      000B  Let(target=InstanceVariable(IntProperty'A.x'), value=IntOne)",
        'L0012:',
        '      0012  Return(Nothing)',
        '',
      ].join('\n'),
    )
  })

  it('keeps the position of a jump that leads to no statement', () => {
    expect(texts('06 0400 04 0b')).toEqual(['Jump(0x0004)', 'Return(Nothing)'])
    expect(texts('06 0500 04 0b')).toEqual(['Jump(0x0005)', 'Return(Nothing)'])
  })

  it('omits the usual values of skips, and shows others', () => {
    const context = '19 17 0100 04 25'
    expect(texts(context)).toEqual(['Context(object=Self, size=4, member=IntZero)'])
    expect(texts('19 17 0500 04 25')).toEqual(['Context(object=Self, skip=5, size=4, member=IntZero)'])
    // The right side of && with the end of the arguments: 1 + 1.
    expect(texts('82 27 18 0200 28 16')).toEqual(['NativeFunction(130, True, Skip(value=False))'])
    // UE3's iterators through a context: from the member at 0x0E to the end of the IteratorPop at 0x12.
    expect(texts('2f 19 17 0500 00000000 00 25 1200  31 30 08', world(600))[0]).toBe(
      'Iterator(call=Context(object=Self, skip=L0013, property=None, type=0, member=IntZero), end=L0012)',
    )
  })

  it('names the labels of a state, and cases', () => {
    const state = tokensOf('08 0b 0b 0c 02 00000000 00 ffff0000', UE1)
    expect(scriptText(state, UE1.context, { symbols: UE1.symbols })).toBe(
      [
        "L0000:  // 'Begin'",
        '      0000  Stop',
        '      0001  Nothing',
        '      0002  Nothing',
        "      0003  LabelTable('Begin'=L0000)",
        '',
      ].join('\n'),
    )
    expect(texts('05 04 25  0a 0700 26  0a ffff 08')).toEqual([
      'Switch(size=4, value=IntZero)',
      'Case(offset=L0007, value=IntOne)',
      'Case(default)',
      'Stop',
    ])
  })

  it('states the names of native functions', () => {
    const [line] = scriptListing(tokensOf('96 26 25 16', UE1), UE1.context, { nativeName: (index) => `Less*/${index}` })
    expect(line?.text).toBe('NativeFunction(150 /* Less* /150 */, IntOne, IntZero)')
  })
})
