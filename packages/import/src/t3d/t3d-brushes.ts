import { type EditExport, type EditObject, importObject, type PackageEdit } from '@ukit/edit'
import type { T3dBrush, T3dPlace, T3dPolygon, T3dWord } from '@ukit/media/internal'
import { type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { T3dError } from './t3d-error.js'

/** A side of a brush of any engine. */
export type AnyPoly = ue1.Poly | ue3.Poly

/** A bit for BSP, as lights of UE3 have it when nothing else is said, and one that says so. */
const USUAL_CHANNELS = 3
/** World units of a texel of a light map where nothing else is said. */
const USUAL_SHADOW_MAP_SCALE = 32

/** Corners that a side has at most in the editors of UE1 and UE2. */
const MOST_CORNERS = 16
/** Sides of one brush. */
const MOST_SIDES = 65_536
/** Cosine between a normal in a file and that of the corners, below which it counts as wrong: 2.6°. */
const NORMAL_OFF = 0.999

const NOT_TEXTURES = /^(?:class|package|sound|music|mesh|lodmesh|skeletalmesh|staticmesh|palette|model|polys|font)$/i

/** *Makes sides of brushes from the polygons of a T3D file.* */
export class T3dBrushes {
  readonly #edit: PackageEdit
  readonly #engine: number
  readonly #textures = new Map<string, EditObject | null>()
  #byName: Map<string, EditObject> | undefined
  /** Textures that were not found. */
  readonly missing = new Set<string>()

  constructor(edit: PackageEdit) {
    this.#edit = edit
    this.#engine = edit.package.context.engine
  }

  /**
   * The sides of a brush.
   *
   * @param before the sides that it replaces, with the polygons that they would be in a file: those that are
   *   in this one as they are stay, to the last digit.
   * @throws {T3dError} for sides without area, numbers that are none, and the like.
   */
  async polys(
    brush: T3dBrush,
    before?: { polys: readonly AnyPoly[]; polygons: readonly T3dPolygon[] },
  ): Promise<AnyPoly[]> {
    if (brush.polygons.length > MOST_SIDES)
      throw new T3dError(brush.polygons[MOST_SIDES]?.at, `expected at most ${MOST_SIDES} sides of a brush`)
    const polys: AnyPoly[] = []
    for (const [i, polygon] of brush.polygons.entries()) {
      const old = before?.polygons[i]
      const kept = old !== undefined && isSamePolygon(old, polygon) ? before?.polys[i] : undefined
      polys.push(kept ?? (await this.#poly(polygon)))
    }
    return polys
  }

  async #poly(polygon: T3dPolygon): Promise<AnyPoly> {
    const poly = this.#engine === 3 ? this.#newSide() : this.#engine === 2 ? new ue2.Poly() : new ue1.Poly()
    await this.#header(poly, polygon)
    const corners: number[] = []
    let normal: Float32Array | undefined
    let pan: readonly [number, number] = [0, 0]
    for (const word of polygon.lines) {
      switch (word.key.toLowerCase()) {
        case 'origin':
          poly.base = vectorOf(word)
          break
        case 'normal':
          normal = vectorOf(word)
          break
        case 'textureu':
          poly.textureU = vectorOf(word)
          break
        case 'texturev':
          poly.textureV = vectorOf(word)
          break
        case 'vertex':
          corners.push(...vectorOf(word))
          break
        case 'pan':
          pan = panOf(word)
          break
        default: // What only some games have.
      }
    }
    const count = corners.length / 3
    if (count < 3) throw new T3dError(polygon.at, `expected a polygon of at least 3 corners, found ${count}`)
    if (count > MOST_CORNERS && this.#engine < 3)
      throw new T3dError(polygon.at, `expected a polygon of at most ${MOST_CORNERS} corners, found ${count}`)
    poly.vertices = Float32Array.from(corners)
    poly.normal = this.#normal(corners, normal, polygon.at)
    if (poly instanceof ue2.Poly || poly instanceof ue3.Poly) foldPan(poly, pan)
    else [poly.panU, poly.panV] = pan
    return poly
  }

  /** A side as the editor of UE3 makes it. */
  #newSide(): ue3.Poly {
    return Object.assign(new ue3.Poly(), {
      link: -1,
      brushPoly: -1,
      shadowMapScale: USUAL_SHADOW_MAP_SCALE,
      lightingChannels: USUAL_CHANNELS,
      rulesetVariation: this.#edit.addName('None'),
    })
  }

  /**
   * As editors do, the normal is that of the corners. The file's own is kept where it is nearly that, since
   * polygons of real brushes are not quite flat.
   */
  #normal(corners: readonly number[], given: Float32Array | undefined, at: T3dPlace | undefined): Float32Array {
    const made = normalOf(corners)
    if (made === undefined) {
      if (given !== undefined && Math.hypot(...given) > 0.5) return given
      throw new T3dError(at, 'expected a polygon with an area, found corners in one line')
    }
    const cosine = given?.reduce((sum, value, axis) => sum + value * (made[axis] ?? 0), 0) ?? 0
    return given !== undefined && cosine > NORMAL_OFF ? given : made
  }

  async #header(poly: AnyPoly, { header }: T3dPolygon): Promise<void> {
    for (const word of header) {
      switch (word.key.toLowerCase()) {
        case 'item':
          poly.itemName = this.#edit.addName(word.text)
          break
        case 'texture':
          if (poly instanceof ue3.Poly) poly.material = await this.#texture(word)
          else poly.texture = await this.#texture(word)
          break
        case 'flags':
          poly.polyFlags = integerOf(word, word.text) >>> 0
          break
        case 'link':
          poly.link = integerOf(word, word.text)
          break
        case 'lightmapscale':
          if (poly instanceof ue2.Poly) poly.lightMapScale = numberOf(word, word.text)
          break
        case 'shadowmapscale':
          if (poly instanceof ue3.Poly) poly.shadowMapScale = numberOf(word, word.text)
          break
        default: // What only some games have.
      }
    }
    if (/^none$/i.test(poly.itemName.toString())) poly.itemName = this.#edit.addName('None')
  }

  /** A texture by its name or path; none, and a note, for one that is not there. */
  async #texture({ text, at }: T3dWord): Promise<EditObject | null> {
    const key = text.toLowerCase()
    if (key === 'none') return null
    const known = this.#textures.get(key)
    if (known !== undefined) return known
    const found = (await this.#find(text, at)) ?? null
    this.#textures.set(key, found)
    if (found === null) this.missing.add(text)
    return found
  }

  async #find(text: string, at: T3dPlace | undefined): Promise<EditObject | undefined> {
    this.#byName ??= this.#namedTextures()
    if (!text.includes('.')) return this.#byName.get(text.toLowerCase()) ?? (await this.#search(text))
    const own = text.replace(/^mylevel\./i, '')
    const looked = this.#edit.lookUp(own)
    if (looked !== undefined && !NOT_TEXTURES.test(looked.className)) return looked
    const dot = text.indexOf('.')
    const pkg = own === text ? await this.#edit.reader.packages.package(text.slice(0, dot)) : undefined
    const found = pkg?.lookUp(text.slice(dot + 1))
    if (found !== undefined && 'entry' in found && !NOT_TEXTURES.test(found.className) && 'bytes' in found)
      return importObject(this.#edit, found)
    if (at === undefined) return undefined
    // Of a package that is not there; the same name may be in the map under another path.
    return this.#byName.get(text.slice(text.lastIndexOf('.') + 1).toLowerCase())
  }

  #namedTextures(): Map<string, EditObject> {
    const named = new Map<string, EditObject>()
    for (const entry of [...this.#edit.imports, ...this.#edit.exports]) {
      const key = entry.name.toLowerCase()
      if (
        !NOT_TEXTURES.test(entry.className) &&
        /texture|material|shader|modifier|combiner|blend|pan|bitmap/i.test(entry.className)
      )
        if (!named.has(key)) named.set(key, entry)
    }
    return named
  }

  /** A texture that the map does not have yet, in a package that it uses. */
  async #search(name: string): Promise<EditObject | undefined> {
    const { reader } = this.#edit
    const key = name.toLowerCase()
    for (const { outer, className, name: root } of reader.package.imports) {
      if (outer !== null || className !== 'Package') continue
      const pkg = await reader.packages.package(root)
      const found = pkg?.exports.find((each) => each.name.toLowerCase() === key && /texture$/i.test(each.className))
      if (found !== undefined) return importObject(this.#edit, found)
    }
    return undefined
  }
}

