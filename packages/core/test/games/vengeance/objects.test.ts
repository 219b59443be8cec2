import { ue2 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { inGame, read } from '../../../../../testing/objects-ue2.js'

it('textures have additional fields', () => {
  const texture = (hex: string) => read(() => new ue2.Texture(), hex, inGame('swat-4', 129, 27))
  const hex = '00000000 00000000 00 01 03000000 00000000 00000000 1b000000 00 01000000 01000000 00 00'
  expect(texture(hex).mips).toHaveLength(1)
})
