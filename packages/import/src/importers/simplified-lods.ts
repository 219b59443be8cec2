import { MediaError, type Mesh, type MeshLod, type MeshSection, type MeshSkin } from '@ukit/media'
import { smoothNormals } from '@ukit/media/internal'

type Simplifier = typeof import('meshoptimizer/simplifier').MeshoptSimplifier

let library: Promise<Simplifier> | undefined

/** meshoptimizer, loaded when the first level is made; it stays loaded. */
function simplifier(): Promise<Simplifier> {
  library ??= import('meshoptimizer/simplifier').then(async ({ MeshoptSimplifier }) => {
    await MeshoptSimplifier.ready
    return MeshoptSimplifier
  })
  return library
}

/**
 * The maximum distance of a level from the mesh, as a fraction of its size. Beyond this it is no longer
 * recognisable.
 */
const MOST_ERROR = 0.1
/** Floats of a position; and the weight of the normal, which is half as important as the shape. */
const PLACE = 3
const NORMAL_WEIGHT = 0.5

/**
 * *A mesh with further levels of detail*, made by meshoptimizer: the number of triangles of each section is
 * reduced to a fraction; edges between sections stay in place.
 *
 * @param mesh whose triangles only use existing vertices: the caller checks this.
 * @param parts fractions of the first level, falling: `[0.5, 0.25]`.
 * @returns the mesh, and a note for each level that needs more triangles than asked for.
 * @throws {MediaError} `unsupported` for parts that are not between 0 and 1.
 */
export async function withSimplifiedLods(
  mesh: Mesh,
  parts: readonly number[],
): Promise<{ mesh: Mesh; notes: readonly string[] }> {
  const [finest] = mesh.lods
  const bad = parts.find((part) => !(part > 0 && part < 1))
  if (bad !== undefined)
    throw new MediaError('unsupported', `expected levels of detail as fractions between 0 and 1, found ${bad}`)
  if (finest === undefined || parts.length === 0) return { mesh, notes: [] }
  const normals =
    finest.normals?.every(Number.isFinite) === true
      ? finest.normals
      : smoothNormals(finest.positions, finest.points, finest.indices)
  const meshopt = await simplifier()
  const notes: string[] = []
  const lods = parts.map((part, i) => {
    const sections: MeshSection[] = []
    const indices: number[] = []
    for (const { slot, first, count } of finest.sections) {
      const own = finest.indices.slice(first, first + count)
      const target = 3 * Math.max(1, Math.round((part * count) / 3))
      const [less] = meshopt.simplifyWithAttributes(
        own,
        finest.positions,
        PLACE,
        normals,
        PLACE,
        [NORMAL_WEIGHT, NORMAL_WEIGHT, NORMAL_WEIGHT],
        null,
        target,
        MOST_ERROR,
        ['LockBorder'],
      )
      sections.push({ slot, first: indices.length, count: less.length })
      for (const vertex of less) indices.push(vertex)
    }
    const reached = indices.length / finest.indices.length
    if (reached > part * 1.1)
      notes.push(
        `level of detail ${i + 1} has ${Math.round(100 * reached)} % of the triangles: fewer would change its shape`,
      )
    return compacted({ ...finest, normals }, indices, sections)
  })
  return { mesh: { ...mesh, lods: [finest, ...lods] }, notes }
}

/** Only the vertices that are used, in the order of first use. */
function compacted(lod: MeshLod, indices: readonly number[], sections: readonly MeshSection[]): MeshLod {
  const numbers = new Map<number, number>()
  const renumbered = Uint32Array.from(indices, (vertex) => {
    const known = numbers.get(vertex) ?? numbers.size
    numbers.set(vertex, known)
    return known
  })
  const vertices = [...numbers.keys()]
  const floats = (values: Float32Array, width: number) =>
    Float32Array.from(vertices.flatMap((vertex) => [...values.subarray(vertex * width, (vertex + 1) * width)]))
  return {
    positions: floats(lod.positions, 3),
    ...(lod.normals === undefined ? {} : { normals: floats(lod.normals, 3) }),
    ...(lod.tangents === undefined ? {} : { tangents: floats(lod.tangents, 4) }),
    uvs: lod.uvs.map((uv) => floats(uv, 2)),
    ...(lod.colors === undefined
      ? {}
      : {
          colors: Uint8Array.from(
            vertices.flatMap((vertex) => [0, 1, 2, 3].map((k) => lod.colors?.[4 * vertex + k] ?? 255)),
          ),
        }),
    ...(lod.areColorsDrawn === undefined ? {} : { areColorsDrawn: lod.areColorsDrawn }),
    points: renumberedPoints(lod, vertices),
    indices: renumbered,
    sections,
    ...(lod.skin === undefined ? {} : { skin: skinOf(lod.skin, vertices) }),
  }
}

/** Points in the order of first use: vertices that share a point still share it. */
function renumberedPoints({ points }: MeshLod, vertices: readonly number[]): Uint32Array {
  const numbers = new Map<number, number>()
  return Uint32Array.from(vertices, (vertex) => {
    const point = points[vertex] ?? vertex
    const known = numbers.get(point) ?? numbers.size
    numbers.set(point, known)
    return known
  })
}

function skinOf({ width, bones, weights }: MeshSkin, vertices: readonly number[]): MeshSkin {
  const places = vertices.flatMap((vertex) => Array.from({ length: width }, (_, k) => vertex * width + k))
  return {
    width,
    bones: Uint16Array.from(places, (at) => bones[at] ?? 0),
    weights: Float32Array.from(places, (at) => weights[at] ?? 0),
  }
}
