import type { ue1 } from '@ukit/objects'
import type { Vector } from '../../mesh/model/mesh.js'
import { cross, dot, plus, scaled, vectorAt } from '../../mesh/model/vectors.js'
import type { LevelZone, LightPage } from '../level.js'
import { GUTTER } from '../light-packer.js'
import { type BakedLight, reaching } from '../light-values.js'
import type { ModelArrays } from './model-arrays.js'
import type { SurfaceLight, World } from './world.js'

/**
 * A surface shows its texture times twice its light (readers of the engine; rooms look right): so light of 1
 * is shown as 2.
 */
const BRIGHTNESS = 2

/** Pixels times lights that are computed: the largest known level has 20 million. */
const MOST_WORK = 1e9

/** What baking needs. */
export interface LightSource {
  readonly model: ue1.Model
  readonly arrays: ModelArrays
  readonly world: World
  readonly zones: readonly LevelZone[]
  /** The lights of the level, by their object. */
  readonly lights: ReadonlyMap<unknown, BakedLight>
}

/**
 * *Bakes the light of a level of UE1*: for each pixel of a surface's light map, the lights that the editor
 * found to reach it, as the engine adds them up, and the ambient light of the zone.
 *
 * Of each light the package stores one bit a pixel, lit or in shadow; the engine smooths them with weights
 * 1, 2, 1 both ways.
 *
 * @param pause is awaited between surfaces: for progress, and to be stopped.
 */
export async function bakeLight(
  source: LightSource,
  pause: (done: number, total: number) => Promise<void>,
): Promise<LightPage[]> {
  const { world } = source
  const rectangles = world.pages.map(() => [] as number[])
  const pages = world.pages.map(({ width, height }) => ({ width, height, rgba: new Uint8Array(width * height * 4) }))
  const scratch = new Scratch()
  for (const [i, light] of world.light.entries()) {
    const page = pages[light.place.page]
    if (page === undefined) continue
    bakeSurface(source, light, scratch)
    copyInto(page, light, scratch)
    rectangles[light.place.page]?.push(light.surface, light.place.x, light.place.y, light.map.width, light.map.height)
    if (i % 64 === 0) await pause(i, world.light.length)
  }
  return pages.map((page, i) => ({
    ...page,
    brightness: BRIGHTNESS,
    rectangles: Uint32Array.from(rectangles[i] ?? []),
  }))
}

/** Memory for one surface after the other. */
class Scratch {
  /** Red, green and blue for each pixel. */
  color = new Float32Array(0)
  /** Parts of 1 of a pixel that a light reaches. */
  lit = new Float32Array(0)
  rows = new Float32Array(0)
  /** Pixels times lights so far. */
  work = 0

  for(pixels: number): void {
    if (this.lit.length < pixels) {
      this.color = new Float32Array(3 * pixels)
      this.lit = new Float32Array(pixels)
      this.rows = new Float32Array(pixels)
    }
  }
}

function bakeSurface(
  { model, arrays, zones, lights }: LightSource,
  { surface, map, zone }: SurfaceLight,
  scratch: Scratch,
): void {
  const { width, height } = map
  scratch.for(width * height)
  const { color } = scratch
  const ambient = zones[zone]?.ambient ?? BLACK
  for (let i = 0; i < width * height; i++) {
    color[3 * i] = ambient[0]
    color[3 * i + 1] = ambient[1]
    color[3 * i + 2] = ambient[2]
  }
  const surf = arrays.surfs[surface]
  const grid = surf === undefined ? undefined : gridOf(arrays, surf, map)
  if (grid === undefined || map.lights < 0) return
  const bytes = Math.ceil(width / 8) * height
  for (let run = 0; ; run++) {
    const reference = model.lights[map.lights + run]
    if (reference === null || reference === undefined) return
    const light = lights.get(reference)
    const first = map.dataOffset + run * bytes
    // Nor are there any for the lights behind it.
    if (first < 0 || first + bytes > model.lightBits.length) return
    scratch.work += width * height
    if (scratch.work > MOST_WORK) return
    if (light === undefined) continue
    spread(model.lightBits, first, width, height, scratch)
    addLight(light, grid, width, height, scratch)
  }
}

