import { qsort, type SortVariant } from '@ukit/make'
import { describe, expect, test } from 'vitest'

/** Sorts letters by the numbers after them, greatest first: `a1 b2`. */
function sorted(text: string, variant: SortVariant): string {
  const items = text.split(' ')
  qsort(items, (a, b) => Number(b.slice(1)) - Number(a.slice(1)), variant)
  return items.map((item) => item.slice(0, 1)).join('')
}

// The expected results were worked out by hand, step by step.
describe('the sort of the compilers’ C library', () => {
  test.each(['median', 'middle'] as const)('moves the first of equals to the end, up to eight: %s', (variant) => {
    expect(sorted('a1 b1 c1', variant)).toBe('bca')
    expect(sorted('a1 b2 c1', variant)).toBe('bca')
  })

  test('leaves nine equal items unchanged, or swaps the first with the middle one', () => {
    const nine = 'a1 b1 c1 d1 e1 f1 g1 h1 i1'
    expect(sorted(nine, 'median')).toBe('abcdefghi')
    expect(sorted(nine, 'middle')).toBe('ebcdafghi')
  })

  test('sorts', () => {
    const numbers = Array.from({ length: 500 }, (_, index) => (index * 7919) % 503)
    const expected = [...numbers].sort((a, b) => a - b)
    for (const variant of ['median', 'middle'] as const) {
      const items = [...numbers]
      qsort(items, (a, b) => a - b, variant)
      expect(items).toEqual(expected)
    }
  })
})
