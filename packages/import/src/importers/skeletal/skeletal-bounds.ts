/** Smallest and largest X, Y, Z of points, and the sphere around their middle. */
export interface PointBounds {
  readonly least: readonly number[]
  readonly greatest: readonly number[]
  readonly middle: readonly number[]
  /** Distance of the farthest point from the middle. */
  readonly distance: number
}

/** The engine makes spheres around points a thousandth larger. */
export const SPHERE_MARGIN = 1.001

/** Bounds of points: X, Y, Z each. */
export function pointBounds(places: Float32Array): PointBounds {
  const least = [0, 1, 2].map((k) => extreme(places, k, Math.min))
  const greatest = [0, 1, 2].map((k) => extreme(places, k, Math.max))
  const middle = least.map((value, k) => Math.fround((value + (greatest[k] ?? 0)) / 2))
  const [x = 0, y = 0, z = 0] = middle
  let distance = 0
  for (let i = 0; i + 2 < places.length; i += 3)
    distance = Math.max(distance, Math.hypot((places[i] ?? 0) - x, (places[i + 1] ?? 0) - y, (places[i + 2] ?? 0) - z))
  return { least, greatest, middle, distance }
}

function extreme(places: Float32Array, component: number, pick: (a: number, b: number) => number): number {
  let found = places[component] ?? 0
  for (let i = component; i < places.length; i += 3) found = pick(found, places[i] ?? 0)
  return found
}

/**
 * *The box of a skeletal mesh, with room for animations*: the box of the reference pose, extended by half its
 * size on each side. UE2 and UE3 add only a tenth of that below, where the feet are on the ground (3 of 3
 * meshes of UE2, 6 of 6 of UE3; UE1 2 of 2).
 *
 * @param below fraction of half the height that is added below: 1 in UE1, 0.1 in UE2 and UE3.
 * @returns smallest X, Y, Z, then largest X, Y, Z.
 */
export function roomyBox({ least, greatest }: PointBounds, below: number): Float32Array {
  const half = least.map((value, k) => ((greatest[k] ?? 0) - value) / 2)
  return Float32Array.from([
    ...least.map((value, k) => value - (half[k] ?? 0) * (k === 2 ? below : 1)),
    ...greatest.map((value, k) => value + (half[k] ?? 0)),
  ])
}
