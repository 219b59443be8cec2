import { type Material, type MaterialSlot, type Mesh, materialOf } from '@ukit/media'
import { type Level, levelOf } from '@ukit/media/level'
import { type LevelData, type PictureData, slotKey } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { addPicture } from './material-pictures.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** A level as it is walked through: its rooms, what is placed in them, their light and textures. */
export async function levelAt(packages: OpenedPackages, at: ObjectAt, work: Work): Promise<LevelData> {
  const { signal, progress, handOver } = work
  const { reader, read } = await readAt(packages, at)
  const level = await levelOf(reader, read, {
    signal,
    onProgress: (step, done, total) => progress({ done, total, label: step }),
  })
  const materials = new Map<string, Material>()
  const pictures = new Map<string, PictureData>()
  const slots = new Map<string, MaterialSlot>()
  for (const mesh of meshesOf(level)) for (const slot of mesh.materials) slots.set(slotKey(slot), slot)
  let done = 0
  for (const [key, slot] of slots) {
    signal.throwIfAborted()
    progress({ done: done++, total: slots.size, label: 'textures' })
    const material = await materialOf(reader, slot).catch(() => undefined)
    if (material === undefined) continue
    materials.set(key, material)
    await addPicture(packages, reader, material, pictures)
  }
  for (const { rgba } of pictures.values()) handOver(rgba.buffer)
  // What the page needs of actors it asks for again when one is chosen.
  const actors = level.actors.map((actor) => ({ ...actor, properties: null }))
  return { level: { ...level, actors }, materials, pictures }
}

/** All meshes that are drawn. */
function* meshesOf({ parts, meshes, actors }: Level): Generator<Mesh> {
  for (const { mesh } of parts) yield mesh
  for (const { mesh } of meshes) yield mesh
  for (const { shape, components } of actors) {
    if (shape !== undefined) yield shape
    for (const component of components ?? []) if (component.shape !== undefined) yield component.shape
  }
}
