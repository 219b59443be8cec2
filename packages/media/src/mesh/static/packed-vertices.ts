import { halfToNumber } from '@ukit/objects/common'

/** *A vertex buffer of UE3*, in the package's byte order. */
export interface VertexBytes {
  readonly data: Uint8Array
  /** Bytes per vertex. */
  readonly stride: number
  readonly count: number
  readonly bigEndian: boolean
}

/**
 * *Unpacks directions of four bytes*: X, Y, Z, W, 0 for −1 and 255 for 1. The result has four numbers per
 * vertex, which are not normalised.
 *
 * @param at offset in a vertex.
 * @param reversed W comes first; see `isReversed`.
 */
export function unpackNormals({ data, stride, count }: VertexBytes, at: number, reversed: boolean): Float32Array {
  const unpacked = new Float32Array(4 * count)
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 4; k++) {
      const byte = data[i * stride + at + (reversed ? 3 - k : k)] ?? 0
      unpacked[4 * i + k] = byte / 127.5 - 1
    }
  }
  return unpacked
}

/**
 * *Whether the four bytes of a direction are in reversed order*: on Xbox 360 they are one big-endian number
 * (27,158 of 27,158 vertices), on PlayStation 3 and Wii U they are as on PC (12,674 of 12,674). In the right
 * order, directions have a length of 1.
 *
 * @param at offset of the normal in a vertex.
 */
export function isReversed(bytes: VertexBytes, at: number): boolean {
  const few = { ...bytes, count: Math.min(bytes.count, 256) }
  const error = (reversed: boolean) => {
    const unpacked = unpackNormals(few, at, reversed)
    let sum = 0
    for (let i = 0; i < unpacked.length; i += 4)
      sum += Math.abs(Math.hypot(unpacked[i] ?? 0, unpacked[i + 1] ?? 0, unpacked[i + 2] ?? 0) - 1)
    return sum
  }
  return error(true) < error(false)
}

let halves: Float32Array | undefined

/** *Unpacks 16-bit floats*, `width` per vertex. */
export function unpackHalves({ data, stride, count, bigEndian }: VertexBytes, at: number, width: number): Float32Array {
  halves ??= Float32Array.from({ length: 0x1_0000 }, (_, bits) => halfToNumber(bits))
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const floats = new Float32Array(count * width)
  for (let i = 0, to = 0; i < count; i++)
    for (let k = 0; k < width; k++) floats[to++] = halves[view.getUint16(i * stride + at + 2 * k, !bigEndian)] ?? 0
  return floats
}

/** *Unpacks 32-bit floats*, `width` per vertex. */
export function unpackFloats({ data, stride, count, bigEndian }: VertexBytes, at: number, width: number): Float32Array {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const floats = new Float32Array(count * width)
  for (let i = 0, to = 0; i < count; i++)
    for (let k = 0; k < width; k++) floats[to++] = view.getFloat32(i * stride + at + 4 * k, !bigEndian)
  return floats
}
