import type { PageItem } from '../../src/page/page-data.js'
import { loadBytes } from '../scripts.js'
import { type Model, readGlb } from './glb.js'

/** A model with its pictures, ready to be drawn. */
export interface LoadedModel {
  readonly model: Model
  readonly pictures: readonly (ImageBitmap | undefined)[]
}

/** Pictures that are kept for other meshes: those of a package often share a few. */
const KEPT = 24
const kept = new Map<string, Promise<ImageBitmap | undefined>>()

/** *Loads a mesh and the pictures on it* from the scripts beside the page. */
export async function loadModel(mesh: NonNullable<PageItem['mesh']>): Promise<LoadedModel> {
  const model = readGlb(await loadBytes(mesh.script))
  const pictures = await Promise.all(
    mesh.images.map(async (script, i) => {
      const inside = model.pictures[i]
      if (inside !== undefined) return bitmapOf(inside)
      return script === null ? undefined : pictureOf(script)
    }),
  )
  return { model, pictures }
}

function pictureOf(script: string): Promise<ImageBitmap | undefined> {
  const known = kept.get(script) ?? loadBytes(script).then(bitmapOf, () => undefined)
  kept.delete(script)
  kept.set(script, known)
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  return known
}

/** A picture without one that cannot be decoded is a mesh without a picture, not an error. */
function bitmapOf(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap | undefined> {
  const blob = new Blob([bytes], { type: 'image/png' })
  return createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' }).catch(() => undefined)
}
