import { type MaterialSlot, MediaError, type Mesh, type MeshLod } from '@ukit/media'
import { type OrderedSkeleton, placeIn, sectionsOf, skeletonOf, turnIn } from '@ukit/media/internal'
import { plural } from '@ukit/text/internal'
import { type Chunk, chunkOf, readChunks } from './chunks.js'
import { PointWeights } from './point-weights.js'

/** How to read PSK and PSA files. */
export interface PskReadOptions {
  /**
   * Negates Y: for files of editors and other programs. A file written by `pskOf` is read back with the same
   * value as it was written with.
   */
  readonly mirror?: boolean | undefined
}

/** Count of the 16-bit numbers that wedges refer to points with in the common form. */
const SHORT = 65_536

/**
 * *Reads a PSK or PSKX file as a mesh*: skeletal, or static when it has no bones.
 *
 * Points, texture coordinates, weights and bones keep their bits; point numbers are those of the file.
 * Weights are not scaled: importers report where their sum is not 1. Materials only have a name
 * (`MaterialSlot.path`).
 *
 * @throws {MediaError} `broken` for a file of a different kind or numbers out of range, `no-data` without
 *   triangles.
 */
export function readPsk(bytes: Uint8Array, options: PskReadOptions = {}): Mesh {
  const { mirror = false } = options
  const chunks = readChunks(bytes, 'ACTRHEAD')
  const notes: string[] = []
  const points = chunkOf(chunks, ['PNTS0000'], 12)
  const wedges = chunkOf(chunks, ['VTXW0000'], 16)
  const wide = chunks.get('FACE3200')
  const faces = chunkOf(chunks, ['FACE3200', 'FACE0000'], wide === undefined ? 12 : 18)
  if (points.count === 0 || wedges.count === 0 || faces.count === 0)
    throw new MediaError(
      'no-data',
      `it has ${plural(points.count, 'point')}, ${plural(wedges.count, 'wedge')} and ` +
        `${plural(faces.count, 'triangle')}: nothing to draw`,
    )
  const skeleton = skeletonIn(chunks, mirror, notes)
  const lod = lodIn(points, wedges, faces, wide !== undefined, mirror, notes)
  const uvs = [...lod.uvs, ...furtherUvs(chunks, wedges.count)]
  const normals = normalsIn(chunks, lod.points, points.count, mirror)
  const materials = materialsIn(chunks, lod.sections)
  const skin = skeleton === undefined ? undefined : skinIn(chunks, lod.points, points.count, skeleton, notes)
  return {
    kind: skeleton === undefined ? 'static' : 'skeletal',
    placement: { origin: [0, 0, 0], scale: [1, 1, 1], rotation: [0, 0, 0] },
    lods: [{ ...lod, uvs, ...(normals === undefined ? {} : { normals }), ...(skin === undefined ? {} : { skin }) }],
    materials,
    ...(skeleton === undefined ? {} : { skeleton: skeleton.skeleton }),
    sockets: [],
    notes,
  }
}

/** Reads name, number of children, parent, rotation, position; see `pskOf`. */
function skeletonIn(chunks: ReadonlyMap<string, Chunk>, mirror: boolean, notes: string[]): OrderedSkeleton | undefined {
  if (!chunks.has('REFSKELT') && !chunks.has('REFSKEL0')) return undefined
  const bones = chunkOf(chunks, ['REFSKELT', 'REFSKEL0'], 120)
  if (bones.count === 0) return undefined
  const stored = Array.from({ length: bones.count }, (_, i) => {
    const [x = 0, y = 0, z = 0, w = 0] = bones.floats(i, 76, 4)
    return {
      name: bones.text(i, 0, 64),
      parent: bones.i32(i, 72),
      position: Float32Array.from(placeIn(mirror, bones.floats(i, 92, 3))),
      orientation: Float32Array.from(turnIn(mirror, [x, y, z, w])),
    }
  })
  return skeletonOf(stored, true, notes)
}

