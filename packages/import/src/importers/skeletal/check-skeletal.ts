import { MediaError, type Mesh, type MeshLod, type MeshSkin, type Skeleton } from '@ukit/media'
import { plural } from '@ukit/text/internal'

/** Limits of a skeletal mesh in an engine. */
export interface SkeletalLimits {
  readonly vertices: number
  readonly bones: number
  /** Maximum number of bones per vertex. */
  readonly influences: number
}

/** Sums of weights that differ more than this from 1 are refused. */
const TOLERANCE = 0.01

/**
 * *Checks that a mesh can become an object*, in full, before anything is changed.
 *
 * @param normalizes scales weights whose sum is not 1, and attaches vertices without weights to the root.
 * @returns the mesh, with corrected weights.
 * @throws {MediaError} that names the vertex, triangle or bone that is wrong, and what to do.
 */
export function checkedSkeletalMesh(mesh: Mesh, limits: SkeletalLimits, normalizes: boolean, notes: string[]): Mesh {
  const { skeleton } = mesh
  if (skeleton === undefined || skeleton.bones.length === 0)
    throw new MediaError('no-form', `expected a mesh with bones, found a ${mesh.kind} mesh: import it as one`)
  checkBones(skeleton, limits.bones)
  if (mesh.lods.length === 0) throw new MediaError('no-data', 'expected at least one level of detail, found none')
  const lods = mesh.lods.map((lod, level) => {
    const where = mesh.lods.length > 1 ? ` of level of detail ${level}` : ''
    checkGeometry(lod, mesh.materials.length, limits.vertices, where)
    return { ...lod, skin: checkedSkin(lod, skeleton, limits.influences, normalizes, where, notes) }
  })
  return { ...mesh, lods }
}

/** The first bone is the only root, parents come before their children, and names are unique. */
function checkBones({ bones }: Skeleton, most: number): void {
  if (bones.length > most)
    throw new MediaError('unsupported', `expected at most ${plural(most, 'bone')}, found ${bones.length}`)
  const names = new Map<string, number>()
  for (const [i, { name, parent, position, rotation }] of bones.entries()) {
    if (name === '') throw new MediaError('broken', `expected a name for every bone, found none for bone ${i}`)
    const known = names.get(name.toLowerCase())
    if (known !== undefined)
      throw new MediaError(
        'broken',
        `expected each bone once, found ${JSON.stringify(name)} as bones ${known} and ${i}: rename one of them`,
      )
    names.set(name.toLowerCase(), i)
    if (parent < 0 && i > 0)
      throw new MediaError(
        'broken',
        `expected one root, found ${JSON.stringify(bones[0]?.name)} and ${JSON.stringify(name)}: ` +
          'give them a common parent',
      )
    if (parent >= i || !Number.isInteger(parent))
      throw new MediaError(
        'broken',
        `expected a tree of bones, parents first, found ${JSON.stringify(name)} (bone ${i}) with parent ${parent}`,
      )
    if (![...position, ...rotation].every(Number.isFinite))
      throw new MediaError('broken', `expected numbers as position and rotation of bone ${JSON.stringify(name)}`)
    if (Math.abs(Math.hypot(...rotation) - 1) > 0.01)
      throw new MediaError(
        'broken',
        `expected a rotation of length 1 of bone ${JSON.stringify(name)}, found ${rotation}`,
      )
  }
}

