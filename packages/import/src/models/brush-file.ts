import { MediaError, type Mesh, type Vector } from '@ukit/media'
import { type BuiltCorner, MeshBuilder } from './mesh-builder.js'

/** Assumed texture size: T3D counts in texels, and the file does not contain the texture's size. */
const TEXTURE_SIZE = 256

/** A polygon of the file, as written. */
interface Polygon {
  readonly texture: string | undefined
  origin: Vector
  textureU: Vector
  textureV: Vector
  pan: readonly [number, number]
  readonly corners: Vector[]
}

/**
 * *Reads brushes in the editor's text format* (.t3d): polygons of one or several brushes, each with its
 * texture. A single brush stays in its own space; several are placed where their actors are, without
 * rotations. Sides are flat, as in a level.
 *
 * @throws {MediaError} `broken` for values that are not numbers, with the line; `no-data` without polygons.
 */
export function readBrushes(text: string): Mesh {
  const brushes: { polygons: Polygon[]; location: Vector; pivot: Vector }[] = []
  let polygons: Polygon[] = []
  let polygon: Polygon | undefined
  let location: Vector = [0, 0, 0]
  let pivot: Vector = [0, 0, 0]
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim()
    const vector = () => vectorOf(trimmed, i + 1)
    if (/^Begin Actor\b/i.test(trimmed))
      [location, pivot] = [
        [0, 0, 0],
        [0, 0, 0],
      ]
    else if (/^Begin PolyList\b/i.test(trimmed)) polygons = []
    else if (/^Begin Polygon\b/i.test(trimmed)) {
      const texture = /\bTexture=(\S+)/i.exec(trimmed)?.[1]
      polygon = { texture, origin: [0, 0, 0], textureU: [1, 0, 0], textureV: [0, 1, 0], pan: [0, 0], corners: [] }
      polygons.push(polygon)
    } else if (/^End Polygon\b/i.test(trimmed)) polygon = undefined
    else if (/^End PolyList\b/i.test(trimmed)) {
      brushes.push({ polygons, location, pivot })
      polygons = []
    } else if (/^Location=/i.test(trimmed)) location = membersOf(trimmed)
    else if (/^PrePivot=/i.test(trimmed)) pivot = membersOf(trimmed)
    else if (/^End Actor\b/i.test(trimmed)) {
      // The actor's own lines follow its brush.
      const last = brushes.at(-1)
      if (last !== undefined) brushes[brushes.length - 1] = { ...last, location, pivot }
    } else if (polygon !== undefined) {
      const [word = ''] = trimmed.split(/\s/, 1)
      if (/^Origin$/i.test(word)) polygon.origin = vector()
      else if (/^TextureU$/i.test(word)) polygon.textureU = vector()
      else if (/^TextureV$/i.test(word)) polygon.textureV = vector()
      else if (/^Vertex$/i.test(word)) polygon.corners.push(vector())
      else if (/^Pan$/i.test(word)) {
        const [, u = '0', v = '0'] = /U=(-?\d+)\s+V=(-?\d+)/i.exec(trimmed) ?? []
        polygon.pan = [Number(u), Number(v)]
      }
    }
  }
  const builder = new MeshBuilder()
  builder.notes.push(
    `texture coordinates are for textures of ${TEXTURE_SIZE} × ${TEXTURE_SIZE}: the file does not say their size`,
  )
  for (const brush of brushes) {
    const { location: at, pivot: from } = brush
    const moved: Vector = brushes.length < 2 ? [0, 0, 0] : [at[0] - from[0], at[1] - from[1], at[2] - from[2]]
    for (const own of brush.polygons) addPolygon(builder, own, moved)
  }
  return builder.build()
}

function addPolygon(
  builder: MeshBuilder,
  { corners, origin, textureU, textureV, pan, texture }: Polygon,
  moved: Vector,
): void {
  const along = (axis: Vector, corner: Vector) =>
    axis[0] * (corner[0] - origin[0]) + axis[1] * (corner[1] - origin[1]) + axis[2] * (corner[2] - origin[2])
  const built = corners.map(
    (corner): BuiltCorner => ({
      position: [corner[0] + moved[0], corner[1] + moved[1], corner[2] + moved[2]],
      uvs: [[(along(textureU, corner) + pan[0]) / TEXTURE_SIZE, (along(textureV, corner) + pan[1]) / TEXTURE_SIZE]],
    }),
  )
  for (let k = 2; k < built.length; k++) {
    const [a, b, c] = [built[0], built[k - 1], built[k]]
    if (a !== undefined && b !== undefined && c !== undefined)
      builder.add({ corners: [a, b, c], material: texture, smoothing: 0 })
  }
}

/** `Vertex   +00128.000000,-00064.000000,+00000.000000` */
function vectorOf(line: string, number: number): Vector {
  const values = line
    .replace(/^\w+\s+/, '')
    .split(',')
    .map((part) => Number(part.trim()))
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = values
  if (![x, y, z].every(Number.isFinite))
    throw new MediaError(
      'broken',
      `T3D, line ${number}: expected X, Y and Z, found ${JSON.stringify(line.slice(0, 60))}`,
    )
  return [x, y, z]
}

/** `Location=(X=96.000000,Z=-8)`: missing members are 0. */
function membersOf(line: string): Vector {
  const member = (name: string) => Number(new RegExp(`\\b${name}=(-?[\\d.eE+-]+)`).exec(line)?.[1] ?? 0) || 0
  return [member('X'), member('Y'), member('Z')]
}
