import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('863/32995 is recognised by its versions', () => {
  expect(detectGame(0x9e2a83c1, 863, 32995, [])?.id).toBe('batman-arkham-knight')
})
