import { fileNameText, systemPath } from '@ukit/files/node'
import { expect, test } from 'vitest'

test.each<[string, readonly number[], string]>([
  ['ASCII', [0x61, 0x2e, 0x75], 'a.u'],
  ['UTF-8', [0xc3, 0xa9], 'é'],
  ['a byte of Latin-1', [0x61, 0xe9, 0x2e, 0x75], 'a\udce9.u'],
  ['a character that is cut off', [0xe2, 0x82], '\udce2\udc82'],
  ['a surrogate written as UTF-8', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
  ['four bytes, and a wrong one', [0xf0, 0x9f, 0x98, 0x80, 0xff], '\u{1f600}\udcff'],
])('%s: converted to text and back to the same bytes', (_what, bytes, text) => {
  expect(fileNameText(Uint8Array.from(bytes))).toBe(text)
  expect([...Buffer.from(systemPath(text))]).toEqual(bytes)
})

test('a path that is text stays text', () => {
  expect(systemPath('Maps/é\u{1f600}.unr')).toBe('Maps/é\u{1f600}.unr')
})
