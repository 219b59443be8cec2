import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('491/1008 is told by its numbers', () => {
  expect(detectGame(0x9e2a83c1, 491, 1008, [])?.id).toBe('mass-effect')
})
