import { type ExportObject, type ObjectReader, type ObjectView, readBulkData } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { ue3 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { MaterialSlot, Mesh, Vector } from '../../mesh/model/mesh.js'
import { NO_PLACEMENT } from '../../mesh/model/placement.js'
import { finite } from '../../mesh/model/vectors.js'
import { type PictureOptions, pictureOf } from '../../picture/picture.js'
import type { LevelActor, LevelComponent } from '../level.js'
import type { ActorContext } from './actors.js'

/** Quads along a side of a component: the editor makes at most 254. */
const MOST_QUADS = 1024
/** Vertices of a landscape that are taken for real. */
const MOST_VERTICES = 1 << 23

/** What the classes say that are not available (`Engine.Landscape`). */
const USUAL_SCALE: Vector = [128, 128, 256]

/** *Heights of a part of a landscape*, `quads + 1` along each side, in rows; 32,768 is 0. */
export interface HeightGrid {
  readonly quads: number
  readonly heights: Uint16Array
}

/** Where the heights of a component are in its picture. */
export interface HeightPlace {
  readonly quads: number
  /** Parts along a side, each with one row more than it has quads. */
  readonly subsections: number
  /** Its first pixel. */
  readonly left: number
  readonly top: number
}

/**
 * *The heights of a component in a picture*: red is the high byte and green the low one. Rows where parts
 * meet are in both of them.
 *
 * Documentation of the engine only: none of the known packages has a landscape.
 */
export function heightsIn(
  { width, height, rgba }: { readonly width: number; readonly height: number; readonly rgba: Uint8Array },
  { quads, subsections, left, top }: HeightPlace,
): HeightGrid {
  const part = quads / subsections
  const row = quads + 1
  const heights = new Uint16Array(row * row)
  const texel = (i: number) => i + Math.min(subsections - 1, Math.floor(i / part))
  for (let j = 0; j < row; j++)
    for (let i = 0; i < row; i++) {
      const x = Math.min(width - 1, left + texel(i))
      const y = Math.min(height - 1, top + texel(j))
      const at = 4 * (y * width + x)
      heights[j * row + i] = ((rgba[at] ?? 0x80) << 8) | (rgba[at + 1] ?? 0)
    }
  return { quads, heights }
}

/** *A landscape of UE3*: a component of the actor for each of its own. */
export async function landscapeOf(
  context: ActorContext,
  base: Omit<LevelActor, 'kind'>,
  view: ObjectView,
): Promise<LevelActor> {
  const own = context.components.get(view.export) ?? []
  const drawn = own.filter(({ className }) => /^LandscapeComponent$/i.test(className))
  const solid = own.filter(({ className }) => /^LandscapeHeightfieldCollisionComponent$/i.test(className))
  const components: LevelComponent[] = []
  let vertices = 0
  for (const piece of drawn.length > 0 ? drawn : solid) {
    const made = await pieceOf(context, piece, view)
    if (made === undefined) {
      context.skip('pieces of landscapes whose heights are not there')
      continue
    }
    vertices += made.shape.lods[0]?.points.length ?? 0
    if (vertices > MOST_VERTICES) context.skip('pieces of landscapes beyond what a level can have')
    else components.push(made)
  }
  const isBare = view.raw('DrawScale3D') === undefined
  const scale: Vector = isBare
    ? [base.scale[0] * USUAL_SCALE[0], base.scale[1] * USUAL_SCALE[1], base.scale[2] * USUAL_SCALE[2]]
    : base.scale
  return { ...base, scale, kind: 'terrain', ...(components.length === 0 ? {} : { components }) }
}

async function pieceOf(
  { reader, pictures }: ActorContext,
  piece: ExportObject,
  actor: ObjectView,
): Promise<(LevelComponent & { readonly shape: Mesh }) | undefined> {
  const read = await reader.read(piece)
  const view = await reader.view(read)
  const grid =
    read.object instanceof ue3.LandscapeHeightfieldCollisionComponent
      ? await collisionGrid(reader, read.object, view, pictures)
      : await pictureGrid(reader, view, pictures)
  if (grid === undefined) return undefined
  const [x, y] = [finite(view.number('SectionBaseX')), finite(view.number('SectionBaseY'))]
  const look = view.object('OverrideMaterial') ?? view.object('MaterialInstance') ?? actor.object('LandscapeMaterial')
  // The grid of collisions may be coarser.
  const step = view.number('CollisionScale', 1)
  return {
    name: piece.name,
    class: piece.className,
    location: [x, y, 0],
    rotation: [0, 0, 0],
    scale: [step > 0 ? step : 1, step > 0 ? step : 1, 1],
    isHidden: false,
    shape: gridMesh(grid, await materialSlot(reader, look)),
  }
}

async function pictureGrid(
  reader: ObjectReader,
  view: ObjectView,
  options: PictureOptions,
): Promise<HeightGrid | undefined> {
  const quads = Math.trunc(view.number('ComponentSizeQuads'))
  const subsections = Math.max(1, Math.trunc(view.number('NumSubsections', 1)))
  const texture = await reader.follow(view.object('HeightmapTexture'))
  if (texture === undefined || !(quads > 0 && quads <= MOST_QUADS) || quads % subsections !== 0) return undefined
  const owner = texture.package === reader.package ? reader : await reader.forPackage(texture.package)
  try {
    const picture = await pictureOf(owner, texture, options)
    const { width, height } = picture
    // A smaller size has other heights than the whole.
    if (width !== picture.full.width) return undefined
    const place = view.struct('HeightmapScaleBias')
    const [left, top] = [Math.round(finite(place.number('Z')) * width), Math.round(finite(place.number('W')) * height)]
    if (left < 0 || top < 0) return undefined
    return heightsIn({ width, height, rgba: await picture.pixels() }, { quads, subsections, left, top })
  } catch (error) {
    if (error instanceof MediaError || error instanceof PackageError) return undefined
    throw error
  }
}

async function collisionGrid(
  reader: ObjectReader,
  { heights }: ue3.LandscapeHeightfieldCollisionComponent,
  view: ObjectView,
  { codecs }: PictureOptions,
): Promise<HeightGrid | undefined> {
  const { bigEndian } = reader.package.context
  try {
    const data = await readBulkData(heights, { bigEndian, ...(codecs === undefined ? {} : { codecs }) })
    const row = Math.floor(Math.sqrt(data.length / 2))
    const quads = Math.min(row - 1, Math.trunc(view.number('CollisionSizeQuads', row - 1)))
    if (quads < 1 || quads > MOST_QUADS) return undefined
    const numbers = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const side = quads + 1
    return {
      quads,
      heights: Uint16Array.from({ length: side * side }, (_, i) => numbers.getUint16(2 * i, !bigEndian)),
    }
  } catch (error) {
    if (error instanceof PackageError) return undefined
    throw error
  }
}

/** A grid of heights as a mesh: `i`, `j`, and the height in 128ths. */
function gridMesh({ quads, heights }: HeightGrid, material: MaterialSlot): Mesh {
  const row = quads + 1
  const count = row * row
  const positions = new Float32Array(3 * count)
  const normals = new Float32Array(3 * count)
  const uvs = new Float32Array(2 * count)
  const indices = new Uint32Array(6 * quads * quads)
  const at = (i: number, j: number) => ((heights[j * row + i] ?? 32_768) - 32_768) / 128
  for (let j = 0, k = 0; j < row; j++)
    for (let i = 0; i < row; i++, k++) {
      positions.set([i, j, at(i, j)], 3 * k)
      uvs.set([i, j], 2 * k)
      const [x0, x1] = [Math.max(0, i - 1), Math.min(quads, i + 1)]
      const [y0, y1] = [Math.max(0, j - 1), Math.min(quads, j + 1)]
      const dx = (at(x1, j) - at(x0, j)) / (x1 - x0)
      const dy = (at(i, y1) - at(i, y0)) / (y1 - y0)
      const length = Math.hypot(dx, dy, 1)
      normals.set([-dx / length, -dy / length, 1 / length], 3 * k)
    }
  for (let j = 0, to = 0; j < quads; j++)
    for (let i = 0; i < quads; i++, to += 6) {
      const a = j * row + i
      indices.set([a, a + 1, a + row + 1, a, a + row + 1, a + row], to)
    }
  return {
    kind: 'static',
    placement: NO_PLACEMENT,
    lods: [
      {
        positions,
        normals,
        uvs: [uvs],
        points: Uint32Array.from({ length: count }, (_, i) => i),
        indices,
        sections: [{ slot: 0, first: 0, count: indices.length }],
      },
    ],
    materials: [material],
    sockets: [],
    notes: [],
  }
}
