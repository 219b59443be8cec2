import { definedMacros, expandMacros, type Macro, parseSource } from '@ukit/script/syntax'
import { describe, expect, it } from 'vitest'

const expanded = (text: string, defined: [string, Macro][] = []) =>
  expandMacros(text, { defined: new Map(defined) }).text

describe('the macros of UE3', () => {
  it.each([
    ['a text without any', 'a "b"', 'a "b"'],
    ['the log of the engine', '`log("a"@b);', 'LogInternal("a"@b);'],
    ['its condition and tag', '`log("a", b > f(1,2), \'T\');', 'if (b > f(1,2)) LogInternal("a",\'T\');'],
    ['one of the text, with parameters', '`define ADD(a, b) (`a + `{b}c)\nx = `ADD(1, (2,3));', '\nx = (1+ (2,3)c);'],
    ['one of several lines', '`define TWO one \\\n  two\n`TWO', '\n\none \n  two'],
    ['conditions', '`define A\n`if(`isdefined(A)) yes `else no `endif', '\n yes '],
    ['conditions in each other', '`if(`isdefined(A)) 1 `if(`notdefined(B)) 2 `endif `else 3 `endif', '3 '],
    ['lines that a condition leaves out', 'a\n`if(`isdefined(A))\nb\n`else\nc\n`endif\nd', 'a\n\n\n\nc\n\nd'],
    ['an end of one', '`define A b\n`undefine(A)`if(`notdefined(A))c`endif', '\nc'],
    ['comments, which stay', '// `log(x)\n"//" /* `A */', '// `log(x)\n"//" /* `A */'],
    ['those in strings', '`define V(a) "`{if(`a)}`a`{endif}:\\"" $ `a\n`V(b.c)', '\n"b.c:\\"" $ b.c'],
    ['a comment after one', '`define A 0.7//1\n`define B "//" // c\n`A `B;', '\n\n0.7"//" ;'],
    // From here on as in the texts of UDK's packages.
    ['space after one, which is lost', '`define OBJ(O) (`O != None)\n`OBJ(LP) ', '\n(LP!= None) '],
    ['space at the end of one', '`define ID 302 \nF(`ID);', '\nF(302 );'],
    ['arguments of one without parameters', '`define L a\n`L("x")b', '\nab'],
    ['an assertion', '`assert(a != None);', 'Assert(a != None);'],
    ['one that calls itself', '`define A x `A\n`A', `\n${'x '.repeat(32)}`],
    ['one that nobody defined', 'native `{hidden} final `Nothing(1) x', 'native  final  x'],
  ])('%s', (_, text, result) => {
    expect(expanded(text)).toBe(result)
  })

  it('include other texts, without their comments, and state the line of the inclusion', () => {
    const include = (file: string) =>
      file === 'Status.uci' ? '/** All\n of them. */\n`define OK 200 // well\n' : undefined
    const { text } = expandMacros('class A;\n\n`include(Status.uci);\nx = `OK;', { include })
    // As in the text of McpServerTimeManager in UDK's IpDrv.
    expect(text).toBe('class A;\n\n\n\n\n#linenumber 3;\nx = 200 ;')
    expect(expandMacros('`include(Nowhere.uci)\na', { include }).text).toBe('\na')
    const twice = '\n`include(Status.uci)\na\n\n`include(Status.uci)b`include(Status.uci)'
    expect(expandMacros(twice, { include }).text.match(/#linenumber \d+/g)).toEqual(
      [2, 5, 5].map((line) => `#linenumber ${line}`),
    )
  })

  it('know the class and the kind of build', () => {
    const macros = definedMacros(['`define Location "("$Name$") `{ClassName}::"$GetFuncName()'])
    const expected = 'LogInternal("("$Name$") PlayerController::"$GetFuncName()@ "left");'
    const text = '`log(`location @ "left");`logd(a);'
    expect(expandMacros(text, { defined: macros, className: 'PlayerController' }).text).toBe(`${expected};`)
    const debug = definedMacros(['`define debug'])
    expect(expandMacros('`logd(a);', { defined: debug }).text).toBe('LogInternal(a);')
    const release = definedMacros(['`define FINAL_RELEASE'])
    expect(expandMacros('`log(a);`warn(a);`logd(a);`assert(a);', { defined: release }).text).toBe(';;;;')
  })

  it('map positions to the original text', () => {
    const text = 'class A;\nfunction F() { `log("a"); if) }'
    const after = expandMacros(text)
    const [problem] = parseSource(after.text).problems
    expect(after.sourceOffset(problem!.start)).toBe(text.indexOf('if)') + 2)
    expect(after.sourceOffset(after.text.indexOf('Internal'))).toBe(text.indexOf('`log'))
    expect(expandMacros('`X `{y}').unknown).toEqual(new Set(['x', 'y']))
  })

  it('do not grow endlessly', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `\`define A${i + 1} \`A${i}\`A${i}`)
    const { text } = expandMacros(`\`define A0 xxxxxxxx\n${lines.join('\n')}\n\`A31`)
    expect(text.length).toBeLessThan(2 ** 23)
  })

  it('are known from texts that are read earlier', () => {
    const defined = definedMacros(['`define ONE 1\nfunction Nothing();', '`define TWO `ONE`ONE'])
    expect(expandMacros('x = `TWO;', { defined }).text).toBe('x = 11;')
  })
})
