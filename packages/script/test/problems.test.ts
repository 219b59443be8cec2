import { didYouMean, parseSource, problemExcerpt, problemLine } from '@ukit/script/syntax'
import { describe, expect, it } from 'vitest'

function firstProblem(text: string): { line: string; excerpt: string[] } {
  const { problems, lines } = parseSource(text)
  const [problem] = problems
  if (problem === undefined) throw new Error('the text has no problem')
  return { line: problemLine(problem, 'A.uc', lines), excerpt: problemExcerpt(problem, text, lines).split('\n') }
}

describe('a problem', () => {
  it('is a line in the format of UCC, with the line of the file', () => {
    expect(firstProblem('class A;\r\nfunction F()\r\n{\r\n  G() }').line).toBe(
      "A.uc(4) : Error, Missing ';' before '}'",
    )
  })

  it('has its line with carets below, and tabs unchanged', () => {
    const { excerpt } = firstProblem('class A;\nfunction F() {\n\tif (a b) c();\n}\n')
    expect(excerpt).toHaveLength(2)
    const [line = '', carets = ''] = excerpt
    expect(line).toBe('\tif (a b) c();')
    expect(carets).toMatch(/^\t *\^+$/)
    expect(line[carets.indexOf('^')]).toBe('b')
  })

  it('is shown in a part of a long line, with the caret at the right character', () => {
    const { excerpt } = firstProblem(
      `class A; function F() { ${'G(); '.repeat(100)} if (a ?) c(); ${'H(); '.repeat(100)}}`,
    )
    const [line = '', carets = ''] = excerpt
    expect(line.length).toBeLessThanOrEqual(100)
    expect(carets.length).toBeLessThanOrEqual(100)
    expect(line.slice(carets.indexOf('^') - 1, carets.indexOf('^') + 2)).toMatch(/[?)]/)
  })
})

describe('the nearest name', () => {
  it.each([
    ['GotoStat', ['GotoState', 'Goto', 'State'], 'GotoState'],
    ['LOCATION', ['Rotation', 'Location'], 'Location'],
    ['Lcoation', ['Rotation', 'Location'], 'Location'],
    ['Enmey', ['Event', 'Enemy'], 'Enemy'],
    ['X', ['Y', 'Health'], undefined],
    ['Foe', ['Foo', 'Health'], 'Foo'],
    ['Health', ['Location', 'Enemy'], undefined],
    ['Foo', [], undefined],
  ])('to %s of %j is %s', (word, names, found) => {
    expect(didYouMean(word, names)).toBe(found)
  })
})
