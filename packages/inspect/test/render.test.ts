import { renderDescription } from '@ukit/inspect'
import { expect, it } from 'vitest'

it('one line per field, small records on one line, arrays wrapped', () => {
  const lines = renderDescription(
    {
      Tag: 'Light',
      Location: { X: 1, Y: 0.5, Z: -2 },
      Owner: null,
      bHidden: true,
      Pairs: [1, 2],
      Numbers: Array.from({ length: 40 }, (_, i) => i),
      Levels: [{ data: { bytes: 16_384, starts: '0a0b' }, width: 128 }],
      Cut: { elements: 1024, starts: ['a', 'b'] },
      Bytes: { bytes: 70_000, starts: '00ff10' },
    },
    { width: 60 },
  )
  expect(lines).toEqual([
    'Tag       Light',
    'Location  X=1 Y=0.5 Z=-2',
    'Owner     None',
    'bHidden   True',
    'Pairs     [1 2]',
    'Numbers  40 elements:',
    '  0  1  2  3  4  5  6  7  8  9  10  11  12  13  14  15  16',
    '  17  18  19  20  21  22  23  24  25  26  27  28  29  30  31',
    '  32  33  34  35  36  37  38  39',
    'Levels  1 element:',
    '  [0]  data=(16,384 bytes) width=128',
    'Cut  1,024 elements:',
    '  a  b',
    '  … 1,022 more',
    'Bytes     70,000 bytes: 00 ff 10 …',
  ])
})

it('numbers are as short as a single-precision float allows', () => {
  const value = (number: number) => renderDescription({ n: number })[0]
  expect(value(Math.fround(0.1))).toBe('n  0.1')
  expect(value(Math.fround(1 / 3))).toBe('n  0.33333334')
  expect(value(0.1)).toBe('n  0.1')
  expect(value(-0)).toBe('n  0')
  expect(value(16_777_216)).toBe('n  16777216')
})

it('texts of several lines are unchanged, and cut after a maximum of lines', () => {
  expect(renderDescription({ text: 'a\r\n\tb\n\u001b[31m\n' })).toEqual([
    'text  3 lines:',
    '  a',
    '      b',
    '  \\x1B[31m',
  ])
  expect(renderDescription({ text: 'a\nb\nc\nd' }, { textLines: 2 })).toEqual([
    'text  4 lines:',
    '  a',
    '  b',
    '  … 2 more',
  ])
  expect(renderDescription({ text: 'one\n' })).toEqual(['text  one\\n'])
})

it('control characters in values and names are escaped', () => {
  const [line] = renderDescription({ 'a\u001b[2J': 'b\u009b31m\u202ec\u0007' })
  expect(line).toBe('a\\x1B[2J  b\\x9B31m\\u202Ec\\x07')
})

it('names and notes can be painted', () => {
  const paint = { label: (text: string) => `<${text}>`, note: (text: string) => `(${text})` }
  expect(renderDescription({ a: 1, bytes: { bytes: 3, starts: '' } }, { paint })).toEqual([
    '<a    >  1',
    '<bytes>  (3 bytes)',
  ])
})

it('deep nesting is indented', () => {
  expect(renderDescription({ a: { b: [{ c: { d: [1, 2, 3, 4, 5, 6] } }] } })).toEqual([
    'a',
    '  b  1 element:',
    '    [0]',
    '      c  d=[1 2 3 4 5 6]',
  ])
})
