import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('119/0x9127 is told by its numbers', () => {
  expect(detectGame(0x9e2a83c1, 119, 0x9127, [])?.id).toBe('pariah')
})
