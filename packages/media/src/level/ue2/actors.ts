import { ExportObject, type ObjectReader, type ObjectView } from '@ukit/core'
import { ue2 } from '@ukit/objects'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { Vector } from '../../mesh/model/mesh.js'
import { quaternionOf, rotate } from '../../mesh/model/quaternion.js'
import { finiteVector } from '../../mesh/model/vectors.js'
import { actorBase } from '../actor-base.js'
import { type ActorMeshes, poseOf, type SkinOf } from '../actor-meshes.js'
import type { BrushShapes } from '../brush-shapes.js'
import type { LevelActor, LevelComponent } from '../level.js'
import { isLight, lightOf, lightValues } from '../light-values.js'
import { motionOf } from '../motion.js'
import { specialActor } from '../special-actors.js'
import { decorationOf, decorationPlaces } from './decorations.js'
import { pivotedMotion, withoutPivot } from './pivot.js'
import { terrainGrid, terrainMesh, weightsOf } from './terrain.js'

/** Ways in which an actor is drawn, `EDrawType`. */
const DrawType = { Sprite: 1, Mesh: 2, StaticMesh: 8 } as const

/** What is gathered while actors are read. */
export interface ActorContext {
  readonly reader: ObjectReader
  readonly meshes: ActorMeshes
  readonly brushes: BrushShapes
}

/**
 * *An actor of UE2 as it is drawn*; `undefined` when it does not decode. A static mesh is placed at
 * `Location + R((p − PrePivot) · DrawScale · DrawScale3D)`.
 */
export async function actorUE2(context: ActorContext, object: ExportObject): Promise<LevelActor | undefined> {
  const { reader } = context
  const read = await reader.read(object)
  if (read.error !== undefined) return undefined
  const view = await reader.view(read)
  const base = actorBase(reader, read, view)
  const { location, rotation, scale } = base
  const looks = await looksOf(context, view, read.object)
  const { motion } = looks
  const pivot = finiteVector(view.vector('PrePivot'))
  return {
    ...base,
    // The sides of a brush have their pivot in them, and a terrain is where its vertices say.
    location: 'mesh' in looks ? withoutPivot(location, rotation, scale, pivot) : location,
    rotation: looks.kind === 'terrain' ? ZERO : rotation,
    scale: looks.kind === 'terrain' ? ONE : scale,
    ...(isLight(view) ? { light: lightOf(lightValues(view, rotate(quaternionOf(rotation), [1, 0, 0]))) } : {}),
    ...looks,
    // A mover that shows a mesh turns about its pivot, at all keys.
    ...(motion === undefined || !('mesh' in looks) ? {} : { motion: pivotedMotion(motion, scale, pivot) }),
  }
}

const ZERO: Vector = [0, 0, 0]
const ONE: Vector = [1, 1, 1]

type Looks = Pick<LevelActor, 'kind'> & Partial<LevelActor>

async function looksOf(context: ActorContext, view: ObjectView, object: unknown): Promise<Looks> {
  if (object instanceof ue2.TerrainInfo) {
    const shape = await terrainMesh(context.reader, object, view, finiteVector(view.vector('Location')))
    if (shape === undefined) return { kind: 'terrain' }
    const { components, notes } = await decorationsOf(context, object, view)
    if (components.length === 0) return { kind: 'terrain', shape }
    return { kind: 'terrain', shape: { ...shape, notes: [...shape.notes, ...notes] }, components }
  }
  const drawType = view.number('DrawType')
  // Maps without their game do not say how most actors are drawn, but what is set is meant.
  const isUnknown = view.missing !== null && view.raw('DrawType') === undefined
  const motion = view.isA('Mover') ? { motion: motionOf(view) } : {}
  if (drawType === DrawType.StaticMesh || (isUnknown && view.object('StaticMesh') !== undefined)) {
    const shown = await context.meshes.of(view.object('StaticMesh'), skinsOf(view), await lightOn(context, view))
    if (shown !== undefined) return { kind: view.isA('Mover') ? 'mover' : 'mesh', ...shown, ...motion }
  }
  const brush = await context.brushes.of(view)
  if (brush !== undefined) return brush
  const special = await specialActor(context.reader, view)
  if (special !== undefined) return special
  if (drawType === DrawType.Mesh) {
    const shown = await context.meshes.of(view.object('Mesh'), skinsOf(view), undefined, poseOf(view))
    if (shown !== undefined) return { kind: 'mesh', ...shown }
  }
  const kind = isLight(view) ? 'light' : 'point'
  const picture = drawType === DrawType.Sprite ? view.object('Texture') : undefined
  if (picture === undefined) return { kind }
  return { kind: kind === 'light' ? 'light' : 'sprite', sprite: await materialSlot(context.reader, picture) }
}

/** Layers of decorations that a terrain may have. */
const MOST_DECORATIONS = 64

/** What grows on a terrain: for each layer, a mesh with many places. */
async function decorationsOf(
  { reader, meshes }: ActorContext,
  terrain: ue2.TerrainInfo,
  view: ObjectView,
): Promise<{ readonly components: LevelComponent[]; readonly notes: readonly string[] }> {
  const components: LevelComponent[] = []
  const notes: string[] = []
  const grid = terrainGrid(terrain, view)
  for (const [i, layer] of view.structs('DecoLayers').slice(0, MOST_DECORATIONS).entries()) {
    const shown = await meshes.of(layer.object('StaticMesh'), () => undefined)
    if (grid === undefined || shown === undefined || layer.number('ShowOnTerrain', 1) === 0) continue
    const still = { location: ZERO, rotation: ZERO, scale: ONE, isHidden: false, isInWorld: true } as const
    const component = { ...still, name: `DecoLayer${i}`, class: 'DecorationLayer', ...shown }
    // One box stands for all copies of a mesh that is missing.
    if ('missing' in shown) {
      components.push({ ...component, location: finiteVector(view.vector('Location')) })
      continue
    }
    const { width, height } = grid
    const mapOf = (name: string) => weightsOf(reader, layer.object(name), width, height, notes)
    const decoration = decorationOf(layer, { density: await mapOf('DensityMap'), size: await mapOf('ScaleMap') })
    components.push({ ...component, instances: decorationPlaces(grid, decoration) })
    notes.push('decorations of terrains stand at random places, which are not those of the engine')
  }
  return { components, notes }
}

/** `Skins[i]` takes the place of a mesh's own material. */
function skinsOf(view: ObjectView): SkinOf {
  const skins = view.objects('Skins')
  return (_, i) => skins[i]
}

/** The light on the vertices of an actor's mesh. */
async function lightOn({ reader }: ActorContext, view: ObjectView): Promise<Uint8Array | undefined> {
  const instance = view.object('StaticMeshInstance')
  if (!(instance instanceof ExportObject) || instance.package !== reader.package) return undefined
  const { object } = await reader.read(instance)
  return object instanceof ue2.StaticMeshInstance ? object.colors : undefined
}