const BLACK: Vector = [0, 0, 0]

/** Where the pixels of a light map are: the first, the steps along both directions, and the normal. */
interface Grid {
  readonly origin: Vector
  readonly across: Vector
  readonly down: Vector
  readonly normal: Vector
}

/** `undefined` for a surface whose directions do not span a plane. */
function gridOf({ vectors, points }: ModelArrays, surf: ue1.BspSurf, map: ue1.LightMap): Grid | undefined {
  const u = vectorAt(vectors, surf.textureU)
  const v = vectorAt(vectors, surf.textureV)
  const normal = vectorAt(vectors, surf.normal)
  const base = vectorAt(points, surf.base)
  const vn = cross(v, normal)
  const nu = cross(normal, u)
  const det = dot(u, vn)
  if (Math.abs(det) < 1e-9) return undefined
  const toU = scaled(vn, 1 / det)
  const toV = scaled(nu, 1 / det)
  return {
    origin: plus(base, plus(scaled(toU, map.pan[0] ?? 0), scaled(toV, map.pan[1] ?? 0))),
    across: scaled(toU, map.scale[0] ?? 0),
    down: scaled(toV, map.scale[1] ?? 0),
    normal,
  }
}

/** The bits of one light, smoothed: 0 to 1 for each pixel. */
function spread(bits: Uint8Array, first: number, width: number, height: number, { lit, rows }: Scratch): void {
  const stride = Math.ceil(width / 8)
  const bit = (x: number, y: number) => ((bits[first + y * stride + (x >> 3)] ?? 0) >> (x & 7)) & 1
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * width + x] = bit(Math.max(0, x - 1), y) + 2 * bit(x, y) + bit(Math.min(width - 1, x + 1), y)
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width
    const below = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < width; x++)
      lit[y * width + x] = ((rows[above + x] ?? 0) + 2 * (rows[y * width + x] ?? 0) + (rows[below + x] ?? 0)) / 16
  }
}

function addLight(light: BakedLight, grid: Grid, width: number, height: number, { lit, color }: Scratch): void {
  const { origin, across, down, normal } = grid
  const { location } = light
  const [red, green, blue] = light.color
  for (let y = 0; y < height; y++) {
    // From the pixel to the light.
    let dx = location[0] - origin[0] - y * down[0]
    let dy = location[1] - origin[1] - y * down[1]
    let dz = location[2] - origin[2] - y * down[2]
    for (let x = 0; x < width; x++) {
      const part = lit[y * width + x] ?? 0
      if (part > 0) {
        const amount = part * reaching(light, normal, dx, dy, dz)
        const at = 3 * (y * width + x)
        color[at] = (color[at] ?? 0) + amount * red
        color[at + 1] = (color[at + 1] ?? 0) + amount * green
        color[at + 2] = (color[at + 2] ?? 0) + amount * blue
      }
      dx -= across[0]
      dy -= across[1]
      dz -= across[2]
    }
  }
}

/** Copies the light of a surface to its place, and its border into the gutter around it. */
function copyInto(
  page: { readonly width: number; readonly rgba: Uint8Array },
  { map: { width, height }, place }: SurfaceLight,
  { color }: Scratch,
): void {
  for (let y = -GUTTER; y < height + GUTTER; y++) {
    const row = Math.min(height - 1, Math.max(0, y)) * width
    for (let x = -GUTTER; x < width + GUTTER; x++) {
      const from = 3 * (row + Math.min(width - 1, Math.max(0, x)))
      const to = 4 * ((place.y + y) * page.width + place.x + x)
      for (let k = 0; k < 3; k++) page.rgba[to + k] = Math.round(255 * Math.min(1, color[from + k] ?? 0))
      page.rgba[to + 3] = 255
    }
  }
}
