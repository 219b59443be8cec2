import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('845/120 is told by its numbers', () => {
  expect(detectGame(0x9e2a83c1, 845, 120, [])?.id).toBe('xcom-2')
})
