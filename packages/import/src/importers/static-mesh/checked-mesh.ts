import { MediaError, type Mesh, type MeshLod, type MeshSection } from '@ukit/media'
import { smoothNormals } from '@ukit/media/internal'
import { plural } from '@ukit/text/internal'

/**
 * *A level of detail that can be stored*: complete, with all numbers in range and sections in the order of
 * slots.
 */
export interface CheckedLod {
  readonly count: number
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly tangents: Float32Array | undefined
  readonly uvs: readonly Float32Array[]
  /** Red, green, blue, alpha for each vertex. */
  readonly colors: Uint8Array | undefined
  /** Three for each triangle, wound as UE2 and UE3 store them: against the normals. */
  readonly indices: Uint16Array
  readonly sections: readonly MeshSection[]
}

/** Maximum number of vertices for 16-bit indices. */
const MAX_VERTICES = 65_535
/** Larger than any level. Positions beyond this are refused. */
const FARTHEST = 1e7
const MAX_UVS = 8

/**
 * *Checks a level of detail before it is imported*, and leaves out triangles without an area.
 *
 * @param level its number, for errors.
 * @param notes gets a line for what was left out.
 * @param merged merges sections that have the same slot.
 * @throws {MediaError} `no-data` without vertices or triangles, `unsupported` for more than an engine can
 *   count, `broken` for numbers that are not finite and vertices that do not exist.
 */
export function checkedLod(
  mesh: Mesh,
  lod: MeshLod,
  level: number,
  notes: string[],
  { merged = false } = {},
): CheckedLod {
  const where = level === 0 ? 'the mesh' : `level of detail ${level}`
  const { positions } = lod
  const count = positions.length / 3
  if (count === 0) throw new MediaError('no-data', `expected vertices, found that ${where} has none`)
  if (count > MAX_VERTICES) {
    const found = `expected at most ${MAX_VERTICES} vertices, found ${count} in ${where}`
    throw new MediaError('unsupported', `${found}: split it into several meshes, or give it fewer`)
  }
  const size = (numbers: ArrayLike<number>, width: number, what: string) => {
    if (numbers.length !== width * count)
      throw new MediaError(
        'broken',
        `expected ${what} for ${plural(count, 'vertex', 'vertices')} of ${where}, found ${numbers.length / width}`,
      )
  }
  if (!Number.isInteger(count)) throw new MediaError('broken', `expected X, Y, Z for each vertex of ${where}`)
  const far = positions.findIndex((value) => !(Math.abs(value) <= FARTHEST))
  if (far >= 0) {
    const vertex = Math.floor(far / 3)
    throw new MediaError(
      'broken',
      `expected positions up to ${FARTHEST} units away, found ${positions[far]} at vertex ${vertex} of ${where}`,
    )
  }
  if (lod.uvs.length > MAX_UVS)
    throw new MediaError(
      'unsupported',
      `expected at most ${MAX_UVS} sets of texture coordinates, found ${lod.uvs.length}`,
    )
  for (const [i, uv] of lod.uvs.entries()) {
    size(uv, 2, `texture coordinates of set ${i}`)
    if (!uv.every(Number.isFinite))
      throw new MediaError('broken', `expected numbers as texture coordinates of set ${i} of ${where}`)
  }
  if (lod.colors !== undefined) size(lod.colors, 4, 'colours')
  if (lod.normals !== undefined) size(lod.normals, 3, 'normals')
  if (lod.tangents !== undefined) size(lod.tangents, 4, 'tangents')
  const { indices, sections } = triangles(mesh, lod, count, where, notes, merged)
  const hasNormals = lod.normals?.every(Number.isFinite) === true
  const points = lod.points.length === count ? lod.points : Uint32Array.from({ length: count }, (_, i) => i)
  return {
    count,
    positions,
    normals: hasNormals && lod.normals !== undefined ? lod.normals : smoothNormals(positions, points, lod.indices),
    tangents: lod.tangents?.every(Number.isFinite) === true ? lod.tangents : undefined,
    uvs: lod.uvs.length === 0 ? [new Float32Array(2 * count)] : lod.uvs,
    colors: lod.colors,
    indices,
    sections,
  }
}

/** Sections by slot, with triangles wound as they are stored. Those without an area are left out. */
function triangles(
  { materials }: Mesh,
  { indices, sections, positions }: MeshLod,
  count: number,
  where: string,
  notes: string[],
  merged: boolean,
): { indices: Uint16Array; sections: MeshSection[] } {
  const stored = new Uint16Array(indices.length)
  const kept: MeshSection[] = []
  let at = 0
  let flat = 0
  for (const { slot, first, count: length } of [...sections].sort((a, b) => a.slot - b.slot)) {
    if (!(slot >= 0 && slot < materials.length))
      throw new MediaError(
        'broken',
        `expected slots of ${plural(materials.length, 'material')}, found number ${slot} in ${where}`,
      )
    if (!(first >= 0 && length >= 0 && length % 3 === 0 && first + length <= indices.length)) {
      const found = `${length} from number ${first}`
      throw new MediaError(
        'broken',
        `expected triangles within ${plural(indices.length, 'index', 'indices')} of ${where}, found ${found}`,
      )
    }
    const start = at
    for (let i = first; i < first + length; i += 3) {
      const [a = 0, b = 0, c = 0] = indices.subarray(i, i + 3)
      const most = Math.max(a, b, c)
      if (most >= count)
        throw new MediaError(
          'broken',
          `expected numbers of ${plural(count, 'vertex', 'vertices')}, found ${most} in a triangle of ${where}`,
        )
      if (isFlat(positions, a, b, c)) {
        flat++
        continue
      }
      stored.set([a, c, b], at)
      at += 3
    }
    const last = kept.at(-1)
    if (merged && last?.slot === slot) kept[kept.length - 1] = { ...last, count: at - last.first }
    else if (at > start) kept.push({ slot, first: start, count: at - start })
  }
  if (at === 0) {
    const found = flat > 0 ? `${flat} without an area` : 'none'
    throw new MediaError('no-data', `expected triangles in ${where}, found ${found}`)
  }
  if (flat > 0)
    notes.push(
      `${plural(flat, 'triangle without an area was', 'triangles without an area were')} left ` +
        `out${where === 'the mesh' ? '' : ` of ${where}`}`,
    )
  return { indices: stored.subarray(0, at), sections: kept }
}

/** Whether two corners have the same position. */
function isFlat(positions: Float32Array, a: number, b: number, c: number): boolean {
  const isSame = (p: number, q: number) =>
    positions[3 * p] === positions[3 * q] &&
    positions[3 * p + 1] === positions[3 * q + 1] &&
    positions[3 * p + 2] === positions[3 * q + 2]
  return isSame(a, b) || isSame(b, c) || isSame(a, c)
}
