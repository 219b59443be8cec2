import { toRgba } from '@ukit/codecs/images'
import { ExportObject, type ObjectReader, type ObjectView } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { ue2 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { MaterialSlot, Mesh, Vector } from '../../mesh/model/mesh.js'
import { smoothNormals } from '../../mesh/model/normals.js'
import { NO_PLACEMENT } from '../../mesh/model/placement.js'
import { finite } from '../../mesh/model/vectors.js'
import { pictureOf } from '../../picture/picture.js'
import type { TerrainGrid } from './decorations.js'

/** A terrain has at most so many layers. */
const MOST_LAYERS = 32
/** Vertices of a terrain that are taken for real: the editor makes at most 1024 × 1024. */
const MOST_VERTICES = 1 << 22
/** Vertices of all layers together. */
const MOST_COPIES = 1 << 23

/** A layer of a terrain: its material, its texture coordinates, and how much of it is where. */
interface Layer {
  readonly slot: MaterialSlot
  /** From places in the world to texture coordinates: factors of X, Y, Z, and what is added. */
  readonly u: readonly [number, number, number, number]
  readonly v: readonly [number, number, number, number]
  /** 0 to 255 for each vertex; `undefined` for everywhere. */
  readonly weights: Uint8Array | undefined
}

/**
 * *The ground of a terrain of UE2*, around the actor's location: a section for each layer, of which all after
 * the first are seen as far as the alpha of their colours says.
 *
 * Facts (6 terrains, 86,016 vertices): the package has the vertices in world space; bit `x + y · width` of
 * `QuadVisibilityBitmap` is 1 for a quad that is drawn, and of `EdgeTurnBitmap` 1 for one whose triangles
 * meet along (x + 1, y)–(x, y + 1); `TerrainMatrix` leads from the world to a layer's texture coordinates.
 */
export async function terrainMesh(
  reader: ObjectReader,
  terrain: ue2.TerrainInfo,
  view: ObjectView,
  location: Vector,
): Promise<Mesh | undefined> {
  const { heightmapX: width, heightmapY: height, vertices } = terrain
  const count = width * height
  if (width < 2 || height < 2 || count > MOST_VERTICES || vertices.length < 3 * count) return undefined
  const notes: string[] = []
  const layers = await layersOf(reader, view, width, height, notes)
  const quads = quadsOf(view, width, height)
  const copies = Math.max(1, Math.min(layers.length, Math.floor(MOST_COPIES / count)))
  const positions = new Float32Array(3 * count * copies)
  const colors = new Uint8Array(4 * count * copies).fill(255)
  const uvs = new Float32Array(2 * count * copies)
  const points = new Uint32Array(count * copies)
  const indices: number[] = []
  const sections: { slot: number; first: number; count: number }[] = []
  const around = vertices
    .map((value, i) => (Number.isFinite(value) ? value - (location[i % 3] ?? 0) : 0))
    .subarray(0, 3 * count)
  for (let copy = 0; copy < copies; copy++) {
    const layer = layers[copy]
    const base = copy * count
    positions.set(around, 3 * base)
    for (let i = 0; i < count; i++) {
      points[base + i] = i
      if (layer === undefined) continue
      const [x, y, z] = [vertices[3 * i] ?? 0, vertices[3 * i + 1] ?? 0, vertices[3 * i + 2] ?? 0]
      uvs[2 * (base + i)] = along(layer.u, x, y, z)
      uvs[2 * (base + i) + 1] = along(layer.v, x, y, z)
      if (copy > 0 && layer.weights !== undefined) colors[4 * (base + i) + 3] = layer.weights[i] ?? 0
    }
    const first = indices.length
    for (let i = 0; i < quads.length; i += 3) {
      const [a, b, c] = [quads[i] ?? 0, quads[i + 1] ?? 0, quads[i + 2] ?? 0]
      // A layer is not there where none of the corners has it.
      if (
        copy > 0 &&
        layer?.weights !== undefined &&
        ((layer.weights[a] ?? 0) | (layer.weights[b] ?? 0) | (layer.weights[c] ?? 0)) === 0
      )
        continue
      indices.push(base + a, base + b, base + c)
    }
    sections.push({ slot: copy, first, count: indices.length - first })
  }
  const normals = smoothNormals(positions, points, Uint32Array.from(quads))
  // The normals of all copies are those of the first.
  for (let copy = 1; copy < copies; copy++) normals.copyWithin(3 * count * copy, 0, 3 * count)
  return {
    kind: 'static',
    placement: NO_PLACEMENT,
    lods: [
      {
        positions,
        normals,
        uvs: [uvs],
        colors,
        areColorsDrawn: true,
        points,
        indices: Uint32Array.from(indices),
        sections,
      },
    ],
    materials: layers.length === 0 ? [{ polyFlags: 0 }] : layers.slice(0, copies).map(({ slot }) => slot),
    sockets: [],
    notes,
  }
}

function along([x, y, z, w]: Layer['u'], px: number, py: number, pz: number): number {
  return finite(px * x + py * y + pz * z + w)
}

/** The grid of a terrain, for what stands on it; `undefined` for one that is not drawn. */
export function terrainGrid(terrain: ue2.TerrainInfo, view: ObjectView): TerrainGrid | undefined {
  const { heightmapX: width, heightmapY: height, vertices } = terrain
  const count = width * height
  if (width < 2 || height < 2 || count > MOST_VERTICES || vertices.length < 3 * count) return undefined
  const visible = bitsOf(view, 'QuadVisibilityBitmap')
  return { width, height, vertices, isDrawn: (vertex) => visible === undefined || isSet(visible, vertex) }
}

/** The triangles of all quads that are drawn, three vertices each; `(b − a) × (c − a)` points up. */
function quadsOf(view: ObjectView, width: number, height: number): number[] {
  const visible = bitsOf(view, 'QuadVisibilityBitmap')
  const turned = bitsOf(view, 'EdgeTurnBitmap')
  const triangles: number[] = []
  for (let y = 0; y + 1 < height; y++)
    for (let x = 0; x + 1 < width; x++) {
      const bit = x + y * width
      if (visible !== undefined && !isSet(visible, bit)) continue
      const a = bit
      const b = a + 1
      const c = a + width
      const d = c + 1
      if (turned !== undefined && isSet(turned, bit)) triangles.push(a, b, c, b, d, c)
      else triangles.push(a, b, d, a, d, c)
    }
  return triangles
}

function bitsOf(view: ObjectView, name: string): Int32Array | undefined {
  const list = view.list(name)
  return list.length === 0 ? undefined : Int32Array.from(list, (word) => (typeof word === 'number' ? word : 0))
}

function isSet(words: Int32Array, bit: number): boolean {
  return (((words[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1
}

async function layersOf(
  reader: ObjectReader,
  view: ObjectView,
  width: number,
  height: number,
  notes: string[],
): Promise<Layer[]> {
  const layers: Layer[] = []
  for (let i = 0; i < MOST_LAYERS; i++) {
    const struct = view.struct(i === 0 ? 'Layers' : `Layers[${i}]`)
    const texture = struct.object('Texture')
    if (texture === undefined) continue
    const matrix = struct.struct('TerrainMatrix')
    const rows = ['XPlane', 'YPlane', 'ZPlane', 'WPlane'].map((name) => matrix.struct(name))
    const column = (name: 'X' | 'Y') => {
      const [x = 0, y = 0, z = 0, w = 0] = rows.map((row) => row.number(name))
      return [x, y, z, w] as const
    }
    layers.push({
      slot: await materialSlot(reader, texture),
      u: column('X'),
      v: column('Y'),
      weights: await weightsOf(reader, struct.object('AlphaMap'), width, height, notes),
    })
  }
  return layers
}

/** How much of a layer is at each vertex: the alpha of its map, or its brightness if all of it is opaque. */
export async function weightsOf(
  reader: ObjectReader,
  map: unknown,
  width: number,
  height: number,
  notes: string[],
): Promise<Uint8Array | undefined> {
  const found = await reader.follow(map)
  if (!(found instanceof ExportObject)) return undefined
  const owner = found.package === reader.package ? reader : await reader.forPackage(found.package)
  try {
    const texture = await pictureOf(owner, found)
    const rgba = toRgba(await texture.picture())
    const channel = rgba.every((value, i) => i % 4 !== 3 || value === 255) ? 0 : 3
    return Uint8Array.from({ length: width * height }, (_, i) => {
      const x = Math.min(texture.width - 1, Math.floor(((i % width) * texture.width) / width))
      const y = Math.min(texture.height - 1, Math.floor((Math.floor(i / width) * texture.height) / height))
      return rgba[4 * (y * texture.width + x) + channel] ?? 0
    })
  } catch (error) {
    if (!(error instanceof MediaError || error instanceof PackageError)) throw error
    notes.push(`the map of a layer, ${found.path}, cannot be read: ${error.message}`)
    return undefined
  }
}
