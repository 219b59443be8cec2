import { type Deflate, encodePng } from '@ukit/codecs/images'
import { type Material, pictureKey } from '../../material/material.js'
import type { MaterialSlot, MeshLod } from '../../mesh/model/mesh.js'
import type { Level, LevelActor, LevelPart } from '../level.js'
import { packRectangles } from '../light-packer.js'
import { BAKE_DEFAULTS } from './bake-defaults.js'
import { bakeTerrain } from './bake-terrain.js'
import { BakedParts, type SizedChart } from './baked-parts.js'
import { chartsOf, type Lay } from './charts.js'
import { type RgbaPicture, type Sampler, Samplers, sample } from './sampler.js'

/** What baking needs. */
export interface BakeOptions {
  /** Pixels for each Unreal unit. */
  readonly texels?: number | undefined
  /** What a slot looks like; `undefined` if it is not known. */
  readonly materialOf: (slot: MaterialSlot) => Promise<Material | undefined>
  /** The picture of a texture, by `pictureKey`; `undefined` if there is none. */
  readonly pictureOf: (key: string) => Promise<RgbaPicture | undefined>
  /** How much brighter than the values of the engine they are: `value ** (1 / gamma)`; 1 by default. */
  readonly gamma?: number | undefined
  /** Makes a zlib stream, for PNG files. */
  readonly deflate: Deflate
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** A level with its light in its textures. */
export interface BakedLevel {
  /** The level; materials with light are slots whose paths are in `materials`. */
  readonly level: Level
  /** What the slots of baked polygons look like, by their paths. */
  readonly materials: ReadonlyMap<string, Material>
  /** The PNG files of their pictures, by `pictureKey`. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

/** Width and maximum height of a page in pixels: every graphics card takes that. */
const PAGE = 2048
/** Pixels around each rectangle that repeat its border: smaller sizes of pages mix neighbours. */
const GUTTER = 2
/** Pixels of all pages: 8 full ones. */
const MOST_PIXELS = 8 * PAGE * PAGE

/**
 * *Puts the light of a level into its textures*: polygons with light pages get pictures of texture times
 * light, terrains one of all their layers. They need no light of a viewer's, and look alike in all of them.
 *
 * There are about 8 pages of 2048 × 2048 pixels at most: large levels get fewer pixels a unit than asked for,
 * which the notes say.
 */
export async function bakeLevel(level: Level, options: BakeOptions): Promise<BakedLevel> {
  return new Baking(level, options).run()
}

class Baking {
  readonly #level: Level
  readonly #options: BakeOptions
  readonly #samplers: Samplers
  readonly #materials = new Map<string, Material>()
  readonly #pictures = new Map<string, Uint8Array>()
  readonly #notes: string[] = []

  constructor(level: Level, options: BakeOptions) {
    this.#level = level
    this.#options = options
    this.#samplers = new Samplers(options.pictureOf)
  }

