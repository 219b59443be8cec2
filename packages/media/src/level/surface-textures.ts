import { ExportObject, type ObjectReader } from '@ukit/core'
import { materialSlot } from '../mesh/model/material-slot.js'
import type { MaterialSlot } from '../mesh/model/mesh.js'

/** What a polygon needs to know of its texture. */
export interface SurfaceTexture {
  readonly slot: MaterialSlot
  /** World units that the texture spans once along a direction of length 1. */
  readonly width: number
  readonly height: number
}

/** What textures are taken for when they are not available: most have this size. */
const USUAL_SIZE = 256

/** *The textures of a level's polygons*, each looked up once. */
export class SurfaceTextures {
  readonly #reader: ObjectReader
  readonly #known = new Map<unknown, Promise<SurfaceTexture>>()
  /** Paths of those whose package was not found. */
  readonly missing = new Set<string>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  /** The texture that a field refers to; none is the engine's default one. */
  of(reference: unknown): Promise<SurfaceTexture> {
    let known = this.#known.get(reference)
    if (known === undefined) {
      known = this.#find(reference)
      this.#known.set(reference, known)
    }
    return known
  }

  async #find(reference: unknown): Promise<SurfaceTexture> {
    const found = await this.#reader.follow(reference)
    const slot = await materialSlot(this.#reader, found ?? reference)
    if (found === undefined && slot.path !== undefined) this.missing.add(slot.path)
    const size = found instanceof ExportObject ? await this.#sizeOf(found) : undefined
    return { slot, width: size?.[0] ?? USUAL_SIZE, height: size?.[1] ?? USUAL_SIZE }
  }

  async #sizeOf(texture: ExportObject): Promise<readonly [number, number] | undefined> {
    const reader =
      texture.package === this.#reader.package ? this.#reader : await this.#reader.forPackage(texture.package)
    const view = await reader.view(texture)
    // A texture that says 0 does not scale: the engine would divide by it.
    const scale = view.number('DrawScale', 1) || 1
    const width = view.number('USize') * scale
    const height = view.number('VSize') * scale
    return width > 0 && height > 0 ? [width, height] : undefined
  }
}
