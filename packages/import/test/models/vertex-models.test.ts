import { readMd2, readMd3, readVertexFiles } from '@ukit/import'
import { expect, it } from 'vitest'
import { frameFile, numberFile, triangleFile } from '../../../media/test/model-bytes.js'

const POINTS = [
  [0, 0, 0],
  [-1024, 1023, -512],
  [1, -1, 511],
] as const

it('reads _d.3d and _a.3d: packed points, triangles, and the meaning of their types', () => {
  const data = triangleFile(3, [
    { points: [0, 1, 2], uv: [1, 2, 3, 4, 5, 6], texture: 3 },
    { points: [2, 1, 0], type: 18 },
    { points: [0, 2, 1], type: 8 },
  ])
  const model = readVertexFiles(data, frameFile([POINTS, POINTS]))
  expect(model).toMatchObject({ pointWords: 1, pointCount: 3, frameCount: 2, notes: [] })
  expect(model.points[1]).toBe((-1024 & 2047) | (1023 << 11) | (-512 << 22))
  expect(model.triangles).toEqual([
    { points: [0, 1, 2], uv: [1, 2, 3, 4, 5, 6], polyFlags: 0, texture: 3, isWeapon: false },
    { points: [2, 1, 0], uv: [0, 0, 255, 0, 0, 255], polyFlags: 0x40_0104, texture: 0, isWeapon: false },
    { points: [0, 2, 1], uv: [0, 0, 255, 0, 0, 255], polyFlags: 0, texture: 0, isWeapon: true },
  ])
})

it('reads the points of Deus Ex, which have two words each', () => {
  const frames = numberFile([
    ['i16', 1, 24],
    ['i16', -300, 5000, -7, 0, 1, 2, 3, 0, 4, 5, 6, 0],
  ])
  const model = readVertexFiles(triangleFile(3, [{ points: [0, 1, 2] }]), frames)
  expect(model).toMatchObject({ pointWords: 2, frameCount: 1 })
  expect([...model.points.subarray(0, 2)]).toEqual([(5000 << 16) | (-300 & 0xffff), -7 & 0xffff])
})

it('reads files with wrong numbers, such as those of Unreal itself', () => {
  const triangles = triangleFile(3, [{ points: [0, 1, 2] }])
  const said = (at: number, value: number, frames = [POINTS, POINTS]) => {
    const bytes = frameFile(frames)
    new DataView(bytes.buffer).setUint16(at, value, true)
    return bytes
  }
  // The header says three bytes per point, although there are four.
  const short = readVertexFiles(triangles, said(2, 9))
  expect(short).toMatchObject({ pointCount: 3, frameCount: 2, notes: ['frames have 12 bytes: the _a.3d file says 9'] })
  expect(short.points).toEqual(readVertexFiles(triangles, frameFile([POINTS, POINTS])).points)
  // The headers say more frames than there are, or more points.
  expect(readVertexFiles(triangles, said(0, 5))).toMatchObject({
    frameCount: 2,
    notes: ['there are 2 frames: the _a.3d file says 5'],
  })
  const fewer = readVertexFiles(triangleFile(4, [{ points: [0, 1, 2] }]), frameFile([POINTS, POINTS]))
  expect(fewer).toMatchObject({ pointCount: 3, notes: ['frames have 3 points: the _d.3d file says 4'] })
})

it.each([
  ['no points', triangleFile(0, []), frameFile([[]]), /expected a model with points, found none/],
  ['no triangles', triangleFile(3, []), frameFile([POINTS]), /expected a model with triangles, found none/],
  ['no frames', triangleFile(3, [{ points: [0, 1, 2] }]), frameFile([]), /expected a model with frames, found none/],
  [
    'a point that there is not',
    triangleFile(3, [{ points: [0, 1, 3] }]),
    frameFile([POINTS]),
    /triangle 0 has point 3, but there are only 3/,
  ],
  [
    'frames that are too short',
    triangleFile(4, [{ points: [0, 1, 3] }]),
    frameFile([POINTS]),
    /expected frames of 16 bytes .* found 12/,
  ],
  [
    'an end too soon',
    triangleFile(3, [{ points: [0, 1, 2] }]),
    frameFile([POINTS]).subarray(0, 12),
    /expected 16 bytes in the _a.3d file for 1 frame, found 12/,
  ],
  [
    'triangles missing',
    triangleFile(3, [{ points: [0, 1, 2] }]).subarray(0, 50),
    frameFile([POINTS]),
    /expected 64 bytes in the _d.3d file/,
  ],
  ['nothing', new Uint8Array(0), frameFile([POINTS]), /at least 48 bytes, found 0/],
])('refuses files with %s', (_, data, animation, message) => {
  expect(() => readVertexFiles(data, animation)).toThrow(message)
})

