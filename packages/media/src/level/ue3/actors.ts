import { ExportObject, type ObjectReader, type ObjectView, type ReadObject } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { Vector } from '../../mesh/model/mesh.js'
import { quaternionOf } from '../../mesh/model/quaternion.js'
import { finiteVector } from '../../mesh/model/vectors.js'
import type { PictureOptions } from '../../picture/picture.js'
import { actorBase } from '../actor-base.js'
import { INSTANCE_NUMBERS } from '../instances.js'
import type { LevelActor, LevelActorKind, LevelComponent, LevelLight } from '../level.js'
import { brushShape } from './brush-shape.js'
import type { ComponentMeshes } from './component-meshes.js'
import { componentPlace, type Place, placeOfMatrix } from './component-place.js'
import { landscapeOf } from './landscape.js'
import type { LightMaps } from './light-maps.js'
import { lightOfComponent } from './lights.js'
import { type MoveTrack, motionOfTrack } from './matinee.js'
import { terrainOf } from './terrain.js'

/** What is gathered while the actors of a level are read. */
export interface ActorContext {
  readonly reader: ObjectReader
  readonly meshes: ComponentMeshes
  readonly lights: LightMaps
  /** How pictures are read that are compressed, or in another file. */
  readonly pictures: PictureOptions
  /** The components of each actor. */
  readonly components: ReadonlyMap<ExportObject, readonly ExportObject[]>
  /** The brush that the editor builds others with, which is not part of the level. */
  readonly builder: unknown
  /** How Matinee moves actors. */
  readonly tracks: ReadonlyMap<ExportObject, MoveTrack>
  /** Counts something that cannot be shown. */
  readonly skip: (what: string) => void
}

/** What a component adds to its actor. */
interface Looks {
  readonly kind?: LevelActorKind
  readonly component?: LevelComponent
  readonly light?: LevelLight
  readonly sprite?: LevelActor['sprite']
}

/** Kinds of which a more telling one wins, the most telling first. */
const KINDS: readonly LevelActorKind[] = [
  'terrain',
  'mover',
  'volume',
  'brush',
  'mesh',
  'light',
  'decal',
  'emitter',
  'prefab',
  'sprite',
  'point',
]

/** *An actor of UE3 as it is drawn*, put together of its components; `undefined` when it does not decode. */
export async function actorUE3(context: ActorContext, object: ExportObject): Promise<LevelActor | undefined> {
  const { reader } = context
  const read = await reader.read(object)
  if (read.error !== undefined) return undefined
  const view = await reader.view(read)
  const base = actorBase(reader, read, view)
  if (read.object instanceof ue3.Terrain) return terrainOf(context, base, read.object, view)
  if (view.isA('LandscapeProxy') || /^Landscape(?:Proxy)?$/i.test(object.className))
    return landscapeOf(context, base, view)
  const kinds = new Set<LevelActorKind>(['point'])
  const components: LevelComponent[] = []
  let light: LevelLight | undefined
  let sprite: LevelActor['sprite']
  const places = placesOfCollection(read)
  for (const [i, component] of componentsOf(context, object, view).entries()) {
    const looks = await looksOf(context, component, view, base, places?.get(component))
    if (looks === undefined) continue
    if (looks.kind !== undefined) kinds.add(looks.kind)
    // An actor has one light: of a collection of lights, each has a place of its own, which is not shown.
    if (looks.light !== undefined && i > 0 && places !== undefined) context.skip(LIGHTS_OF_COLLECTIONS)
    else light ??= looks.light
    sprite ??= looks.sprite
    if (looks.component !== undefined) components.push(looks.component)
  }
  for (const [className, kind] of CLASS_KINDS) if (view.isA(className)) kinds.add(kind)
  if (read.object instanceof ue3.InstancedFoliageActor) components.push(...(await foliageOf(context, read.object)))
  if (components.length > 0 && !kinds.has('volume') && !kinds.has('brush')) kinds.add('mesh')
  const kind = KINDS.find((one) => kinds.has(one)) ?? 'point'
  const track = context.tracks.get(object)
  const motion = track === undefined ? undefined : motionOfTrack(track, base)
  const isShape = kind === 'brush' || kind === 'volume'
  return {
    ...base,
    kind,
    // The classes say so, which are not always available.
    isHidden: base.isHidden || isShape,
    ...(components.length === 0 || object === context.builder ? {} : { components }),
    ...(motion === undefined ? {} : { motion }),
    ...(light === undefined ? {} : { light }),
    ...(sprite === undefined ? {} : { sprite }),
  }
}

