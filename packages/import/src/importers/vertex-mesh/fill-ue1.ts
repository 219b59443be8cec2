import type { PackageEdit } from '@ukit/edit'
import { MediaError } from '@ukit/media'
import { ue1 } from '@ukit/objects'
import { MAX_MODEL_COUNT, type VertexModel } from '../../models/vertex-model.js'
import { frameBounds } from './frame-bounds.js'
import { type LodParts, lodPartsOf } from './lod-parts.js'
import { IMPORT_MESH_DEFAULTS, type ImportMeshOptions } from './mesh-options.js'
import type { PreparedSequence } from './prepared-model.js'

/** The sequences of a mesh that is replaced. */
export function existingSequences({ animSeqs }: ue1.Mesh): PreparedSequence[] {
  return animSeqs.map((sequence) => ({
    name: sequence.name.toString(),
    group: sequence.group.toString(),
    first: sequence.startFrame,
    count: sequence.numFrames,
    rate: sequence.rate,
    notifies: sequence.notifies.map(({ time, function: name }) => ({
      sequence: sequence.name.toString(),
      time,
      function: name.toString(),
    })),
  }))
}

/**
 * The function that makes an object the LodMesh of a model. Everything that can fail happens before it is
 * returned.
 */
export function fillLodMesh(
  edit: PackageEdit,
  model: VertexModel,
  sequences: readonly PreparedSequence[],
  options: ImportMeshOptions,
  notes: string[],
  existing: ue1.LodMesh,
): (mesh: ue1.LodMesh) => void {
  const { style, frame = IMPORT_MESH_DEFAULTS.frame, withoutTextures = false } = options
  const parts = checkedParts(
    lodPartsOf(model, { style, frame, withoutTextures, keepOrder: hasSameFaces(existing, model) }),
    notes,
  )
  const ordered = inOrder(model, parts.order)
  const fillFrames = fillCommon(edit, ordered, sequences, options)
  return (mesh) => {
    const isNew = mesh.wedges.length === 0
    fillFrames(mesh)
    // All LodMeshes have these two values.
    mesh.andFlags = 0xffff_ffff
    mesh.orFlags = 0
    mesh.tris = []
    mesh.connects = new Int32Array(0)
    mesh.vertLinks = new Int32Array(0)
    const { collapsePointThus, faceLevel, faces, collapseWedgeThus, materials, specialFaces } = parts
    Object.assign(mesh, { collapsePointThus, faceLevel, faces, collapseWedgeThus, materials, specialFaces })
    mesh.wedges = Uint8Array.from(parts.wedges.flatMap(({ point, u, v }) => [point & 255, point >> 8, u, v]))
    mesh.modelVerts = ordered.pointCount - parts.specialCount
    mesh.specialVerts = parts.specialCount
    mesh.meshScaleMax = detailScale(mesh.sphere.radius, mesh.scale)
    const known = isNew ? IMPORT_MESH_DEFAULTS : detailOf(mesh)
    const given = options.detail ?? {}
    mesh.lodStrength = given.strength ?? known.strength
    mesh.lodMinVerts = given.minVertices ?? known.minVertices
    mesh.lodMorph = given.morph ?? known.morph
    mesh.lodZDisplace = given.zDisplace ?? known.zDisplace
    mesh.lodHysteresis = given.hysteresis ?? known.hysteresis
    mesh.remapAnimVerts = new Uint16Array(0)
    mesh.oldFrameVerts = 0
  }
}

/**
 * Whether a mesh has the same faces as a model, point for point. The model was then extracted from it, and
 * only points were moved.
 */
function hasSameFaces({ frameVerts, faces, wedges, specialVerts }: ue1.LodMesh, model: VertexModel): boolean {
  const drawn = model.triangles.filter(({ isWeapon }) => !isWeapon)
  if (frameVerts !== model.pointCount || faces.length !== 4 * drawn.length) return false
  return drawn.every(({ points }, i) =>
    points.every((point, k) => {
      const at = 4 * (faces[4 * i + k] ?? 0)
      return point === ((wedges[at] ?? 0) | ((wedges[at + 1] ?? 0) << 8)) + specialVerts
    }),
  )
}

