import type { StructView } from '@ukit/core'
import type { Vector } from '../../mesh/model/mesh.js'
import { product, quaternionOf, quaternionOfAxes } from '../../mesh/model/quaternion.js'
import { cross, finite, minus, scaled, vectorAt } from '../../mesh/model/vectors.js'
import { INSTANCE_NUMBERS } from '../instances.js'

/** Copies of all decorations of a terrain. */
const MOST_COPIES = 50_000
/** Chances of a quad that are taken for real. */
const MOST_PER_QUAD = 64

/** The grid of a terrain. */
export interface TerrainGrid {
  readonly width: number
  readonly height: number
  /** X, Y, Z of each vertex in the world, row by row. */
  readonly vertices: Float32Array
  /** Whether the quad of a vertex is drawn. */
  readonly isDrawn: (vertex: number) => boolean
}

/** *What a decoration says of its copies*: where there are some, and how they stand. */
export interface Decoration {
  /** 0 to 255 for each vertex; `undefined` for everywhere. */
  readonly density: Uint8Array | undefined
  /** The same for the size, between the least and the greatest; `undefined` for any. */
  readonly size: Uint8Array | undefined
  /** Factors of the density. */
  readonly densities: Range
  readonly scales: readonly [x: Range, y: Range, z: Range]
  /** Copies of a quad at most. */
  readonly perQuad: number
  readonly seed: number
  /** Stands upright on the ground, not in the world. */
  readonly isAligned: boolean
  readonly isTurned: boolean
  readonly isOnHoles: boolean
}

type Range = readonly [least: number, greatest: number]

/** A decoration as an element of `DecoLayers` says it, and its maps. */
export function decorationOf(layer: StructView, maps: Pick<Decoration, 'density' | 'size'>): Decoration {
  const range = (struct: StructView): Range => [finite(struct.number('Min', 1)), finite(struct.number('Max', 1))]
  const scale = layer.struct('ScaleMultiplier')
  return {
    ...maps,
    densities: range(layer.struct('DensityMultiplier')),
    scales: [range(scale.struct('X')), range(scale.struct('Y')), range(scale.struct('Z'))],
    perQuad: Math.min(MOST_PER_QUAD, Math.max(0, layer.number('MaxPerQuad'))),
    seed: layer.number('Seed'),
    isAligned: layer.number('AlignToTerrain') !== 0,
    isTurned: layer.number('RandomYaw') !== 0,
    isOnHoles: layer.number('ShowOnInvisibleTerrain') !== 0,
  }
}

/**
 * *Where the copies of a decoration are*, as `LevelComponent.instances` in the world. Each quad has as many
 * chances as it may have copies, and each is taken as far as the map of density says. The places within quads
 * are random, always the same ones, and not those of the engine, whose rule is not known.
 */
export function decorationPlaces(grid: TerrainGrid, decoration: Decoration): Float32Array {
  const { width, height, vertices } = grid
  const { density, size, densities, scales, perQuad, isAligned, isTurned } = decoration
  const random = randomFrom(decoration.seed)
  const between = ([least, greatest]: Range, part: number) => least + (greatest - least) * part
  const places: number[] = []
  for (let y = 0; y + 1 < height; y++)
    for (let x = 0; x + 1 < width; x++) {
      const a = x + y * width
      if (!grid.isDrawn(a) && !decoration.isOnHoles) continue
      const corners = [a, a + 1, a + width, a + width + 1].map((vertex) => vectorAt(vertices, vertex))
      const [p = ZERO, right = ZERO, below = ZERO, far = ZERO] = corners
      for (let i = 0; i < perQuad && places.length < MOST_COPIES * INSTANCE_NUMBERS; i++) {
        const [u, v, chance, turn, part] = [random(), random(), random(), random(), random()]
        if (chance >= mixed(density, a, width, u, v) * between(densities, part)) continue
        const at = [0, 1, 2].map(
          (k) =>
            ((p[k] ?? 0) * (1 - u) + (right[k] ?? 0) * u) * (1 - v) +
            ((below[k] ?? 0) * (1 - u) + (far[k] ?? 0) * u) * v,
        )
        const yaw = quaternionOf([0, isTurned ? turn * 65_536 : 0, 0])
        const [east, south] = [minus(right, p), minus(below, p)]
        const normal = cross(east, south)
        // Terrains may be mirrored.
        const up = normal[2] < 0 ? scaled(normal, -1) : normal
        const ground = isAligned ? quaternionOfAxes(east, cross(up, east), up) : undefined
        const large = size === undefined ? part : mixed(size, a, width, u, v)
        const stands = ground === undefined ? yaw : product(ground, yaw)
        places.push(...at.map(finite), ...stands, ...scales.map((scale) => finite(between(scale, large))))
      }
    }
  return Float32Array.from(places)
}

const ZERO: Vector = [0, 0, 0]

/** A map of the grid within a quad, 0 to 1. */
function mixed(map: Uint8Array | undefined, a: number, width: number, u: number, v: number): number {
  if (map === undefined) return 1
  const above = (map[a] ?? 0) * (1 - u) + (map[a + 1] ?? 0) * u
  const below = (map[a + width] ?? 0) * (1 - u) + (map[a + width + 1] ?? 0) * u
  return (above * (1 - v) + below * v) / 255
}

/** Numbers from 0 to 1 that look random and are always the same. */
function randomFrom(seed: number): () => number {
  let state = (Math.imul(seed, 2_654_435_761) + 12_345) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
