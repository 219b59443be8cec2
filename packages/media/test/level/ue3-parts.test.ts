import { heightsIn, motionOfTrack } from '@ukit/media/internal'
import { expect, it } from 'vitest'

it('parts of a landscape share a row of their picture, which each of them has', () => {
  // Two parts of two quads: 3 + 3 pixels along each side, from pixel 2, 1 on; red is 256 times green.
  const [width, height] = [8, 7]
  const rgba = new Uint8Array(4 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgba.set([x, y, 0, 0], 4 * (y * width + x))
  const { quads, heights } = heightsIn({ width, height, rgba }, { quads: 4, subsections: 2, left: 2, top: 1 })
  expect(quads).toBe(4)
  const columns = [2, 3, 5, 6, 7]
  const rows = [1, 2, 4, 5, 6]
  expect([...heights]).toEqual(rows.flatMap((y) => columns.map((x) => 256 * x + y)))
})

it('a track moves an actor from where it is, or in the world', () => {
  const still = { times: [0], values: [0] }
  const along = { times: [0, 2, 4], values: [0, 100, 0] }
  const yaw = { times: [1, 3], values: [0, 90] }
  const place = { location: [10, 20, 30], rotation: [0, 16_384, 0], scale: [1, 1, 1] } as const
  const relative = motionOfTrack({ axes: [along, still, still, still, still, yaw], isRelative: true }, place)
  expect(relative?.times).toEqual([0, 1, 2, 3, 4])
  // It looks along Y: 100 ahead is there.
  expect(relative?.keys.map(({ location }) => location.map(Math.round))).toEqual([
    [10, 20, 30],
    [10, 70, 30],
    [10, 120, 30],
    [10, 70, 30],
    [10, 20, 30],
  ])
  expect(relative?.keys.map(({ rotation }) => Math.abs(Math.round(rotation[1])))).toEqual([
    16_384, 16_384, 24_576, 32_768, 32_768,
  ])
  const inWorld = motionOfTrack({ axes: [along, still, still, still, still, yaw], isRelative: false }, place)
  expect(inWorld?.keys[2]).toEqual({ location: [100, 0, 0], rotation: [0, 8192, 0] })
  expect(motionOfTrack({ axes: [still, still, still, still, still, still], isRelative: true }, place)).toBeUndefined()
})
