import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('69/0 is recognised by its imports', () => {
  expect(detectGame(0x9e2a83c1, 69, 0, ['engine', 'runei'])?.id).toBe('rune')
})
