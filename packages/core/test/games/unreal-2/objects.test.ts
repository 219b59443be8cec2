import { ue2 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { inGame, read } from '../../../../../testing/objects-ue2.js'

it('textures have additional fields', () => {
  const texture = (hex: string) => read(() => new ue2.Texture(), hex, inGame('unreal-2', 126, 2609))
  expect(texture('00 07 00').byte).toBe(7)
})
