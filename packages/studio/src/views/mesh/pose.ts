import { framePositions, type Mesh, type MeshLod } from '@ukit/media'
import { type Bone, type BufferGeometry, Quaternion, type Skeleton } from 'three'
import type { Movement } from './movements.js'

/**
 * Moves the vertices of a vertex mesh to a moment of a sequence: between two frames, the last before the
 * first.
 */
export function poseFrames(
  mesh: Mesh,
  lod: MeshLod,
  geometry: BufferGeometry,
  movement: (Movement & { readonly kind: 'frames' }) | undefined,
  seconds: number,
): void {
  const { frames } = mesh
  const position = geometry.getAttribute('position')
  if (frames === undefined) return
  const sequence = movement?.sequence ?? { first: 0, count: 1, rate: 1 }
  const at = (seconds * (movement?.rate ?? 1)) % Math.max(1, sequence.count)
  const frame = Math.floor(at)
  const share = at - frame
  const from = framePositions(frames, sequence.first + Math.min(frame, sequence.count - 1))
  const to = framePositions(frames, sequence.first + ((frame + 1) % sequence.count))
  for (const [i, point] of lod.points.entries()) {
    const mixed = (k: number) => {
      const start = from[point * 3 + k] ?? 0
      return start + ((to[point * 3 + k] ?? 0) - start) * share
    }
    position.setXYZ(i, mixed(0), mixed(1), mixed(2))
  }
  position.needsUpdate = true
  geometry.computeVertexNormals()
}

/** Moves the bones of a skeletal mesh to a moment of a sequence; without one to their rest. */
export function poseBones(
  mesh: Mesh,
  skeleton: Skeleton,
  movement: (Movement & { readonly kind: 'bones' }) | undefined,
  seconds: number,
): void {
  const byName = new Map(skeleton.bones.map((bone) => [bone.name.toLowerCase(), bone]))
  for (const [i, { position, rotation }] of (mesh.skeleton?.bones ?? []).entries()) {
    skeleton.bones[i]?.position.fromArray(position)
    skeleton.bones[i]?.quaternion.fromArray(rotation)
  }
  if (movement === undefined) return
  const { sequence, animation } = movement
  for (const track of sequence.tracks) {
    const bone = byName.get(animation.bones[track.bone]?.name.toLowerCase() ?? '')
    if (bone === undefined) continue
    turn(bone, track.rotationTimes, track.rotations, seconds)
    move(bone, track.positionTimes, track.positions, seconds)
  }
}

const FIRST = new Quaternion()
const SECOND = new Quaternion()

function turn(bone: Bone, times: Float32Array, keys: Float32Array, seconds: number): void {
  if (times.length === 0) return
  const { key, next, share } = between(times, seconds)
  FIRST.fromArray(keys, key * 4)
  SECOND.fromArray(keys, next * 4)
  bone.quaternion.slerpQuaternions(FIRST, SECOND, share)
}

function move(bone: Bone, times: Float32Array, keys: Float32Array, seconds: number): void {
  if (times.length === 0) return
  const { key, next, share } = between(times, seconds)
  const mixed = (k: number) => {
    const start = keys[key * 3 + k] ?? 0
    return start + ((keys[next * 3 + k] ?? 0) - start) * share
  }
  bone.position.set(mixed(0), mixed(1), mixed(2))
}

/** The keys before and after a moment, and how far it is from one to the other. */
function between(times: Float32Array, seconds: number) {
  let key = 0
  while (key + 1 < times.length && (times[key + 1] ?? 0) <= seconds) key++
  const next = Math.min(key + 1, times.length - 1)
  const start = times[key] ?? 0
  const span = (times[next] ?? 0) - start
  return { key, next, share: span <= 0 ? 0 : Math.max(0, Math.min(1, (seconds - start) / span)) }
}
