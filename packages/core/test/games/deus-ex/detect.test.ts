import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('is recognised by its imports', () => {
  expect(detectGame(0x9e2a83c1, 68, 0, ['engine', 'deusex', 'extension'])?.id).toBe('deus-ex')
})