/** Classes that say what their actors are, whatever these show. */
const CLASS_KINDS: readonly (readonly [className: string, kind: LevelActorKind])[] = [
  ['InterpActor', 'mover'],
  ['Volume', 'volume'],
  ['Brush', 'brush'],
  ['DecalActorBase', 'decal'],
  ['Emitter', 'emitter'],
  ['PrefabInstance', 'prefab'],
]

/**
 * The components of an actor: those that are in it, and those of its class that it has none of its own for.
 */
function componentsOf({ components }: ActorContext, actor: ExportObject, view: ObjectView): ExportObject[] {
  const own = components.get(actor) ?? []
  const names = new Set(own.map(({ name }) => name.toLowerCase()))
  const inherited = view
    .objects('Components')
    .filter((one) => one instanceof ExportObject)
    .filter((one) => !own.includes(one) && !names.has(one.name.toLowerCase()))
  return [...own, ...inherited]
}

async function looksOf(
  context: ActorContext,
  component: ExportObject,
  actor: ObjectView,
  place: Place,
  given: Place | undefined,
): Promise<Looks | undefined> {
  const owner =
    component.package === context.reader.package ? context.reader : await context.reader.forPackage(component.package)
  const read = await owner.read(component)
  const view = await owner.view(read)
  const light = lightOfComponent(view)
  if (light !== undefined) return { kind: 'light', light }
  const isHidden = view.flag('HiddenGame') || view.flag('HiddenEditor')
  const base = {
    name: component.name,
    class: component.className,
    ...componentPlace(view, finiteVector(actor.vector('PrePivot')), place),
    // A collection says where its components are in the world.
    ...(given === undefined ? {} : { ...given, isInWorld: true as const }),
    isHidden,
  }
  const mesh = view.object('StaticMesh') ?? view.object('SkeletalMesh')
  if (mesh !== undefined) return meshLooks(context, owner, read, view, base)
  // Without its archetype it is not known what it shows, but that it does.
  if (view.missing !== null && !isHidden && MESH_COMPONENT.test(component.className))
    return { component: { ...base, missing: view.missing } }
  if (read.object instanceof ue3.BrushComponent) {
    const shape = await brushShape(owner, view.object('Brush') ?? actor.object('Brush'))
    const kind = /volume|trigger/i.test(actor.export.className) ? 'volume' : 'brush'
    return shape === undefined ? { kind } : { kind, component: { ...base, isHidden: true, shape } }
  }
  if (read.object instanceof ue3.DecalComponent) {
    const material = view.object('DecalMaterial')
    return { kind: 'decal', ...(material === undefined ? {} : { sprite: await materialSlot(owner, material) }) }
  }
  if (view.isA('ParticleSystemComponent')) return { kind: 'emitter' }
  if (read.object instanceof ue3.SpeedTreeComponent) context.skip('trees (SpeedTree), which ukit does not read')
  const picture = view.isA('SpriteComponent') ? view.object('Sprite') : undefined
  if (picture !== undefined) return { kind: 'sprite', sprite: await materialSlot(owner, picture) }
  return undefined
}

const LIGHT_OF_COPIES = 'components with copies of a mesh, whose light is not shown'
const LIGHTS_OF_COLLECTIONS = 'lights of collections, of which only the first of each is shown'

/** Classes of components that show a mesh. */
const MESH_COMPONENT = /^(?:Static|Skeletal)MeshComponent$/i

