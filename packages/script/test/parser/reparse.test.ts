import { parseSource, reparse } from '@ukit/script/syntax'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const TEXT = `class A;
var int a;
function F(int i)
{
  local int j;

  assert(a == 1);
  if (i == j) { G("text"); /* a comment */ } // another
}
state S
{
  event E() { a = 1; }
Begin:
  Sleep(1.0);
}
function G() { return a ? 1 : 2; }
function H() { assert(True); }
defaultproperties { a=1 }
`

const PIECES = [
  '',
  ' ',
  'x',
  '\n',
  ';',
  '{',
  '}',
  '(',
  ')',
  '"',
  "'",
  '/*',
  '*/',
  '//',
  '#if',
  '`',
  'function',
  'else ',
  'a = 1;',
]

const facts = ({ text, tokens, file, problems }: ReturnType<typeof parseSource>) => ({
  text,
  tokens: Array.from({ length: tokens.count }, (_, index) => [tokens.kindAt(index), tokens.startAt(index)]),
  file: JSON.parse(JSON.stringify(file)),
  problems,
})

it('a text that is parsed again after an edit has the same result as the first time', () => {
  const edit = fc.record({
    start: fc.nat(TEXT.length),
    length: fc.nat(6),
    text: fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }).map((list) => list.join('')),
  })
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let parsed = parseSource(TEXT)
      for (const { start: wanted, length, text } of edits) {
        const start = Math.min(wanted, parsed.text.length)
        parsed = reparse(parsed, { start, end: Math.min(start + length, parsed.text.length), text })
        expect(facts(parsed)).toEqual(facts(parseSource(parsed.text)))
      }
    }),
    { numRuns: 200, seed: 5 },
  )
})

it('an edit of a function keeps the nodes of the others', () => {
  const parsed = parseSource(TEXT)
  const last = parsed.file.declarations.at(-1)
  const first = parsed.file.declarations[0]
  const at = TEXT.indexOf('j;') + 2
  const again = reparse(parsed, { start: at, end: at, text: '\n\n  j = 4;' })
  expect(again.file.declarations[0]).toBe(first)
  expect(again.file.declarations.at(-1)).toBe(last)
  expect(again.text.slice(last!.start)).toMatch(/^defaultproperties/)
})
