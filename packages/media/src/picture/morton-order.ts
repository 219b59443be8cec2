/**
 * *Rearranges pixels from Morton order to rows.* In Morton order, the bits of column and row alternate in a
 * pixel's number, the column's first; if one side is longer, its remaining bits come last. The PlayStation 3
 * stores pictures without blocks in this order.
 *
 * @param size bytes per pixel. Pictures whose sides are not powers of two are already in rows.
 */
export function fromMortonOrder(data: Uint8Array, width: number, height: number, size: number): Uint8Array {
  if (!isPowerOf2(width) || !isPowerOf2(height)) return data
  const out = new Uint8Array(width * height * size)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = mortonNumber(x, y, width, height) * size
      out.set(data.subarray(from, from + size), (y * width + x) * size)
    }
  }
  return out
}

function mortonNumber(x: number, y: number, width: number, height: number): number {
  let number = 0
  let bit = 0
  for (let side = 1; side < width || side < height; side *= 2) {
    if (side < width) number |= ((x & side) === 0 ? 0 : 1) << bit++
    if (side < height) number |= ((y & side) === 0 ? 0 : 1) << bit++
  }
  return number
}

function isPowerOf2(value: number): boolean {
  return value > 0 && (value & (value - 1)) === 0
}
