import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('491/1008 is recognised by its versions', () => {
  expect(detectGame(0x9e2a83c1, 491, 1008, [])?.id).toBe('mass-effect')
})
