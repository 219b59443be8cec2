import type { ObjectReader } from '@ukit/core'
import { ExportObject } from '@ukit/core'
import { type common, ue1 } from '@ukit/objects'

/** *What a model is made of*, wherever it keeps it. */
export interface ModelArrays {
  /** Three floats each. */
  readonly vectors: Float32Array
  /** Three floats each. */
  readonly points: Float32Array
  readonly nodes: readonly common.BspNode[]
  readonly surfs: readonly ue1.BspSurf[]
  /** Two numbers each, the first one a point. */
  readonly verts: Int32Array
  readonly zones: readonly common.ZoneProperties[]
}

/** The arrays of a model; versions before 62 keep them in objects of their own. */
export async function modelArrays(reader: ObjectReader, model: ue1.Model): Promise<ModelArrays> {
  const { parts } = model
  if (parts === undefined) return model
  const read = async (reference: unknown) => {
    const found = reference instanceof ExportObject ? await reader.read(reference) : undefined
    return found?.error === undefined ? found?.object : undefined
  }
  const [vectors, points, nodes, surfs, verts] = await Promise.all([
    read(parts.vectors),
    read(parts.points),
    read(parts.nodes),
    read(parts.surfs),
    read(parts.verts),
  ])
  return {
    vectors: vectors instanceof ue1.Vectors ? vectors.vectors : NO_FLOATS,
    points: points instanceof ue1.Vectors ? points.vectors : NO_FLOATS,
    nodes: nodes instanceof ue1.BspNodes ? nodes.nodes : [],
    surfs: surfs instanceof ue1.BspSurfs ? surfs.surfs : [],
    verts: verts instanceof ue1.Verts ? verts.verts : new Int32Array(0),
    zones: nodes instanceof ue1.BspNodes ? nodes.zones : [],
  }
}

const NO_FLOATS = new Float32Array(0)
