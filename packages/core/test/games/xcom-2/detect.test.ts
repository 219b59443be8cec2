import { detectGame } from '@ukit/core'
import { expect, it } from 'vitest'

it('845/120 is recognised by its versions', () => {
  expect(detectGame(0x9e2a83c1, 845, 120, [])?.id).toBe('xcom-2')
})
