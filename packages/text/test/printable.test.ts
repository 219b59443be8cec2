import { printable, printableJson, printableLines } from '@ukit/text/internal'
import { expect, test } from 'vitest'

test('shows what terminals and browsers act on as escapes', () => {
  expect(printable('a\u001b[2J\u0085\u202e\udc41\r\n')).toBe('a\\x1B[2J\\x85\\u202E\\uDC41\\x0D\\x0A')
  expect(printable('Ünïcode – 日本')).toBe('Ünïcode – 日本')
})

test('keeps line breaks and tabs of several lines, but not a return to the start of a line', () => {
  expect(printableLines('a\r\n\tb\u0007\rc')).toBe('a\r\n\tb\\x07\\x0Dc')
})

test('escapes the same in JSON, whose value stays the same', () => {
  const value = 'a\u007f\u009b31m\u2066\ufeff'
  const json = printableJson(JSON.stringify(value))
  expect(json).toBe('"a\\u007f\\u009b31m\\u2066\\ufeff"')
  expect(JSON.parse(json)).toBe(value)
})
