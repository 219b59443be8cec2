import type { Picture } from '@ukit/codecs/images'
import type { ExportObject, ObjectReader } from '@ukit/core'

/** Faces in the order of Direct3D, by the names that their files get. */
export const CUBE_FACES = ['posx', 'negx', 'posy', 'negy', 'posz', 'negz'] as const

/** Properties of UE3's TextureCube, in the same order; UE2's Cubemap has an array, Faces. */
const FACE_PROPERTIES = ['FacePosX', 'FaceNegX', 'FacePosY', 'FaceNegY', 'FacePosZ', 'FaceNegZ']

/** Whether an object is a cube map, whose own level (UE2) is a dummy of one pixel. */
export function isCubemap(reader: ObjectReader, object: ExportObject): boolean {
  return reader.ancestryOf(object.class).some((name) => /^(?:cubemap|texturecube)$/i.test(name))
}

/** References to the six faces of a cube map, from its properties. */
export function cubeFaces(properties: { get(name: string, index?: number): unknown }): unknown[] {
  return FACE_PROPERTIES.map((name, i) => properties.get(name) ?? properties.get('Faces', i))
}

/**
 * *A cube map as one picture*: longitude from left to right, latitude from top to bottom. The direction of X
 * is in the middle, that of Y to its right, and that of Z at the top; the engine looks up faces by the same
 * directions.
 *
 * Faces by the rules of Direct3D's cube textures; bilinear within a face.
 *
 * @param faces six squares of one size, 4 bytes per pixel.
 */
export function toEquirectangular(faces: readonly Uint8Array[], size: number): Picture {
  const [width, height] = [size * 4, size * 2]
  const data = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row++) {
    const latitude = (0.5 - (row + 0.5) / height) * Math.PI
    const z = Math.sin(latitude)
    for (let column = 0; column < width; column++) {
      const longitude = ((column + 0.5) / width - 0.5) * 2 * Math.PI
      const x = Math.cos(latitude) * Math.cos(longitude)
      const y = Math.cos(latitude) * Math.sin(longitude)
      const [face, u, v] = placeOf(x, y, z)
      sample(faces[face] ?? data, size, u, v, data, (row * width + column) * 4)
    }
  }
  return { format: 'rgba', width, height, data }
}

/** The face and the position on it, −1 to 1 from left to right and from top to bottom. */
function placeOf(x: number, y: number, z: number): readonly [face: number, u: number, v: number] {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)]
  if (ax >= ay && ax >= az) return x > 0 ? [0, -z / ax, -y / ax] : [1, z / ax, -y / ax]
  if (ay >= az) return y > 0 ? [2, x / ay, z / ay] : [3, x / ay, -z / ay]
  return z > 0 ? [4, x / az, -y / az] : [5, -x / az, -y / az]
}

function sample(face: Uint8Array, size: number, u: number, v: number, out: Uint8Array, to: number): void {
  const x = Math.min(size - 1, Math.max(0, ((u + 1) / 2) * size - 0.5))
  const y = Math.min(size - 1, Math.max(0, ((v + 1) / 2) * size - 0.5))
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, bottom] = [Math.min(size - 1, left + 1), Math.min(size - 1, top + 1)]
  const [fx, fy] = [x - left, y - top]
  const at = (column: number, row: number, channel: number) => face[(row * size + column) * 4 + channel] ?? 0
  for (let channel = 0; channel < 4; channel++) {
    const upper = at(left, top, channel) * (1 - fx) + at(right, top, channel) * fx
    const lower = at(left, bottom, channel) * (1 - fx) + at(right, bottom, channel) * fx
    out[to + channel] = Math.round(upper * (1 - fy) + lower * fy)
  }
}
