import { expect, test } from 'vitest'
import { isDrawn } from '../src/views/level/drawn-part.js'

test('rooms are drawn; windows to the sky, invisible walls and the room of the sky are not', () => {
  const zones = [
    { isSky: false, isFluid: false, ambient: [0, 0, 0] },
    { isSky: true, isFluid: false, ambient: [0, 0, 0] },
  ] as const
  expect(isDrawn({ kind: 'world', zone: 0 }, zones)).toBe(true)
  expect(isDrawn({ kind: 'backdrop', zone: 0 }, zones)).toBe(false)
  expect(isDrawn({ kind: 'invisible', zone: 0 }, zones)).toBe(false)
  expect(isDrawn({ kind: 'world', zone: 1 }, zones)).toBe(false)
  expect(isDrawn({ kind: 'world', zone: 7 }, zones)).toBe(true)
})
