import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('85/0 is told by its numbers', () => {
  expect(detectGame(0x9e2a83c1, 85, 0, [])?.id).toBe('undying')
})
