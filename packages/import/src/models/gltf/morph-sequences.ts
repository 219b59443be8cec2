import type { FrameSequence } from '@ukit/media'
import type { Channel, GltfMovement } from './channels.js'
import { type MorphRun, runOf } from './morph-run.js'
import { roundRate, type TargetWeight, weightsAt } from './morph-weights.js'
import type { VertexSet } from './parts.js'
import { FRAME_RATE, notifiesOf } from './sequences.js'
import { storedSequence } from './stored-frames.js'

/** A frame: the targets of a vertex set that move it. */
export type Pose = (set: VertexSet) => readonly TargetWeight[]

/** Frames and the sequences of them. */
export interface Play {
  readonly poses: readonly Pose[]
  readonly sequences: readonly FrameSequence[]
}

/** What moves. */
export interface Morphing {
  readonly sets: readonly VertexSet[]
  /** Number of targets. */
  readonly targets: number
  readonly movements: readonly GltfMovement[]
  /** Names of the targets, if the file has any. */
  readonly names: readonly string[]
  /** Whether ukit wrote the file. */
  readonly isOurs: boolean
}

/** The maximum number of frames in an engine. */
const MAX_FRAMES = 1 << 16

/**
 * *The frames and sequences of morph targets.* Targets named `frame1`, `frame2` … are frames of their own, as
 * `writeMorphs` writes them: an animation that shows one after the other, at whatever rate another program
 * has sampled it, is a run of these. All other animations get frames of their own.
 */
export function playOf(morphing: Morphing, notes: Set<string>): Play {
  const { sets, targets, names, isOurs } = morphing
  const nodes = new Set(sets.map(({ node }) => node))
  const areFrames =
    isOurs || Array.from({ length: targets }, (_, i) => `frame${i + 1}`).every((name, i) => names[i] === name)
  const poses: Pose[] = [() => []]
  if (areFrames) for (let target = 0; target < targets; target++) poses.push(() => [{ target, weight: 1 }])
  const stored = poses.length
  const nameOf = namer(morphing)
  const sequences = morphing.movements.flatMap((movement): FrameSequence[] => {
    const { extras } = movement
    const channels = movement.channels.filter(({ path, node }) => path === 'weights' && nodes.has(node))
    const [channel] = channels
    if (channel === undefined) {
      notes.add(`the animation ${movement.name} has no weights of the mesh's morph targets: it is left out`)
      return []
    }
    if (channels.length < movement.channels.length)
      notes.add(`of the animation ${movement.name} only the weights of morph targets are used`)
    if (isOurs && extras.get('first').exists) return [storedSequence(extras, movement.name, stored)]
    const name = nameOf(movement.name)
    const run = areFrames && channels.length === 1 ? runOf(channel, targets) : undefined
    if (run !== undefined) return [ofRun(name, run, movement, stored)]
    const made = sampled(channels)
    if (poses.length + made.poses.length > MAX_FRAMES)
      throw channel.node.json.error(`expected animations of at most ${MAX_FRAMES} frames together`)
    const group = extras.get('group').text('None')
    const first = poses.length
    poses.push(...made.poses)
    return [{ name, group, first, count: made.poses.length, rate: made.rate, notifies: notifiesOf(extras) }]
  })
  return { poses, sequences: sequences.map((sequence) => markedMadeUp(sequence, isOurs)) }
}

/** A sequence of frames that exist; `extras` that still fit have what weights do not show. */
function ofRun(
  name: string,
  { first, count, rate }: MorphRun,
  { extras }: GltfMovement,
  frames: number,
): FrameSequence {
  if (extras.get('first').value === first && extras.get('frames').value === count)
    return storedSequence(extras, name, frames)
  const own = extras.get('rate').number({ min: 0 }, rate ?? FRAME_RATE)
  return {
    name,
    group: extras.get('group').text('None'),
    first,
    count,
    rate: rate ?? own,
    notifies: notifiesOf(extras),
  }
}

/** Programs that drop `extras` keep the name that was made up for frames outside of all sequences. */
function markedMadeUp(sequence: FrameSequence, isOurs: boolean): FrameSequence {
  const { name, first, count } = sequence
  return !isOurs && name === `Unnamed_${first}_${first + count - 1}` ? { ...sequence, isMadeUp: true } : sequence
}

/** Blender may add the name of the object to that of each animation: `Walk_Cow`. */
function namer({ movements, sets, isOurs }: Morphing): (name: string) => string {
  const end = `_${sets[0]?.node.name ?? ''}`
  const isAdded =
    !isOurs && end.length > 1 && movements.every(({ name }) => name.length > end.length && name.endsWith(end))
  return (name) => (isAdded ? name.slice(0, -end.length) : name)
}

/** Differences of weights that nobody sees. */
const TOLERANCE = 1e-3
/** Two keys are two frames if they are closer than this, in seconds; else they are the ends of a movement. */
const CLOSE = 0.1
/** Sudden changes need frames close to each other. */
const LOWEST_STEP_RATE = 10

/** Frames at the rate of the keys or, if these are not even, at 30 per second. */
function sampled(channels: readonly Channel[]): { poses: Pose[]; rate: number } {
  const start = channels.reduce((least, { keyTimes }) => Math.min(least, keyTimes[0] ?? 0), Number.POSITIVE_INFINITY)
  const end = channels.reduce((most, { keyTimes }) => Math.max(most, keyTimes.at(-1) ?? 0), 0)
  const rates = new Set(channels.map(rateOf))
  const [only] = rates
  const rate = rates.size === 1 && only !== undefined ? only : FRAME_RATE
  const count = Math.round((end - start) * rate) + 1
  if (count > MAX_FRAMES)
    throw channels[0]?.node.json.error(`expected animations of at most ${MAX_FRAMES} frames together, found ${count}`)
  const byNode = new Map(channels.map((channel) => [channel.node, channel]))
  const poses = Array.from({ length: count }, (_, i): Pose => {
    const time = start + i / rate
    return (set) => {
      const channel = byNode.get(set.node)
      return channel === undefined ? [] : weightsAt(channel, time)
    }
  })
  // A sequence returns from its last frame to its first by itself.
  const isClosed = count > 2 && channels.every((channel) => areSame(channel, start, start + (count - 1) / rate))
  const isMoving = channels.some((channel) => !areSame(channel, start, start + 1 / rate))
  if (isClosed && isMoving) poses.pop()
  return { poses, rate }
}

function areSame(channel: Channel, a: number, b: number): boolean {
  const [one, other] = [a, b].map(
    (time) => new Map(weightsAt(channel, time).map(({ target, weight }) => [target, weight])),
  )
  const all = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])
  return [...all].every((target) => Math.abs((one?.get(target) ?? 0) - (other?.get(target) ?? 0)) < TOLERANCE)
}

/** Keys per second, if they are evenly spaced. */
function rateOf({ keyTimes, interpolation }: Channel): number | undefined {
  const start = keyTimes[0] ?? 0
  const last = keyTimes.length - 1
  const spacing = ((keyTimes[last] ?? 0) - start) / last
  if (!(spacing > 0) || interpolation === 'CUBICSPLINE' || (last < 2 && spacing >= CLOSE)) return undefined
  if (!keyTimes.every((time, i) => Math.abs(time - start - i * spacing) < TOLERANCE)) return undefined
  const rate = roundRate(1 / spacing)
  return interpolation === 'STEP' && rate < LOWEST_STEP_RATE ? undefined : rate
}
