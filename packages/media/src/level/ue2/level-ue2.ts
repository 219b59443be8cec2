import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { ue2 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import { BrushShapes } from '../brush-shapes.js'
import { bspTree } from '../bsp-tree.js'
import type { LevelPath } from '../level.js'
import type { LevelSource } from '../level-walk.js'
import { SurfaceTextures } from '../surface-textures.js'
import { zonesOf } from '../zones.js'
import { actorUE2 } from './actors.js'
import { lightPagesUE2, worldUE2 } from './world.js'

/** Opens a level of UE2: see `walkLevel`. */
export async function openUE2(reader: ObjectReader, read: ReadObject, level: ue2.Level): Promise<LevelSource> {
  if (!(level.model instanceof ExportObject))
    throw new MediaError('no-data', `${read.export.path} has no built geometry`)
  const { object: model, error } = await reader.read(level.model)
  if (!(model instanceof ue2.Model)) throw new MediaError('broken', error?.message ?? 'its model does not decode')
  const world = await worldUE2(reader, model)
  const first = level.actors[0]
  const zones = await zonesOf(reader, model.zones, first instanceof ExportObject ? first : undefined)
  const brushes = new BrushShapes(reader, new SurfaceTextures(reader))
  const notes = [...world.notes]
  return {
    engine: 2,
    parts: world.parts,
    zones,
    tree: bspTree(model),
    objects: level.actors,
    actorOf: (object, meshes) => actorUE2({ reader, meshes, brushes }, object),
    async lightPages(pause) {
      const light = lightPagesUE2(model)
      notes.push(...light.notes)
      await pause(light.pages.length, light.pages.length)
      return light.pages
    },
    paths: () => pathsOf(reader),
    notes: () => [...notes, ...brushes.notes],
  }
}

/** Ways are objects of their own. */
async function pathsOf(reader: ObjectReader): Promise<LevelPath[]> {
  const paths: LevelPath[] = []
  for await (const read of reader.objects('ReachSpec')) {
    const view = await reader.view(read)
    const [start, end] = [view.object('Start'), view.object('End')]
    if (start instanceof ExportObject && end instanceof ExportObject)
      paths.push({ from: start.index, to: end.index, distance: view.number('Distance') })
  }
  return paths
}
