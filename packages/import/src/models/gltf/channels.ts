import { plural } from '@ukit/text/internal'
import type { Accessors } from './accessors.js'
import type { Json } from './json.js'
import type { GltfPlace, Nodes } from './nodes.js'

/** What animates one property of a node: keys at rising times. */
export interface Channel {
  readonly node: GltfPlace
  readonly path: string
  /** Seconds. */
  readonly times: Float32Array
  /** `width` numbers for each key. */
  readonly values: Float32Array
  readonly width: number
  /** Times of the keys that the file has; those of other interpolations are not the same as `times`. */
  readonly keyTimes: Float32Array
  /** How the file goes from one key to the next. */
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE'
}

/** An animation of the file. */
export interface GltfMovement {
  readonly name: string
  /** Additional data written by ukit. */
  readonly extras: Json
  readonly channels: readonly Channel[]
  /** Time of the last key. */
  readonly seconds: number
}

/** Keys per second when a curve is sampled. */
const RATE = 30
/** The duration of a sudden change. */
const JUMP = 1 / 1024
/** Maximum count of numbers that sampling a curve may make. */
const MAX_KEYS = 1 << 20

/**
 * *Reads the animations of a glTF file*, with other interpolations converted to keys for linear
 * interpolation, which is what the engine does.
 */
export function movementsOf(json: Json, accessors: Accessors, nodes: Nodes): GltfMovement[] {
  return json
    .get('animations')
    .list()
    .map((animation, i): GltfMovement => {
      const samplers = animation.get('samplers').list()
      const channels = animation
        .get('channels')
        .list()
        .flatMap((channel) => {
          const index = channel.get('sampler').index(samplers.length)
          const sampler = index === undefined ? undefined : samplers[index]
          const target = channel.get('target')
          const node = nodes.at(target.get('node'))
          if (sampler === undefined || node === undefined) return []
          return channelOf(sampler, accessors, node, target.get('path').text('')) ?? []
        })
      const ends = channels.map(({ times }) => times.at(-1) ?? 0)
      return {
        name: animation.get('name').text(`Animation${i}`),
        extras: animation.get('extras'),
        channels,
        seconds: ends.reduce((end, time) => Math.max(end, time), 0),
      }
    })
}

function channelOf(sampler: Json, accessors: Accessors, node: GltfPlace, path: string): Channel | undefined {
  const input = accessors.read(sampler.get('input'), 'SCALAR')
  const type = path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3'
  const output = accessors.read(sampler.get('output'), type)
  if (input === undefined || output === undefined || input.count === 0) return undefined
  const { values: times } = input
  for (const [i, time] of times.entries())
    if (!(time >= (times[i - 1] ?? 0)) || time === Number.POSITIVE_INFINITY)
      throw sampler.get('input').error(`expected rising times in seconds, found ${time} as key ${i}`)
  const named = sampler.get('interpolation').text('LINEAR')
  const interpolation = named === 'STEP' || named === 'CUBICSPLINE' ? named : 'LINEAR'
  const isCubic = interpolation === 'CUBICSPLINE'
  const width = output.values.length / (times.length * (isCubic ? 3 : 1))
  if (!Number.isInteger(width) || width === 0 || (path !== 'weights' && width !== output.width))
    throw sampler
      .get('output')
      .error(`expected numbers for ${plural(times.length, 'key')}, found ${output.values.length}`)
  const keys = { node, path, width, times, values: output.values, keyTimes: times, interpolation } as const
  if (isCubic) return sampledCurve(keys, sampler)
  return interpolation === 'STEP' ? steps(keys) : keys
}

/** Keys that hold each value until just before the next. */
function steps(channel: Channel): Channel {
  const { times, values, width } = channel
  const newTimes: number[] = []
  const newValues: number[] = []
  const add = (time: number, key: number) => {
    newTimes.push(time)
    newValues.push(...values.subarray(key * width, (key + 1) * width))
  }
  for (const [i, time] of times.entries()) {
    add(time, i)
    const next = times[i + 1]
    if (next !== undefined && next - JUMP > time) add(next - JUMP, i)
  }
  return { ...channel, times: Float32Array.from(newTimes), values: Float32Array.from(newValues) }
}

/** A cubic curve, whose slopes are stored beside its keys, sampled at an even rate. */
function sampledCurve(channel: Channel, place: Json): Channel {
  const { times, values, width } = channel
  const start = times[0] ?? 0
  const end = times.at(-1) ?? 0
  const count = Math.ceil((end - start) * RATE - 1e-4) + 1
  if (!(count * width <= MAX_KEYS))
    throw place.error(`expected at most ${MAX_KEYS} numbers of a curve, found ${count * width}`)
  const sampledTimes = new Float32Array(count)
  const sampled = new Float32Array(count * width)
  let key = 0
  for (let i = 0; i < count; i++) {
    const time = Math.min(end, start + i / RATE)
    while (key + 2 < times.length && (times[key + 1] ?? end) <= time) key++
    const next = Math.min(key + 1, times.length - 1)
    const length = (times[next] ?? end) - (times[key] ?? start)
    const t = length > 0 ? Math.min(1, (time - (times[key] ?? start)) / length) : 0
    const at = (index: number, part: 0 | 1 | 2, k: number) => values[(3 * index + part) * width + k] ?? 0
    const [t2, t3] = [t * t, t * t * t]
    for (let k = 0; k < width; k++)
      sampled[i * width + k] =
        (2 * t3 - 3 * t2 + 1) * at(key, 1, k) +
        length * (t3 - 2 * t2 + t) * at(key, 2, k) +
        (3 * t2 - 2 * t3) * at(next, 1, k) +
        length * (t3 - t2) * at(next, 0, k)
    sampledTimes[i] = time
  }
  return { ...channel, times: sampledTimes, values: sampled }
}
