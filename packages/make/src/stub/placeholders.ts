import type { Picture } from '@ukit/codecs/images'
import type { VertexModel } from '@ukit/import'
import type { Mesh } from '@ukit/media'

/** *A checkerboard that nobody takes for a texture*: eight squares to the side, magenta and black. */
export function checkerboard(width: number, height: number): Picture {
  const data = new Uint8Array(width * height)
  const [across, down] = [Math.max(1, width / 8), Math.max(1, height / 8)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data[y * width + x] = (Math.floor(x / across) + Math.floor(y / down)) % 2
  return { format: 'indexed', width, height, data, palette: Uint8Array.of(255, 0, 255, 0, 0, 0) }
}

/** A tenth of a second of silence: a WAV file of 16 bits, mono. */
export function silence(): Uint8Array {
  const rate = 22_050
  const size = (rate / 10) * 2
  const bytes = new Uint8Array(44 + size)
  const view = new DataView(bytes.buffer)
  const text = (at: number, word: string) => bytes.set(new TextEncoder().encode(word), at)
  text(0, 'RIFF')
  view.setUint32(4, 36 + size, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, size, true)
  return bytes
}

/** *An Impulse Tracker module with one empty pattern*: no samples, no notes. */
export function emptyModule(): Uint8Array {
  const [header, orders, rows] = [192, [0, 255], 64]
  const pattern = header + orders.length + 4
  const bytes = new Uint8Array(pattern + 8 + rows)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('IMPM'))
  bytes.set(new TextEncoder().encode('stub'), 4)
  const words = [0x1004, orders.length, 0, 0, 1, 0x0214, 0x0200, 9, 0]
  words.forEach((word, i) => {
    view.setUint16(0x1e + i * 2, word, true)
  })
  // Volumes, speed, tempo, stereo separation.
  bytes.set([128, 48, 6, 125, 128], 0x30)
  bytes.fill(32, 0x40, 0x80)
  bytes.fill(64, 0x80, 0xc0)
  bytes.set(orders, header)
  view.setUint32(header + orders.length, pattern, true)
  view.setUint16(pattern, rows, true)
  view.setUint16(pattern + 2, rows, true)
  return bytes
}

/** Half the side of the box, in Unreal units. */
const HALF = 16

/** Corners of the six sides, so that `(b − a) × (c − a)` points outward. */
const SIDES = [0, 1, 2].flatMap((axis) =>
  [-1, 1].map((sign) => {
    const corner = (u: number, v: number): [number, number, number] => {
      const at: [number, number, number] = [0, 0, 0]
      at[axis] = sign
      at[(axis + 1) % 3] = u
      at[(axis + 2) % 3] = v
      return at
    }
    const ring = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
    return sign > 0 ? ring : ring.reverse()
  }),
)

/** *A box as a mesh*, with one bone if it is to have bones. */
export function boxMesh(kind: 'static' | 'skeletal'): Mesh {
  const corners = SIDES.flat()
  const normals = SIDES.flatMap((ring) => {
    const sum = ring.reduce(([x, y, z], [a, b, c]) => [x + a / 4, y + b / 4, z + c / 4] as const, [0, 0, 0] as const)
    return ring.flatMap(() => [...sum])
  })
  const indices = SIDES.flatMap((_, side) => [0, 1, 2, 0, 2, 3].map((corner) => side * 4 + corner))
  const bones = {
    skeleton: { bones: [{ name: 'Root', parent: -1, position: [0, 0, 0], rotation: [0, 0, 0, 1] }] },
  } as const
  const skin = {
    width: 4,
    bones: new Uint16Array(corners.length * 4),
    weights: Float32Array.from(corners.flatMap(() => [1, 0, 0, 0])),
  } as const
  return {
    kind,
    placement: { origin: [0, 0, 0], scale: [1, 1, 1], rotation: [0, 0, 0] },
    lods: [
      {
        positions: Float32Array.from(corners.flat().map((value) => value * HALF)),
        normals: Float32Array.from(normals),
        uvs: [Float32Array.from(SIDES.flatMap(() => [0, 0, 1, 0, 1, 1, 0, 1]))],
        points: Uint32Array.from(corners, (_, i) => i),
        indices: Uint32Array.from(indices),
        sections: [{ slot: 0, first: 0, count: indices.length }],
        ...(kind === 'skeletal' ? { skin } : {}),
      },
    ],
    materials: [{ polyFlags: 0 }],
    sockets: [],
    notes: [],
    ...(kind === 'skeletal' ? bones : {}),
  }
}

/** *A box as a model of one frame.* */
export function boxModel(): VertexModel {
  const corners = SIDES.flat()
  const points = Int32Array.from(corners, ([x, y, z]) => {
    const [a, b, c] = [x * HALF, y * HALF, z * HALF]
    return (a & 0x7ff) | ((b & 0x7ff) << 11) | ((c & 0x3ff) << 22)
  })
  const triangle = (a: number, b: number, c: number, uv: readonly [number, number, number, number, number, number]) =>
    ({ points: [a, b, c], uv, polyFlags: 0, texture: 0, isWeapon: false }) as const
  return {
    pointWords: 1,
    pointCount: corners.length,
    frameCount: 1,
    points,
    triangles: SIDES.flatMap((_, side) => [
      triangle(side * 4, side * 4 + 1, side * 4 + 2, [0, 0, 255, 0, 255, 255]),
      triangle(side * 4, side * 4 + 2, side * 4 + 3, [0, 0, 255, 255, 0, 255]),
    ]),
    sequences: [{ name: 'All', first: 0, count: 1, rate: 30 }],
    notes: [],
  }
}
