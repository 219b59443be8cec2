import { ue2 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { inGame, read } from '../../../../../testing/objects-ue2.js'

it('textures have additional fields', () => {
  const texture = (hex: string) => read(() => new ue2.Texture(), hex, inGame('americas-army-2', 128, 32))
  expect(texture('00 2b290000 00').number).toBe(10539)
})
