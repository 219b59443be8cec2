import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('119/0x9127 is recognised by its versions', () => {
  expect(detectGame(0x9e2a83c1, 119, 0x9127, [])?.id).toBe('pariah')
})