/** The function that makes an object the Mesh of a model. */
export function fillMesh(
  edit: PackageEdit,
  model: VertexModel,
  sequences: readonly PreparedSequence[],
  options: ImportMeshOptions,
): (mesh: ue1.Mesh) => void {
  const fillFrames = fillCommon(edit, model, sequences, options)
  const around: number[][] = Array.from({ length: model.pointCount }, () => [])
  for (const [i, { points }] of model.triangles.entries()) for (const point of points) around[point]?.push(i)
  let first = 0
  const connects = Int32Array.from(
    around.flatMap((links) => {
      first += links.length
      return [links.length, first - links.length]
    }),
  )
  const vertLinks = Int32Array.from(around.flat())
  return (mesh) => {
    fillFrames(mesh)
    mesh.andFlags = 0
    mesh.orFlags = 0
    mesh.tris = model.triangles.map(({ points, uv, polyFlags, texture }) =>
      Object.assign(new ue1.MeshTriangle(), {
        vertices: Uint16Array.from(points),
        uv: Uint8Array.from(uv),
        polyFlags,
        texture,
      }),
    )
    mesh.connects = connects
    mesh.vertLinks = vertLinks
  }
}

/** The common fields of LodMesh and Mesh. */
function fillCommon(
  edit: PackageEdit,
  model: VertexModel,
  sequences: readonly PreparedSequence[],
  options: ImportMeshOptions,
): (mesh: ue1.Mesh) => void {
  const { box, sphere, boxes, spheres } = frameBounds(model)
  return (mesh) => {
    const isNew = mesh.frameVerts === 0
    Object.assign(mesh, { box, sphere, meshBox: box, meshSphere: sphere, boxes, spheres })
    mesh.verts = model.points
    mesh.vertexWords = model.pointWords
    mesh.frameVerts = model.pointCount
    mesh.animFrames = model.frameCount
    mesh.animSeqs = sequences.map((sequence) => sequenceOf(edit, sequence))
    const scale = options.scale ?? (isNew ? (model.scale ?? [1, 1, 1]) : undefined)
    const origin = options.origin ?? (isNew ? (model.origin ?? [0, 0, 0]) : undefined)
    if (scale !== undefined) mesh.scale = Float32Array.from(scale)
    if (origin !== undefined) mesh.origin = Float32Array.from(origin)
    if (options.rotation !== undefined) mesh.rotOrigin = Int32Array.from(options.rotation)
    const numbers = [...model.triangles.map(({ texture }) => texture), ...(options.textures?.keys() ?? [])]
    const { textures, textureLod } = mesh
    const count = numbers.reduce((most, number) => Math.max(most, number + 1), textures.length)
    mesh.textures = Array.from({ length: count }, (_, i) =>
      options.textures?.has(i) ? (options.textures.get(i) ?? null) : (textures[i] ?? null),
    )
    mesh.textureLod = Float32Array.from(mesh.textures, (_, i) => options.textureDetail?.get(i) ?? textureLod[i] ?? 1)
  }
}

function sequenceOf(
  edit: PackageEdit,
  { name, group, first, count, rate, notifies }: PreparedSequence,
): ue1.AnimSequence {
  return Object.assign(new ue1.AnimSequence(), {
    name: edit.addName(name),
    group: edit.addName(group),
    startFrame: first,
    numFrames: count,
    rate,
    notifies: notifies.map((notify) =>
      Object.assign(new ue1.AnimNotify(), { time: notify.time, function: edit.addName(notify.function) }),
    ),
  })
}

/** *The size of a mesh for the loss of detail*: radius times the greatest scale, in units of 128. */
export function detailScale(radius: number, scale: Float32Array): number {
  return Math.fround(radius * Math.max(...[...scale].map(Math.abs))) / 128
}

function detailOf(mesh: ue1.LodMesh) {
  return {
    strength: mesh.lodStrength,
    minVertices: mesh.lodMinVerts,
    morph: mesh.lodMorph,
    zDisplace: mesh.lodZDisplace,
    hysteresis: mesh.lodHysteresis,
  }
}

/**
 * Returns the parts; notes that the order of points was kept.
 *
 * @throws {MediaError} `unsupported` when there are more wedges than 16 bits can count.
 */
export function checkedParts(parts: LodParts, notes: string[]): LodParts {
  if (parts.wedges.length > MAX_MODEL_COUNT)
    throw new MediaError('unsupported', `expected at most ${MAX_MODEL_COUNT} corners, found ${parts.wedges.length}`)
  if (parts.keptOrder) notes.push('its points are already in the order in which they are kept: it stays')
  return parts
}

/** A model with its points in a different order. */
export function inOrder(model: VertexModel, order: Uint32Array): VertexModel {
  const { points: old, pointWords, pointCount, frameCount } = model
  const size = order.length * pointWords
  const points = new Int32Array(frameCount * size)
  for (let frame = 0; frame < frameCount; frame++)
    for (const [i, point] of order.entries())
      for (let word = 0; word < pointWords; word++)
        points[frame * size + i * pointWords + word] = old[(frame * pointCount + point) * pointWords + word] ?? 0
  return { ...model, points, pointCount: order.length }
}
