/**
 * *The edges of triangles as lines*, without duplicates, in the order of the triangles.
 *
 * @param keyOf vertices with the same key are one: numbers of vertices in UE2 (34 of 35 meshes exactly),
 *   positions in UE3.
 */
export function wireframeOf(indices: ArrayLike<number>, keyOf: (vertex: number) => number | string): Uint16Array {
  const seen = new Set<string>()
  const lines: number[] = []
  for (let i = 0; i + 2 < indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const from = indices[i + k] ?? 0
      const to = indices[i + ((k + 1) % 3)] ?? 0
      const [a, b] = [keyOf(from), keyOf(to)]
      const key = a < b ? `${a} ${b}` : `${b} ${a}`
      if (seen.has(key)) continue
      seen.add(key)
      lines.push(from, to)
    }
  }
  return Uint16Array.from(lines)
}

/** The position of each vertex as a key. */
export function placeKeys(positions: Float32Array): (vertex: number) => string {
  return (vertex) => `${positions[3 * vertex]},${positions[3 * vertex + 1]},${positions[3 * vertex + 2]}`
}
