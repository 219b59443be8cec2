import type { Bone, MeshPlacement, Skeleton, Vector } from '@ukit/media'
import { conjugate, IDENTITY, NO_PLACEMENT, normalized, product, type Quaternion, rotate } from '@ukit/media/internal'
import { plural } from '@ukit/text/internal'
import type { Accessors } from './accessors.js'
import type { Json } from './json.js'
import { combined, inverse, isAlmost, type Matrix4, scaleOf, transformed, turnOf, UNCHANGED } from './matrix.js'
import type { GltfPlace, Nodes } from './nodes.js'
import { directionInUnreal, quaternionInUnreal } from './space.js'

/** How the translations and rotations of a joint convert to those of a bone relative to its parent bone. */
export interface BoneFrame {
  /** The transform between the parent bone and the node above the joint; `undefined` for none. */
  readonly between: Matrix4 | undefined
  readonly turn: Quaternion
  /** Scale accumulated above the bone, since bones have no scale of their own. */
  readonly scale: Vector
}

/** More bones than any engine can count. */
const MAX_BONES = 65_535

/** *The bones of a glTF file*: the joints of all skins that are shown, parents first. */
export class Bones {
  readonly skeleton: Skeleton | undefined
  readonly frames: readonly BoneFrame[]
  /** In files written by ukit, the transform of the node above the bones. */
  readonly placement: MeshPlacement
  readonly #numbers = new Map<number, number>()
  readonly #skins: readonly Json[]
  readonly #jointsBySkin = new Map<number, { nodes: readonly GltfPlace[]; matrices: readonly Matrix4[] }>()