function lodIn(
  places: Chunk,
  wedges: Chunk,
  faces: Chunk,
  isWide: boolean,
  mirror: boolean,
  notes: string[],
): Omit<MeshLod, 'skin'> {
  const { count } = wedges
  const points = new Uint32Array(count)
  const positions = new Float32Array(count * 3)
  const uv = new Float32Array(count * 2)
  for (let i = 0; i < count; i++) {
    // Up to this many points, point numbers have 16 bits, and the two bytes after them are undefined.
    const point = places.count <= SHORT ? wedges.u16(i, 0) : wedges.i32(i, 0)
    if (point < 0 || point >= places.count)
      throw new MediaError(
        'broken',
        `expected wedge ${i} to be of ${plural(places.count, 'point')}, found point ${point}`,
      )
    points[i] = point
    positions.set(placeIn(mirror, places.floats(point, 0, 3)), i * 3)
    uv.set(wedges.floats(i, 4, 2), i * 2)
  }
  const wedge = (face: number, corner: number) => (isWide ? faces.i32(face, corner * 4) : faces.u16(face, corner * 2))
  for (let i = 0; i < faces.count; i++)
    for (const corner of [0, 1, 2])
      if (wedge(i, corner) < 0 || wedge(i, corner) >= count)
        throw new MediaError(
          'broken',
          `expected face ${i} to be of ${plural(count, 'wedge')}, found wedge ${wedge(i, corner)}`,
        )
  const slot = (face: number) => faces.u8(face, isWide ? 12 : 6)
  let slots = 0
  for (let i = 0; i < faces.count; i++) slots = Math.max(slots, slot(i) + 1)
  const triangles = { count: faces.count, vertex: wedge, slot }
  // Mirrored positions reverse the triangles by themselves; see `pskOf`.
  return { positions, uvs: [uv], points, ...sectionsOf(triangles, count, slots, !mirror, notes) }
}

function furtherUvs(chunks: ReadonlyMap<string, Chunk>, wedges: number): Float32Array[] {
  const sets: Float32Array[] = []
  for (let chunk = chunks.get('EXTRAUVS0'); chunk !== undefined; chunk = chunks.get(`EXTRAUVS${sets.length}`)) {
    const { name, count } = chunkOf(chunks, [chunk.name], 8)
    if (count !== wedges)
      throw new MediaError('broken', `expected ${wedges} texture coordinates in ${name}, found ${count}`)
    const set = new Float32Array(wedges * 2)
    for (let i = 0; i < wedges; i++) set.set(chunk.floats(i, 0, 2), i * 2)
    sets.push(set)
  }
  return sets
}

/** A normal for each point, which newer programs write. */
function normalsIn(
  chunks: ReadonlyMap<string, Chunk>,
  points: Uint32Array,
  count: number,
  mirror: boolean,
): Float32Array | undefined {
  if (!chunks.has('VTXNORMS')) return undefined
  const stored = chunkOf(chunks, ['VTXNORMS'], 12)
  if (stored.count !== count)
    throw new MediaError('broken', `expected ${plural(count, 'normal')} in VTXNORMS, found ${stored.count}`)
  const normals = new Float32Array(points.length * 3)
  for (const [i, point] of points.entries()) normals.set(placeIn(mirror, stored.floats(point, 0, 3)), i * 3)
  return normals
}

/** A slot for each name, and for each number that faces have. */
function materialsIn(chunks: ReadonlyMap<string, Chunk>, sections: readonly { slot: number }[]): MaterialSlot[] {
  const named = chunks.has('MATT0000') ? chunkOf(chunks, ['MATT0000'], 88) : undefined
  const used = sections.reduce((most, { slot }) => Math.max(most, slot + 1), 1)
  return Array.from({ length: Math.max(named?.count ?? 0, used) }, (_, i): MaterialSlot => {
    if (named === undefined || i >= named.count) return { polyFlags: 0 }
    const path = named.text(i, 0, 64)
    return { ...(path === '' ? {} : { path }), polyFlags: named.i32(i, 68) >>> 0 }
  })
}

function skinIn(
  chunks: ReadonlyMap<string, Chunk>,
  points: Uint32Array,
  count: number,
  { numbers }: OrderedSkeleton,
  notes: string[],
) {
  const stored = chunkOf(chunks, ['RAWWEIGHTS', 'RAWW0000'], 12)
  const weights = new PointWeights(count)
  for (let i = 0; i < stored.count; i++) {
    const [weight, point, bone] = [stored.f32(i, 0), stored.i32(i, 4), stored.i32(i, 8)]
    const number = numbers[bone]
    if (point < 0 || point >= count)
      throw new MediaError('broken', `expected weight ${i} to be of ${plural(count, 'point')}, found point ${point}`)
    if (number === undefined)
      throw new MediaError(
        'broken',
        `expected weight ${i} to be of ${plural(numbers.length, 'bone')}, found bone ${bone}`,
      )
    weights.add(point, number, weight)
  }
  return weights.skin(points, notes)
}
