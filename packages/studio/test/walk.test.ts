import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cameraText, parseCamera } from '../src/views/level/camera-place.js'
import { moverAt } from '../src/views/level/movers.js'

test('a camera is five numbers in the address', () => {
  expect(cameraText({ location: [1264.4, 309.6, -88], yaw: 450, pitch: -5 })).toBe('1264,310,-88,90,-5')
  expect(cameraText({ location: [-0.2, 0, 0], yaw: 359.9, pitch: -0.1 })).toBe('0,0,0,0,0')
  expect(parseCamera('1264,310,-88,90,-5')).toEqual({ location: [1264, 310, -88], yaw: 90, pitch: -5 })
})

test('a camera of whole numbers comes back as it was', () => {
  const coordinate = fc.integer({ min: -400_000, max: 400_000 })
  const yaw = fc.integer({ min: 0, max: 359 })
  const pitch = fc.integer({ min: -89, max: 89 })
  fc.assert(
    fc.property(fc.tuple(coordinate, coordinate, coordinate), yaw, pitch, (location, turn, up) => {
      const place = { location, yaw: turn, pitch: up }
      expect(parseCamera(cameraText(place))).toEqual(place)
    }),
  )
})

test('any other text is not a camera', () => {
  for (const text of [undefined, '', '1,2,3', '1,2,3,4,x', '1,2,3,4,', 'NaN,0,0,0,0', '1e9,0,0,0,0'])
    expect(parseCamera(text)).toBeUndefined()
})

test('a mover is at its keys, and between them on the way', () => {
  const key = (z: number, yaw: number) => ({ location: [10, 20, z], rotation: [0, yaw, 0] }) as const
  const motion = { keys: [key(0, 0), key(100, 0), key(100, 16_384)], key: 0, moveTime: 2 }
  expect(moverAt(motion, 0)).toEqual(key(0, 0))
  expect(moverAt(motion, 0.25)).toEqual(key(50, 0))
  expect(moverAt(motion, 0.5)).toEqual(key(100, 0))
  expect(moverAt(motion, 1)).toEqual(key(100, 16_384))
  expect(moverAt({ ...motion, keys: [] }, 0.5)).toBeUndefined()
})
