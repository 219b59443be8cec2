import type { ObjectReader } from '@ukit/core'
import { type Material, pictureKey } from '@ukit/media'
import type { PictureData } from '../media-calls.js'
import type { OpenedPackages } from './opened.js'
import { pictureData } from './pictures.js'

/** Adds the picture of a material that is not there yet, if its texture can be shown. */
export async function addPicture(
  packages: OpenedPackages,
  reader: ObjectReader,
  material: Material | undefined,
  pictures: Map<string, PictureData>,
): Promise<void> {
  const base = material?.base
  if (base?.object === undefined || pictures.has(pictureKey(base))) return
  const texture = await reader.objectOf(base.object)
  if (texture === undefined) return
  const owner = texture.package === reader.package ? reader : await reader.forPackage(texture.package)
  const data = await pictureData(owner, await owner.read(texture), packages).catch(() => undefined)
  if (data !== undefined) pictures.set(pictureKey(base), data)
}
