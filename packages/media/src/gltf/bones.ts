import { addTo } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import type { Mesh } from '../mesh/model/mesh.js'
import { normalized, product, type Quaternion, quaternionOf, rotate, toLengthOne } from '../mesh/model/quaternion.js'
import type { BoneSequence, BoneTrack, SkeletalAnimation, Skeleton } from '../mesh/model/skeleton.js'
import { quaternionInGltf, vectorInGltf } from './axes.js'
import type { GlbBuilder } from './glb-builder.js'
import type { GltfAnimation } from './gltf.js'
import { notifyExtras } from './stored-frames.js'

/** Bones as nodes of the file. */
export interface WrittenBones {
  readonly skin: number
  /** The node above the roots, which has the placement of the mesh. */
  readonly root: number
  /** Node of each bone. */
  readonly joints: readonly number[]
}

/**
 * *Writes a skeleton*: a node for each bone, all below one node with the placement of the mesh, and a skin
 * for them.
 *
 * @param unit metres per Unreal unit.
 */
export function writeBones(
  builder: GlbBuilder,
  name: string,
  mesh: Mesh,
  skeleton: Skeleton,
  unit: number,
): WrittenBones {
  const { nodes } = builder.json
  const root = nodes.push({ name: `${name}_Skeleton`, ...placementOf(mesh, unit) }) - 1
  const first = nodes.length
  const joints = skeleton.bones.map((_, i) => first + i)
  const children = new Map<number, number[]>()
  for (const [i, { parent }] of skeleton.bones.entries()) {
    addTo(children, parent < 0 ? root : first + parent, first + i)
  }
  for (const { name: bone, position, rotation } of skeleton.bones) {
    nodes.push({
      name: bone,
      translation: vectorInGltf(position, unit),
      rotation: quaternionInGltf(rotation),
    })
  }
  for (const [node, numbers] of children) {
    const parent = nodes[node]
    if (parent !== undefined) parent.children = numbers
  }
  const skin =
    builder.json.skins.push({
      name,
      joints,
      inverseBindMatrices: builder.accessor(inverseMatrices(skeleton, unit), 'MAT4', 'matrix'),
      skeleton: root,
    }) - 1
  return { skin, root, joints }
}

/** `rotate(rotation, (v − origin) · scale)` as a node's translation, rotation and scale. */
function placementOf({ placement: { origin, scale, rotation } }: Mesh, unit: number) {
  const turn = quaternionOf(rotation)
  const [x, y, z] = rotate(turn, [origin[0] * scale[0], origin[1] * scale[1], origin[2] * scale[2]])
  return {
    translation: vectorInGltf([0 - x, 0 - y, 0 - z], unit),
    rotation: quaternionInGltf(turn),
    scale: vectorInGltf(scale),
  }
}

/** The matrices from the mesh's space to that of each bone, column by column. */
function inverseMatrices({ bones }: Skeleton, unit: number): Float32Array {
  const turns: Quaternion[] = []
  const places: (readonly [number, number, number])[] = []
  const matrices = new Float32Array(bones.length * 16)
  for (const [i, { parent, position, rotation }] of bones.entries()) {
    const above = turns[parent]
    const from = places[parent]
    const turn = above === undefined ? rotation : product(above, rotation)
    const moved = above === undefined ? position : rotate(above, position)
    turns.push(normalized(turn) ?? turn)
    places.push([moved[0] + (from?.[0] ?? 0), moved[1] + (from?.[1] ?? 0), moved[2] + (from?.[2] ?? 0)])
    const [x, y, z, w] = quaternionInGltf(turns[i] ?? turn)
    const back: Quaternion = [-x, -y, -z, w]
    const axes = [rotate(back, [1, 0, 0]), rotate(back, [0, 1, 0]), rotate(back, [0, 0, 1])]
    const [tx, ty, tz] = rotate(back, vectorInGltf(places[i] ?? position, unit))
    for (const [k, axis] of axes.entries()) matrices.set(axis, 16 * i + 4 * k)
    matrices.set([-tx, -ty, -tz, 1], 16 * i + 12)
  }
  return matrices
}

/**
 * *Writes the sequences of an animation*, with the stored keys; bones are found by name, ignoring case.
 *
 * @returns notes on sequences that move none of the bones, and on keys that are not numbers or not in order.
 */
export function writeAnimation(
  builder: GlbBuilder,
  skeleton: Skeleton,
  { joints }: WrittenBones,
  animation: SkeletalAnimation,
  unit: number,
): string[] {
  const notes: string[] = []
  const byName = new Map<string, number>()
  for (const [i, { name }] of skeleton.bones.entries()) {
    const key = name.toLowerCase()
    if (!byName.has(key)) byName.set(key, joints[i] ?? 0)
  }
  const nodes = animation.bones.map(({ name }) => byName.get(name.toLowerCase()))
  const times = new TimesWriter(builder)
  let dropped = 0
  for (const sequence of animation.sequences) {
    const written: GltfAnimation = { name: sequence.name, channels: [], samplers: [], extras: extrasOf(sequence) }
    const moved = new Set<number>()
    for (const track of sequence.tracks) {
      const node = nodes[track.bone]
      if (node === undefined || moved.has(node)) continue
      moved.add(node)
      dropped += writeTrack(builder, written, node, track, times, unit)
    }
    if (written.channels.length > 0) builder.json.animations.push(written)
    else notes.push(`the sequence ${sequence.name} moves none of the mesh's bones`)
  }
  if (dropped > 0)
    notes.push(`${plural(dropped, 'key')} of animations left out: not numbers, or not later than the key before`)
  return notes
}

