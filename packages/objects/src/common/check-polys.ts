import type { CheckReport } from '../check.js'

/** Fewest corners of a side of a brush, and the most that UE1 and UE2 have room for. */
const MIN_CORNERS = 3
const MAX_CORNERS = 16

/**
 * What must hold of the sides of a brush: 3 corners or more, up to 16 before UE3, and a normal of length 1.
 */
export function checkPolys(
  report: CheckReport,
  field: string,
  polys: readonly { readonly vertices: Float32Array; readonly normal: Float32Array }[],
): void {
  for (const [i, { vertices, normal }] of polys.entries()) {
    const corners = vertices.length / 3
    if (corners < MIN_CORNERS || (corners > MAX_CORNERS && report.context.engine < 3))
      report.warning(`${field}[${i}].vertices`, `expected ${MIN_CORNERS} to ${MAX_CORNERS} corners, found ${corners}`)
    report.unit(`${field}[${i}].normal`, normal)
  }
}
