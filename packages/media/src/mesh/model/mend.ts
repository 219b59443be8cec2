import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { mendedSkin } from './mend-skin.js'
import type { CollisionShape, MaterialSlot, Mesh, MeshLod, MeshSection, Socket } from './mesh.js'
import { smoothNormals } from './normals.js'
import { NO_PLACEMENT } from './placement.js'
import { IDENTITY, normalized } from './quaternion.js'
import type { Bone, Skeleton } from './skeleton.js'
import { upTo } from './up-to.js'

/**
 * Farther away than anything real. Larger numbers come from damaged bytes, and floats have no precision left
 * there.
 */
const FARTHEST = 1e9
/** Maximum scale of a mesh. */
const LARGEST_SCALE = 1e6
/** Normals whose length differs less than this from 1 are unit vectors. */
const TOLERANCE = 0.0005

/**
 * *A mesh that satisfies what `Mesh` promises*: positions are numbers, triangles have existing vertices,
 * normals have length 1, weights the sum 1, and parents precede their bones. Whatever does not is repaired or
 * left out, with a note, since files are untrusted.
 *
 * @throws {MediaError} `broken` when no triangle is left.
 */
export function mended(mesh: Mesh): Mesh {
  const notes: string[] = [...mesh.notes]
  const materials = [...mesh.materials]
  const skeleton = mesh.skeleton === undefined ? undefined : mendedSkeleton(mesh.skeleton, notes)
  const bones = skeleton?.bones.length ?? 0
  const lods = mesh.lods.map((lod, i) => {
    const say = (note: string) => notes.push(mesh.lods.length > 1 ? `level of detail ${i}: ${note}` : note)
    return mendedLod(lod, materials, bones, say)
  })
  if (!lods.some(({ indices }) => indices.length > 0))
    throw new MediaError('broken', `no triangle can be drawn: ${notes.join('; ') || 'all are of no vertices'}`)
  const collision = mesh.collision === undefined ? undefined : mendedCollision(mesh.collision, notes)
  const placement = mendedPlacement(mesh, notes)
  const isWhole = notes.length === mesh.notes.length && lods.every((lod, i) => lod === mesh.lods[i])
  // Most meshes that do not move need no repair.
  if (isWhole && skeleton === undefined && mesh.sockets.length === 0) return mesh
  const { collision: _, skeleton: __, ...rest } = mesh
  return {
    ...rest,
    placement,
    lods,
    materials,
    ...(skeleton === undefined ? {} : { skeleton }),
    sockets: mendedSockets(mesh.sockets, bones, notes),
    ...(collision === undefined ? {} : { collision }),
    notes,
  }
}

type Say = (note: string) => void

function mendedLod(lod: MeshLod, materials: MaterialSlot[], bones: number, say: Say): MeshLod {
  const count = Math.floor(lod.positions.length / 3)
  const [positions, badVertices] = mendedPositions(lod.positions, say)
  const [indices, sections] = mendedTriangles(lod, count, badVertices, materials, say)
  const points = lod.points.length === count && areBelow(lod.points, count + MAX_UNUSED) ? lod.points : upTo(count)
  const base = { positions, indices, sections, points, uvs: mendedUvs(lod.uvs, count, say) }
  const normals = mendedNormals(lod.normals, base, say)
  const tangents = normals === undefined ? undefined : mendedTangents(lod.tangents, normals, say)
  const hasColors = lod.colors !== undefined && lod.colors.length === count * 4
  if (lod.colors !== undefined && !hasColors)
    say(
      `colours left out: expected ${plural(count * 4, 'byte')} for ${plural(count, 'vertex', 'vertices')}, ` +
        `found ${lod.colors.length}`,
    )
  const skin = lod.skin === undefined ? undefined : mendedSkin(lod.skin, count, bones, say)
  const isWhole =
    positions === lod.positions && indices === lod.indices && sections === lod.sections && points === lod.points
  const hasAll = base.uvs === lod.uvs && normals === lod.normals && tangents === lod.tangents
  if (isWhole && hasAll && skin === lod.skin && hasColors === (lod.colors !== undefined)) return lod
  return {
    ...base,
    ...(normals === undefined ? {} : { normals }),
    ...(tangents === undefined ? {} : { tangents }),
    ...(hasColors && lod.colors !== undefined ? { colors: lod.colors } : {}),
    ...(lod.areColorsDrawn === undefined ? {} : { areColorsDrawn: lod.areColorsDrawn }),
    ...(skin === undefined ? {} : { skin }),
  }
}

/** Maximum number of points that no vertex uses. There are few; frames count points with 16 bits. */
const MAX_UNUSED = 1 << 17

function areBelow(numbers: Uint32Array, limit: number): boolean {
  for (let i = 0; i < numbers.length; i++) if ((numbers[i] as number) >= limit) return false
  return true
}

function isPlace(value: number | undefined): boolean {
  return value !== undefined && Math.abs(value) <= FARTHEST
}

