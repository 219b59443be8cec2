import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import type { Vector } from '../model/mesh.js'
import { conjugate, IDENTITY, normalized, type Quaternion } from '../model/quaternion.js'
import type { Bone, Skeleton } from '../model/skeleton.js'

/** A bone as a package stores it. */
export interface StoredBone {
  readonly name: string
  /** Number of the parent; the bone's own number or a negative one for a root. */
  readonly parent: number
  readonly position: Float32Array
  /** X, Y, Z, W. */
  readonly orientation: Float32Array
}

/** A skeleton, and the number of each stored bone in it. */
export interface OrderedSkeleton {
  readonly skeleton: Skeleton
  /** For each stored bone, its number in `skeleton`. */
  readonly numbers: Uint16Array
}

/** As many as vertices can refer to. */
const MAX_BONES = 0xffff

/**
 * *The skeleton of a mesh, parents before their children.*
 *
 * @param conjugated UE1 and UE2 store the rotation of every bone but roots conjugated: from the parent's
 *   space to the bone's (this way, 6,419 of 6,419 points in bone space are on the mesh's points). UE3 stores
 *   all rotations as in `Bone`.
 * @param notes gets a line for what was repaired.
 * @throws {MediaError} `broken` for parents that do not exist or that form a circle.
 */
export function skeletonOf(stored: readonly StoredBone[], conjugated: boolean, notes: string[]): OrderedSkeleton {
  if (stored.length > MAX_BONES)
    throw new MediaError('broken', `expected at most ${MAX_BONES} bones, found ${stored.length}`)
  const order = parentsFirst(stored)
  const numbers = new Uint16Array(stored.length)
  for (const [number, index] of order.entries()) numbers[index] = number
  let repaired = 0
  const bones: Bone[] = []
  for (const index of order) {
    const bone = stored[index]
    if (bone === undefined) continue
    const isRoot = isRootAt(bone.parent, index)
    const position = finiteVector(bone.position)
    const rotation = normalized(quaternionAt(bone.orientation, 0))
    if (position === undefined || rotation === undefined) repaired++
    const turn = rotation ?? IDENTITY
    bones.push({
      name: bone.name,
      parent: isRoot ? -1 : (numbers[bone.parent] ?? 0),
      position: position ?? [0, 0, 0],
      rotation: conjugated && !isRoot ? conjugate(turn) : turn,
    })
  }
  if (repaired > 0)
    notes.push(
      `${plural(repaired, 'bone has', 'bones have')} a position or a rotation that is not a number: moved to ` +
        `the parent`,
    )
  return { skeleton: { bones }, numbers }
}

function isRootAt(parent: number, index: number): boolean {
  return parent < 0 || parent === index
}

/**
 * Numbers of the stored bones, sorted so that parents precede their children; unchanged if they already do.
 */
function parentsFirst(stored: readonly StoredBone[]): number[] {
  const order: number[] = []
  // 0 not seen, 1 on the path to its root, 2 in the order.
  const state = new Uint8Array(stored.length)
  for (const start of stored.keys()) {
    const way: number[] = []
    let index = start
    while (state[index] !== 2) {
      const bone = stored[index]
      if (bone === undefined)
        throw new MediaError('broken', `expected parents among ${plural(stored.length, 'bone')}, found number ${index}`)
      if (state[index] === 1)
        throw new MediaError('broken', `expected a tree of bones, found '${bone.name}' among its own parents`)
      state[index] = 1
      way.push(index)
      if (isRootAt(bone.parent, index)) break
      index = bone.parent
    }
    for (const one of way.reverse()) {
      state[one] = 2
      order.push(one)
    }
  }
  return order
}

/** The quaternion that begins at `offset`. */
function quaternionAt(numbers: Float32Array, offset: number): Quaternion {
  return [numbers[offset] ?? 0, numbers[offset + 1] ?? 0, numbers[offset + 2] ?? 0, numbers[offset + 3] ?? 0]
}

/** Three floats as a vector; `undefined` when one is not a number. */
function finiteVector(numbers: Float32Array): Vector | undefined {
  const [x = 0, y = 0, z = 0] = numbers
  return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z) ? [x, y, z] : undefined
}
