import type { ObjectReader, ReadObject } from '@ukit/core'
import { ue2, ue3 } from '@ukit/objects'
import { type DrawnMesh, isDrawnMesh } from '@ukit/objects/common'
import { MediaError } from '../../media-error.js'
import type { NumberMemory } from '../../number-memory.js'
import { ShapeBuilder } from '../model/collision.js'
import { materialSlot } from '../model/material-slot.js'
import type { Mesh } from '../model/mesh.js'
import { NO_PLACEMENT } from '../model/placement.js'
import { upTo } from '../model/up-to.js'
import { staticMeshUE2 } from './static-mesh-ue2.js'
import { staticMeshUE3 } from './static-mesh-ue3.js'
import { lodFrom } from './stored-lod.js'

/**
 * *Reads a static mesh*: StaticMesh of UE2 and UE3 (FracturedStaticMesh too), and the classes that some games
 * have of their own: Mobile Forces, Unreal 227, Duke Nukem Forever.
 *
 * @throws {MediaError} see `meshOf`.
 */
export async function staticMeshOf(reader: ObjectReader, read: ReadObject, memory: NumberMemory): Promise<Mesh> {
  const { object, error } = read
  if (error !== undefined) throw new MediaError('broken', error.message)
  if (object instanceof ue2.StaticMesh) return staticMeshUE2(reader, read, object, memory)
  if (object instanceof ue3.StaticMesh) return staticMeshUE3(reader, object)
  if (isDrawnMesh(object)) return drawnMesh(reader, object)
  throw new MediaError('no-form', `${read.export.className} is not a static mesh that ukit can draw`)
}

async function drawnMesh(reader: ObjectReader, mesh: DrawnMesh): Promise<Mesh> {
  const geometry = await mesh.drawn(async (reference) => {
    const found = await reader.follow(reference)
    if (found === undefined) return undefined
    return (await (await reader.forPackage(found.package)).read(found)).object
  })
  const notes: string[] = []
  const materials = await Promise.all(
    geometry.sections.map(({ material, polyFlags }) => materialSlot(reader, material, polyFlags)),
  )
  const sections = geometry.sections.map(({ first, count }, slot) => ({ slot, first, count }))
  const { indices, isInward, positions, normals, uvs } = geometry
  const vertices = { positions, uvs, ...(normals === undefined ? {} : { normals }) }
  const lod = lodFrom({ vertices, indices, sections, isInward }, notes)
  const shapes = new ShapeBuilder()
  const corners = geometry.collision.length / 3
  // A mesh that collides as it is drawn needs no separate shape.
  if (corners < lod.indices.length) shapes.triangles(geometry.collision, upTo(corners))
  const collision = shapes.shape
  return {
    kind: 'static',
    placement: NO_PLACEMENT,
    lods: [lod],
    materials,
    sockets: [],
    ...(collision === undefined ? {} : { collision }),
    notes,
  }
}