function arePlaces(numbers: Float32Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (!(Math.abs(numbers[i] as number) <= FARTHEST)) return false
  return true
}

/** No vertices. */
const NONE: ReadonlySet<number> = new Set()

function mendedPositions(positions: Float32Array, say: Say): [Float32Array, ReadonlySet<number>] {
  if (arePlaces(positions)) return [positions, NONE]
  const bad = new Set<number>()
  for (let i = 0; i < positions.length; i++) if (!isPlace(positions[i])) bad.add(Math.floor(i / 3))
  const repaired = positions.slice()
  for (const vertex of bad) repaired.fill(0, 3 * vertex, 3 * vertex + 3)
  say(
    `${bad.size} of ${plural(positions.length / 3, 'vertex', 'vertices')} ${bad.size === 1 ? 'has' : 'have'} ` +
      `no position: expected X, Y, Z as numbers up to ${FARTHEST}`,
  )
  return [repaired, bad]
}

/** Triangles with three existing vertices, in sections with existing slots. */
function mendedTriangles(
  { indices, sections }: MeshLod,
  vertices: number,
  badVertices: ReadonlySet<number>,
  materials: MaterialSlot[],
  say: Say,
): [Uint32Array, readonly MeshSection[]] {
  if (badVertices.size === 0 && areOneAfterTheOther(sections, indices.length, materials.length))
    if (areBelow(indices, vertices)) return [indices, sections]
  const kept = new Uint32Array(indices.length)
  const runs: MeshSection[] = []
  let [length, dropped, slotless] = [0, 0, -1]
  for (const section of sections) {
    const first = length
    const end = Math.min(section.first + section.count, indices.length)
    for (let i = section.first; i + 2 < end; i += 3) {
      // Reading indices one by one takes a third of the time of a view for each triangle.
      const a = indices[i] as number
      const b = indices[i + 1] as number
      const c = indices[i + 2] as number
      const isInside = a < vertices && b < vertices && c < vertices
      if (isInside && areGood(badVertices, a, b, c) && length + 3 <= kept.length) {
        kept[length] = a
        kept[length + 1] = b
        kept[length + 2] = c
        length += 3
      } else {
        dropped++
      }
    }
    let { slot } = section
    if (slot < 0 || slot >= materials.length) {
      if (slotless < 0) slotless = materials.push({ polyFlags: 0 }) - 1
      say(`a section has material ${slot} of ${materials.length - 1}: it is drawn without one`)
      slot = slotless
    }
    runs.push({ slot, first, count: length - first })
  }
  if (dropped > 0)
    say(`${plural(dropped, 'triangle')} left out: expected three of ${plural(vertices, 'vertex', 'vertices')} for each`)
  return [kept.slice(0, length), runs]
}

/**
 * Whether sections are consecutive, consist of complete triangles from the first index to the last, and have
 * existing slots.
 */
function areOneAfterTheOther(sections: readonly MeshSection[], length: number, slots: number): boolean {
  let at = 0
  for (const { first, count, slot } of sections) {
    if (first !== at || count < 0 || count % 3 !== 0 || slot < 0 || slot >= slots) return false
    at += count
  }
  return at === length
}

function areGood(bad: ReadonlySet<number>, a: number, b: number, c: number): boolean {
  return bad.size === 0 || !(bad.has(a) || bad.has(b) || bad.has(c))
}

function mendedUvs(uvs: readonly Float32Array[], count: number, say: Say): readonly Float32Array[] {
  if (uvs.length > 0 && uvs.every((uv) => uv.length === 2 * count && arePlaces(uv))) return uvs
  const sets = uvs.length === 0 ? [new Float32Array(2 * count)] : uvs
  return sets.map((uv, set) => {
    if (uv.length !== 2 * count) {
      say(`texture coordinates ${set} left out: expected ${plural(2 * count, 'number')}, found ${uv.length}`)
      return new Float32Array(2 * count)
    }
    let bad = 0
    for (let i = 0; i < uv.length; i++) if (!isPlace(uv[i])) bad++
    if (bad === 0) return uv
    say(`${bad} texture coordinates of set ${set} are not numbers: now they are 0`)
    return uv.map((value) => (isPlace(value) ? value : 0))
  })
}

function mendedNormals(
  normals: Float32Array | undefined,
  lod: Pick<MeshLod, 'positions' | 'points' | 'indices'>,
  say: Say,
): Float32Array | undefined {
  if (normals === undefined) return undefined
  if (normals.length !== lod.positions.length) {
    say(`normals left out: expected ${plural(lod.positions.length, 'number')}, found ${normals.length}`)
    return undefined
  }
  let repaired: Float32Array | undefined
  let smooth: Float32Array | undefined
  let missing = 0
  for (let i = 0; i < normals.length; i += 3) {
    const x = normals[i] ?? 0
    const y = normals[i + 1] ?? 0
    const z = normals[i + 2] ?? 0
    const length = Math.sqrt(x * x + y * y + z * z)
    if (Math.abs(length - 1) < TOLERANCE) continue
    repaired ??= normals.slice()
    if (length > 0.1 && length < 10) {
      repaired[i] = x / length
      repaired[i + 1] = y / length
      repaired[i + 2] = z / length
      continue
    }
    missing++
    smooth ??= smoothNormals(lod.positions, lod.points, lod.indices)
    repaired.set(smooth.subarray(i, i + 3), i)
  }
  if (missing > 0)
    say(
      `${missing} of ${plural(normals.length / 3, 'normal', 'normals')} ${missing === 1 ? 'has' : 'have'} no ` +
        `direction: now they are those of the surrounding ` +
        'triangles',
    )
  return repaired ?? normals
}

