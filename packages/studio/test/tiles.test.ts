import { expect, test } from 'vitest'
import { tiles } from '../src/views/overview/tiles.js'

test('tiles are as large as their amounts and cover the whole without overlapping', () => {
  const amounts = [600, 200, 100, 60, 40]
  const found = tiles(amounts)
  expect(found.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
  const areas = found.map(({ width, height }) => (width * height) / 10_000)
  for (const [i, area] of areas.entries()) expect(area).toBeCloseTo((amounts[i] ?? 0) / 1000, 6)
  for (const a of found)
    for (const b of found) {
      if (a.index >= b.index) continue
      const isApart =
        a.left + a.width <= b.left + 1e-6 ||
        b.left + b.width <= a.left + 1e-6 ||
        a.top + a.height <= b.top + 1e-6 ||
        b.top + b.height <= a.top + 1e-6
      expect(isApart).toBe(true)
    }
})

test('nothing has no tiles, and what could not be seen has none', () => {
  expect(tiles([])).toEqual([])
  expect(tiles([0, 0])).toEqual([])
  expect(tiles([1_000_000, 1])).toHaveLength(1)
})