function extrasOf(sequence: BoneSequence): Record<string, unknown> {
  const { group, seconds, frames, rate, notifies, playRate, isUnproven, isAdditive } = sequence
  return {
    seconds,
    frames,
    rate,
    ...(group === 'None' || group === '' ? {} : { group }),
    ...notifyExtras(notifies),
    ...(playRate === undefined ? {} : { playRate }),
    ...(isUnproven === true ? { isUnproven } : {}),
    ...(isAdditive === true ? { isAdditive } : {}),
  }
}

/** @returns the number of keys that could not be written. */
function writeTrack(
  builder: GlbBuilder,
  { channels, samplers }: GltfAnimation,
  node: number,
  track: BoneTrack,
  times: TimesWriter,
  unit: number,
): number {
  const turns = turnsOf(track.rotationTimes, track.rotations)
  const places = placesOf(track.positionTimes, track.positions, unit)
  for (const [path, type, keys] of [
    ['rotation', 'VEC4', turns],
    ['translation', 'VEC3', places],
  ] as const) {
    if (keys.times.length === 0) continue
    const output = builder.accessor(keys.values, type, 'animation')
    const sampler = samplers.push({ input: times.accessor(keys.times), output, interpolation: 'LINEAR' }) - 1
    channels.push({ sampler, target: { node, path } })
  }
  return turns.dropped + places.dropped
}

const MAX_FLOAT = 3.4e38

interface Keys {
  readonly times: Float32Array
  readonly values: Float32Array
  readonly dropped: number
}

// As in `boneTrack`, no key gets an object of its own.

/** Rotations in glTF's space; those that no program could play are left out. */
function turnsOf(times: Float32Array, turns: Float32Array): Keys {
  const keptTimes = new Float32Array(times.length)
  const values = new Float32Array(times.length * 4)
  let kept = 0
  for (let i = 0; i < times.length; i++) {
    const x = turns[4 * i] ?? 0
    const y = turns[4 * i + 1] ?? 0
    const z = turns[4 * i + 2] ?? 0
    const w = turns[4 * i + 3] ?? 0
    const length = toLengthOne(x, y, z, w)
    const time = times[i] as number
    if (length === 0 || !isPlayable(time, keptTimes, kept)) continue
    keptTimes[kept] = time
    // See quaternionInGltf.
    values[4 * kept] = 0 - x / length
    values[4 * kept + 1] = 0 - z / length
    values[4 * kept + 2] = 0 - y / length
    values[4 * kept + 3] = w / length
    kept++
  }
  return { times: keptTimes.subarray(0, kept), values: values.subarray(0, kept * 4), dropped: times.length - kept }
}

/** The same for positions. */
function placesOf(times: Float32Array, places: Float32Array, unit: number): Keys {
  const keptTimes = new Float32Array(times.length)
  const values = new Float32Array(times.length * 3)
  let kept = 0
  for (let i = 0; i < times.length; i++) {
    const x = (places[3 * i] ?? 0) * unit
    const y = (places[3 * i + 1] ?? 0) * unit
    const z = (places[3 * i + 2] ?? 0) * unit
    const time = times[i] as number
    if (!(Math.abs(x) <= MAX_FLOAT && Math.abs(y) <= MAX_FLOAT && Math.abs(z) <= MAX_FLOAT)) continue
    if (!isPlayable(time, keptTimes, kept)) continue
    keptTimes[kept] = time
    // See vectorInGltf.
    values[3 * kept] = x
    values[3 * kept + 1] = z
    values[3 * kept + 2] = y
    kept++
  }
  return { times: keptTimes.subarray(0, kept), values: values.subarray(0, kept * 3), dropped: times.length - kept }
}

function isPlayable(time: number, before: Float32Array, count: number): boolean {
  return time <= MAX_FLOAT && (count === 0 ? time >= 0 : time > (before[count - 1] as number))
}

/** Writes times of keys: most tracks of a sequence have the same times, which are written once. */
class TimesWriter {
  readonly #builder: GlbBuilder
  readonly #written = new Map<string, { times: Float32Array; accessor: number }[]>()

  constructor(builder: GlbBuilder) {
    this.#builder = builder
  }

  accessor(times: Float32Array): number {
    const key = `${times.length} ${times.at(-1)}`
    const alike = this.#written.get(key) ?? []
    this.#written.set(key, alike)
    let found = alike.find((other) => areEqual(other.times, times))
    if (found === undefined) {
      found = { times, accessor: this.#builder.accessor(times, 'SCALAR', 'animation', { bounds: true }) }
      // Tracks with keys at arbitrary times are not worth searching through.
      if (alike.length < 16) alike.push(found)
    }
    return found.accessor
  }
}

function areEqual(a: Float32Array, b: Float32Array): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