function checkGeometry(lod: MeshLod, slots: number, most: number, where: string): void {
  const { positions, points, indices, sections, uvs } = lod
  const count = points.length
  if (count === 0 || indices.length === 0)
    throw new MediaError('no-data', `expected vertices and triangles, found ${count} and ${indices.length / 3}${where}`)
  if (count > most)
    throw new MediaError(
      'unsupported',
      `expected at most ${plural(most, 'vertex', 'vertices')}, found ${count}${where}: reduce the mesh or split it`,
    )
  if (positions.length !== count * 3 || uvs.length === 0 || uvs.some((uv) => uv.length !== count * 2))
    throw new MediaError(
      'broken',
      `expected a position and texture coordinates for each of ${plural(count, 'vertex', 'vertices')}${where}`,
    )
  const bad = [positions, ...uvs].map((numbers) => numbers.findIndex((number) => !Number.isFinite(number)))
  for (const [i, at] of bad.entries())
    if (at >= 0)
      throw new MediaError(
        'broken',
        `expected numbers as ${i === 0 ? 'positions' : 'texture coordinates'}, found something else at vertex ` +
          `${Math.floor(at / (i === 0 ? 3 : 2))}${where}`,
      )
  const beyond = indices.findIndex((vertex) => vertex >= count)
  if (beyond >= 0 || indices.length % 3 !== 0)
    throw new MediaError(
      'broken',
      `expected triangles of ${plural(count, 'vertex', 'vertices')}, found vertex ${indices[beyond]}${where}`,
    )
  let next = 0
  for (const { slot, first, count: some } of sections) {
    if (slot >= slots)
      throw new MediaError('broken', `expected one of ${plural(slots, 'material')}, found number ${slot}${where}`)
    if (first !== next || some % 3 !== 0)
      throw new MediaError('broken', `expected sections one after another, found one at index ${first}${where}`)
    next += some
  }
  if (next !== indices.length)
    throw new MediaError(
      'broken',
      `expected sections of all ${plural(indices.length, 'index', 'indices')}, found ${next}${where}`,
    )
}

function checkedSkin(
  lod: MeshLod,
  { bones }: Skeleton,
  most: number,
  normalizes: boolean,
  where: string,
  notes: string[],
): MeshSkin {
  const { skin, points } = lod
  if (skin === undefined) throw new MediaError('no-data', `expected weights, found none${where}`)
  const { width } = skin
  if (skin.bones.length !== points.length * width || skin.weights.length !== points.length * width)
    throw new MediaError(
      'broken',
      `expected ${plural(width, 'weight')} for each of ${plural(points.length, 'vertex', 'vertices')}${where}`,
    )
  const weights = skin.weights.slice()
  let [scaled, reduced] = [0, 0]
  for (let vertex = 0; vertex < points.length; vertex++) {
    const own = weights.subarray(vertex * width, (vertex + 1) * width)
    let sum = 0
    let count = 0
    for (const [k, weight] of own.entries()) {
      if (!(weight >= 0) || weight === Number.POSITIVE_INFINITY)
        throw new MediaError('broken', `expected weights from 0 to 1, found ${weight} at vertex ${vertex}${where}`)
      if (weight > 0 && (skin.bones[vertex * width + k] ?? 0) >= bones.length)
        throw new MediaError(
          'broken',
          `expected one of ${plural(bones.length, 'bone')}, found bone ${skin.bones[vertex * width + k]} at ` +
            `vertex ${vertex}${where}`,
        )
      sum += weight
      if (weight > 0) count++
    }
    if (Math.abs(sum - 1) > TOLERANCE) {
      if (!normalizes)
        throw new MediaError(
          'broken',
          `expected weights whose sum is 1, found ${Number(sum.toPrecision(4))} at vertex ${vertex}${where}: ` +
            'normalize them, or import with normalizeWeights',
        )
      scaled++
      if (sum === 0) own[0] = 1
      else for (const [k, weight] of own.entries()) own[k] = weight / sum
    }
    if (count > most) {
      reduced++
      keepGreatest(own, most)
    }
  }
  if (scaled > 0) notes.push(`weights of ${plural(scaled, 'vertex', 'vertices')} did not add up to 1: scaled${where}`)
  if (reduced > 0)
    notes.push(
      `${plural(reduced, 'vertex follows', 'vertices follow')} more than ${plural(most, 'bone')}: the ` +
        `weakest are left out${where}`,
    )
  return { width, bones: skin.bones, weights }
}

/** Clears all but the greatest weights, and scales these to the sum of 1. */
function keepGreatest(weights: Float32Array, most: number): void {
  const order = [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
  for (const k of order.slice(most)) weights[k] = 0
  const sum = weights.reduce((all, weight) => all + weight, 0)
  for (const k of order.slice(0, most)) weights[k] = (weights[k] ?? 0) / sum
}
