import { ExportObject, type ObjectReader, type StructView } from '@ukit/core'
import type { Vector } from '../../mesh/model/mesh.js'
import { product, quaternionOf, rotate, rotatorOf } from '../../mesh/model/quaternion.js'
import { finite, minus, plus } from '../../mesh/model/vectors.js'
import type { LevelMotion } from '../level.js'
import type { Place } from './component-place.js'

/** Keys of a track, and actors that Matinee moves, that are taken for real. */
const MOST_KEYS = 1024
const MOST_MOVED = 1 << 16
/** Seconds: longer is damage. */
const MOST_TIME = 36_000

/** A number over time. */
interface Curve {
  readonly times: readonly number[]
  readonly values: readonly number[]
}

/** *How Matinee moves an actor*: X, Y, Z, and roll, pitch and yaw in degrees. */
export interface MoveTrack {
  readonly axes: readonly [Curve, Curve, Curve, Curve, Curve, Curve]
  /** Its values are relative to where the actor is at first; else they are in the world. */
  readonly isRelative: boolean
}

/** The tracks that move actors, by actor: those of the first Matinee that moves one. */
export async function moveTracks(reader: ObjectReader): Promise<ReadonlyMap<ExportObject, MoveTrack>> {
  const found = new Map<ExportObject, MoveTrack>()
  for (const action of reader.package.exports) {
    if (!/^SeqAct_Interp$/i.test(action.className) || found.size > MOST_MOVED) continue
    const links = (await reader.view(action)).structs('VariableLinks')
    const variables = new Map<string, Set<ExportObject>>()
    for (const link of links) {
      const name = link.text('LinkDesc').toLowerCase()
      const known = variables.get(name) ?? new Set()
      variables.set(name, known)
      for (const variable of link.objects('LinkedVariables')) if (isHere(reader, variable)) known.add(variable)
    }
    for (const data of new Set([...variables.values()].flatMap((some) => [...some]))) {
      if (!/^InterpData$/i.test(data.className)) continue
      for (const [name, track] of await groupsOf(reader, data))
        for (const actor of await actorsOf(reader, variables.get(name) ?? []))
          if (!found.has(actor)) found.set(actor, track)
    }
  }
  return found
}

/** The movements of the groups of a Matinee, by name. */
async function groupsOf(reader: ObjectReader, data: ExportObject): Promise<ReadonlyMap<string, MoveTrack>> {
  const found = new Map<string, MoveTrack>()
  for (const group of new Set((await reader.view(data)).objects('InterpGroups'))) {
    if (!isHere(reader, group)) continue
    const view = await reader.view(group)
    for (const object of new Set(view.objects('InterpTracks'))) {
      if (!isHere(reader, object) || !/^InterpTrackMove$/i.test(object.className)) continue
      const track = await trackOf(reader, object)
      if (track !== undefined) found.set(view.text('GroupName').toLowerCase(), track)
    }
  }
  return found
}

async function trackOf(reader: ObjectReader, object: ExportObject): Promise<MoveTrack | undefined> {
  const view = await reader.view(object)
  const parts: Curve[] = []
  for (const part of view.objects('SubTracks').slice(0, 6)) {
    if (!isHere(reader, part)) continue
    parts.push(curveOf((await reader.view(part)).struct('FloatTrack'), (point) => point.number('OutVal')))
  }
  const whole = (name: string) =>
    (['X', 'Y', 'Z'] as const).map((axis) =>
      curveOf(view.struct(name), (point) => point.struct('OutVal').number(axis) || point.vector('OutVal')[AXES[axis]]),
    )
  const [x, y, z, roll, pitch, yaw] = parts.length === 6 ? parts : [...whole('PosTrack'), ...whole('EulerTrack')]
  if (!(x && y && z && roll && pitch && yaw)) return undefined
  const isRelative = view.number('MoveFrame') === 1 || view.enumName('MoveFrame') === 'IMF_RelativeToInitial'
  return { axes: [x, y, z, roll, pitch, yaw], isRelative }
}

const AXES = { X: 0, Y: 1, Z: 2 } as const

function curveOf(curve: StructView, value: (point: StructView) => number): Curve {
  const times: number[] = []
  const values: number[] = []
  for (const point of curve.structs('Points').slice(0, MOST_KEYS)) {
    const time = finite(point.number('InVal'))
    if (time < (times.at(-1) ?? 0) || time > MOST_TIME) continue
    times.push(time)
    values.push(finite(value(point)))
  }
  return { times, values }
}

/** The actors that variables hold. */
async function actorsOf(reader: ObjectReader, variables: Iterable<ExportObject>): Promise<Set<ExportObject>> {
  const found = new Set<ExportObject>()
  for (const variable of variables) {
    const view = await reader.view(variable)
    for (const actor of [view.object('ObjValue'), ...view.objects('ObjList')])
      if (isHere(reader, actor)) found.add(actor)
  }
  return found
}

function isHere(reader: ObjectReader, object: unknown): object is ExportObject {
  return object instanceof ExportObject && object.package === reader.package
}

/**
 * *Where a track moves an actor*, in world space; `undefined` when it stays where it is. Between keys the
 * engine's curves are rounder than the straight lines here.
 */
export function motionOfTrack({ axes, isRelative }: MoveTrack, { location, rotation }: Place): LevelMotion | undefined {
  const times = [...new Set(axes.flatMap((axis) => axis.times))].sort((a, b) => a - b).slice(0, MOST_KEYS)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  if (times.length < 2) return undefined
  const turn = quaternionOf(rotation)
  const keys = times.map((time) => {
    const [x, y, z, roll, pitch, yaw] = axes.map((axis) => valueAt(axis, time))
    const place: Vector = [x ?? 0, y ?? 0, z ?? 0]
    const angles: Vector = [degrees(pitch), degrees(yaw), degrees(roll)]
    return isRelative
      ? { location: plus(location, rotate(turn, place)), rotation: rotatorOf(product(turn, quaternionOf(angles))) }
      : { location: place, rotation: angles }
  })
  const far = keys.map((one) => Math.hypot(...minus(one.location, location)))
  return {
    keys,
    key: far.indexOf(Math.min(...far)),
    moveTime: (last - first) / (times.length - 1),
    times: times.map((time) => time - first),
  }
}

function degrees(angle: number | undefined): number {
  return ((angle ?? 0) * 65_536) / 360
}

function valueAt({ times, values }: Curve, time: number): number {
  const after = times.findIndex((one) => one >= time)
  if (after <= 0) return values[after < 0 ? values.length - 1 : 0] ?? 0
  const [t0, t1] = [times[after - 1] ?? 0, times[after] ?? 0]
  const [a, b] = [values[after - 1] ?? 0, values[after] ?? 0]
  return t1 > t0 ? a + ((b - a) * (time - t0)) / (t1 - t0) : b
}
