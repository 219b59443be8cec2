import { checkName } from '@ukit/edit'
import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import { checkModel, type ModelTriangle, type VertexModel } from '../../models/vertex-model.js'
import { IMPORT_MESH_DEFAULTS, type ImportMeshOptions, type MeshNotify, type MeshSequence } from './mesh-options.js'
import { orderedTriangles } from './triangle-order.js'

/** Poly flag: the shading of a face does not blend into the next. */
const FLAT = 0x4000

/**
 * *A model with the changes that options ask for*, checked: frames left out, left and right swapped, textures
 * numbered from 0, triangles in the mesh's order.
 *
 * @throws {MediaError} see `checkModel`; `broken` for frames to leave out that do not exist.
 */
export function preparedModel(model: VertexModel, options: ImportMeshOptions): VertexModel {
  checkModel(model)
  const { unmirror, zeroTextures, flat, dropFrames = [] } = options
  let changed = dropFrames.reduce(withoutFrames, model)
  if (unmirror === true) changed = unmirrored(changed)
  if (zeroTextures === true) {
    const least = changed.triangles.reduce((number, { texture }) => Math.min(number, texture), 255)
    changed = withTriangles(changed, (triangle) => ({ ...triangle, texture: triangle.texture - least }))
  }
  if (flat !== undefined) {
    const turn = (flags: number) => (flat ? flags | FLAT : flags & ~FLAT)
    changed = withTriangles(changed, (triangle) => ({ ...triangle, polyFlags: turn(triangle.polyFlags) }))
  }
  checkModel(changed)
  return { ...changed, triangles: orderedTriangles(changed.triangles) }
}

function withTriangles(model: VertexModel, change: (triangle: ModelTriangle) => ModelTriangle): VertexModel {
  return { ...model, triangles: model.triangles.map(change) }
}

function withoutFrames(model: VertexModel, { first, count }: { first: number; count: number }): VertexModel {
  if (!(first >= 0 && count >= 0 && first + count <= model.frameCount))
    throw new MediaError(
      'broken',
      `expected to drop some of the ${plural(model.frameCount, 'frame')}, found ${count} from ${first}`,
    )
  const size = model.pointCount * model.pointWords
  const points = new Int32Array(model.points.length - count * size)
  points.set(model.points.subarray(0, first * size))
  points.set(model.points.subarray((first + count) * size), first * size)
  return { ...model, points, frameCount: model.frameCount - count }
}

/** X is negated in every point, and two corners are swapped to keep surfaces facing outward. */
function unmirrored(model: VertexModel): VertexModel {
  const points = model.points.slice()
  const mask = model.pointWords === 1 ? 0x7ff : 0xffff
  for (let at = 0; at < points.length; at += model.pointWords) {
    const word = points[at] ?? 0
    points[at] = (word & ~mask) | (-word & mask)
  }
  const turned = withTriangles(model, ({ points: [a, b, c], uv: [au, av, bu, bv, cu, cv], ...rest }) => ({
    ...rest,
    points: [a, c, b],
    uv: [au, av, cu, cv, bu, bv],
  }))
  return { ...turned, points }
}

/** A sequence with its notifies. */
export interface PreparedSequence extends Required<Omit<MeshSequence, 'group' | 'notifies'>> {
  readonly group: string
  readonly notifies: readonly MeshNotify[]
}

/**
 * The sequences of a mesh, checked.
 *
 * @param existing sequences of the mesh that is replaced; they are used if there are not fewer frames now.
 * @throws {MediaError} `broken` for a sequence beyond the frames, and a notify of a sequence that does not
 *   exist or at a time that is not from 0 to 1. {PackageError} `refused` for what cannot be a name.
 */
export function preparedSequences(
  { frameCount, sequences: own }: VertexModel,
  { sequences: given, notifies = [] }: ImportMeshOptions,
  existing: readonly PreparedSequence[],
): readonly PreparedSequence[] {
  const usable = existing.filter(({ first, count }) => first + count <= frameCount)
  const all: MeshSequence = { name: 'All', first: 0, count: frameCount }
  const chosen: readonly MeshSequence[] | undefined =
    given ?? (own.length > 0 ? [all, ...own.filter(({ name }) => name !== 'All')] : undefined)
  const prepared: PreparedSequence[] =
    chosen === undefined && usable.length > 0
      ? [...usable]
      : (chosen ?? [all]).map(({ name, first, count, rate, group, notifies = [] }) => ({
          name,
          first,
          count,
          rate: rate ?? IMPORT_MESH_DEFAULTS.rate,
          group: group ?? 'None',
          notifies: notifies.map((notify) => ({ sequence: name, ...notify })),
        }))
  for (const { name, group, first, count, notifies } of prepared) {
    for (const text of [name, group, ...notifies.map((notify) => notify.function)]) checkName(text)
    if (!(first >= 0 && count > 0 && first + count <= frameCount))
      throw new MediaError(
        'broken',
        `expected the sequence ${name} within the ${plural(frameCount, 'frame')}, found ${count} from ${first}`,
      )
  }
  for (const notify of notifies) {
    const at = prepared.findIndex(({ name }) => name.toLowerCase() === notify.sequence.toLowerCase())
    const sequence = prepared[at]
    if (sequence === undefined)
      throw new MediaError('broken', `there is no sequence ${notify.sequence} for the notify ${notify.function}`)
    if (!(notify.time >= 0 && notify.time <= 1))
      throw new MediaError('broken', `expected a time from 0 to 1 for ${notify.function}, found ${notify.time}`)
    checkName(notify.function)
    prepared[at] = { ...sequence, notifies: [...sequence.notifies, notify] }
  }
  return prepared
}
