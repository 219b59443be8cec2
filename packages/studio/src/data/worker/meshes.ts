import type { ObjectReader } from '@ukit/core'
import {
  animationOf,
  animationsOfMesh,
  type Material,
  type MaterialSlot,
  materialOf,
  meshOf,
  type SkeletalAnimation,
  UNITS,
} from '@ukit/media'
import { withClassSkins } from '@ukit/media/internal'
import type { MeshData, PictureData, WornMaterials } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { addPicture } from './material-pictures.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** A mesh with the pictures of its materials and its animations. */
export async function meshAt(packages: OpenedPackages, at: ObjectAt, work: Work): Promise<MeshData> {
  const { signal } = work
  const { reader, read } = await readAt(packages, at)
  const bare = await meshOf(reader, read, { signal })
  const { slots } = await withClassSkins(reader, read.export, bare.materials, async () => [])
  const mesh = { ...bare, materials: slots }
  const { materials, pictures } = await materialsOfSlots(packages, reader, slots, work)
  const animations: SkeletalAnimation[] = []
  if (mesh.kind === 'skeletal')
    for (const object of await animationsOfMesh(reader, read, 'all')) {
      signal.throwIfAborted()
      const owner = object.package === reader.package ? reader : await reader.forPackage(object.package)
      const animation = await animationOf(owner, object).catch(() => undefined)
      if (animation !== undefined) animations.push(animation)
    }
  return { mesh, materials, pictures, animations, unit: UNITS[reader.package.context.engine] }
}

/** The materials of a mesh's slots, with their pictures. */
export async function materialsOfSlots(
  packages: OpenedPackages,
  reader: ObjectReader,
  slots: readonly MaterialSlot[],
  { signal, progress }: Work,
): Promise<WornMaterials> {
  const materials: (Material | undefined)[] = []
  const pictures = new Map<string, PictureData>()
  for (const [i, slot] of slots.entries()) {
    signal.throwIfAborted()
    progress({ done: i, total: slots.length, label: 'materials' })
    const material = await materialOf(reader, slot).catch(() => undefined)
    materials.push(material)
    await addPicture(packages, reader, material, pictures)
  }
  return { materials, pictures }
}
