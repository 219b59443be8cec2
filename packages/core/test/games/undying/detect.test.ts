import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('85/0 is recognised by its versions', () => {
  expect(detectGame(0x9e2a83c1, 85, 0, [])?.id).toBe('undying')
})