function mendedTangents(tangents: Float32Array | undefined, normals: Float32Array, say: Say): Float32Array | undefined {
  if (tangents === undefined) return undefined
  if (tangents.length * 3 !== normals.length * 4) {
    say(`tangents left out: expected ${plural((normals.length / 3) * 4, 'number')}, found ${tangents.length}`)
    return undefined
  }
  const repaired = tangents.slice()
  let missing = 0
  for (let i = 0; i < tangents.length; i += 4) {
    const x = tangents[i] ?? 0
    const y = tangents[i + 1] ?? 0
    const z = tangents[i + 2] ?? 0
    const sign = tangents[i + 3] ?? 1
    const length = Math.hypot(x, y, z)
    if (length > 0.1 && length < 10) {
      repaired[i] = x / length
      repaired[i + 1] = y / length
      repaired[i + 2] = z / length
      repaired[i + 3] = sign < 0 ? -1 : 1
      continue
    }
    missing++
    repaired.set([...acrossOf(normals.subarray((i / 4) * 3)), sign < 0 ? -1 : 1], i)
  }
  if (missing > 0)
    say(`${plural(missing, 'tangent has', 'tangents have')} no direction: now perpendicular to the normal`)
  return repaired
}

/** Any direction perpendicular to a normal. */
function acrossOf([x = 0, y = 0, z = 1]: Float32Array): [number, number, number] {
  const across: [number, number, number] = Math.abs(x) < 0.9 ? [0, z, -y] : [-z, 0, x]
  const length = Math.hypot(...across)
  return [across[0] / length, across[1] / length, across[2] / length]
}

function mendedSkeleton({ bones }: Skeleton, notes: string[]): Skeleton {
  let [turns, places, orphans] = [0, 0, 0]
  const repaired = bones.map(({ name, parent, position, rotation }, i): Bone => {
    const turn = normalized(rotation)
    const hasPlace = position.every(isPlace)
    const hasParent = parent === -1 || (parent >= 0 && parent < i)
    if (turn === undefined) turns++
    if (!hasPlace) places++
    if (!hasParent) orphans++
    return {
      name,
      parent: hasParent ? parent : -1,
      position: hasPlace ? position : [0, 0, 0],
      rotation: turn ?? IDENTITY,
    }
  })
  if (orphans > 0) notes.push(`${plural(orphans, 'bone')} without a parent now: the parent was not before the bone`)
  if (places > 0)
    notes.push(
      `${plural(places, 'bone has', 'bones have')} no position: expected X, Y, Z as numbers; moved to the parent`,
    )
  if (turns > 0) notes.push(`${plural(turns, 'bone')} not rotated: a rotation of length 0`)
  return { bones: repaired }
}

function mendedSockets(sockets: readonly Socket[], bones: number, notes: string[]): Socket[] {
  const kept: Socket[] = []
  for (const socket of sockets) {
    const turn = normalized(socket.rotation)
    const isCarried = socket.bone === undefined || (socket.bone >= 0 && socket.bone < bones)
    const isSomewhere = [...socket.position, ...socket.scale].every(isPlace)
    if (isCarried && isSomewhere && turn !== undefined) kept.push({ ...socket, rotation: turn })
    else
      notes.push(
        `the socket ${socket.name} left out: ${isCarried ? 'its position is not in numbers' : 'its bone is missing'}`,
      )
  }
  return kept
}

function mendedPlacement({ placement }: Mesh, notes: string[]): Mesh['placement'] {
  const { origin, scale, rotation } = placement
  const isFine =
    origin.every(isPlace) &&
    scale.every((value) => Math.abs(value) <= LARGEST_SCALE && value !== 0) &&
    rotation.every(Number.isFinite)
  if (isFine) return placement
  notes.push(
    `origin ${origin.join(', ')} and scale ${scale.join(', ')} are ignored: expected numbers, with no scale of 0`,
  )
  return { ...NO_PLACEMENT, ...(rotation.every(Number.isFinite) ? { rotation } : {}) }
}

function mendedCollision({ positions, indices }: CollisionShape, notes: string[]): CollisionShape | undefined {
  if (arePlaces(positions) && indices.length % 3 === 0 && areBelow(indices, positions.length / 3))
    return { positions, indices }
  notes.push('the collision shape left out: expected triangles of its own vertices, with numeric positions')
  return undefined
}
