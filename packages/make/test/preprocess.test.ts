import { preprocess, scriptTextOf, withCppText, withoutCppText } from '@ukit/make'
import { describe, expect, test } from 'vitest'

const macros: Readonly<Record<string, string>> = { IG_SWAT: '1', IG_MOJO: '0' }
const processed = (text: string) => preprocess(text, (name) => macros[name]).text

describe("the preprocessor of SWAT 4's compiler", () => {
  test('replaces comments with spaces, and keeps quoted text', () => {
    expect(processed('var int A;\t// one\r\n/* two\r\n*/ var string B; // "x"\r\n')).toBe(
      `var int A;\t${' '.repeat(6)}\r\n${' '.repeat(6)}\r\n   var string B;${' '.repeat(7)}\r\n`,
    )
    expect(processed('Log("http://a /* b");')).toBe('Log("http://a /* b");')
  })

  test.each([
    ['#if IG_SWAT', 'yes'],
    ['#if !IG_SWAT', 'no'],
    ['#if IG_MOJO', 'no'],
    ['#if IG_OTHER', 'no'],
    ['#if IG_MOJO || IG_SWAT && !IG_MOJO', 'yes'],
    ['#if IG_SWAT && (!IG_SWAT || IG_MOJO)', 'no'],
    ['#if 1 // why', 'yes'],
  ])('%s keeps what is %s', (condition, kept) => {
    expect(processed(`${condition}\nyes\n#else\nno\n#endif\n`).trim()).toBe(kept)
  })

  test('keeps the length of lines and the tabs before directives', () => {
    expect(processed('\t#if IG_MOJO\r\n\tvar int A;\r\n\t#endif\r\n')).toBe(
      `\t${' '.repeat(11)}\r\n${' '.repeat(11)}\r\n\t${' '.repeat(6)}\r\n`,
    )
  })

  test('knows macros that the text itself defines outside of skipped parts', () => {
    const { text, macros: own } = preprocess(
      '#define A 1\n#if 0\n#define B 1\n#endif\n#if A\nyes\n#endif\n#if B\nno\n#endif\n',
      () => undefined,
    )
    expect(own).toEqual([{ name: 'A', value: '1', start: 0 }])
    expect(text.trim()).toBe('yes')
  })

  test('supports nested conditions', () => {
    expect(processed('#if IG_MOJO\n#if IG_SWAT\nno\n#endif\n#else\nyes\n#endif').trim()).toBe('yes')
  })
})

describe('the C++ text of a class', () => {
  const text = 'class A;\r\ncpptext\r\n{\r\n\tvoid F() { G("}"); }\r\n}\r\nvar int B;\r\n'
  const kept = `class A;\r\n${'// (cpptext)\r\n'.repeat(4)}var int B;\r\n`

  test('is stored separately, with each of its lines replaced by a comment', () => {
    expect(withoutCppText(scriptTextOf(text))).toEqual({ text: kept, cppText: '\tvoid F() { G("}"); }\r\n' })
    expect(withoutCppText('class A;\r\n')).toEqual({ text: 'class A;\r\n', cppText: null })
  })

  test('is put back at its position', () => {
    expect(withCppText(kept, '\tvoid F() { G("}"); }\r\n')).toBe(text)
  })
})
