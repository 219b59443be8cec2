import { ExportObject, type ObjectReader, type ObjectView } from '@ukit/core'
import { describeValue } from '@ukit/inspect'
import { ue1 } from '@ukit/objects'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { Vector } from '../../mesh/model/mesh.js'
import { quaternionOf, rotate } from '../../mesh/model/quaternion.js'
import type { LevelActor, LevelLight, LevelMover } from '../level.js'
import type { ActorMeshes } from './actor-mesh.js'
import { brushMesh, brushPlace } from './brush-shape.js'
import { type BakedLight, isLight, LightEffect, lightValues } from './light-values.js'
import type { SurfaceTextures } from './textures.js'

/** Ways in which an actor is drawn, `EDrawType`. */
const DrawType = { Sprite: 1, Mesh: 2, Brush: 3 } as const

/** What is gathered while actors are read. */
export interface ActorContext {
  readonly reader: ObjectReader
  readonly meshes: ActorMeshes
  readonly textures: SurfaceTextures
  /** The lights, by their object. */
  readonly lights: Map<unknown, BakedLight>
}

/** *An actor of UE1 as it is drawn*; `undefined` when it does not decode. */
export async function actorOf(context: ActorContext, object: ExportObject): Promise<LevelActor | undefined> {
  const { reader, lights } = context
  const read = await reader.read(object)
  if (read.error !== undefined) return undefined
  const view = await reader.view(read)
  const rotation = view.rotator('Rotation')
  const lamp = isLight(view) ? lightValues(view, rotate(quaternionOf(rotation), [1, 0, 0])) : undefined
  if (lamp !== undefined) lights.set(object, lamp)
  const scale = view.number('DrawScale', 1)
  const region = view.struct('Region')
  const base = {
    name: object.name,
    class: object.className,
    index: object.index,
    location: view.vector('Location'),
    rotation,
    scale: [scale, scale, scale] as const,
    ...(region.raw('ZoneNumber') === undefined ? {} : { zone: region.number('ZoneNumber') }),
    isHidden: view.flag('bHidden'),
    properties: describeValue(read.object.properties),
    ...(lamp === undefined ? {} : { light: lightOf(lamp) }),
  }
  return { ...base, ...(await looksOf(context, view, lamp !== undefined)) }
}

type Looks = Pick<LevelActor, 'kind'> & Partial<LevelActor>

async function looksOf(context: ActorContext, view: ObjectView, isLamp: boolean): Promise<Looks> {
  const drawType = view.number('DrawType')
  if (view.isA('Mover')) return moverOf(context, view)
  if (view.isA('Brush')) return { kind: 'brush' }
  if (drawType === DrawType.Mesh) {
    const shown = await context.meshes.of(view)
    if (shown !== undefined) return { kind: 'mesh', ...shown }
  }
  const kind = isLamp ? 'light' : 'point'
  // Maps without their game do not say how most actors are drawn.
  if (drawType !== DrawType.Sprite) return { kind }
  const picture = view.object('Texture')
  if (picture === undefined) return { kind }
  return { kind: isLamp ? 'light' : 'sprite', sprite: await materialSlot(context.reader, picture) }
}

function lightOf({ color, radius, effect, cone }: BakedLight): LevelLight {
  const isSpot = effect === LightEffect.StaticSpot || effect === LightEffect.Spotlight
  // It ends where the cosine is less than 1 by the part that the cone is of 255.
  return { color, radius, ...(isSpot ? { spot: Math.acos(Math.max(-1, 1 - cone / 255)) } : {}) }
}

/** The shape of a mover, and its keys. */
async function moverOf({ reader, textures }: ActorContext, view: ObjectView): Promise<Looks> {
  const polys = await sidesOf(reader, view)
  if (polys === undefined) return { kind: 'mover' }
  const { mesh, isRotated } = await brushMesh(polys, brushPlace(view), textures)
  const location = view.vector('Location')
  const rotation = view.rotator('Rotation')
  const count = Math.min(MOST_KEYS, Math.max(1, view.number('NumKeys', 2)))
  const key = Math.min(count - 1, Math.max(0, view.number('KeyNum')))
  const at = (name: string, i: number) => `${name}${i === 0 ? '' : `[${i}]`}`
  // A mover stands at one of its keys: the others are relative to that.
  const basePosition = minus(location, view.vector(at('KeyPos', key)))
  const baseRotation = minus(rotation, view.rotator(at('KeyRot', key)))
  const keys = Array.from({ length: count }, (_, i) => ({
    location: plus(basePosition, view.vector(at('KeyPos', i))),
    rotation: isRotated ? ZERO : plus(baseRotation, view.rotator(at('KeyRot', i))),
  }))
  const mover: LevelMover = { mesh, keys, key, moveTime: view.number('MoveTime', 1) }
  // Its scale is in its shape.
  return { kind: 'mover', mover, scale: ONE, ...(isRotated ? { rotation: ZERO } : {}) }
}

/** A mover has at most so many keys. */
const MOST_KEYS = 24

const ZERO: Vector = [0, 0, 0]
const ONE: Vector = [1, 1, 1]

/** The sides of an actor's brush. */
async function sidesOf(reader: ObjectReader, view: ObjectView): Promise<ue1.Polys | undefined> {
  const model = view.object('Brush')
  if (!(model instanceof ExportObject) || model.package !== reader.package) return undefined
  const { object } = await reader.read(model)
  if (!(object instanceof ue1.Model) || !(object.polys instanceof ExportObject)) return undefined
  const sides = await reader.read(object.polys)
  return sides.object instanceof ue1.Polys ? sides.object : undefined
}

function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