/** One triangle, two frames; the second is 10 units higher. */
function md2(change: Partial<Record<'version' | 'triangle' | 'frames', number>> = {}): Uint8Array {
  const { version = 8, triangle = 2, frames = 2 } = change
  const frame = (name: string, z: number) =>
    [
      ['f32', 2, 2, 2, -10, 0, z],
      ['text', name, 16],
      ['u8', 0, 0, 0, 0, 10, 0, 0, 0, 0, 20, 5, 0],
    ] as const
  return numberFile([
    ['text', 'IDP2', 4],
    ['i32', version, 64, 32, 52, 0, 3, 3, 1, 0, frames, 68, 68, 80, 92, 196, 196],
    ['i16', 0, 0, 32, 0, 64, 16],
    ['i16', 0, 1, triangle, 0, 1, 2],
    ...frame('stand1', 0),
    ...frame('run1', 10),
  ])
}

it('reads MD2: Y to the right, a sequence for each name, texture coordinates as bytes', () => {
  const model = readMd2(md2())
  expect(model).toMatchObject({ pointCount: 3, frameCount: 2 })
  expect(model.sequences).toEqual([
    { name: 'stand', first: 0, count: 1, rate: 10 },
    { name: 'run', first: 1, count: 1, rate: 10 },
  ])
  expect(model.triangles[0]).toMatchObject({ points: [0, 1, 2], uv: [0, 0, 128, 0, 255, 128] })
  // The corners (−10, 0, 0), (10, 0, 0), (−10, −40, 10): the last corner's Y was 40, to the left.
  const word = model.points[2] ?? 0
  const packed = [(word << 21) >> 21, (word << 10) >> 21, word >> 22]
  const units = packed.map((value, axis) => (value - (model.origin?.[axis] ?? 0)) * (model.scale?.[axis] ?? 0))
  expect(units[0]).toBeCloseTo(-10, 1)
  expect(units[1]).toBeCloseTo(-40, 1)
  expect(units[2]).toBeCloseTo(10, 1)
})

it.each([
  ['of another version', md2({ version: 7 }), /expected MD2 version 8, found 7/],
  ['with a point that there is not', md2({ triangle: 9 }), /triangle 0 has point 9, but there are only 3/],
  ['with fewer frames than it says', md2({ frames: 900 }), /expected 900 frames of 52 bytes/],
])('refuses MD2 %s', (_, bytes, message) => {
  expect(() => readMd2(bytes)).toThrow(message)
})

/** Two surfaces of one triangle. */
function md3(point = 2): Uint8Array {
  const surface = (z: number) =>
    [
      ['text', 'IDP3', 4],
      ['text', 'skin', 64],
      ['i32', 0, 1, 0, 3, 1, 108, 120, 120, 144, 168],
      ['i32', 0, 1, point],
      ['f32', 0, 0, 0.5, 0, 1, 0.25],
      ['i16', 0, 0, z, 0, 640, 0, z, 0, 0, 640, z, 0],
    ] as const
  return numberFile([
    ['text', 'IDP3', 4],
    ['i32', 15],
    ['text', 'model', 64],
    ['i32', 0, 1, 0, 2, 0, 108, 108, 108, 444],
    ...surface(0),
    ...surface(64),
  ])
}

it('reads MD3: a texture for each surface', () => {
  const model = readMd3(md3())
  expect(model).toMatchObject({ pointCount: 6, frameCount: 1, sequences: [] })
  expect(model.triangles).toMatchObject([
    { points: [0, 1, 2], texture: 0, uv: [0, 0, 128, 0, 255, 64] },
    { points: [3, 4, 5], texture: 1 },
  ])
  const word = model.points[5] ?? 0
  expect([(word << 21) >> 21, (word << 10) >> 21, word >> 22]).toEqual([-1023, -1023, 511])
})

it('refuses MD3 with a point that does not exist, and a file that ends too soon', () => {
  expect(() => readMd3(md3(3))).toThrow(/triangle 0 of surface 0 has point 3, but there are only 3/)
  expect(() => readMd3(md3().subarray(0, 430))).toThrow(/expected 3 points of 8 bytes at byte 420/)
})
