import type { ExportObject, ObjectReader, ObjectView } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { MaterialSlot, Mesh, Vector } from '../../mesh/model/mesh.js'
import { NO_PLACEMENT } from '../../mesh/model/placement.js'
import { finite, scaled } from '../../mesh/model/vectors.js'
import type { LevelActor, LevelComponent } from '../level.js'
import type { ActorContext } from './actors.js'

/** A terrain has at most so many layers. */
const MOST_LAYERS = 64
/** Vertices of a terrain that are taken for real. */
const MOST_VERTICES = 1 << 22
/** Vertices of all layers together. */
const MOST_COPIES = 1 << 23
/** Patches that a texture spans where its material does not say. */
const USUAL_MAPPING = 4

/** Bits of `Terrain.infoFlags`. */
const InfoFlag = { Hidden: 1, Turned: 2 } as const

/** A layer of a terrain: its material, patches that its texture spans, and how much of it is where. */
interface Layer {
  readonly slot: MaterialSlot
  readonly mapping: number
  /** 0 to 255 for each vertex of the terrain; `undefined` for everywhere. */
  readonly weights: Uint8Array | undefined
}

/** Patches from `x`, `y`, so many along each side. */
interface Piece {
  readonly name: string
  readonly class: string
  readonly x: number
  readonly y: number
  readonly across: number
  readonly down: number
  readonly lightMap: ue3.LightMap | undefined
}

/**
 * *A terrain of UE3*: vertex `i`, `j` is at `(i, j, (height − 32,768) / 128)`, scaled and moved by the actor
 * (74,052 of 74,052 stored vertices). A component is a piece of it; in each of them, layers lie on the first
 * as far as their alpha maps say.
 */
export async function terrainOf(
  context: ActorContext,
  base: Omit<LevelActor, 'kind'>,
  terrain: ue3.Terrain,
  view: ObjectView,
): Promise<LevelActor> {
  const { reader, skip, lights } = context
  const width = Math.max(0, Math.trunc(view.number('NumPatchesX'))) + 1
  const height = Math.max(0, Math.trunc(view.number('NumPatchesY'))) + 1
  const count = width * height
  const scale = view.raw('DrawScale3D') === undefined ? scaled(base.scale, USUAL_SCALE) : base.scale
  const actor = { ...base, scale, kind: 'terrain' as const }
  if (count > MOST_VERTICES || terrain.heights.length < count || count < 4) {
    skip('terrains without heights')
    return actor
  }
  const layers = await layersOf(reader, terrain, view, count, skip)
  const pieces = await piecesOf(context, view, width, height)
  const most = Math.max(1, Math.floor(MOST_COPIES / count))
  if (layers.length > most) skip('layers of terrains beyond what a level can have')
  const components: LevelComponent[] = []
  for (const piece of pieces) {
    const shape = pieceShape(terrain, width, height, layers.slice(0, most), piece)
    const light = piece.lightMap === undefined ? undefined : await lights.inPicture(reader, piece.lightMap)
    components.push({
      name: piece.name,
      class: piece.class,
      location: ZERO,
      rotation: ZERO,
      scale: [1, 1, 1],
      isHidden: false,
      shape,
      ...(light === undefined ? {} : { light: { ...light, uvSet: 1 } }),
    })
  }
  return { ...actor, components }
}

const ZERO: Vector = [0, 0, 0]

/** World units of a patch that a terrain has whose class is not available (`Engine.Terrain`). */
const USUAL_SCALE = 256

/** The pieces that components draw, or all of it in one when there are none. */
async function piecesOf(
  { reader, components }: ActorContext,
  view: ObjectView,
  width: number,
  height: number,
): Promise<Piece[]> {
  const pieces: Piece[] = []
  for (const component of components.get(view.export) ?? []) {
    const read = await reader.read(component)
    if (!(read.object instanceof ue3.TerrainComponent)) continue
    const own = await reader.view(read)
    const at = (name: string, most: number) => Math.min(most, Math.max(0, Math.trunc(own.number(name))))
    const [x, y] = [at('SectionBaseX', width - 1), at('SectionBaseY', height - 1)]
    const across = at('TrueSectionSizeX', width - 1 - x) || at('SectionSizeX', width - 1 - x)
    const down = at('TrueSectionSizeY', height - 1 - y) || at('SectionSizeY', height - 1 - y)
    const { name, className } = component
    if (across > 0 && down > 0)
      pieces.push({ name, class: className, x, y, across, down, lightMap: read.object.lightMap })
  }
  // Damage may make pieces that lie on one another.
  const covered = pieces.reduce((sum, { across, down }) => sum + across * down, 0)
  const whole = (width - 1) * (height - 1)
  if (covered > 0 && covered <= whole) return pieces
  return [
    { name: 'Ground', class: 'TerrainComponent', x: 0, y: 0, across: width - 1, down: height - 1, lightMap: undefined },
  ]
}

