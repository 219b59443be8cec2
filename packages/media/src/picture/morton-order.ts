/**
 * *Puts pixels in rows that are in Morton order*: the bits of column and row take turns in a pixel's number,
 * the column's first; where one side is longer, its remaining bits come last. So the PlayStation 3 keeps
 * pictures without blocks.
 *
 * @param size bytes of a pixel. Sides that are not powers of two are in rows already.
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
