import type { ObjectView } from '@ukit/core'
import type { ue1 } from '@ukit/objects'
import type { Mesh, Vector } from '../mesh/model/mesh.js'
import { quaternionOf, rotate } from '../mesh/model/quaternion.js'
import { vectorAt } from '../mesh/model/vectors.js'
import { Polygons } from './polygons.js'
import type { SurfaceTextures } from './surface-textures.js'

/**
 * *A brush's scale*: factors, then a shear (`Scale` of UE1 and UE2). Factors fit 6,820 of 6,820 scaled
 * surfaces; of shears only rates near 0 are in files.
 */
export interface BrushScale {
  readonly scale: Vector
  /** The axis that moves, and the one by which it does; `ESheerAxis` 1 to 6. */
  readonly sheerAxis: number
  readonly sheerRate: number
}

/** The scale that an actor has under a name, `MainScale` or `PostScale`. */
function brushScale(view: ObjectView, name: string): BrushScale {
  const struct = view.struct(name)
  return {
    scale: struct.vector('Scale', [1, 1, 1]),
    sheerAxis: struct.number('SheerAxis'),
    sheerRate: struct.number('SheerRate'),
  }
}

/** Which coordinate is moved by which one, by `ESheerAxis`. */
const SHEERS: readonly (readonly [moved: 0 | 1 | 2, by: 0 | 1 | 2] | undefined)[] = [
  undefined,
  [1, 0],
  [2, 0],
  [0, 1],
  [2, 1],
  [0, 2],
  [1, 2],
]

/** A point after a scale. */
function scaledBy({ scale, sheerAxis, sheerRate }: BrushScale, [x, y, z]: Vector): Vector {
  const out: [number, number, number] = [x * scale[0], y * scale[1], z * scale[2]]
  const sheer = SHEERS[sheerAxis]
  if (sheer !== undefined) out[sheer[0]] += sheerRate * out[sheer[1]]
  return out
}

/** How a brush is placed: `Location + Post(R(Main(p − PrePivot)))`. */
export interface BrushPlace {
  readonly prePivot: Vector
  readonly main: BrushScale
  readonly post: BrushScale
  readonly rotation: Vector
}

/** How an actor places its brush. */
export function brushPlace(view: ObjectView): BrushPlace {
  return {
    prePivot: view.vector('PrePivot'),
    main: brushScale(view, 'MainScale'),
    post: brushScale(view, 'PostScale'),
    rotation: view.rotator('Rotation'),
  }
}

/** A point of a brush relative to the actor's location. */
export function placedInBrush({ prePivot, main, post, rotation }: BrushPlace, [x, y, z]: Vector): Vector {
  const scaled = scaledBy(main, [x - prePivot[0], y - prePivot[1], z - prePivot[2]])
  return scaledBy(post, rotate(quaternionOf(rotation), scaled))
}

/** Whether a scale changes nothing. */
function isPlain({ scale, sheerAxis, sheerRate }: BrushScale): boolean {
  return scale.every((one) => one === 1) && (sheerRate === 0 || SHEERS[sheerAxis] === undefined)
}

/**
 * *The sides of a brush as a mesh* around the actor's location: with its rotation left to the node where that
 * is possible, since movers turn; else rotated already.
 */
export async function brushMesh(
  { polys }: { readonly polys: readonly ue1.Poly[] },
  place: BrushPlace,
  textures: SurfaceTextures,
): Promise<{ readonly mesh: Mesh; readonly isRotated: boolean }> {
  const isRotated = !isPlain(place.post)
  const own = isRotated ? place : { ...place, rotation: [0, 0, 0] as const }
  const isMirrored = product(place.main.scale) * product(place.post.scale) < 0
  const polygons = new Polygons()
  for (const [i, poly] of polys.entries()) {
    const count = poly.vertices.length / 3
    if (count < 3) continue
    const texture = await textures.of(poly.texture)
    const corners = Array.from({ length: count }, (_, k) => vectorAt(poly.vertices, isMirrored ? count - 1 - k : k))
    const placed = corners.map((corner) => placedInBrush(own, corner))
    const normal = normalOf(placed)
    for (const [k, corner] of placed.entries()) {
      const from = corners[k] ?? ZERO
      const u = along(poly.textureU, poly.base, from) + poly.panU
      const v = along(poly.textureV, poly.base, from) + poly.panV
      polygons.corner(corner[0], corner[1], corner[2], normal, u / texture.width, v / texture.height)
    }
    polygons.polygon(count, { ...texture.slot, polyFlags: poly.polyFlags }, i)
  }
  return { mesh: polygons.mesh().mesh, isRotated }
}

const ZERO: Vector = [0, 0, 0]

function product([x, y, z]: Vector): number {
  return x * y * z
}

function along(direction: Float32Array, base: Float32Array, [x, y, z]: Vector): number {
  return (
    (x - (base[0] ?? 0)) * (direction[0] ?? 0) +
    (y - (base[1] ?? 0)) * (direction[1] ?? 0) +
    (z - (base[2] ?? 0)) * (direction[2] ?? 0)
  )
}

/** The normal of a polygon by all of its corners (Newell): sides of a brush may have corners in one line. */
function normalOf(corners: readonly Vector[]): Vector {
  let [x, y, z] = [0, 0, 0]
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % corners.length] ?? ZERO
    x += (a[1] - b[1]) * (a[2] + b[2])
    y += (a[2] - b[2]) * (a[0] + b[0])
    z += (a[0] - b[0]) * (a[1] + b[1])
  }
  const length = Math.hypot(x, y, z)
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 1]
}
