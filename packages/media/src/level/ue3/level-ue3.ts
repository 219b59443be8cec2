import { ExportObject, type ObjectReader, type Package, type ReadObject } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import type { LevelPart, LevelZone } from '../level.js'
import type { LevelOptions } from '../level-of.js'
import type { LevelSource } from '../level-walk.js'
import { actorUE3 } from './actors.js'
import { ComponentMeshes } from './component-meshes.js'
import { LightMaps } from './light-maps.js'
import { worldUE3 } from './world.js'

/** Opens a level of UE3: see `walkLevel`. */
export async function openUE3(
  reader: ObjectReader,
  read: ReadObject,
  level: ue3.Level,
  options: LevelOptions,
): Promise<LevelSource> {
  const lights = new LightMaps(options.pictures ?? {})
  const skipped = new Map<string, number>()
  const skip = (what: string) => {
    skipped.set(what, (skipped.get(what) ?? 0) + 1)
  }
  const world = await builtGeometry(reader, level, lights)
  const zones = zonesOf(world.parts)
  const components = componentsIn(reader.package)
  // It comes second, after the settings of the world.
  const [, builder] = level.actors
  let meshes: ComponentMeshes | undefined
  return {
    engine: 3,
    parts: world.parts,
    zones,
    objects: level.actors,
    actorOf(object, shared) {
      meshes ??= new ComponentMeshes(shared, options.signal)
      return actorUE3({ reader, meshes, lights, components, skip, builder }, object)
    },
    lightPages: (pause) => lights.pages(pause),
    paths: async () => [],
    notes: () => [
      ...world.notes,
      ...lights.notes(),
      ...[...skipped].map(([what, count]) => `${count} ${what}`),
      ...(read.error === undefined ? [] : [`the level is damaged: ${read.error.message}`]),
    ],
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
function componentsIn(pkg: Package): ReadonlyMap<ExportObject, readonly ExportObject[]> {
  const found = new Map<ExportObject, ExportObject[]>()
  for (const object of pkg.exports) {
    const { outer } = object
    if (!(outer instanceof ExportObject) || !/component/i.test(object.className)) continue
    const known = found.get(outer)
    if (known === undefined) found.set(outer, [object])
    else known.push(object)
  }
  return found
}
