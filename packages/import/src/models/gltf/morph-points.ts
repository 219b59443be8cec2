import type { VertexSet } from './parts.js'

/**
 * The points of vertices: vertices that have the same position in every frame share a point. In files written
 * by ukit, vertices of different points do not, and the points have the order that they had.
 *
 * @param isMerged whether positions are compared at all; otherwise each vertex is a point.
 */
export function pointsOf(sets: readonly VertexSet[], positions: Float32Array, isMerged: boolean): Uint32Array {
  const count = positions.length / 3
  if (!isMerged) return Uint32Array.from({ length: count }, (_, i) => i)
  let points = grouped(count, (i) => `${positions[3 * i]} ${positions[3 * i + 1]} ${positions[3 * i + 2]}`)
  for (const target of differentTargets(sets)) {
    const deltas = new Float32Array(3 * count)
    let first = 0
    for (const set of sets) {
      deltas.set(set.targets[target] ?? new Float32Array(0), 3 * first)
      first += set.count
    }
    const before = points
    points = grouped(count, (i) => `${before[i]} ${deltas[3 * i]} ${deltas[3 * i + 1]} ${deltas[3 * i + 2]}`)
  }
  const numbers = sets.flatMap(({ pointNumbers }) => (pointNumbers === undefined ? [] : [pointNumbers]))
  return numbers.length === sets.length ? numbered(points, numbers) : points
}

/** Numbers of targets; those that share their numbers with an earlier one are left out. */
function differentTargets(sets: readonly VertexSet[]): number[] {
  const numbers = new Map<Float32Array | undefined, number>()
  const seen = new Set<string>()
  const count = sets.reduce((most, set) => Math.max(most, set.targets.length), 0)
  return Array.from({ length: count }, (_, target) => target).filter((target) => {
    const key = sets
      .map(({ targets }) => {
        const number = numbers.get(targets[target]) ?? numbers.size
        numbers.set(targets[target], number)
        return number
      })
      .join(' ')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Splits points by the numbers that their vertices had, and sorts them by these. */
function numbered(points: Uint32Array, numbers: readonly Float32Array[]): Uint32Array {
  const was = new Float32Array(points.length)
  let at = 0
  for (const part of numbers) {
    was.set(part, at)
    at += part.length
  }
  const split = grouped(points.length, (i) => `${points[i]} ${was[i]}`)
  const first = new Map<number, number>()
  for (const [i, point] of split.entries()) if (!first.has(point)) first.set(point, was[i] ?? 0)
  // Points were found in the order of their vertices, which decides between equal numbers.
  const sorted = [...first].sort(([a, x], [b, y]) => x - y || a - b)
  const place = new Map(sorted.map(([point], i) => [point, i]))
  return split.map((point) => place.get(point) ?? 0)
}

function grouped(count: number, keyOf: (vertex: number) => string): Uint32Array {
  const known = new Map<string, number>()
  return Uint32Array.from({ length: count }, (_, i) => {
    const key = keyOf(i)
    let point = known.get(key)
    if (point === undefined) {
      point = known.size
      known.set(key, point)
    }
    return point
  })
}
