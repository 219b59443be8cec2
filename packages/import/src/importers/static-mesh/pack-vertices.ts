/**
 * Writes a direction and a fourth number into four bytes, as `unpackNormals` reads them: −1 is 0, 1 is 255.
 */
export function packNormal(bytes: Uint8Array, at: number, x: number, y: number, z: number, w: number): void {
  for (const [i, value] of [x, y, z, w].entries())
    bytes[at + i] = Math.min(255, Math.max(0, Math.round((value + 1) * 127.5)))
}

const single = new Float32Array(1)
const word = new Uint32Array(single.buffer)

/**
 * The 16-bit float (IEEE 754 binary16) nearest to a number, ties to the even one. Larger numbers become the
 * largest float.
 */
export function halfOf(value: number): number {
  single[0] = value
  const bits = word[0] ?? 0
  const sign = (bits >>> 16) & 0x8000
  const magnitude = bits & 0x7fff_ffff
  // 65,520 and more would become infinite.
  if (magnitude >= 0x477f_f000) return sign | 0x7bff
  // Below 2⁻¹⁴: a multiple of 2⁻²⁴.
  if (magnitude < 0x3880_0000) return sign | roundedEven(Math.abs(single[0] ?? 0) * 2 ** 24)
  return sign | ((magnitude - 0x3800_0000 + 0xfff + ((magnitude >>> 13) & 1)) >>> 13)
}

function roundedEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor
}
