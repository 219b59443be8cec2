import { placeKeys } from './wireframe.js'

/** Bits of a mask. */
const GROUPS = 32

/** Shells that meet at an edge and are told apart: there are no groups for more. */
const MOST_SHELLS = 64

/**
 * *Smoothing groups of triangles*, as masks from which the editor can make the normals again: triangles that
 * share an edge and its normals share a group, those that share only an edge do not.
 *
 * @returns one mask for each triangle.
 */
export function smoothingOf(indices: Uint16Array, positions: Float32Array, normals: Float32Array): Uint32Array {
  const count = indices.length / 3
  const place = placeKeys(positions)
  const normal = placeKeys(normals)
  const edges = new Map<string, Map<string, number>>()
  const shells = Array.from({ length: count }, (_, i) => i)
  const root = (triangle: number): number => {
    let at = triangle
    while (shells[at] !== at) {
      shells[at] = shells[shells[at] ?? at] ?? at
      at = shells[at] ?? at
    }
    return at
  }
  const hard: [number, number][] = []
  for (let i = 0; i < indices.length; i++) {
    const triangle = Math.floor(i / 3)
    const from = indices[i] ?? 0
    const to = indices[i % 3 === 2 ? i - 2 : i + 1] ?? 0
    const [a, b] = place(from) < place(to) ? [from, to] : [to, from]
    const key = `${place(a)} ${place(b)}`
    const own = `${normal(a)} ${normal(b)}`
    // One triangle for all that have the same normals there: they are of one shell.
    const others = edges.get(key) ?? new Map<string, number>()
    const same = others.get(own)
    if (same !== undefined) shells[root(triangle)] = root(same)
    else {
      for (const other of others.values()) hard.push([triangle, other])
      if (others.size < MOST_SHELLS) others.set(own, triangle)
    }
    edges.set(key, others)
  }
  return colored(count, root, hard)
}

/** A group for each shell that differs from those of the shells beside it. */
function colored(count: number, root: (triangle: number) => number, hard: readonly [number, number][]): Uint32Array {
  const beside = new Map<number, Set<number>>()
  for (const [a, b] of hard) {
    const [p, q] = [root(a), root(b)]
    if (p === q) continue
    for (const [from, to] of [
      [p, q],
      [q, p],
    ] as const) {
      const others = beside.get(from) ?? new Set()
      others.add(to)
      beside.set(from, others)
    }
  }
  const groups = new Map<number, number>()
  return Uint32Array.from({ length: count }, (_, triangle) => {
    const shell = root(triangle)
    let group = groups.get(shell)
    if (group === undefined) {
      const taken = new Set([...(beside.get(shell) ?? [])].map((other) => groups.get(other)))
      group = 0
      while (taken.has(group) && group < GROUPS - 1) group++
      groups.set(shell, group)
    }
    return 2 ** group
  })
}
