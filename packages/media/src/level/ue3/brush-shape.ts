import { ExportObject, type ObjectReader, type PackageObject } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { Mesh } from '../../mesh/model/mesh.js'
import { cross, dot, finiteVector, minus, vectorAt } from '../../mesh/model/vectors.js'
import { Polygons } from '../polygons.js'

/** Corners of a brush that are taken for real. */
const MOST_CORNERS = 1 << 18
/** World units that a texture spans at scale 1. */
const TEXTURE_UNITS = 128

/** *The sides of a brush or volume of UE3*, in its own space; `undefined` when it has none. */
export async function brushShape(reader: ObjectReader, named: PackageObject | undefined): Promise<Mesh | undefined> {
  if (!(named instanceof ExportObject) || named.package !== reader.package) return undefined
  const { object: model } = await reader.read(named)
  if (!(model instanceof ue3.Model) || !(model.polys instanceof ExportObject)) return undefined
  const { object: sides } = await reader.read(model.polys)
  if (!(sides instanceof ue3.Polys)) return undefined
  const polygons = new Polygons()
  let total = 0
  for (const [i, { vertices, normal, base, textureU, textureV, material }] of sides.polys.entries()) {
    const count = vertices.length / 3
    total += count
    if (count < 3 || total > MOST_CORNERS) continue
    const facing = finiteVector([normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0])
    const corners = Array.from({ length: count }, (_, k) => finiteVector(vectorAt(vertices, k)))
    const [a = facing, b = facing, c = facing] = corners
    if (dot(cross(minus(b, a), minus(c, a)), facing) < 0) corners.reverse()
    for (const corner of corners) {
      const from = minus(corner, vectorAt(base, 0))
      const along = (direction: Float32Array) => dot(from, vectorAt(direction, 0)) / TEXTURE_UNITS
      polygons.corner(corner[0], corner[1], corner[2], facing, along(textureU), along(textureV))
    }
    polygons.polygon(count, await materialSlot(reader, material), i)
  }
  return total === 0 ? undefined : polygons.mesh().mesh
}
