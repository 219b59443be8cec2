import { plural } from '@ukit/text/internal'
import { UNITS } from '../../gltf/units.js'
import type { Material } from '../../material/material.js'
import type { MaterialSlot, Mesh, MeshLod, Vector } from '../../mesh/model/mesh.js'
import { vectorAt } from '../../mesh/model/vectors.js'
import type { Level } from '../level.js'
import { shownShapes } from '../shown-shapes.js'
import { type Affine, affineOf } from './affine.js'
import { ObjMaterials, wordOf } from './obj-materials.js'

/** Options for a level's OBJ file. */
export interface LevelObjOptions {
  /** Name of its MTL file. */
  readonly materialFile: string
  /** Metres per Unreal unit; by default the convention of the engine. */
  readonly unit?: number | undefined
  /** What a slot looks like; `undefined` if it is not known. */
  readonly materialOf: (slot: MaterialSlot) => Promise<Material | undefined>
  /** Paths of pictures, relative to the file, by `pictureKey`. */
  readonly textures: ReadonlyMap<string, string>
}

/** What is known when an OBJ file is written. */
export interface LevelObjEnd {
  /** The text of its MTL file. */
  readonly materials: string
  /** What the file does not show. */
  readonly notes: readonly string[]
}

/** Characters of text that are given at once. */
const PIECE = 1 << 16
/** Vertices of a file: about 200 MB of text. */
const MOST_VERTICES = 2_000_000

/**
 * *A level as an OBJ file*, piece by piece: what the game shows, each room of a zone and each actor as an
 * object with its name. Every place of a mesh has vertices of its own, since OBJ has no others.
 *
 * Colours of vertices are behind their places, as many programs read them. The format has neither light maps
 * nor layers: light is in it after `bakeLevel`.
 */
export async function* levelObj(level: Level, options: LevelObjOptions): AsyncGenerator<string, LevelObjEnd> {
  const writer = new ObjWriter(level, options)
  yield `# ukit: ${level.package}, ${level.path}\nmtllib ${options.materialFile}\n`
  for (const { kind, zone, mesh } of level.parts) {
    if (kind !== 'world') continue
    const { name = '', isSky = false } = level.zones[zone] ?? {}
    yield* writer.mesh(mesh, `${isSky ? 'Sky' : 'World'}_Zone${zone}${name === '' ? '' : `_${name}`}`, (point) => point)
  }
  for (const actor of level.actors) {
    if (actor.isHidden) continue
    for (const { mesh, toWorld } of shownShapes(level, actor))
      yield* writer.mesh(mesh, actor.name, toWorld, actor.kind === 'terrain')
  }
  return writer.end()
}

class ObjWriter {
  readonly #materials: ObjMaterials
  readonly #materialOf: LevelObjOptions['materialOf']
  readonly #unit: number
  readonly #isLit: boolean
  #vertices = 0
  #leftOut = 0
  #layers = 0

  constructor(level: Level, { unit = UNITS[level.engine], materialOf, textures }: LevelObjOptions) {
    this.#materials = new ObjMaterials(textures)
    this.#materialOf = materialOf
    this.#unit = unit
    this.#isLit = level.lightPages.length > 0
  }

  /** A mesh in its place. */
  async *mesh(
    { lods: [lod], placement, materials }: Mesh,
    name: string,
    toWorld: (point: Vector) => Vector,
    isLayered = false,
  ): AsyncGenerator<string> {
    if (lod === undefined || lod.indices.length === 0) return
    const sections = isLayered ? lod.sections.slice(0, 1) : lod.sections
    if (sections.length < lod.sections.length) this.#layers++
    // Layers of a terrain are copies of its vertices, one after the other.
    const count = isLayered ? lod.points.length / Math.max(1, lod.sections.length) : lod.positions.length / 3
    if (this.#vertices + count > MOST_VERTICES) {
      this.#leftOut++
      return
    }
    const affine = affineOf(placement, toWorld)
    yield `o ${wordOf(name)}\n`
    yield* inPieces(this.#vertexLines(lod, count, affine))
    for (const { slot, first, count: corners } of sections) {
      if (corners === 0) continue
      const own = materials[slot] ?? { polyFlags: 0 }
      yield `usemtl ${this.#materials.of(await this.#materialOf(own), own)}\n`
      yield* inPieces(this.#faceLines(lod, first, corners, affine))
    }
    this.#vertices += count
  }

  *#vertexLines(lod: MeshLod, count: number, { point, normal }: Affine): Generator<string> {
    const { positions, normals, uvs, colors, areColorsDrawn } = lod
    const isColored = colors !== undefined && areColorsDrawn === true
    for (let i = 0; i < count; i++) {
      const [x, y, z] = point(vectorAt(positions, i))
      const color = isColored ? ` ${[0, 1, 2].map((k) => brightness(colors[4 * i + k] ?? 0)).join(' ')}` : ''
      const [nx, ny, nz] = normal(normals === undefined ? UP : vectorAt(normals, i))
      yield `v ${this.#place(x)} ${this.#place(z)} ${this.#place(y)}${color}\n` +
        // V runs up here.
        `vt ${short(uvs[0]?.[2 * i] ?? 0)} ${short(1 - (uvs[0]?.[2 * i + 1] ?? 0))}\n` +
        `vn ${short(nx)} ${short(nz)} ${short(ny)}\n`
    }
  }

  *#faceLines({ indices }: MeshLod, first: number, count: number, { isMirrored }: Affine): Generator<string> {
    const corner = (i: number) => {
      const number = this.#vertices + (indices[i] ?? 0) + 1
      return `${number}/${number}/${number}`
    }
    for (let i = first; i + 2 < first + count; i += 3) {
      // The axes are mirrored, and so is what goes around a triangle.
      const [b, c] = isMirrored ? [i + 1, i + 2] : [i + 2, i + 1]
      yield `f ${corner(i)} ${corner(b)} ${corner(c)}\n`
    }
  }

  #place(value: number): string {
    return short(value * this.#unit)
  }

  end(): LevelObjEnd {
    const notes = [
      ...(this.#isLit ? ['OBJ has no light maps: --bake puts the light into the textures'] : []),
      ...(this.#layers === 0
        ? []
        : [`OBJ has no layers: ${plural(this.#layers, 'terrain')} with the first one only; --bake joins them`]),
      ...(this.#leftOut === 0 ? [] : [`${plural(this.#leftOut, 'mesh', 'meshes')} beyond ${MOST_VERTICES} vertices`]),
    ]
    return { materials: this.#materials.text(), notes }
  }
}

const UP: Vector = [0, 0, 1]

/** A linear value of a byte as programs show it, 0 to 1. */
function brightness(value: number): string {
  return short((value / 255) ** (1 / 2.2))
}

/** A number with at most six digits behind the point. */
function short(value: number): string {
  return String(Math.round(value * 1e6) / 1e6 + 0)
}

/** Lines, many at once. */
function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = ''
  for (const line of lines) {
    piece += line
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
