import { toRgba } from '@ukit/codecs/images'
import type { ObjectReader } from '@ukit/core'
import { ue2 } from '@ukit/objects'
import { pixelFormatOf } from '@ukit/objects/common'
import { MediaError } from '../../media-error.js'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { MaterialSlot } from '../../mesh/model/mesh.js'
import { decodePixels } from '../../picture/pixel-format.js'
import type { LevelPart, LightPage } from '../level.js'
import { DRAWN_FLAGS, PartBuilder, partKind } from '../part-builder.js'

/** A surface shows its material times twice its light, as in UE1. */
const BRIGHTNESS = 2

/**
 * *The built geometry of a level of UE2*: the vertices of its sections, which have the texture coordinates of
 * material and light map; corner `k` of a node is vertex `firstVertex + k` of its section (15,137 of 15,137).
 * Nodes without a section are not drawn, and only have their corners.
 */
export async function worldUE2(
  reader: ObjectReader,
  model: ue2.Model,
): Promise<{ readonly parts: readonly LevelPart[]; readonly notes: readonly string[] }> {
  const { nodes, surfs, verts, points, sections } = model
  const builder = new PartBuilder()
  const slots = new Map<unknown, Promise<MaterialSlot>>()
  const slotOf = (material: unknown) => {
    const slot = slots.get(material) ?? materialSlot(reader, material)
    slots.set(material, slot)
    return slot
  }
  const views = sections.map(({ vertices }) => new DataView(vertices.buffer, vertices.byteOffset, vertices.byteLength))
  for (const node of nodes) {
    const { numVertices, vertPool, surf: surface, zoneFront: zone, plane } = node
    if (numVertices < 3) continue
    const surf = surfs[surface]
    if (surf === undefined) {
      builder.skip('polygons whose surface does not exist')
      continue
    }
    const section = sections[node.section]
    const view = views[node.section]
    const flags = surf.polyFlags
    const slot = { ...(await slotOf(section?.material ?? surf.material)), polyFlags: flags & DRAWN_FLAGS }
    if (section === undefined || view === undefined) {
      const corners = cornersOf(verts, points, vertPool, numVertices)
      if (corners === undefined) builder.skip('polygons whose corners do not exist')
      else {
        const polygons = builder.of('invisible', zone, undefined, numVertices)
        if (polygons === undefined) continue
        for (const [x, y, z] of corners) polygons.corner(x, y, z, plane, 0, 0)
        polygons.polygon(numVertices, slot, surface)
      }
      continue
    }
    const first = node.firstVertex * ue2.BspSection.VERTEX_SIZE
    if (first < 0 || first + numVertices * ue2.BspSection.VERTEX_SIZE > view.byteLength) {
      builder.skip('polygons whose vertices do not exist')
      continue
    }
    const texture = model.lightMapTextures[section.lightMapTexture]
    const page = texture === undefined || texture.mips[0].length === 0 ? undefined : section.lightMapTexture
    const polygons = builder.of(partKind(flags), zone, page, numVertices)
    if (polygons === undefined) continue
    for (let i = 0; i < numVertices; i++) {
      const at = first + i * ue2.BspSection.VERTEX_SIZE
      const number = (k: number) => view.getFloat32(at + 4 * k, true)
      polygons.corner(number(0), number(1), number(2), plane, number(3), number(4))
      if (page !== undefined) polygons.light(number(5), number(6))
    }
    polygons.polygon(numVertices, slot, surface)
  }
  return builder.finish()
}

function cornersOf(
  verts: Int32Array,
  points: Float32Array,
  first: number,
  count: number,
): (readonly [number, number, number])[] | undefined {
  const corners: (readonly [number, number, number])[] = []
  for (let i = first; i < first + count; i++) {
    const point = verts[2 * i] ?? -1
    const [x, y, z] = [points[3 * point], points[3 * point + 1], points[3 * point + 2]]
    if (x === undefined || y === undefined || z === undefined) return undefined
    corners.push([x, y, z])
  }
  return corners
}

/** The pictures of light that a level of UE2 has, and what is wrong with those that cannot be shown. */
export function lightPagesUE2(model: ue2.Model): {
  readonly pages: readonly LightPage[]
  readonly notes: readonly string[]
} {
  const notes: string[] = []
  const rectangles = model.lightMapTextures.map(() => [] as number[])
  for (const { texture, surf, offsetX, offsetY, sizeX, sizeY } of model.lightMaps)
    rectangles[texture]?.push(surf, offsetX, offsetY, sizeX, sizeY)
  const pages = model.lightMapTextures.map((texture, i): LightPage => {
    const list = Uint32Array.from(rectangles[i] ?? [])
    const page = (width: number, height: number, rgba: Uint8Array) => ({
      width,
      height,
      rgba,
      brightness: BRIGHTNESS,
      rectangles: list,
    })
    const format = pixelFormatOf(2, texture.format)
    if (texture.mips[0].length === 0 || format === undefined) return page(1, 1, GREY)
    try {
      const picture = decodePixels(format, texture.mips[0], texture.width, texture.height)
      return page(texture.width, texture.height, toRgba(picture))
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      notes.push(`light page ${i}: ${error.message}`)
      return page(1, 1, GREY)
    }
  })
  return { pages, notes }
}

/** Half, which is shown as whole. */
const GREY = Uint8Array.of(128, 128, 128, 255)