function pieceShape(
  { heights, infoFlags }: ue3.Terrain,
  width: number,
  height: number,
  layers: readonly Layer[],
  { x: left, y: top, across, down }: Piece,
): Mesh {
  const row = across + 1
  const count = row * (down + 1)
  // Normals at the borders need the vertices beyond.
  const at = (i: number, j: number) => ((heights[j * width + i] ?? 32_768) - 32_768) / 128
  const copies = Math.max(1, layers.length)
  const positions = new Float32Array(3 * count * copies)
  const colors = new Uint8Array(4 * count * copies).fill(255)
  const uvs = new Float32Array(2 * count * copies)
  const lightUvs = new Float32Array(2 * count * copies)
  const points = new Uint32Array(count * copies)
  const indices: number[] = []
  const sections: { slot: number; first: number; count: number }[] = []
  for (let copy = 0; copy < copies; copy++) {
    const layer = layers[copy]
    const base = copy * count
    const mapping = layer?.mapping ?? USUAL_MAPPING
    for (let j = 0, k = base; j <= down; j++)
      for (let i = 0; i <= across; i++, k++) {
        const [x, y] = [left + i, top + j]
        positions.set([x, y, at(x, y)], 3 * k)
        uvs.set([x / mapping, y / mapping], 2 * k)
        lightUvs.set([i / across, j / down], 2 * k)
        points[k] = k - base
        if (copy > 0 && layer?.weights !== undefined) colors[4 * k + 3] = layer.weights[y * width + x] ?? 0
      }
    const first = indices.length
    for (let j = 0; j < down; j++)
      for (let i = 0; i < across; i++) {
        const flags = infoFlags[(top + j) * width + left + i] ?? 0
        if ((flags & InfoFlag.Hidden) !== 0) continue
        const a = base + j * row + i
        const corners = [a, a + 1, a + row, a + row + 1] as const
        // A layer is not there where none of the corners has it.
        if (copy > 0 && corners.every((corner) => colors[4 * corner + 3] === 0)) continue
        const [p, q, r, s] = corners
        if ((flags & InfoFlag.Turned) !== 0) indices.push(p, q, r, q, s, r)
        else indices.push(p, q, s, p, s, r)
      }
    sections.push({ slot: copy, first, count: indices.length - first })
  }
  const normals = new Float32Array(3 * count * copies)
  for (let k = 0; k < count * copies; k++) {
    const x = positions[3 * k] ?? 0
    const y = positions[3 * k + 1] ?? 0
    const [x0, x1] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)]
    const [y0, y1] = [Math.max(0, y - 1), Math.min(height - 1, y + 1)]
    const dx = (at(x1, y) - at(x0, y)) / Math.max(1, x1 - x0)
    const dy = (at(x, y1) - at(x, y0)) / Math.max(1, y1 - y0)
    const length = Math.hypot(dx, dy, 1)
    normals.set([-dx / length, -dy / length, 1 / length], 3 * k)
  }
  return {
    kind: 'static',
    placement: NO_PLACEMENT,
    lods: [
      {
        positions,
        normals,
        uvs: [uvs, lightUvs],
        colors,
        areColorsDrawn: true,
        points,
        indices: Uint32Array.from(indices),
        sections,
      },
    ],
    materials: layers.length === 0 ? [{ polyFlags: 0 }] : layers.map(({ slot }) => slot),
    sockets: [],
    notes: [],
  }
}

async function layersOf(
  reader: ObjectReader,
  { alphaMaps }: ue3.Terrain,
  view: ObjectView,
  count: number,
  skip: ActorContext['skip'],
): Promise<Layer[]> {
  const layers: Layer[] = []
  for (const layer of view.structs('Layers').slice(0, MOST_LAYERS)) {
    const index = layer.number('AlphaMapIndex', -1)
    const weights = index < 0 ? undefined : alphaMaps[index]?.data
    if (layer.flag('Hidden')) continue
    if (index >= 0 && (weights === undefined || weights.length < count)) {
      skip('layers of terrains whose alpha maps are not there')
      continue
    }
    const setup = layer.object('Setup')
    const found = await reader.follow(setup)
    const look = found === undefined ? undefined : await lookOf(reader, found)
    layers.push({
      slot: look?.slot ?? (await materialSlot(reader, setup)),
      mapping: look?.mapping ?? USUAL_MAPPING,
      weights,
    })
  }
  return layers
}

/** The material that the first of the materials of a layer's setup shows. */
async function lookOf(reader: ObjectReader, setup: ExportObject): Promise<Pick<Layer, 'slot' | 'mapping'> | undefined> {
  const owner = await readerOf(reader, setup)
  const [first] = (await owner.view(setup)).structs('Materials')
  const found = await owner.follow(first?.object('Material'))
  if (found === undefined) return undefined
  const holder = await readerOf(owner, found)
  const material = await holder.view(found)
  const mapping = finite(material.number('MappingScale', USUAL_MAPPING))
  return {
    slot: await materialSlot(holder, material.object('Material')),
    mapping: mapping > 0 ? mapping : USUAL_MAPPING,
  }
}

async function readerOf(reader: ObjectReader, object: ExportObject): Promise<ObjectReader> {
  return object.package === reader.package ? reader : reader.forPackage(object.package)
}
