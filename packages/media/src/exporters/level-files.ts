import type { ReadObject } from '@ukit/core'
import { wellFormedJson } from '@ukit/text/internal'
import { bakeLevel } from '../level/bake/bake-level.js'
import { brightLevel } from '../level/bright-level.js'
import type { Level } from '../level/level.js'
import { levelGlb } from '../level/level-glb.js'
import { levelOf } from '../level/level-of.js'
import type { Material } from '../material/material.js'
import type { MaterialSlot } from '../mesh/model/mesh.js'
import type { ExportContext, MediaFile } from './exporter.js'
import { LevelLooks } from './level-looks.js'

/** A level, and what its slots look like. */
interface ShownLevel {
  readonly level: Level
  readonly materialOf: (slot: MaterialSlot) => Promise<Material | undefined>
}

/** The scene of a level: see `levelExporter`. */
export async function levelFiles(read: ReadObject, context: ExportContext): Promise<MediaFile[]> {
  const { reader, options, deflate, signal, codecs, openFile } = context
  const { gamma = 1, bake = false, sublevels } = options
  const looks = new LevelLooks(context)
  const found = await levelOf(reader, read, { signal, pictures: { codecs, openFile }, sublevels })
  const { level, materialOf } =
    bake === false
      ? { level: brightLevel(found, gamma), materialOf: looks.materialOf }
      : await baked(found, looks, context)
  await looks.addTextures(level)
  const { bytes, notes } = await levelGlb(level, {
    materialOf,
    textures: looks.textures,
    deflate,
    unit: options.unit,
    extras: { game: reader.package.game.id },
  })
  const scene = { extension: 'glb', bytes, forPackage: true, ...(notes.length === 0 ? {} : { note: notes.join('; ') }) }
  if (level.kismet === undefined) return [scene]
  const kismet = new TextEncoder().encode(`${wellFormedJson({ kismet: level.kismet })}\n`)
  return [scene, { extension: 'json', suffix: '.kismet', bytes: kismet, forPackage: true }]
}

/** A level with its light in its textures; everything is shown as it is, whatever light a viewer has. */
async function baked(
  found: Level,
  looks: LevelLooks,
  { options, deflate, signal }: ExportContext,
): Promise<ShownLevel> {
  const { bake, gamma = 1 } = options
  const { level, materials, pictures } = await bakeLevel(found, {
    texels: typeof bake === 'number' ? bake : undefined,
    gamma,
    materialOf: looks.materialOf,
    pictureOf: looks.pixelsOf,
    deflate,
    signal,
  })
  for (const [key, png] of pictures) looks.textures.set(key, { png })
  const materialOf = async (slot: MaterialSlot) => {
    const material = materials.get(slot.path ?? '') ?? (await looks.materialOf(slot))
    return material === undefined ? undefined : { ...material, isUnlit: true }
  }
  return { level: brightLevel(level, gamma), materialOf }
}
