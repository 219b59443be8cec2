import type { Material } from '../../material/material.js'
import { pictureKey } from '../../material/material.js'
import type { MaterialSlot, Mesh, MeshLod } from '../../mesh/model/mesh.js'
import { type RgbaPicture, type Sampler, type Samplers, sample } from './sampler.js'

/** Pixels along a side of the picture, and of one quad. */
const MOST_SIDE = 2048
const MOST_A_QUAD = 8

/** A layer and its picture. */
interface Layer {
  readonly sampler: Sampler
  /** Number of its first vertex. */
  readonly base: number
  readonly transform: NonNullable<Material['base']>['transform']
}

/**
 * *All layers of a terrain as one picture*, up to 8 × 8 pixels for each of its quads; `undefined` for a shape
 * that is not a grid.
 */
export async function bakeTerrain(
  shape: Mesh,
  samplers: Samplers,
  {
    materialOf,
    signal,
  }: {
    readonly materialOf: (slot: MaterialSlot) => Promise<Material | undefined>
    readonly signal?: AbortSignal | undefined
  },
): Promise<{ readonly mesh: Mesh; readonly picture: RgbaPicture } | undefined> {
  const [lod] = shape.lods
  const grid = lod === undefined ? undefined : gridOf(lod)
  const [ground] = lod?.sections ?? []
  if (lod === undefined || grid === undefined || ground === undefined) return undefined
  const { width, height } = grid
  const count = width * height
  const each = Math.min(MOST_A_QUAD, Math.floor((MOST_SIDE - 1) / (Math.max(width, height) - 1)))
  if (each < 1) return undefined
  const layers: Layer[] = []
  for (const { slot } of lod.sections) {
    const found = shape.materials[slot]
    const material = found === undefined ? undefined : await materialOf(found)
    const key = material?.base === undefined ? undefined : pictureKey(material.base)
    layers.push({ sampler: await samplers.of(key), base: slot * count, transform: material?.base?.transform })
  }
  const size = { width: (width - 1) * each + 1, height: (height - 1) * each + 1 }
  const rgba = new Uint8Array(4 * size.width * size.height)
  for (const [i, layer] of layers.entries()) {
    paintLayer(lod, layer, i === 0, grid, each, { ...size, rgba })
    await new Promise<void>((resolve) => setTimeout(resolve))
    signal?.throwIfAborted()
  }
  const uvs = new Float32Array(2 * count)
  for (let i = 0; i < count; i++) {
    uvs[2 * i] = ((i % width) * each + 0.5) / size.width
    uvs[2 * i + 1] = (Math.floor(i / width) * each + 0.5) / size.height
  }
  const made: MeshLod = {
    positions: lod.positions.slice(0, 3 * count),
    ...(lod.normals === undefined ? {} : { normals: lod.normals.slice(0, 3 * count) }),
    uvs: [uvs],
    points: lod.points.slice(0, count),
    indices: lod.indices.slice(ground.first, ground.first + ground.count),
    sections: [{ slot: 0, first: 0, count: ground.count }],
  }
  return { mesh: { ...shape, lods: [made] }, picture: { ...size, rgba } }
}

/** How many vertices a grid has across and down: layers are copies of it, one after the other. */
function gridOf({ points, positions }: MeshLod): { readonly width: number; readonly height: number } | undefined {
  let count = 0
  for (const point of points) count = Math.max(count, point + 1)
  const copies = count === 0 ? 0 : points.length / count
  if (!Number.isInteger(copies)) return undefined
  // Rows begin where X begins again.
  const first = positions[0] ?? 0
  const step = (positions[3] ?? 0) - first
  let width = 1
  while (width < count && Math.abs((positions[3 * width] ?? 0) - first) > Math.abs(step) / 2) width++
  const height = count / width
  return width > 1 && Number.isInteger(height) && height > 1 ? { width, height } : undefined
}

function paintLayer(
  lod: MeshLod,
  { sampler, base, transform }: Layer,
  isFirst: boolean,
  { width, height }: { readonly width: number; readonly height: number },
  each: number,
  to: RgbaPicture,
): void {
  const uvs = lod.uvs[0] ?? new Float32Array(0)
  const { colors } = lod
  const [w, h] = sampler.size
  const [[su, sv], [ou, ov]] = [transform?.scale ?? [1, 1], transform?.offset ?? [0, 0]]
  // As large as a quad in the middle, since all are.
  const middle = base + Math.floor(height / 2) * width + Math.floor(width / 2)
  const across = Math.hypot(
    ((uvs[2 * middle] ?? 0) - (uvs[2 * middle - 2] ?? 0)) * w * su,
    ((uvs[2 * middle + 1] ?? 0) - (uvs[2 * middle - 1] ?? 0)) * h * sv,
  )
  const level = sampler.levelFor(across / each)
  const seen = new Float32Array(4)
  for (let y = 0; y < to.height; y++) {
    const row = Math.min(height - 2, Math.floor(y / each))
    const py = y / each - row
    for (let x = 0; x < to.width; x++) {
      const column = Math.min(width - 2, Math.floor(x / each))
      const px = x / each - column
      const a = base + row * width + column
      const mix = (values: ArrayLike<number>, size: number, k: number) => {
        const at = size * a + k
        const above = (values[at] ?? 0) * (1 - px) + (values[at + size] ?? 0) * px
        const below = (values[at + size * width] ?? 0) * (1 - px) + (values[at + size * (width + 1)] ?? 0) * px
        return above * (1 - py) + below * py
      }
      const weight = isFirst || colors === undefined ? 1 : mix(colors, 4, 3) / 255
      if (weight <= 0) continue
      const [u, v] = [mix(uvs, 2, 0), mix(uvs, 2, 1)]
      sample(level, u * su + ou, v * sv + ov, true, seen)
      const at = 4 * (y * to.width + x)
      for (let k = 0; k < 3; k++)
        to.rgba[at + k] = (to.rgba[at + k] ?? 0) * (1 - weight) + (seen[k] ?? 0) * weight + 0.5
      to.rgba[at + 3] = 255
    }
  }
}
