/** A triangle of a `_d.3d` file. */
export interface TriangleBytes {
  readonly points: readonly [number, number, number]
  readonly uv?: readonly number[]
  readonly type?: number
  readonly texture?: number
}

/** A `_d.3d` file. */
export function triangleFile(pointCount: number, triangles: readonly TriangleBytes[]): Uint8Array {
  const bytes = new Uint8Array(48 + 16 * triangles.length)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, triangles.length, true)
  view.setUint16(2, pointCount, true)
  for (const [i, { points, uv = [0, 0, 255, 0, 0, 255], type = 0, texture = 0 }] of triangles.entries()) {
    const at = 48 + 16 * i
    for (const [k, point] of points.entries()) view.setUint16(at + 2 * k, point, true)
    view.setUint8(at + 6, type)
    bytes.set(uv, at + 8)
    view.setUint8(at + 14, texture)
    // This byte has no meaning: files have any value here.
    view.setUint8(at + 15, 255)
  }
  return bytes
}

/** An `_a.3d` file with one word per point: X, Y, Z in 11, 11 and 10 bits. */
export function frameFile(frames: readonly (readonly (readonly [number, number, number])[])[]): Uint8Array {
  const count = frames[0]?.length ?? 0
  const bytes = new Uint8Array(4 + frames.length * count * 4)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, frames.length, true)
  view.setUint16(2, count * 4, true)
  let at = 4
  for (const [x, y, z] of frames.flat()) {
    view.setUint32(at, ((x & 2047) | ((y & 2047) << 11) | (z << 22)) >>> 0, true)
    at += 4
  }
  return bytes
}

/** A file of numbers, each written according to its kind. */
export function numberFile(
  parts: readonly (readonly [kind: 'i32' | 'f32' | 'i16' | 'u8' | 'text', ...unknown[]])[],
): Uint8Array {
  const bytes: number[] = []
  const view = new DataView(new ArrayBuffer(4))
  const push = (size: number) => bytes.push(...new Uint8Array(view.buffer, 0, size))
  for (const [kind, ...values] of parts) {
    if (kind === 'text') {
      const [text, length] = values
      for (let i = 0; i < Number(length); i++) bytes.push(String(text).charCodeAt(i) || 0)
      continue
    }
    for (const value of values.map(Number)) {
      if (kind === 'u8') bytes.push(value)
      else if (kind === 'i16') {
        view.setInt16(0, value, true)
        push(2)
      } else {
        if (kind === 'i32') view.setInt32(0, value, true)
        else view.setFloat32(0, value, true)
        push(4)
      }
    }
  }
  return Uint8Array.from(bytes)
}
