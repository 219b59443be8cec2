import type { ObjectReader } from '@ukit/core'
import type { ue1 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { materialSlot } from '../model/material-slot.js'
import type { MaterialSlot, Mesh, MeshLod, Socket } from '../model/mesh.js'
import { mirroredMesh } from '../model/mirror.js'
import { sectionsOf } from '../model/triangles.js'
import { skeletonOf } from './bones.js'
import { Influences } from './influences.js'
import { socketAt } from './sockets.js'

/** Size of a wedge: vertex (16 bits), U, V. */
const WEDGE = 4
/** Size of a wedge with float texture coordinates: vertex and flags (16 bits each), U, V. */
const EXT_WEDGE = 12
/** The weight 1. */
const FULL = 65_535
/** Texture coordinate of the right or lower edge. */
const EDGE = 255

/**
 * *Reads a SkeletalMesh of UE1.* The meaning of its quaternions, and that weights add up to 1, are proven by
 * the points that it stores in the space of their bones.
 *
 * The package stores it in a right-handed space, with triangles wound inward (C4 encloses −57,308 cubic units
 * there). Y is negated here: the clock of C4 then shows 0:15, the time that its materials spell, rather than
 * its mirror image, and the muzzle of a portal gun (RotOrigin yaw −16384) is in front. UE Viewer mirrors
 * these meshes too, along X, and negates the yaw.
 */
export async function skeletalMeshOfUe1(reader: ObjectReader, object: ue1.SkeletalMesh): Promise<Mesh> {
  const notes: string[] = []
  const { skeleton, numbers } = skeletonOf(
    object.refSkeleton.map(({ name, parent, position, orientation }) => ({
      name: name.toString(),
      parent,
      position,
      orientation,
    })),
    true,
    notes,
  )
  const [originX = 0, originY = 0, originZ = 0] = object.origin
  const [scaleX = 1, scaleY = 1, scaleZ = 1] = object.scale
  const [pitch = 0, yaw = 0, roll = 0] = object.rotOrigin
  const materials: MaterialSlot[] = []
  for (let i = 0; i < object.materials.length; i += 2) {
    const texture = object.textures[object.materials[i + 1] ?? 0]
    materials.push(await materialSlot(reader, texture, object.materials[i]))
  }
  if (materials.length === 0) materials.push({ polyFlags: 0 })
  return mirroredMesh({
    kind: 'skeletal',
    placement: {
      origin: [originX, originY, originZ],
      scale: [scaleX, scaleY, scaleZ],
      rotation: [pitch, yaw, roll],
    },
    lods: [lodOf(object, numbers, materials.length, reader.package.context.bigEndian, notes)],
    materials,
    skeleton,
    sockets: weaponSocket(object, numbers),
    notes,
  })
}

function lodOf(
  object: ue1.SkeletalMesh,
  boneNumbers: Uint16Array,
  slots: number,
  bigEndian: boolean,
  notes: string[],
): MeshLod {
  const pointCount = object.points.length / 3
  const { points, uv } = wedgesOf(object, !bigEndian)
  if (points.length === 0 || object.faces.length === 0) throw new MediaError('no-data', 'it has no triangles')
  const beyond = points.findIndex((point) => point >= pointCount)
  if (beyond >= 0)
    throw new MediaError('broken', `expected wedges of ${plural(pointCount, 'point')}, found point ${points[beyond]}`)
  const positions = new Float32Array(points.length * 3)
  for (const [i, point] of points.entries()) positions.set(object.points.subarray(point * 3, point * 3 + 3), i * 3)
  const influences = new Influences(pointCount, boneNumbers)
  for (let bone = 0; bone * 4 < object.boneWeightIndices.length; bone++) {
    const [first = 0, count = 0] = object.boneWeightIndices.subarray(bone * 4)
    for (let i = first; i < first + count; i++) {
      const point = object.boneWeights[i * 2]
      if (point === undefined) break
      influences.add(point, bone, (object.boneWeights[i * 2 + 1] ?? 0) / FULL)
    }
  }
  const { faces } = object
  return {
    positions,
    uvs: [uv],
    points,
    ...sectionsOf(
      {
        count: Math.floor(faces.length / 4),
        vertex: (triangle, corner) => faces[triangle * 4 + corner] ?? 0,
        slot: (triangle) => faces[triangle * 4 + 3] ?? 0,
      },
      points.length,
      slots,
      true,
      notes,
    ),
    skin: influences.skin(points, notes),
  }
}

/** The point and the texture coordinates of each wedge. */
function wedgesOf(object: ue1.SkeletalMesh, littleEndian: boolean): { points: Uint32Array; uv: Float32Array } {
  const isExtended = object.extWedges.length > 0
  const bytes = isExtended ? object.extWedges : object.wedges
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = isExtended ? EXT_WEDGE : WEDGE
  const count = Math.floor(bytes.length / size)
  const points = new Uint32Array(count)
  const uv = new Float32Array(count * 2)
  for (let i = 0; i < count; i++) {
    const at = i * size
    points[i] = view.getUint16(at, littleEndian) + object.specialVerts
    uv[i * 2] = isExtended ? view.getFloat32(at + 4, littleEndian) : view.getUint8(at + 2) / EDGE
    uv[i * 2 + 1] = isExtended ? view.getFloat32(at + 8, littleEndian) : view.getUint8(at + 3) / EDGE
  }
  return { points, uv }
}

/** The socket where the weapon is held. */
function weaponSocket(object: ue1.SkeletalMesh, boneNumbers: Uint16Array): Socket[] {
  const bone = boneNumbers[object.weaponBone]
  return bone === undefined ? [] : [socketAt('WeaponAttach', bone, object.weaponAdjust.numbers)]
}