async function meshLooks(
  context: ActorContext,
  reader: ObjectReader,
  { object }: ReadObject,
  view: ObjectView,
  base: Omit<LevelComponent, 'mesh'>,
): Promise<Looks | undefined> {
  const { meshes, lights } = context
  const map = object instanceof ue3.StaticMeshComponent ? object.lodData[0]?.lightMap : undefined
  const colors = map === undefined ? undefined : await lights.onVertices(reader, map)
  if (colors?.length === 0) context.skip('meshes whose light is only stored by direction, which is not shown')
  const named = view.object('StaticMesh') ?? view.object('SkeletalMesh')
  const shown = await meshes.of(reader, named, view.objects('Materials'), colors)
  if (shown === undefined) return undefined
  const instances =
    object instanceof ue3.InstancedStaticMeshComponent
      ? instancesOf(object, reader.package.context.bigEndian)
      : undefined
  // The light of copies is at a different place for each of them.
  if (instances !== undefined && map !== undefined && map.type !== ue3.LightMapType.None) context.skip(LIGHT_OF_COPIES)
  const light = map === undefined || instances !== undefined ? undefined : await lights.inPicture(reader, map)
  const uvSet = await lightSet(reader, view, named)
  const sets = 'mesh' in shown ? (meshes.mesh(shown.mesh)?.lods[0]?.uvs.length ?? 0) : 0
  return {
    component: {
      ...base,
      ...shown,
      ...(instances === undefined ? {} : { instances }),
      ...(light === undefined || uvSet >= sets ? {} : { light: { ...light, uvSet } }),
    },
  }
}

/** The set of texture coordinates that a mesh has for light (`LightMapCoordinateIndex`). */
async function lightSet(reader: ObjectReader, component: ObjectView, named: unknown): Promise<number> {
  const own = component.raw('LightMapCoordinateIndex')
  if (typeof own === 'number') return own
  const mesh = await reader.follow(named)
  if (mesh === undefined) return 0
  const owner = mesh.package === reader.package ? reader : await reader.forPackage(mesh.package)
  return Math.max(0, (await owner.view(mesh)).number('LightMapCoordinateIndex'))
}

/** Copies that are taken for real: of one component, and of all plants of one mesh. */
const MOST_INSTANCES = 1 << 18

/** The places of copies: a matrix each, relative to the component. */
function instancesOf(component: ue3.InstancedStaticMeshComponent, bigEndian: boolean): Float32Array {
  const { data, elementSize } = component.perInstanceData
  if (elementSize < 64) return new Float32Array(0)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const count = Math.min(MOST_INSTANCES, Math.floor(data.length / elementSize))
  const instances = new Float32Array(INSTANCE_NUMBERS * count)
  const matrix = new Float32Array(16)
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 16; k++) matrix[k] = view.getFloat32(i * elementSize + 4 * k, !bigEndian)
    const { location, turn, scale } = placeOfMatrix(matrix, 0)
    instances.set([...location, ...turn, ...scale], INSTANCE_NUMBERS * i)
  }
  return instances
}

/** Plants, in the world: a component for each mesh, unless components of its own draw them. */
async function foliageOf(
  { reader, meshes }: ActorContext,
  { meshes: plants }: ue3.InstancedFoliageActor,
): Promise<LevelComponent[]> {
  const found: LevelComponent[] = []
  for (const { mesh, instances, clusters } of plants) {
    if (instances.length === 0 || clusters.some(({ component }) => component !== null)) continue
    const named = mesh instanceof ExportObject || mesh === null ? (mesh ?? undefined) : undefined
    const shown = await meshes.of(reader, named, [])
    if (shown === undefined) continue
    const numbers = new Float32Array(INSTANCE_NUMBERS * Math.min(MOST_INSTANCES, instances.length))
    for (const [i, { location, rotation, scale }] of instances.slice(0, MOST_INSTANCES).entries()) {
      const turn = quaternionOf([rotation[0] ?? 0, rotation[1] ?? 0, rotation[2] ?? 0])
      numbers.set([...location, ...turn, ...scale], INSTANCE_NUMBERS * i)
    }
    found.push({
      name: `Foliage_${found.length}`,
      class: 'InstancedStaticMeshComponent',
      location: ZERO,
      rotation: ZERO,
      scale: [1, 1, 1],
      isInWorld: true,
      isHidden: false,
      instances: numbers,
      ...shown,
    })
  }
  return found
}

const ZERO: Vector = [0, 0, 0]

/** Where a collection says that its components are. */
function placesOfCollection({ object }: ReadObject): ReadonlyMap<ExportObject, Place> | undefined {
  if (!(object instanceof ue3.CollectionActor) || object.matrices.length === 0) return undefined
  const list = object.properties.get('StaticMeshComponents') ?? object.properties.get('LightComponents')
  const places = new Map<ExportObject, Place>()
  if (Array.isArray(list))
    for (const [i, component] of list.entries())
      if (component instanceof ExportObject) {
        const { turn: _, ...place } = placeOfMatrix(object.matrices, 16 * i)
        places.set(component, place)
      }
  return places
}