/** Fills a new Model of a brush. */
export function fillModel(
  model: UnrealObject,
  like: UnrealObject | undefined,
  polys: EditExport,
  sides: readonly AnyPoly[],
): void {
  if (model instanceof ue3.Model) {
    fillModelUE3(model, like, polys, sides)
    return
  }
  if (!(model instanceof ue1.Model || model instanceof ue2.Model)) return
  model.polys = polys
  model.rootOutside = 1
  model.linked = sides.every(({ link }) => link >= 0) ? 1 : 0
  if (model instanceof ue2.Model && like instanceof ue2.Model) {
    model.header = like.header
    model.unknownCounts = [...like.unknownCounts]
    model.end = like.end
    model.hasLightMaps = like.hasLightMaps
    model.opaqueLight = like.opaqueLight
  }
  boundModel(model, sides)
}

/** Its `self` is set by the caller, who knows it. */
function fillModelUE3(
  model: ue3.Model,
  like: UnrealObject | undefined,
  polys: EditExport,
  sides: readonly AnyPoly[],
): void {
  model.polys = polys
  model.isRootOutside = 1
  model.isLinked = sides.every(({ link }) => link >= 0) ? 1 : 0
  // As in every brush that was looked at.
  model.sharedSideCount = 4
  if (like instanceof ue3.Model)
    for (const list of ['nodes', 'verts', 'vertexBuffer'] as const) model[list].elementSize = like[list].elementSize
  boundModel(model, sides)
}

