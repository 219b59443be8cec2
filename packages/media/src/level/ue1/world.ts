import { PolyFlag } from '@ukit/container'
import type { ue1 } from '@ukit/objects'
import type { LevelPart } from '../level.js'
import { type PackedPlace, packLight } from '../light-packer.js'
import { DRAWN_FLAGS, PartBuilder, partKind } from '../part-builder.js'
import type { SurfaceTextures } from '../surface-textures.js'
import type { ModelArrays } from './model-arrays.js'

/** The built geometry, and where the light of its surfaces goes. */
export interface World {
  readonly parts: readonly LevelPart[]
  readonly light: readonly SurfaceLight[]
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  /** What does not fit together in the model. */
  readonly notes: readonly string[]
}

/** Where the light of a surface goes. */
export interface SurfaceLight {
  /** Number of the surface. */
  readonly surface: number
  readonly map: ue1.LightMap
  readonly place: PackedPlace
  /** The zone in front of its first polygon. */
  readonly zone: number
}

/** Pixels of a light map that a surface may have: the editor makes at most 256 × 256. */
const MOST_LIGHT = 1024
/** Pixels of all light maps of a level: the largest known have half a million. */
const MOST_PIXELS = 1 << 25

/**
 * *The built geometry of a level*: the polygons of all nodes, by zone, kind and page of light.
 *
 * Facts (22 maps, 70,577 nodes, 28,170 light maps): the corners of a node wind so that
 * `(b − a) × (c − a)` is its plane's normal, and the middle of pixel `i` of a light map is where
 * `dot(textureU, p − base) = pan.x + i · scale.x`.
 */
export async function worldOf(model: ue1.Model, arrays: ModelArrays, textures: SurfaceTextures): Promise<World> {
  const { nodes, surfs, verts, points } = arrays
  const builder = new PartBuilder()
  const skip = (why: string) => builder.skip(why)
  const { light, bySurface, pages } = lightOf(model, arrays, skip)
  for (const node of nodes) {
    const { numVertices, vertPool, surf: surface, zoneFront: zone, plane } = node
    if (numVertices < 3) continue
    const surf = surfs[surface]
    if (surf === undefined) {
      skip('polygons whose surface does not exist')
      continue
    }
    if (!hasCorners(arrays, vertPool, numVertices)) {
      skip('polygons whose corners do not exist')
      continue
    }
    const lit = bySurface.get(surface)
    const page = lit?.place.page
    const polygons = builder.of(partKind(surf.polyFlags), zone, page, numVertices)
    if (polygons === undefined) continue
    const texture = await textures.of(surf.texture)
    const mapping = mappingOf(arrays, surf)
    const size = page === undefined ? undefined : pages[page]
    for (let i = 0; i < numVertices; i++) {
      const at = 3 * (verts[2 * (vertPool + i)] ?? 0)
      const x = points[at] ?? 0
      const y = points[at + 1] ?? 0
      const z = points[at + 2] ?? 0
      const [along, down] = mapping(x, y, z)
      polygons.corner(x, y, z, plane, (along + surf.panU) / texture.width, (down + surf.panV) / texture.height)
      if (lit === undefined || size === undefined) continue
      const { map, place } = lit
      polygons.light(
        (place.x + (along - (map.pan[0] ?? 0)) / (map.scale[0] || 1) + 0.5) / size.width,
        (place.y + (down - (map.pan[1] ?? 0)) / (map.scale[1] || 1) + 0.5) / size.height,
      )
    }
    polygons.polygon(numVertices, { ...texture.slot, polyFlags: surf.polyFlags & DRAWN_FLAGS }, surface)
  }
  return { ...builder.finish(), light, pages }
}

/** Whether all corners of a polygon exist. */
function hasCorners({ verts, points }: ModelArrays, first: number, count: number): boolean {
  if (first < 0 || (first + count) * 2 > verts.length) return false
  for (let i = first; i < first + count; i++) {
    const point = verts[2 * i] ?? -1
    if (point < 0 || 3 * point + 2 >= points.length) return false
  }
  return true
}

/** How far a point is along the directions of a surface's texture, in texels. */
function mappingOf(
  { vectors, points }: ModelArrays,
  { base, textureU, textureV }: ue1.BspSurf,
): (x: number, y: number, z: number) => readonly [number, number] {
  const bx = points[3 * base] ?? 0
  const by = points[3 * base + 1] ?? 0
  const bz = points[3 * base + 2] ?? 0
  const ux = vectors[3 * textureU] ?? 0
  const uy = vectors[3 * textureU + 1] ?? 0
  const uz = vectors[3 * textureU + 2] ?? 0
  const vx = vectors[3 * textureV] ?? 0
  const vy = vectors[3 * textureV + 1] ?? 0
  const vz = vectors[3 * textureV + 2] ?? 0
  return (x, y, z) => [(x - bx) * ux + (y - by) * uy + (z - bz) * uz, (x - bx) * vx + (y - by) * vy + (z - bz) * vz]
}

/** The light maps of all surfaces that are drawn with light, and their places on pages. */
function lightOf(
  { lightMaps }: ue1.Model,
  { nodes, surfs }: ModelArrays,
  skip: (why: string) => void,
): Pick<World, 'light' | 'pages'> & { readonly bySurface: ReadonlyMap<number, SurfaceLight> } {
  const found: Omit<SurfaceLight, 'place'>[] = []
  const seen = new Set<number>()
  let pixels = 0
  for (const { surf: surface, zoneFront: zone, numVertices } of nodes) {
    const surf = surfs[surface]
    if (numVertices < 3 || surf === undefined || seen.has(surface) || surf.lightMap < 0) continue
    seen.add(surface)
    if (partKind(surf.polyFlags) !== 'world' || (surf.polyFlags & PolyFlag.Unlit) !== 0) continue
    const map = lightMaps[surf.lightMap]
    if (map === undefined) skip('surfaces whose light map does not exist')
    else if (pixels + map.width * map.height > MOST_PIXELS) skip('light maps beyond what a level can have')
    else if (map.width < 1 || map.height < 1 || map.width > MOST_LIGHT || map.height > MOST_LIGHT)
      skip('light maps of an impossible size')
    else {
      pixels += map.width * map.height
      found.push({ surface, map, zone })
    }
  }
  const { places, pages } = packLight(found.map(({ map }) => map))
  const light: SurfaceLight[] = []
  for (const [i, one] of found.entries()) {
    const place = places[i]
    if (place !== undefined) light.push({ ...one, place })
  }
  return { light, pages, bySurface: new Map(light.map((one) => [one.surface, one])) }
}
