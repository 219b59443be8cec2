import { ExportObject, type ObjectReader } from '@ukit/core'
import { fontMapOf } from '@ukit/media'
import type { FontData, FontPage } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import { pictureData } from './pictures.js'
import type { Work } from './serve.js'

/** A font's characters, and the pictures that they are in. */
export async function fontAt(packages: OpenedPackages, at: ObjectAt, { signal, handOver }: Work): Promise<FontData> {
  const { reader, read } = await readAt(packages, at)
  const map = fontMapOf(read)
  if (map === undefined) throw new Error(`${read.export.className} is not a font`)
  const pages: FontPage[] = []
  for (const texture of map.textures) {
    signal.throwIfAborted()
    pages.push(await pageOf(packages, reader, texture))
  }
  handOver(...pages.flatMap(({ picture }) => (picture === undefined ? [] : [picture.rgba.buffer])))
  return { characters: map.characters, kerning: map.kerning, pages }
}

async function pageOf(packages: OpenedPackages, reader: ObjectReader, texture: unknown): Promise<FontPage> {
  const name = typeof texture === 'object' && texture !== null && 'path' in texture ? String(texture.path) : 'none'
  try {
    const found = await reader.follow(texture)
    if (!(found instanceof ExportObject)) throw new Error('it is in a package that is not open')
    const owner = found.package === reader.package ? reader : await reader.forPackage(found.package)
    const picture = await pictureData(owner, await owner.read(found), packages)
    const opened = packages.of(found.package)
    const at = opened === undefined ? undefined : { id: opened.id, index: found.index }
    return { name, at, picture, problem: undefined }
  } catch (error) {
    return { name, at: undefined, picture: undefined, problem: error instanceof Error ? error.message : String(error) }
  }
}