/** Sets the bounds of a model to those of its sides. */
export function boundModel(model: UnrealObject, sides: readonly AnyPoly[]): void {
  const { box, isValid } = boxOf(sides)
  const centre = [0, 1, 2].map((axis) => ((box[axis] ?? 0) + (box[axis + 3] ?? 0)) / 2)
  const extent = centre.map((value, axis) => (box[axis + 3] ?? 0) - value)
  const radius = Math.hypot(...extent)
  if (model instanceof ue3.Model) model.bounds.numbers = Float32Array.of(...centre, ...extent, radius)
  if (!(model instanceof ue1.Model || model instanceof ue2.Model)) return
  model.box.corners = box
  model.box.isValid = isValid ? 1 : 0
  model.sphere.numbers = Float32Array.of(...centre, radius)
}

/** The box of all corners, zeros without any. */
function boxOf(sides: readonly AnyPoly[]): { box: Float32Array; isValid: boolean } {
  const corners = new Float32Array(6)
  corners.fill(Number.POSITIVE_INFINITY, 0, 3)
  corners.fill(Number.NEGATIVE_INFINITY, 3)
  for (const { vertices } of sides)
    for (const [i, value] of vertices.entries()) {
      const axis = i % 3
      corners[axis] = Math.min(corners[axis] ?? 0, value)
      corners[axis + 3] = Math.max(corners[axis + 3] ?? 0, value)
    }
  const isValid = sides.length > 0
  return { box: isValid ? corners : new Float32Array(6), isValid }
}

/** Keys on the line of a polygon that are read. */
const READ = new Set(['item', 'texture', 'flags', 'link', 'lightmapscale', 'shadowmapscale'])

/** Whether two polygons are the same, whatever else games write about them. */
export function isSamePolygon(a: T3dPolygon, b: T3dPolygon): boolean {
  const read = ({ header }: T3dPolygon) => header.filter(({ key }) => READ.has(key.toLowerCase()))
  return isSameWords(read(a), read(b)) && isSameWords(a.lines, b.lines)
}

function isSameWords(a: readonly T3dWord[], b: readonly T3dWord[]): boolean {
  return a.length === b.length && a.every(({ key, text }, i) => key === b[i]?.key && text.trim() === b[i]?.text.trim())
}

function numberOf({ at, key }: T3dWord, text: string): number {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Math.fround(Number(text)) : Number.NaN
  if (!Number.isFinite(value)) throw new T3dError(at, `${key}: expected a number, found ${JSON.stringify(text)}`)
  return value
}

function integerOf(word: T3dWord, text: string): number {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value) || value < -0x8000_0000 || value > 0xffff_ffff)
    throw new T3dError(word.at, `${word.key}: expected a whole number, found ${JSON.stringify(text)}`)
  return value
}

function vectorOf(word: T3dWord): Float32Array {
  const parts = word.text.split(',')
  if (parts.length !== 3) throw new T3dError(word.at, `${word.key}: expected X,Y,Z, found ${JSON.stringify(word.text)}`)
  return Float32Array.from(parts, (part) => numberOf(word, part.trim()))
}

function panOf(word: T3dWord): readonly [number, number] {
  const [u, v] = ['U', 'V'].map((key) => new RegExp(`\\b${key}\\s*=\\s*(\\S+)`, 'i').exec(word.text)?.[1])
  const within = (text: string | undefined) => {
    const value = text === undefined ? 0 : integerOf(word, text)
    if (value < -0x8000 || value > 0x7fff) throw new T3dError(word.at, `Pan: expected −32768 to 32767, found ${value}`)
    return value
  }
  return [within(u), within(v)]
}

/** UE2 and UE3 have no offset: the origin is moved instead. */
function foldPan(poly: AnyPoly, [u, v]: readonly [number, number]): void {
  for (const [axes, by] of [
    [poly.textureU, u],
    [poly.textureV, v],
  ] as const) {
    const square = axes.reduce((sum, value) => sum + value * value, 0)
    if (by === 0 || square === 0) continue
    poly.base = poly.base.map((value, axis) => value - ((axes[axis] ?? 0) * by) / square)
  }
}

/** The normal of corners, of length 1; `undefined` where they have no area. */
function normalOf(corners: readonly number[]): Float32Array | undefined {
  const sum = [0, 0, 0]
  const count = corners.length / 3
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count
    for (const axis of [0, 1, 2]) {
      const [b, c] = [(axis + 1) % 3, (axis + 2) % 3]
      // Relative to the first corner, so that far from the origin no digits are lost.
      const at = (corner: number, of: number) => (corners[3 * corner + of] ?? 0) - (corners[of] ?? 0)
      sum[axis] = (sum[axis] ?? 0) + at(i, b) * at(j, c) - at(i, c) * at(j, b)
    }
  }
  const length = Math.hypot(...sum)
  return length > 1e-6 ? Float32Array.from(sum, (value) => value / length) : undefined
}
