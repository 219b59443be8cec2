import { plural } from '@ukit/text/internal'
import { expect, test } from 'vitest'

test('a number has its noun in the form that English gives it', () => {
  expect(plural(0, 'byte')).toBe('0 bytes')
  expect(plural(1, 'byte')).toBe('1 byte')
  expect(plural(2, 'byte')).toBe('2 bytes')
  expect(plural(1, 'entry', 'entries')).toBe('1 entry')
  expect(plural(3, 'entry', 'entries')).toBe('3 entries')
})

test('a phrase may go with the noun, and digits may be grouped', () => {
  expect(plural(1, 'byte follows', 'bytes follow')).toBe('1 byte follows')
  expect(plural(1024, 'byte', 'bytes', '1,024')).toBe('1,024 bytes')
})
