import type { SkeletalParts } from './skeletal-parts.js'
import { quantised } from './skeletal-parts.js'

/**
 * Sizes in the renderer's memory, which the stream uses as units for bones and kept points; see
 * `readSkinning`.
 */
const STRIDE = 6
const FULL = 65_535
const REFERENCE = 0xf000_0000
const KEPT = 0x8000_0000
const END = 0xffff_ffff
/** Maximum number of bones of a point in the stream. */
const MAX_INFLUENCES = 4

/**
 * *The soft vertices of a UE2 mesh for the renderer*, in the form that `readSkinning` reads. A point is kept
 * when a later wedge uses it too.
 *
 * @param count number of wedges to write, from the first.
 */
export function skinningWords({ wedgePoints, uvs: [uv], influences }: SkeletalParts, count: number): Uint32Array {
  if (count === 0) return new Uint32Array(0)
  const uses = new Map<number, number>()
  for (const point of wedgePoints.subarray(0, count)) uses.set(point, (uses.get(point) ?? 0) + 1)
  const words: number[] = []
  const kept = new Map<number, number>()
  const bits = new DataView(new ArrayBuffer(4))
  const float = (value: number) => {
    bits.setFloat32(0, value)
    return bits.getUint32(0)
  }
  const seen = new Set<number>()
  for (const [wedge, point] of wedgePoints.subarray(0, count).entries()) {
    if (seen.has(point)) {
      words.push((REFERENCE | ((kept.get(point) ?? 0) * STRIDE)) >>> 0)
    } else {
      seen.add(point)
      const isKept = (uses.get(point) ?? 0) > 1
      if (isKept) kept.set(point, kept.size)
      words.push(...influenceWords(influences[point] ?? [], isKept))
    }
    words.push(float(uv?.[wedge * 2] ?? 0), float(uv?.[wedge * 2 + 1] ?? 0))
  }
  words.push(END)
  return Uint32Array.from(words)
}

function influenceWords(influences: SkeletalParts['influences'][number], isKept: boolean): number[] {
  const list = influences.slice(0, MAX_INFLUENCES)
  const weights = quantised(list, FULL)
  return list.map(({ bone }, i) => {
    const word = (bone * STRIDE) | ((weights[i] ?? 0) << 12)
    return (i > 0 ? word : word | ((list.length - 1) << 28) | (isKept ? KEPT : 0)) >>> 0
  })
}

/** Bytes of a soft point: position (floats), normal (three times 10 bits, 512 is 0). */
const SKIN_POINT = 16

/** Positions and normals of the points of soft wedges, in the order in which the stream makes them. */
export function skinPointBytes(
  { places, wedgePoints }: SkeletalParts,
  normals: Float32Array,
  softWedges: number,
): Uint8Array {
  const first = new Map<number, number>()
  for (const [wedge, point] of wedgePoints.subarray(0, softWedges).entries())
    if (!first.has(point)) first.set(point, wedge)
  const bytes = new Uint8Array(first.size * SKIN_POINT)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [point, wedge] of first) {
    for (const k of [0, 1, 2]) view.setFloat32(at + k * 4, places[point * 3 + k] ?? 0, true)
    const [x, y, z] = [0, 1, 2].map((k) => packed(normals[wedge * 3 + k] ?? 0))
    view.setUint32(at + 12, ((x ?? 0) | ((y ?? 0) << 10) | ((z ?? 0) << 20)) >>> 0, true)
    at += SKIN_POINT
  }
  return bytes
}

/** A component from −1 to 1 in 10 bits. */
function packed(component: number): number {
  return Math.min(1023, Math.max(1, Math.round(component * 511) + 512))
}
