import type { ExportObject, ObjectReader, ObjectView } from '@ukit/core'
import { materialSlot } from '../../mesh/model/material-slot.js'
import { quaternionOf, rotate } from '../../mesh/model/quaternion.js'
import { finiteVector, plus } from '../../mesh/model/vectors.js'
import { actorBase } from '../actor-base.js'
import { type ActorMeshes, poseOf, type SkinOf } from '../actor-meshes.js'
import type { BrushShapes } from '../brush-shapes.js'
import type { LevelActor } from '../level.js'
import { type BakedLight, isLight, lightOf, lightValues } from '../light-values.js'
import { specialActor } from '../special-actors.js'

/** Ways in which an actor is drawn, `EDrawType`. */
const DrawType = { Sprite: 1, Mesh: 2 } as const

/** What is gathered while actors are read. */
export interface ActorContext {
  readonly reader: ObjectReader
  readonly meshes: ActorMeshes
  readonly brushes: BrushShapes
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
  const brush = await context.brushes.of(view)
  if (brush !== undefined) return brush
  const special = await specialActor(context.reader, view)
  if (special !== undefined) return special
  if (drawType === DrawType.Mesh) {
    const shown = await context.meshes.of(view.object('Mesh'), skinsOf(view), undefined, poseOf(view))
    // Meshes are moved by their pivot, and brushes by the opposite (readers of the engine).
    const location = plus(finiteVector(view.vector('Location')), finiteVector(view.vector('PrePivot')))
    if (shown !== undefined) return { kind: 'mesh', location, ...shown }
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
