import type { ReadObject } from '@ukit/core'
import type { TextureFile } from '../gltf/materials.js'
import { levelGlb } from '../level/level-glb.js'
import { levelOf } from '../level/level-of.js'
import type { Material } from '../material/material.js'
import type { MaterialSlot } from '../mesh/model/mesh.js'
import type { ExportContext, MediaFile } from './exporter.js'
import { addTextures, knownMaterial } from './mesh-files.js'

/** The scene of a level: see `levelExporter`. */
export async function levelFiles(read: ReadObject, context: ExportContext): Promise<MediaFile[]> {
  const { reader, options, deflate, signal, codecs, openFile } = context
  const level = await levelOf(reader, read, { signal, pictures: { codecs, openFile } })
  const textures = new Map<string, TextureFile>()
  const materials = new Map<string, Promise<Material | undefined>>()
  const materialOf = (slot: MaterialSlot) => {
    const key = JSON.stringify([slot.object ?? slot.path ?? null, slot.polyFlags])
    let material = materials.get(key)
    if (material === undefined) {
      material = knownMaterial(slot, context)
      materials.set(key, material)
    }
    return material
  }
  for (const { mesh } of [
    ...level.parts,
    ...level.meshes,
    ...level.actors.flatMap(({ shape, components = [] }) =>
      [shape, ...components.map((component) => component.shape)].flatMap((mesh) =>
        mesh === undefined ? [] : [{ mesh }],
      ),
    ),
  ])
    for (const slot of mesh.materials) {
      signal?.throwIfAborted()
      await addTextures(await materialOf(slot), textures, context)
    }
  const { bytes, notes } = await levelGlb(level, {
    materialOf,
    textures,
    deflate,
    unit: options.unit,
    extras: { game: reader.package.game.id },
  })
  return [{ extension: 'glb', bytes, forPackage: true, ...(notes.length === 0 ? {} : { note: notes.join('; ') }) }]
}
