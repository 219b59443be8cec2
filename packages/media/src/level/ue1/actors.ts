import { ExportObject, type ObjectReader, type ObjectView } from '@ukit/core'
import { ue1 } from '@ukit/objects'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { Vector } from '../../mesh/model/mesh.js'
import { quaternionOf, rotate } from '../../mesh/model/quaternion.js'
import { actorBase } from '../actor-base.js'
import type { ActorMeshes, SkinOf } from '../actor-meshes.js'
import { brushMesh, brushPlace } from '../brush-shape.js'
import type { LevelActor } from '../level.js'
import { type BakedLight, isLight, lightOf, lightValues } from '../light-values.js'
import { motionOf } from '../motion.js'
import type { SurfaceTextures } from '../surface-textures.js'

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
  const base = actorBase(reader, read, view)
  const lamp = isLight(view) ? lightValues(view, rotate(quaternionOf(base.rotation), [1, 0, 0])) : undefined
  if (lamp !== undefined) lights.set(object, lamp)
  const light = lamp === undefined ? {} : { light: lightOf(lamp) }
  return { ...base, ...light, ...(await looksOf(context, view, lamp !== undefined)) }
}

type Looks = Pick<LevelActor, 'kind'> & Partial<LevelActor>

async function looksOf(context: ActorContext, view: ObjectView, isLamp: boolean): Promise<Looks> {
  const drawType = view.number('DrawType')
  if (view.isA('Mover')) return moverOf(context, view)
  if (view.isA('Brush')) return { kind: 'brush' }
  if (drawType === DrawType.Mesh) {
    const shown = await context.meshes.of(view.object('Mesh'), skinsOf(view))
    if (shown !== undefined) return { kind: 'mesh', ...shown }
  }
  const kind = isLamp ? 'light' : 'point'
  // Maps without their game do not say how most actors are drawn.
  if (drawType !== DrawType.Sprite) return { kind }
  const picture = view.object('Texture')
  if (picture === undefined) return { kind }
  return { kind: isLamp ? 'light' : 'sprite', sprite: await materialSlot(context.reader, picture) }
}

/**
 * The skin that an actor gives a slot: `MultiSkins[i]`, else for the first slot, or one without a texture of
 * its own, `Skin`, and last the actor's `Texture` (media facts, 2).
 */
function skinsOf(view: ObjectView): SkinOf {
  const skins = view.objects('MultiSkins')
  const skin = view.object('Skin')
  const texture = view.object('Texture')
  return ({ path, texture: number }, i) => {
    const isBare = path === undefined
    const slot = number ?? i
    return skins[slot] ?? (slot === 0 || isBare ? skin : undefined) ?? (isBare ? texture : undefined)
  }
}

/** The shape of a mover, and its keys. */
async function moverOf({ reader, textures }: ActorContext, view: ObjectView): Promise<Looks> {
  const polys = await sidesOf(reader, view)
  if (polys === undefined) return { kind: 'mover' }
  const { mesh, isRotated } = await brushMesh(polys, brushPlace(view), textures)
  const motion = motionOf(view)
  const keys = isRotated ? motion.keys.map(({ location }) => ({ location, rotation: ZERO })) : motion.keys
  // Its scale is in its shape.
  return {
    kind: 'mover',
    shape: mesh,
    motion: { ...motion, keys },
    scale: ONE,
    ...(isRotated ? { rotation: ZERO } : {}),
  }
}

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
