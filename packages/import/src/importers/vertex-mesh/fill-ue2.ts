import type { PackageEdit } from '@ukit/edit'
import { ue2 } from '@ukit/objects'
import type { VertexModel } from '../../models/vertex-model.js'
import { checkedParts, detailScale, inOrder } from './fill-ue1.js'
import { frameBounds, unpacked } from './frame-bounds.js'
import { lodPartsOf } from './lod-parts.js'
import { IMPORT_MESH_DEFAULTS, type ImportMeshOptions } from './mesh-options.js'
import type { PreparedSequence } from './prepared-model.js'

/** Bytes of a wedge. */
const WEDGE_SIZE = 10

/**
 * The function that makes an object the VertMesh of a model. Everything that can fail happens before it is
 * returned.
 */
export function existingSequences({ sequences }: ue2.VertMesh): PreparedSequence[] {
  return sequences.map((sequence) => ({
    name: sequence.name.toString(),
    group: sequence.groups.map(String).join(', ') || 'None',
    first: sequence.startFrame,
    count: sequence.numFrames,
    rate: sequence.rate,
    notifies: sequence.notifies
      .filter(({ object }) => object === null)
      .map(({ time, function: name }) => ({ sequence: sequence.name.toString(), time, function: name.toString() })),
  }))
}

/** What makes an object the VertMesh of a model; all that can fail is done before. */
export function fillVertMesh(
  edit: PackageEdit,
  model: VertexModel,
  sequences: readonly PreparedSequence[],
  options: ImportMeshOptions,
  notes: string[],
  existing: ue2.VertMesh,
): (mesh: ue2.VertMesh) => void {
  const { style, frame = IMPORT_MESH_DEFAULTS.frame, withoutTextures = false } = options
  // Weapons are separate actors in UE2.
  const drawn = { ...model, triangles: model.triangles.filter(({ isWeapon }) => !isWeapon) }
  if (drawn.triangles.length < model.triangles.length) notes.push('weapon triangles were left out: UE2 has none')
  const parts = checkedParts(
    lodPartsOf(drawn, { style, frame, withoutTextures, keepOrder: hasSameFaces(existing, drawn) }),
    notes,
  )
  const ordered = inOrder(drawn, parts.order)
  const { box, sphere, boxes, spheres } = frameBounds(ordered)
  const normals = normalsOf(ordered, parts)
  return (mesh) => {
    const isNew = mesh.wedges.length === 0
    Object.assign(mesh, { box, sphere, frameBoxes: boxes, frameSpheres: spheres, normals })
    mesh.numVertices = ordered.pointCount
    mesh.frameVertices = ordered.pointCount
    mesh.numFrames = ordered.frameCount
    mesh.vertices = Uint32Array.from(ordered.points)
    mesh.floatVertices = new Float32Array(0)
    mesh.streamVertices = new Float32Array(0)
    mesh.packedVertices = new Uint32Array(0)
    mesh.faceLevels = parts.faceLevel
    mesh.faces = parts.faces
    mesh.collapseWedges = parts.collapseWedgeThus
    mesh.materials = parts.materials
    mesh.wedges = new Uint8Array(parts.wedges.length * WEDGE_SIZE)
    const view = new DataView(mesh.wedges.buffer)
    for (const [i, { point, u, v }] of parts.wedges.entries()) {
      view.setUint16(i * WEDGE_SIZE, point, true)
      view.setFloat32(i * WEDGE_SIZE + 2, u / 255, true)
      view.setFloat32(i * WEDGE_SIZE + 6, v / 255, true)
    }
    const scale = options.scale ?? (isNew ? (model.scale ?? [1, 1, 1]) : undefined)
    const origin = options.origin ?? (isNew ? (model.origin ?? [0, 0, 0]) : undefined)
    if (scale !== undefined) mesh.scale = Float32Array.from(scale)
    if (origin !== undefined) mesh.origin = Float32Array.from(origin)
    if (options.rotation !== undefined) mesh.rotationOrigin = Int32Array.from(options.rotation)
    const numbers = [...drawn.triangles.map(({ texture }) => texture), ...(options.textures?.keys() ?? [])]
    const { textures } = mesh
    const count = numbers.reduce((most, number) => Math.max(most, number + 1), textures.length)
    mesh.textures = Array.from({ length: count }, (_, i) =>
      options.textures?.has(i) ? (options.textures.get(i) ?? null) : (textures[i] ?? null),
    )
    const [, hysteresis = 0, strength = 0] = mesh.lodNumbers
    const [morph = 0, zDisplace = 0] = mesh.lodMorph
    const known = isNew
      ? IMPORT_MESH_DEFAULTS
      : { hysteresis, strength, morph, zDisplace, minVertices: mesh.lodMinVertices }
    const given = options.detail ?? {}
    mesh.lodNumbers = Float32Array.of(
      detailScale(sphere.radius, mesh.scale),
      given.hysteresis ?? known.hysteresis,
      given.strength ?? known.strength,
    )
    mesh.lodMinVertices = given.minVertices ?? known.minVertices
    mesh.lodMorph = Float32Array.of(given.morph ?? known.morph, given.zDisplace ?? known.zDisplace)
    mesh.sequences = sequences.map((sequence) => sequenceOf(edit, sequence, mesh))
  }
}

