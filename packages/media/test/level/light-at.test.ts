import { lightAt } from '@ukit/media/internal'
import type { LevelActor } from '@ukit/media/level'
import { expect, it } from 'vitest'

function lamp(location: LevelActor['location'], light: LevelActor['light']): LevelActor {
  const plain = {
    name: 'Light0',
    class: 'Light',
    ancestry: ['Light'],
    index: 0,
    kind: 'light',
    isHidden: true,
  } as const
  return { ...plain, location, rotation: [0, 0, 0], scale: [1, 1, 1], properties: null, ...(light && { light }) }
}

it('adds the ambient light of the zone and what lights leave at a distance', () => {
  const zone = { isSky: false, isFluid: false, ambient: [0.1, 0, 0] } as const
  const lamps = [
    lamp([0, 0, 0], { color: [0, 1, 0], radius: 100 }),
    lamp([500, 0, 0], { color: [0, 0, 1], radius: 100 }),
  ]
  // Half the radius away half of it is left: 1 + 2 / 8 − 3 / 4.
  expect(lightAt(lamps, zone, [50, 0, 0])).toEqual([0.1, 0.5, 0])
  expect(lightAt(lamps, zone, [0, 0, 0])).toEqual([0.1, 1, 0])
  expect(lightAt(lamps, undefined, [250, 0, 0])).toEqual([0, 0, 0])
})
