import { wildcardTest } from '@ukit/files'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('matches as a regular expression of the same meaning does', () => {
  const texts = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
  fc.assert(
    fc.property(texts('ab\\*?'), texts('ab\\'), (pattern, text) => {
      const source = pattern.replace(/\\/g, '\\\\').replace(/\*+/g, '[^\\\\]*').replace(/\?/g, '[^\\\\]')
      expect(wildcardTest(pattern, '\\')(text)).toBe(new RegExp(`^${source}$`).test(text))
    }),
    { numRuns: 20_000 },
  )
})

test('a pattern of many stars ends', () => {
  expect(wildcardTest(`${'A*'.repeat(1000)}B`)('A'.repeat(10_000))).toBe(false)
  expect(wildcardTest(`${'A*'.repeat(1000)}B`)(`${'A'.repeat(10_000)}B`)).toBe(true)
})