  async run(): Promise<BakedLevel> {
    const { parts, actors, lightPages } = this.#level
    const { charts, rest } = await this.#charts()
    const sized = this.#sized(charts)
    const baked = await this.#bake(sized)
    const shown: LevelActor[] = []
    for (const actor of actors) {
      const { shape } = actor
      const terrain =
        actor.kind === 'terrain' && shape !== undefined
          ? await bakeTerrain(shape, this.#samplers, this.#options)
          : undefined
      if (terrain === undefined) shown.push(actor)
      else {
        const key = `${actor.name}Baked`
        brighten(terrain.picture, this.#options.gamma ?? 1)
        this.#addPicture(key, terrain.picture, false)
        this.#materials.set(key, bakedMaterial(key, key, false, false))
        const slot = { path: key, polyFlags: 0 }
        shown.push({ ...actor, shape: { ...terrain.mesh, materials: [slot] } })
      }
    }
    // Light on meshes of UE3 is in pages, too; that on polygons which hide nothing does not matter much.
    const keepsPages = actors.some(({ components = [] }) => components.some(({ light }) => light !== undefined))
    const unlit = rest.map(({ lightPage: _, ...part }): LevelPart => part)
    const untouched = parts.filter(({ lightPage }) => lightPage === undefined)
    const level = {
      ...this.#level,
      parts: [...baked, ...unlit, ...untouched],
      actors: shown,
      lightPages: keepsPages ? lightPages : [],
      notes: [...this.#level.notes, ...this.#notes],
    }
    return { level, materials: this.#materials, pictures: this.#pictures }
  }

  /** The charts of all parts with light, and what of them is not baked: polygons that hide nothing. */
  async #charts(): Promise<{ readonly charts: Omit<SizedChart, 'width' | 'height'>[]; readonly rest: LevelPart[] }> {
    const charts: Omit<SizedChart, 'width' | 'height'>[] = []
    const rest: LevelPart[] = []
    for (const part of this.#level.parts) {
      const page = this.#level.lightPages[part.lightPage ?? -1]
      const [lod] = part.mesh.lods
      if (page === undefined || lod === undefined) continue
      const materials = await Promise.all(part.mesh.materials.map((slot) => this.#options.materialOf(slot)))
      const isSolid = (slot: number) => {
        const { alpha = 'opaque', isInvisible = false } = materials[slot] ?? {}
        return !isInvisible && (alpha === 'opaque' || alpha === 'mask')
      }
      for (const chart of chartsOf(lod, part.surfaces, isSolid, [page.width, page.height]))
        charts.push({ part, lod, page, chart, material: materials[chart.slot] })
      const left = withSections(part, lod, (slot) => !isSolid(slot))
      if (left !== undefined) rest.push(left)
    }
    return { charts, rest }
  }

  /** How many pixels each chart gets: fewer a unit if they would be too many. */
  #sized(charts: readonly Omit<SizedChart, 'width' | 'height'>[]): SizedChart[] {
    const { texels = BAKE_DEFAULTS.texels } = this.#options
    let density = texels
    const pixelsOf = (size: number) => Math.min(PAGE - 2 * GUTTER, Math.max(2, Math.ceil(size * density) + 1))
    for (let tries = 0; tries < 40; tries++) {
      let pixels = 0
      for (const { chart } of charts)
        pixels += (pixelsOf(chart.size[0]) + 2 * GUTTER) * (pixelsOf(chart.size[1]) + 2 * GUTTER)
      // Rows of a page are not filled to their ends.
      if (pixels <= 0.85 * MOST_PIXELS) break
      density *= Math.min(0.95, Math.sqrt((0.85 * MOST_PIXELS) / pixels))
    }
    if (density < texels)
      this.#notes.push(`baked with ${Number(density.toPrecision(2))} pixels a unit: more do not fit on 8 pages`)
    return charts.map((one) => ({ ...one, width: pixelsOf(one.chart.size[0]), height: pixelsOf(one.chart.size[1]) }))
  }

  /** Bakes page after page, and gives the polygons that show them. */
  async #bake(charts: readonly SizedChart[]): Promise<LevelPart[]> {
    const { places, pages } = packRectangles(charts, { width: PAGE, height: PAGE, gutter: GUTTER })
    const parts = new BakedParts()
    for (const [number, { width, height }] of pages.entries()) {
      const here = charts.flatMap((chart, i) => {
        const place = places[i]
        return place?.page === number ? [{ ...chart, x: place.x, y: place.y }] : []
      })
      // Charts with one texture after the other: it is read once.
      here.sort((a, b) => (keyOf(a.material) ?? '').localeCompare(keyOf(b.material) ?? ''))
      const rgba = new Uint8Array(4 * width * height)
      for (const [i, one] of here.entries()) {
        if (i % 256 === 0) await this.#pause()
        const sampler = await this.#samplers.of(keyOf(one.material))
        paint(one, sampler, { width, height, rgba }, this.#options.gamma ?? 1)
        const { alpha = 'opaque', alphaCutoff, isTwoSided = false } = one.material ?? {}
        const isMasked = alpha === 'mask'
        const path = `Baked${number}${isMasked ? 'Masked' : ''}${isTwoSided ? 'TwoSided' : ''}`
        if (!this.#materials.has(path))
          this.#materials.set(path, {
            ...bakedMaterial(path, `Baked${number}`, isMasked, isTwoSided),
            ...(alphaCutoff === undefined ? {} : { alphaCutoff }),
          })
        parts.add(one, { path, polyFlags: 0 }, [width, height])
      }
      const isMasked = here.some(({ material }) => material?.alpha === 'mask')
      this.#addPicture(`Baked${number}`, { width, height, rgba }, isMasked)
    }
    return parts.finish()
  }

  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => setTimeout(resolve))
    this.#options.signal?.throwIfAborted()
  }

  #addPicture(key: string, { width, height, rgba }: RgbaPicture, hasAlpha: boolean): void {
    const { deflate } = this.#options
    if (hasAlpha) {
      this.#pictures.set(key, encodePng({ format: 'rgba', width, height, data: rgba }, deflate))
      return
    }
    const data = new Uint8Array(3 * width * height)
    for (let from = 0, to = 0; to < data.length; from += 4) {
      data[to++] = rgba[from] ?? 0
      data[to++] = rgba[from + 1] ?? 0
      data[to++] = rgba[from + 2] ?? 0
    }
    this.#pictures.set(key, encodePng({ format: 'rgb', width, height, data }, deflate))
  }
}

function keyOf(material: Material | undefined): string | undefined {
  return material?.base === undefined ? undefined : pictureKey(material.base)
}

function bakedMaterial(path: string, picture: string, isMasked: boolean, isTwoSided: boolean): Material {
  return {
    path,
    base: { path: picture, uvSet: 0 },
    alpha: isMasked ? 'mask' : 'opaque',
    isTwoSided,
    isUnlit: true,
    isInvisible: false,
    extras: {},
    notes: [],
  }
}

/** Those sections of a part whose slot is wanted; `undefined` if there are none. */
function withSections(part: LevelPart, lod: MeshLod, isWanted: (slot: number) => boolean): LevelPart | undefined {
  const indices: number[] = []
  const surfaces: number[] = []
  const sections: { slot: number; first: number; count: number }[] = []
  for (const { slot, first, count } of lod.sections) {
    if (!isWanted(slot) || count === 0) continue
    sections.push({ slot, first: indices.length, count })
    for (let i = first; i < first + count; i++) indices.push(lod.indices[i] ?? 0)
    for (let i = first / 3; i < (first + count) / 3; i++) surfaces.push(part.surfaces[i] ?? 0)
  }
  if (sections.length === 0) return undefined
  const lods = [{ ...lod, indices: Uint32Array.from(indices), sections }]
  return { ...part, mesh: { ...part.mesh, lods }, surfaces: Uint32Array.from(surfaces) }
}

/** Paints texture times light into the rectangle of a chart, and its border around it. */
function paint(
  {
    part,
    chart,
    page,
    material,
    width,
    height,
    x: left,
    y: top,
  }: SizedChart & { readonly x: number; readonly y: number },
  sampler: Sampler,
  to: RgbaPicture,
  gamma: number,
): void {
  const { low, size, texture, light } = chart
  const stepX = size[0] / Math.max(1, width - 1)
  const stepY = size[1] / Math.max(1, height - 1)
  const shown = transformed(texture, material?.base?.transform)
  const [w, h] = sampler.size
  const rate = Math.max(
    Math.hypot(shown.along[0] * w, shown.along[1] * h) * stepX,
    Math.hypot(shown.down[0] * w, shown.down[1] * h) * stepY,
  )
  const level = sampler.levelFor(rate)
  const lightLevel = { data: page.rgba, width: page.width, height: page.height }
  const factors = part.brightness ?? [page.brightness, page.brightness, page.brightness]
  const isMasked = material?.alpha === 'mask'
  const inverse = 1 / gamma
  const seen = new Float32Array(4)
  const lit = new Float32Array(4)
  for (let j = -GUTTER; j < height + GUTTER; j++) {
    const y = low[1] + Math.min(height - 1, Math.max(0, j)) * stepY
    for (let i = -GUTTER; i < width + GUTTER; i++) {
      const x = low[0] + Math.min(width - 1, Math.max(0, i)) * stepX
      sample(level, placeIn(shown, 0, x, y), placeIn(shown, 1, x, y), true, seen)
      sample(lightLevel, placeIn(light, 0, x, y), placeIn(light, 1, x, y), false, lit)
      const at = 4 * ((top + j) * to.width + left + i)
      for (let k = 0; k < 3; k++)
        to.rgba[at + k] = shownValue((seen[k] ?? 0) * (lit[k] ?? 0) * (factors[k] ?? 1), inverse)
      to.rgba[at + 3] = isMasked ? (seen[3] ?? 0) + 0.5 : 255
    }
  }
}

/** A byte for a product of texture and light. */
function shownValue(product: number, inverse: number): number {
  const value = Math.min(1, product / (255 * 255))
  return 255 * (inverse === 1 ? value : value ** inverse) + 0.5
}

function brighten({ rgba }: RgbaPicture, gamma: number): void {
  if (gamma === 1) return
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** (1 / gamma)))
  for (const [i, value] of rgba.entries()) if (i % 4 !== 3) rgba[i] = table[value] ?? value
}

function placeIn({ along, down, origin }: Lay, k: 0 | 1, x: number, y: number): number {
  return along[k] * x + down[k] * y + origin[k]
}

/** How a picture lies that a material scales, turns and moves. */
function transformed({ along, down, origin }: Lay, transform: Transform | undefined): Lay {
  if (transform === undefined) return { along, down, origin }
  const { scale, rotation, offset } = transform
  const [sine, cosine] = [Math.sin(rotation), Math.cos(rotation)]
  const turned = ([u, v]: readonly [number, number]) => {
    const [x, y] = [u * scale[0], v * scale[1]]
    return [x * cosine - y * sine, x * sine + y * cosine] as const
  }
  const [u, v] = turned(origin)
  return { along: turned(along), down: turned(down), origin: [u + offset[0], v + offset[1]] }
}

type Transform = NonNullable<NonNullable<Material['base']>['transform']>
