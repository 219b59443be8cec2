import { frameNormals, framePositions } from '../mesh/model/frames.js'
import type { Mesh, MeshLod, Vector } from '../mesh/model/mesh.js'
import { smoothNormals } from '../mesh/model/normals.js'
import { conjugate, normalized, product, type Quaternion, rotate } from '../mesh/model/quaternion.js'
import type { BoneSequence, SkeletalAnimation, Skeleton } from '../mesh/model/skeleton.js'
import { minus, plus, vectorAt } from '../mesh/model/vectors.js'
import { positionAt, rotationAt } from '../psk/pose.js'

/** *A moment of a sequence*, as an actor says it (`AnimSequence`, `AnimFrame`). */
export interface Pose {
  /** Name of the sequence. */
  readonly sequence: string
  /** 0 at its start, up to 1 at its end. */
  readonly frame: number
}

/**
 * *A mesh that stands still*, in a moment of a sequence.
 *
 * @param animation the sequences of a skeletal mesh.
 * @returns `undefined` when the mesh has no such sequence.
 */
export function posedMesh(mesh: Mesh, pose: Pose, animation?: SkeletalAnimation): Mesh | undefined {
  const { frames, skeleton } = mesh
  const still = stillMesh(mesh)
  const name = pose.sequence.toLowerCase()
  if (frames !== undefined) {
    const sequence = frames.sequences.find((one) => one.name.toLowerCase() === name)
    if (sequence === undefined) return undefined
    // Frames loop: between the last and the end is the way back to the first.
    const at = Math.min(1, Math.max(0, pose.frame)) * sequence.count
    const number = Math.floor(at) % sequence.count
    const [a, b] = [sequence.first + number, sequence.first + ((number + 1) % sequence.count)]
    return { ...still, lods: still.lods.map((lod) => inFrame(lod, frames, a, b, at - Math.floor(at))) }
  }
  const sequence = animation?.sequences.find((one) => one.name.toLowerCase() === name)
  if (skeleton === undefined || animation === undefined || sequence === undefined) return undefined
  const moves = movesOf(skeleton, animation, sequence, Math.min(1, Math.max(0, pose.frame)))
  return { ...still, lods: mesh.lods.map((lod) => skinned(lod, moves)) }
}

/**
 * *A mesh in its first frame, or as it was modelled.* It has neither frames nor bones: those would be written
 * once more for every place of the mesh in a level.
 */
export function stillMesh({ frames: _, skeleton: __, ...mesh }: Mesh): Mesh {
  return { ...mesh, kind: 'static', lods: mesh.lods.map(withoutSkin), sockets: [] }
}

function withoutSkin({ skin: _, ...lod }: MeshLod): MeshLod {
  return lod
}

/** A level of detail between two frames. */
function inFrame(lod: MeshLod, frames: NonNullable<Mesh['frames']>, a: number, b: number, part: number): MeshLod {
  const { normals: _, ...rest } = lod
  const mix = (from: Float32Array, to: Float32Array) => {
    const mixed = new Float32Array(lod.points.length * 3)
    for (const [i, point] of lod.points.entries())
      for (let k = 0; k < 3; k++)
        mixed[3 * i + k] = (from[3 * point + k] ?? 0) * (1 - part) + (to[3 * point + k] ?? 0) * part
    return mixed
  }
  const positions = mix(framePositions(frames, a), framePositions(frames, b))
  const [normalsA, normalsB] = [frameNormals(frames, a), frameNormals(frames, b)]
  const normals =
    normalsA === undefined || normalsB === undefined
      ? smoothNormals(positions, lod.points, lod.indices)
      : unitVectors(mix(normalsA, normalsB))
  return { ...rest, positions, normals }
}

/** How a bone moves what it carries: by a rotation, and then by a vector. */
interface BoneMove {
  readonly turn: Quaternion
  readonly by: Vector
}

/** How each bone moves its vertices, from the pose in which the mesh was modelled to that of a moment. */
function movesOf(
  { bones }: Skeleton,
  animation: SkeletalAnimation,
  sequence: BoneSequence,
  frame: number,
): readonly BoneMove[] {
  const time = frame * sequence.seconds
  const tracks = new Map(
    sequence.tracks.map((track) => [animation.bones[track.bone]?.name.toLowerCase(), track] as const),
  )
  const rest: BoneMove[] = []
  const posed: BoneMove[] = []
  return bones.map(({ name, parent, position, rotation }) => {
    const track = tracks.get(name.toLowerCase())
    const turn = track === undefined ? undefined : rotationAt(track.rotationTimes, track.rotations, time)
    const place = track === undefined ? undefined : positionAt(track.positionTimes, track.positions, time)
    const from = below(rest[parent], rotation, position)
    const to = below(posed[parent], normalized(turn ?? rotation) ?? rotation, place ?? position)
    rest.push(from)
    posed.push(to)
    const move = product(to.turn, conjugate(from.turn))
    return { turn: move, by: minus(to.by, rotate(move, from.by)) }
  })
}

function below(parent: BoneMove | undefined, turn: Quaternion, by: Vector): BoneMove {
  if (parent === undefined) return { turn, by }
  const turned = product(parent.turn, turn)
  return { turn: normalized(turned) ?? turned, by: plus(rotate(parent.turn, by), parent.by) }
}

/** A level of detail whose vertices its bones moved. */
function skinned(lod: MeshLod, moves: readonly BoneMove[]): MeshLod {
  const { skin, tangents: _, ...rest } = lod
  if (skin === undefined) return rest
  const { width, bones, weights } = skin
  const positions = new Float32Array(lod.positions.length)
  const normals = lod.normals === undefined ? undefined : new Float32Array(lod.normals.length)
  for (let i = 0; 3 * i < positions.length; i++) {
    let place: Vector = [0, 0, 0]
    let normal: Vector = [0, 0, 0]
    for (let k = 0; k < width; k++) {
      const weight = weights[width * i + k] ?? 0
      const move = moves[bones[width * i + k] ?? 0]
      if (weight === 0 || move === undefined) continue
      place = added(place, plus(rotate(move.turn, vectorAt(lod.positions, i)), move.by), weight)
      if (lod.normals !== undefined) normal = added(normal, rotate(move.turn, vectorAt(lod.normals, i)), weight)
    }
    positions.set(place, 3 * i)
    normals?.set(normal, 3 * i)
  }
  return { ...rest, positions, ...(normals === undefined ? {} : { normals: unitVectors(normals) }) }
}

function added(to: Vector, one: Vector, weight: number): Vector {
  return [to[0] + weight * one[0], to[1] + weight * one[1], to[2] + weight * one[2]]
}

/** Vectors with length 1; up for those without a direction. */
function unitVectors(vectors: Float32Array): Float32Array {
  for (let i = 0; i + 2 < vectors.length; i += 3) {
    const [x, y, z] = [vectors[i] ?? 0, vectors[i + 1] ?? 0, vectors[i + 2] ?? 0]
    const length = Math.hypot(x, y, z)
    if (length > 0 && length < Number.POSITIVE_INFINITY) vectors.set([x / length, y / length, z / length], i)
    else vectors.set([0, 0, 1], i)
  }
  return vectors
}
