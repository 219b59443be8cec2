import { ExportObject, type ObjectReader, type Package, type ReadObject } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { plus } from '../../mesh/model/vectors.js'
import type { LevelActor, LevelPart, LevelPath, LevelZone } from '../level.js'
import type { LevelOptions } from '../level-of.js'
import type { LevelSource } from '../level-walk.js'
import { type ActorContext, actorUE3 } from './actors.js'
import { ComponentMeshes } from './component-meshes.js'
import { kismetIn } from './kismet.js'
import { LightMaps } from './light-maps.js'
import { moveTracks } from './matinee.js'
import { type LoadedLevel, movedPart, sublevelsOf } from './sublevels.js'
import { worldUE3 } from './world.js'

/** Opens a level of UE3, with the levels of its scene: see `walkLevel`. */
export async function openUE3(
  reader: ObjectReader,
  read: ReadObject,
  level: ue3.Level,
  options: LevelOptions,
): Promise<LevelSource> {
  const { pictures = {} } = options
  const lights = new LightMaps(pictures)
  const skipped = new Map<string, number>()
  const skip = (what: string) => {
    skipped.set(what, (skipped.get(what) ?? 0) + 1)
  }
  const { sublevels, loaded, notes } = await sublevelsOf(reader, level, options.sublevels)
  const levels: readonly LoadedLevel[] = [{ reader, level, offset: [0, 0, 0] }, ...loaded]
  const parts: LevelPart[] = []
  const zones: LevelZone[] = []
  const found = new Set(notes)
  for (const one of levels) {
    options.signal?.throwIfAborted()
    const world = await builtGeometry(one.reader, one.level, lights)
    const first = zones.length
    parts.push(...world.parts.map((part) => movedPart(part, one, first)))
    zones.push(...zonesOf(world.parts))
    for (const note of world.notes) found.add(one === levels[0] ? note : `${one.reader.package.name}: ${note}`)
  }
  const byPackage = new Map<Package, OpenedLevel>()
  for (const one of levels) {
    const tracks = await moveTracks(one.reader)
    byPackage.set(one.reader.package, { ...one, components: componentsIn(one), tracks })
  }
  let meshes: ComponentMeshes | undefined
  return {
    engine: 3,
    parts,
    zones,
    objects: levels.flatMap((one) => one.level.actors),
    async actorOf(object, shared) {
      meshes ??= new ComponentMeshes(shared, options.signal)
      const home = byPackage.get(object.package)
      if (home === undefined) return undefined
      const actor = await actorUE3({ ...contextOf(home), meshes, lights, pictures, skip }, object)
      return actor === undefined ? undefined : movedActor(actor, home)
    },
    lightPages: (pause) => lights.pages(pause),
    paths: async () => (await Promise.all(levels.map(pathsIn))).flat(),
    async extras() {
      const kismet = await kismetIn(reader, level, options.signal)
      return { ...(sublevels.length === 0 ? {} : { sublevels }), ...(kismet.length === 0 ? {} : { kismet }) }
    },
    notes: () => [
      ...found,
      ...lights.notes(),
      ...[...skipped].map(([what, count]) => `${what}: ${count}`),
      ...(read.error === undefined ? [] : [`the level is damaged: ${read.error.message}`]),
    ],
  }
}

/** A level, and what is known of its actors before they are read. */
type OpenedLevel = LoadedLevel & Pick<ActorContext, 'components' | 'tracks'>

function contextOf({
  reader,
  level,
  components,
  tracks,
}: OpenedLevel): Pick<ActorContext, 'reader' | 'components' | 'tracks' | 'builder'> {
  // It comes second, after the settings of the world.
  const [, builder] = level.actors
  return { reader, components, tracks, builder }
}

/** An actor of a level that is elsewhere in the scene. */
function movedActor(actor: LevelActor, { offset, sublevel }: LoadedLevel): LevelActor {
  if (sublevel === undefined) return actor
  const { components, motion } = actor
  return {
    ...actor,
    sublevel,
    location: plus(actor.location, offset),
    ...(components === undefined
      ? {}
      : {
          components: components.map((component) =>
            component.isInWorld === true ? { ...component, location: plus(component.location, offset) } : component,
          ),
        }),
    ...(motion === undefined
      ? {}
      : { motion: { ...motion, keys: motion.keys.map((key) => ({ ...key, location: plus(key.location, offset) })) } }),
  }
}

async function builtGeometry(
  reader: ObjectReader,
  level: ue3.Level,
  lights: LightMaps,
): Promise<{ readonly parts: readonly LevelPart[]; readonly notes: readonly string[] }> {
  if (!(level.model instanceof ExportObject)) return { parts: [], notes: ['the level has no built geometry'] }
  const { object: model, error } = await reader.read(level.model)
  if (model instanceof ue3.Model) return worldUE3(reader, level, model, lights)
  return { parts: [], notes: [`the built geometry cannot be read: ${error?.message ?? 'it is not a model'}`] }
}

/** The zones that parts are in: UE3 has hardly more than their numbers. */
function zonesOf(parts: readonly LevelPart[]): LevelZone[] {
  const count = parts.reduce((most, { zone }) => Math.max(most, zone + 1), 1)
  return Array.from({ length: count }, () => ({ isSky: false, isFluid: false, ambient: [0, 0, 0] as const }))
}

/** The components of each actor of a package. */
function componentsIn({ reader }: { readonly reader: { readonly package: Package } }): ActorContext['components'] {
  const found = new Map<ExportObject, ExportObject[]>()
  for (const object of reader.package.exports) {
    const { outer } = object
    if (!(outer instanceof ExportObject) || !/component/i.test(object.className)) continue
    const known = found.get(outer)
    if (known === undefined) found.set(outer, [object])
    else known.push(object)
  }
  return found
}

/** Ways that bots know, which are objects of their own. */
async function pathsIn({ reader, sublevel }: LoadedLevel): Promise<LevelPath[]> {
  const paths: LevelPath[] = []
  for (const object of reader.package.exports) {
    if (!/ReachSpec$/i.test(object.className)) continue
    const view = await reader.view(object)
    const start = view.object('Start')
    // Its end may be in another level, which it then names by a GUID.
    const end = view.object('End') ?? view.struct('End').object('Actor') ?? view.struct('End').object('Nav')
    if (start instanceof ExportObject && end instanceof ExportObject)
      paths.push({
        from: start.index,
        to: end.index,
        distance: view.number('Distance'),
        ...(sublevel === undefined ? {} : { sublevel }),
      })
  }
  return paths
}