/** Whether a mesh has the same faces as a model, point for point: the model was then extracted from it. */
function hasSameFaces({ frameVertices, faces, wedges }: ue2.VertMesh, { pointCount, triangles }: VertexModel): boolean {
  if (frameVertices !== pointCount || faces.length !== 4 * triangles.length) return false
  const view = new DataView(wedges.buffer, wedges.byteOffset, wedges.byteLength)
  return triangles.every(({ points }, i) =>
    points.every((point, k) => {
      const at = WEDGE_SIZE * (faces[4 * i + k] ?? 0)
      return at + WEDGE_SIZE <= wedges.length && point === view.getUint16(at, true)
    }),
  )
}

function sequenceOf(
  edit: PackageEdit,
  { name, group, first, count, rate, notifies }: PreparedSequence,
  mesh: ue2.VertMesh,
) {
  const known = mesh.sequences.find((sequence) => sequence.name.toString().toLowerCase() === name.toLowerCase())
  const objects = known?.notifies.filter(({ object }) => object !== null) ?? []
  return Object.assign(new ue2.AnimationSequence(), {
    name: edit.addName(name),
    groups: group === 'None' || group === '' ? [] : group.split(', ').map((one) => edit.addName(one)),
    startFrame: first,
    numFrames: count,
    rate,
    added: known?.added,
    notifies: [
      ...objects,
      ...notifies.map((notify) =>
        Object.assign(new ue2.AnimationNotify(), { time: notify.time, function: edit.addName(notify.function) }),
      ),
    ],
  })
}

/** Normals of each point in each frame, from the sum of its faces: 10 bits per component, 512 for 0. */
function normalsOf(
  model: VertexModel,
  { faces, wedges }: { faces: Uint16Array; wedges: readonly { point: number }[] },
) {
  const { pointCount, frameCount } = model
  const packed = new Uint32Array(pointCount * frameCount)
  const sums = new Float64Array(3 * pointCount)
  for (let frame = 0; frame < frameCount; frame++) {
    sums.fill(0)
    const at = Array.from({ length: pointCount }, (_, point) => unpacked(model, frame, point))
    for (let face = 0; face + 3 < faces.length; face += 4) {
      const corners = [0, 1, 2].map((k) => wedges[faces[face + k] ?? 0]?.point ?? 0)
      const [a, b, c] = corners.map((corner) => at[corner])
      if (a === undefined || b === undefined || c === undefined) continue
      for (let axis = 0; axis < 3; axis++) {
        const [i, j] = [((axis + 1) % 3) as 0 | 1 | 2, ((axis + 2) % 3) as 0 | 1 | 2]
        const across = (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i])
        for (const corner of corners) sums[3 * corner + axis] = (sums[3 * corner + axis] ?? 0) + across
      }
    }
    for (let point = 0; point < pointCount; point++) {
      const normal = sums.subarray(3 * point, 3 * point + 3)
      const length = Math.hypot(...normal)
      const [x = 512, y = 512, z = 512] = Array.from(normal, (value) =>
        length > 0 ? 512 + Math.round((value / length) * 511) : 512,
      )
      packed[frame * pointCount + point] = (x | (y << 10) | (z << 20)) >>> 0
    }
  }
  return packed
}
