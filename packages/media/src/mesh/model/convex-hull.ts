/** A face: three point numbers, and its plane as normal and distance. */
interface Face {
  readonly corners: readonly [number, number, number]
  readonly plane: readonly [x: number, y: number, z: number, distance: number]
}

/** More points than any physics hull has; beyond it, the time would grow with the square. */
const MOST_POINTS = 1024

/**
 * *The convex hull of points*: three point numbers for each triangle, with `(b − a) × (c − a)` pointing
 * outward. Empty when there are fewer than four points, more than 1,024, or all are in one plane.
 *
 * The hull grows point by point: the faces that a point can see are removed, and their rim is joined to the
 * point.
 *
 * @param points X, Y, Z each.
 */
export function convexHull(points: ArrayLike<number>): number[] {
  const count = Math.floor(points.length / 3)
  const at = (i: number) => [points[3 * i] ?? 0, points[3 * i + 1] ?? 0, points[3 * i + 2] ?? 0] as const
  if (count < 4 || count > MOST_POINTS) return []
  const start = tetrahedron(count, at)
  if (start === undefined) return []
  let faces = start.faces
  for (let i = 0; i < count; i++) {
    const point = at(i)
    const seen = faces.filter((face) => distanceTo(face, point) > start.tolerance)
    if (seen.length === 0) continue
    const rim = new Map<string, [number, number]>()
    for (const { corners } of seen) {
      for (const [from, to] of edgesOf(corners)) {
        // An edge that two removed faces share is inside the hole.
        if (!rim.delete(`${to} ${from}`)) rim.set(`${from} ${to}`, [from, to])
      }
    }
    faces = faces.filter((face) => !seen.includes(face))
    for (const [from, to] of rim.values()) faces.push(faceOf([from, to, i], at))
  }
  return faces.flatMap(({ corners }) => [...corners])
}

type PointAt = (i: number) => readonly [number, number, number]

/** Four points that are not in one plane, as far apart as a cheap search finds. */
function tetrahedron(count: number, at: PointAt): { faces: Face[]; tolerance: number } | undefined {
  const farthest = (distance: (i: number) => number) => {
    let best = 0
    for (let i = 1; i < count; i++) if (distance(i) > distance(best)) best = i
    return best
  }
  const a = farthest((i) => at(i)[0])
  const b = farthest((i) => Math.hypot(...minus(at(i), at(a))))
  const span = Math.hypot(...minus(at(b), at(a)))
  const c = farthest((i) => Math.hypot(...cross(minus(at(b), at(a)), minus(at(i), at(a)))))
  const base = faceOf([a, b, c], at)
  const d = farthest((i) => Math.abs(distanceTo(base, at(i))))
  const tolerance = span * 1e-5
  if (!(Math.abs(distanceTo(base, at(d))) > tolerance)) return undefined
  const [p, q, r] = distanceTo(base, at(d)) > 0 ? [a, c, b] : [a, b, c]
  const corners: [number, number, number][] = [
    [p, q, r],
    [q, p, d],
    [r, q, d],
    [p, r, d],
  ]
  return { faces: corners.map((three) => faceOf(three, at)), tolerance }
}

function faceOf(corners: readonly [number, number, number], at: PointAt): Face {
  const [a, b, c] = corners
  const normal = cross(minus(at(b), at(a)), minus(at(c), at(a)))
  const length = Math.hypot(...normal) || 1
  const [x, y, z] = [normal[0] / length, normal[1] / length, normal[2] / length]
  const [px, py, pz] = at(a)
  return { corners, plane: [x, y, z, x * px + y * py + z * pz] }
}

function distanceTo({ plane: [x, y, z, distance] }: Face, [px, py, pz]: readonly [number, number, number]): number {
  return x * px + y * py + z * pz - distance
}

function edgesOf([a, b, c]: readonly [number, number, number]): [number, number][] {
  return [
    [a, b],
    [b, c],
    [c, a],
  ]
}

function minus(
  [ax, ay, az]: readonly [number, number, number],
  [bx, by, bz]: readonly [number, number, number],
): [number, number, number] {
  return [ax - bx, ay - by, az - bz]
}

function cross(
  [ax, ay, az]: readonly [number, number, number],
  [bx, by, bz]: readonly [number, number, number],
): [number, number, number] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}
