import type { MeshLod } from '@ukit/media'

/** The next corner of a triangle. */
const NEXT = [1, 2, 0] as const

/** The first vertex at each position. */
function weldedByPlace(vertices: Uint32Array, positions: Float32Array): Uint32Array {
  const first = new Map<string, number>()
  return vertices.map((vertex, i) => {
    const key = positions.subarray(vertex * 3, vertex * 3 + 3).join()
    const known = first.get(key) ?? i
    first.set(key, known)
    return known
  })
}

/** Each directed edge of welded vertices, and the triangle that has it. */
function edgesOf(indices: Uint32Array, welded: Uint32Array): Map<string, number> {
  const edges = new Map<string, number>()
  for (let at = 0; at < indices.length; at += 3) {
    for (const k of [0, 1, 2] as const) {
      const key = `${welded[indices[at + k] ?? 0]} ${welded[indices[at + NEXT[k]] ?? 0]}`
      if (!edges.has(key)) edges.set(key, at / 3)
    }
  }
  return edges
}

/**
 * *Edges for shadow volumes*: two vertices and the triangles on both sides, −1 for none.
 *
 * @param vertices for each vertex, its number in `positions`.
 */
export function shadowEdges(indices: Uint32Array, vertices: Uint32Array, positions: Float32Array): Int32Array {
  const welded = weldedByPlace(vertices, positions)
  const edges = edgesOf(indices, welded)
  const done = new Set<string>()
  const found: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    for (const k of [0, 1, 2] as const) {
      const [a = 0, b = 0] = [indices[at + k], indices[at + NEXT[k]]]
      const [from, to] = [welded[a], welded[b]]
      const other = edges.get(`${to} ${from}`)
      if (done.has(`${from} ${to}`)) continue
      done.add(`${from} ${to}`)
      if (other !== undefined) done.add(`${to} ${from}`)
      found.push(a, b, at / 3, other ?? -1)
    }
  }
  return Int32Array.from(found)
}

/**
 * *Triangles with their neighbours, for tessellation*, twelve vertices each: the triangle's three, for each
 * edge the two of the triangle on its other side, and for each corner the one vertex that all triangles there
 * agree on.
 *
 * @param vertices for each vertex, its number in the level.
 */
export function adjacentTriangles(indices: Uint32Array, vertices: Uint32Array, { positions }: MeshLod): Uint32Array {
  const welded = weldedByPlace(vertices, positions)
  const edges = new Map<string, readonly [number, number]>()
  for (let at = 0; at < indices.length; at += 3) {
    for (const k of [0, 1, 2] as const) {
      const [a = 0, b = 0] = [indices[at + k], indices[at + NEXT[k]]]
      const key = `${welded[a]} ${welded[b]}`
      if (!edges.has(key)) edges.set(key, [a, b])
    }
  }
  const found = new Uint32Array(indices.length * 4)
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [0, 1, 2].map((k) => indices[at + k] ?? 0)
    const across = ([0, 1, 2] as const).flatMap((k) => {
      const [a = 0, b = 0] = [corners[k], corners[NEXT[k]]]
      const [to, from] = edges.get(`${welded[b]} ${welded[a]}`) ?? [b, a]
      return [from, to]
    })
    found.set([...corners, ...across, ...corners.map((vertex) => welded[vertex] ?? 0)], at * 4)
  }
  return found
}
