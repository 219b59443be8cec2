import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('146/61447 is recognised by its versions', () => {
  expect(detectGame(0x9e2a83c1, 146, 61447, [])?.id).toBe('advent-rising')
})
