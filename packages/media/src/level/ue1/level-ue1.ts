import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { ue1 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import { BrushShapes } from '../brush-shapes.js'
import { bspTree } from '../bsp-tree.js'
import type { LevelSource } from '../level-walk.js'
import type { BakedLight } from '../light-values.js'
import { SurfaceTextures } from '../surface-textures.js'
import { zonesOf } from '../zones.js'
import { actorOf } from './actors.js'
import { bakeLight } from './bake-light.js'
import { modelArrays } from './model-arrays.js'
import { worldOf } from './world.js'

/** Opens a level of UE1: see `walkLevel`. */
export async function openUE1(reader: ObjectReader, read: ReadObject, level: ue1.Level): Promise<LevelSource> {
  if (!(level.model instanceof ExportObject))
    throw new MediaError('no-data', `${read.export.path} has no built geometry`)
  const { object: model, error } = await reader.read(level.model)
  if (!(model instanceof ue1.Model)) throw new MediaError('broken', error?.message ?? 'its model does not decode')
  const arrays = await modelArrays(reader, model)
  const textures = new SurfaceTextures(reader)
  const world = await worldOf(model, arrays, textures)
  const first = level.actors[0]
  const zones = await zonesOf(reader, arrays.zones, first instanceof ExportObject ? first : undefined)
  const brushes = new BrushShapes(reader, new SurfaceTextures(reader))
  const lights = new Map<unknown, BakedLight>()
  return {
    engine: 1,
    parts: world.parts,
    zones,
    tree: bspTree(arrays),
    objects: level.actors,
    actorOf: (object, meshes) => actorOf({ reader, meshes, brushes, lights }, object),
    lightPages: (pause) => bakeLight({ model, arrays, world, zones, lights }, pause),
    paths: async () =>
      level.reachSpecs.flatMap(({ start, end, distance }) =>
        start instanceof ExportObject && end instanceof ExportObject
          ? [{ from: start.index, to: end.index, distance }]
          : [],
      ),
    notes: () => [
      ...world.notes,
      ...brushes.notes,
      ...[...textures.missing].sort().map((path) => `the texture ${path} was not found: its size is a guess`),
    ],
  }
}
