import type { CheckReport } from '../check.js'

/** What the trees of planes of UE1 and UE2 have in common. */
interface ModelLike {
  readonly nodes: readonly {
    readonly surf: number
    readonly vertPool: number
    readonly back: number
    readonly front: number
    readonly coplanar: number
    readonly collisionBound: number
    readonly renderBound: number
    readonly numVertices: number
    readonly zoneBack: number
    readonly zoneFront: number
    readonly leafBack: number
    readonly leafFront: number
    readonly plane: Float32Array
  }[]
  readonly surfs: readonly {
    readonly base: number
    readonly normal: number
    readonly textureU: number
    readonly textureV: number
  }[]
  readonly points: Float32Array
  readonly vectors: Float32Array
  readonly verts: Int32Array
  readonly leafHulls: Int32Array
  readonly leaves: readonly { readonly zone: number }[]
  readonly numSharedSides: number
}

/** Zones that a level can have. */
const MAX_ZONES = 64

/**
 * What must hold of a tree of planes (BSP): children form a tree, and nodes, surfaces and corners refer only
 * to what there is.
 *
 * Of the corners only those that nodes use count: the pool has stale ones between them.
 *
 * @param boxes how many boxes the model has.
 */
export function checkModel(report: CheckReport, model: ModelLike, boxes: number): void {
  const { nodes, surfs, verts, leaves } = model
  const points = model.points.length / 3
  report.nodes('nodes', nodes.length, (i) => {
    const { back = -1, front = -1, coplanar = -1 } = nodes[i] ?? {}
    return { back, front, coplanar }
  })
  for (const [i, node] of nodes.entries()) {
    const path = `nodes[${i}]`
    const corners = node.numVertices
    report.index(`${path}.surf`, node.surf, surfs.length, 'surfaces')
    report.run(`${path}.vertPool`, node.vertPool, corners, verts.length / 2, 'corners')
    report.indexOrNone(`${path}.collisionBound`, node.collisionBound, model.leafHulls.length, 'numbers of leafHulls')
    report.indexOrNone(`${path}.renderBound`, node.renderBound, boxes, 'boxes')
    report.unit(`${path}.plane`, node.plane.subarray(0, 3))
    for (const [side, leaf, zone] of [
      ['Back', node.leafBack, node.zoneBack],
      ['Front', node.leafFront, node.zoneFront],
    ] as const) {
      report.indexOrNone(`${path}.leaf${side}`, leaf, leaves.length, 'leaves')
      report.index(`${path}.zone${side}`, zone, MAX_ZONES, 'zones')
      const of = leaves[leaf]?.zone
      if (of !== undefined && of !== zone)
        report.warning(`${path}.leaf${side}`, `expected a leaf of zone ${zone}, found one of zone ${of}`)
    }
    for (let vert = node.vertPool; vert < node.vertPool + corners; vert++) {
      const [point = -1, side = -1] = verts.subarray(2 * vert)
      if (point < 0 || point >= points) report.index(`verts[${vert}]`, point, points, 'points')
      if (side >= model.numSharedSides) report.index(`verts[${vert}]`, side, model.numSharedSides, 'shared sides')
    }
  }
  for (const [i, surf] of surfs.entries()) {
    report.index(`surfs[${i}].base`, surf.base, points, 'points')
    for (const name of ['normal', 'textureU', 'textureV'] as const)
      report.index(`surfs[${i}].${name}`, surf[name], model.vectors.length / 3, 'vectors')
  }
}
