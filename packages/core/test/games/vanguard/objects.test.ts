import { ue2 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { inGame, read, zeros } from '../../../../../testing/objects-ue2.js'

it('textures have additional fields', () => {
  const texture = (hex: string) => read(() => new ue2.Texture(), hex, inGame('vanguard', 129, 35))
  expect(texture(`00 ${zeros(142)} 00`).table).toHaveLength(142)
})
