import type { ObjectReader } from '@ukit/core'
import type { ue2 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import { materialSlot } from '../model/material-slot.js'
import type { MaterialSlot, Mesh, MeshLod, Socket } from '../model/mesh.js'
import { type OrderedSkeleton, skeletonOf } from './bones.js'
import { type EditorArrays, type LodContext, lodOfEditorArrays } from './skeletal-ue2-editor.js'
import { lodOfStreams } from './skeletal-ue2-streams.js'
import { socketAt } from './sockets.js'

/**
 * *Reads a SkeletalMesh of UE2.* Each level of detail comes from the editor's arrays or, if those were
 * stripped, from the renderer's streams.
 */
export async function skeletalMeshOfUe2(reader: ObjectReader, object: ue2.SkeletalMesh): Promise<Mesh> {
  const notes: string[] = []
  const skeleton = skeletonOf(
    object.bones.map(({ name, parent, position, orientation }) => ({
      name: name.toString(),
      parent,
      position,
      orientation,
    })),
    true,
    notes,
  )
  const materials = await materialsOf(reader, object)
  const context: LodContext = {
    skeleton,
    slots: materials.length,
    littleEndian: !reader.package.context.bigEndian,
    notes,
  }
  const lods: MeshLod[] = []
  for (const [i, lod] of object.lods.entries()) {
    const one = lodOf(lod, context)
    if (one !== undefined) lods.push(one)
    else notes.push(`level of detail ${i} has no triangles`)
  }
  const imported = lods.length === 0 ? lodOfEditorArrays(importedArrays(object), context) : undefined
  if (imported !== undefined) lods.push(imported)
  if (lods.length === 0) throw new MediaError('no-data', 'it has no triangles')
  const [originX = 0, originY = 0, originZ = 0] = object.origin
  const [scaleX = 1, scaleY = 1, scaleZ = 1] = object.scale
  const [pitch = 0, yaw = 0, roll = 0] = object.rotationOrigin
  return {
    kind: 'skeletal',
    placement: {
      origin: [originX, originY, originZ],
      scale: [scaleX, scaleY, scaleZ],
      rotation: [pitch, yaw, roll],
    },
    lods,
    materials,
    skeleton: skeleton.skeleton,
    sockets: socketsOf(object, skeleton),
    notes,
  }
}

/** One level of detail; `undefined` when it has no triangles in either form. */
function lodOf(lod: ue2.SkeletalLod, context: LodContext): MeshLod | undefined {
  const { points, wedges, faces, influences } = lod
  const editor = lodOfEditorArrays(
    {
      points,
      wedges,
      influences,
      triangles: {
        count: Math.floor(faces.length / 4),
        vertex: (triangle, corner) => faces[triangle * 4 + corner] ?? 0,
        slot: (triangle) => faces[triangle * 4 + 3] ?? 0,
      },
    },
    context,
    lod,
  )
  return editor ?? lodOfStreams(lod, context)
}

/**
 * Size of an imported triangle: three wedges (16 bits each), material, second material (one byte each),
 * smoothing groups.
 */
const TRIANGLE = 12

/** The mesh as imported, which is all that meshes without levels of detail have. */
function importedArrays({ points, importedWedges, influences, triangles }: ue2.SkeletalMesh): EditorArrays {
  const view = new DataView(triangles.buffer, triangles.byteOffset, triangles.byteLength)
  return {
    points,
    wedges: importedWedges,
    influences,
    triangles: {
      count: Math.floor(triangles.length / TRIANGLE),
      vertex: (triangle, corner) => view.getUint16(triangle * TRIANGLE + corner * 2, true),
      slot: (triangle) => view.getUint8(triangle * TRIANGLE + 6),
    },
  }
}

async function materialsOf(reader: ObjectReader, object: ue2.SkeletalMesh): Promise<MaterialSlot[]> {
  const slots: MaterialSlot[] = []
  for (let i = 0; i < object.materials.length; i += 2) {
    const texture = object.textures[object.materials[i + 1] ?? 0]
    slots.push(await materialSlot(reader, texture, object.materials[i]))
  }
  return slots.length > 0 ? slots : [{ polyFlags: 0 }]
}

/** Attach points: a name, the name of a bone, and a position and rotation there. */
function socketsOf(object: ue2.SkeletalMesh, { skeleton }: OrderedSkeleton): Socket[] {
  const sockets: Socket[] = []
  for (const [i, alias] of object.socketAliases.entries()) {
    const key = object.socketBones[i]?.toString().toLowerCase()
    const bone = skeleton.bones.findIndex(({ name }) => name.toLowerCase() === key)
    const numbers = object.socketCoords.subarray(i * 12, i * 12 + 12)
    if (bone >= 0 && numbers.length === 12) sockets.push(socketAt(alias.toString(), bone, numbers))
  }
  return sockets
}