  /**
   * @param shown nodes whose skins are read.
   * @param isOurs the file was written by ukit: the node above the bones is the mesh's placement.
   */
  constructor(
    json: Json,
    accessors: Accessors,
    nodes: Nodes,
    shown: readonly GltfPlace[],
    unit: number,
    isOurs: boolean,
  ) {
    this.#skins = json.get('skins').list()
    let back: Matrix4 | undefined
    let root: GltfPlace | undefined
    const joints = new Map<number, GltfPlace>()
    for (const node of shown) {
      const index = node.json.get('skin').index(this.#skins.length)
      const skin = index === undefined ? undefined : this.#skins[index]
      if (index === undefined || skin === undefined || this.#jointsBySkin.has(index)) continue
      const own = skin
        .get('joints')
        .list()
        .flatMap((place) => nodes.at(place) ?? [])
      if (own.length > MAX_BONES) throw skin.error(`expected at most ${MAX_BONES} joints, found ${own.length}`)
      for (const joint of own) joints.set(joint.index, joint)
      const above = isOurs ? nodes.at(skin.get('skeleton')) : undefined
      if (above !== undefined && !own.includes(above)) {
        root = above
        back = inverse(above.world)
      }
      this.#jointsBySkin.set(index, { nodes: own, matrices: restMatrices(skin, own, accessors, back) })
    }
    this.placement = root === undefined ? NO_PLACEMENT : placementOf(root, unit)
    const parentOf = (joint: GltfPlace): GltfPlace | undefined => {
      let at = joint.parent
      while (at !== undefined && !joints.has(at.index)) at = at.parent
      return at
    }
    const ordered: GltfPlace[] = []
    const place = (joint: GltfPlace): void => {
      // Up to the first joint that already has a number, then down again.
      const line: GltfPlace[] = []
      for (let at: GltfPlace | undefined = joint; at !== undefined && !this.#numbers.has(at.index); at = parentOf(at))
        line.push(at)
      for (const own of line.reverse()) this.#numbers.set(own.index, ordered.push(own) - 1)
    }
    for (const joint of joints.values()) place(joint)
    this.frames = ordered.map((joint) => frameOf(joint, parentOf(joint), back))
    const bones = ordered.map((joint, i): Bone => {
      const parent = parentOf(joint)
      const { place: at, turn } = restOf(joint)
      return {
        name: joint.name === '' ? `Bone${i}` : joint.name,
        parent: parent === undefined ? -1 : (this.#numbers.get(parent.index) ?? -1),
        ...this.pose(i, at, turn, unit),
      }
    })
    this.skeleton = bones.length === 0 ? undefined : { bones }
  }

  /** The number of the bone for a node, or of the nearest bone above it. */
  boneAt(node: GltfPlace | undefined): number | undefined {
    for (let at = node; at !== undefined; at = at.parent) {
      const number = this.#numbers.get(at.index)
      if (number !== undefined) return number
    }
    return undefined
  }

  /** The transforms of a node's vertices to the rest pose of its joints; `undefined` without a skin. */
  matrices(node: GltfPlace): readonly Matrix4[] | undefined {
    return this.#of(node)?.matrices
  }

  /** The numbers of the bones for the joints of a node's skin. */
  numbers(node: GltfPlace): readonly number[] {
    return this.#of(node)?.nodes.map((joint) => this.#numbers.get(joint.index) ?? 0) ?? []
  }

  /** A joint's translation and rotation, converted to those of a bone in the engine's axes. */
  pose(bone: number, place: Vector, turn: Quaternion, unit: number): Pick<Bone, 'position' | 'rotation'> {
    const frame = this.frames[bone]
    if (frame?.between === undefined)
      return { position: scaledBy(directionInUnreal(place), unit), rotation: quaternionInUnreal(turn) }
    const [x, y, z] = transformed(frame.between, place)
    const [sx, sy, sz] = frame.scale
    const position = scaledBy(directionInUnreal([x * sx, y * sy, z * sz]), unit)
    const whole = product(frame.turn, turn)
    return { position, rotation: quaternionInUnreal(normalized(whole) ?? whole) }
  }

  #of(node: GltfPlace) {
    const index = node.json.get('skin').index(this.#skins.length)
    return index === undefined ? undefined : this.#jointsBySkin.get(index)
  }
}

function scaledBy([x, y, z]: Vector, unit: number): Vector {
  return [Math.fround(x / unit), Math.fround(y / unit), Math.fround(z / unit)]
}

/** For each joint, the matrix from the skin's bind pose to its rest pose. */
function restMatrices(
  skin: Json,
  joints: readonly GltfPlace[],
  accessors: Accessors,
  back: Matrix4 | undefined,
): Matrix4[] {
  const bound = accessors.read(skin.get('inverseBindMatrices'), 'MAT4')
  if (bound !== undefined && bound.count < joints.length)
    throw skin.error(
      `expected ${plural(joints.length, 'matrix', 'matrices')}, one for each joint, found ${bound.count}`,
    )
  return joints.map(({ world }, i) => {
    const rest = back === undefined ? world : combined(back, world)
    return bound === undefined ? rest : combined(rest, [...bound.values.subarray(16 * i, 16 * i + 16)])
  })
}

function frameOf(joint: GltfPlace, parent: GltfPlace | undefined, back: Matrix4 | undefined): BoneFrame {
  const above = joint.parent?.world ?? UNCHANGED
  const [from, scale] =
    parent === undefined ? [back, [1, 1, 1] as Vector] : [inverse(parent.world), scaleOf(relative(parent.world, back))]
  const between = from === undefined ? above : combined(from, above)
  const isNothing = isAlmost(between, UNCHANGED) && scale.every((value) => Math.abs(value - 1) < 1e-5)
  return { between: isNothing ? undefined : between, turn: turnOf(between) ?? IDENTITY, scale }
}

function relative(world: Matrix4, back: Matrix4 | undefined): Matrix4 {
  return back === undefined ? world : combined(back, world)
}

/** Translation and rotation of a node at rest. */
function restOf({ json, local }: GltfPlace): { place: Vector; turn: Quaternion } {
  const [x = 0, y = 0, z = 0] = json.get('translation').numbers(3) ?? local.slice(12, 15)
  const own = json.get('rotation').numbers(4)
  const [a = 0, b = 0, c = 0, d = 1] = own ?? turnOf(local) ?? IDENTITY
  return { place: [x, y, z], turn: normalized([a, b, c, d]) === undefined ? IDENTITY : [a, b, c, d] }
}

/** The placement `rotate(rotation, (v − origin) · scale)` from a node's translation, rotation and scale. */
function placementOf(node: GltfPlace, unit: number): MeshPlacement {
  const { place, turn } = restOf(node)
  const [x, y, z] = directionInUnreal(place)
  const scale = directionInUnreal(scaleOf(node.local))
  const [sx, sy, sz] = scale.map((value) => (Math.abs(value - Math.fround(value)) < 1e-9 ? Math.fround(value) : value))
  const rotation = quaternionInUnreal(turn)
  const moved = rotate(conjugate(rotation), [-x / unit, -y / unit, -z / unit])
  const origin = moved.map((value, axis) => rounded(value / (scale[axis] || 1)))
  return {
    origin: [origin[0] ?? 0, origin[1] ?? 0, origin[2] ?? 0],
    scale: [rounded(sx ?? 1), rounded(sy ?? 1), rounded(sz ?? 1)],
    rotation: rotatorOf(rotation),
  }
}

/** Without the last digits, which are rounding errors of the conversion and its inverse. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0
}

/** Pitch, yaw and roll of a rotation; 65,536 is a full turn. */
function rotatorOf(turn: Quaternion): MeshPlacement['rotation'] {
  const x = rotate(turn, [1, 0, 0])
  const y = rotate(turn, [0, 1, 0])
  const [, , zz] = rotate(turn, [0, 0, 1])
  const units = (angle: number) => (Math.round((angle * 32_768) / Math.PI) + 65_536) % 65_536
  const pitch = units(Math.asin(Math.max(-1, Math.min(1, x[2]))))
  // Straight up or down, yaw and roll turn about the same axis: all of it becomes yaw.
  if (Math.abs(x[2]) > 0.999_999) return [pitch, units(Math.atan2(-y[0], y[1])), 0]
  return [pitch, units(Math.atan2(x[1], x[0])), units(Math.atan2(-y[2], zz))]
}
