import { expandMacros, type Macro, parseSource } from '@ukit/script'
import { describe, expect, it } from 'vitest'

const expanded = (text: string, defined: [string, Macro][] = []) =>
  expandMacros(text, { defined: new Map(defined) }).text

describe('the macros of UE3', () => {
  it.each([
    ['a text without any', 'a "b"', 'a "b"'],
    ['the log of the engine', '`log("a"@b);', 'LogInternal("a"@b);'],
    ['its condition and tag', '`log("a", b > f(1,2), \'T\');', 'if (b > f(1,2)) LogInternal("a",\'T\');'],
    ['one of the text, with parameters', '`define ADD(a, b) (`a + `{b}c)\nx = `ADD(1, (2,3));', '\nx = (1 + (2,3)c);'],
    ['one of several lines', '`define TWO one \\\n  two\n`TWO', '\none \n  two'],
    ['conditions', '`define A\n`if(`isdefined(A)) yes `else no `endif', '\n yes '],
    ['conditions in each other', '`if(`isdefined(A)) 1 `if(`notdefined(B)) 2 `endif `else 3 `endif', ' 3 '],
    ['an end of one', '`define A b\n`undefine(A)`if(`notdefined(A))c`endif', '\nc'],
    ['comments and strings, which stay', '// `log(x)\n"`log" /* `A */', '// `log(x)\n"`log" /* `A */'],
    ['one that calls itself', '`define A x `A\n`A', `\n${'x '.repeat(32)}`],
    ['one that nobody defined', 'native `{hidden} final `Nothing(1) x', 'native  final  x'],
  ])('%s', (_, text, result) => {
    expect(expanded(text)).toBe(result)
  })

  it('include other texts', () => {
    const include = (file: string) => (file === 'Globals.uci' ? '`define A 1\n' : undefined)
    expect(expandMacros('`include(Globals.uci)x = `A;', { include }).text).toBe('\nx = 1;')
  })

  it('say where a place was before', () => {
    const text = 'class A;\nfunction F() { `log("a"); if) }'
    const after = expandMacros(text)
    const [problem] = parseSource(after.text).problems
    expect(after.sourceOffset(problem!.start)).toBe(text.indexOf('if)') + 2)
    expect(after.sourceOffset(after.text.indexOf('Internal'))).toBe(text.indexOf('`log'))
    expect(expandMacros('`X `{y}').unknown).toEqual(new Set(['x', 'y']))
  })

  it('do not grow without end', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `\`define A${i + 1} \`A${i}\`A${i}`)
    const { text } = expandMacros(`\`define A0 xxxxxxxx\n${lines.join('\n')}\n\`A31`)
    expect(text.length).toBeLessThan(2 ** 23)
  })

  it('are known from the texts that are read before', () => {
    const before = ['`define ONE 1\nfunction Nothing();', '`define TWO `ONE`ONE']
    expect(expandMacros('x = `TWO;', { before }).text).toBe('x = 11;')
  })
})
