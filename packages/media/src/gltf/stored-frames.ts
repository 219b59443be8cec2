import type { FrameAnimation, FrameSequence } from '../mesh/model/frames.js'
import type { MeshLod } from '../mesh/model/mesh.js'
import type { Space } from './geometry.js'
import type { GlbBuilder } from './glb-builder.js'
import type { GltfMesh } from './gltf.js'

/**
 * *Writes how a vertex mesh is stored*, for the way back: `vertexMesh` in the `extras` of the glTF mesh, and
 * an attribute `_POINT` with the number of each vertex's point, since several points may always be in the
 * same place. The unit is there as well as in `asset.extras`, which other programs do not keep. Blender's
 * custom properties take no lists of texts and no `null`.
 */
export function writeStored(
  builder: GlbBuilder,
  mesh: GltfMesh,
  lod: MeshLod,
  frames: FrameAnimation,
  { unit, placement: { origin, scale, rotation } }: Space,
): void {
  if (frames.stored === undefined) return
  const { isWide, textures, textureDetail, detail, order, weapon, part } = frames.stored
  const point = builder.accessor(Float32Array.from(lod.points), 'SCALAR', 'vertex')
  for (const primitive of mesh.primitives) primitive.attributes['_POINT'] = point
  const isNumbers = (numbers: readonly number[]) => numbers.every(Number.isFinite)
  const vertexMesh = {
    unit,
    origin,
    scale,
    rotation,
    ...(isWide === true ? { isWide } : {}),
    textureCount: textures.length,
    textures: Object.fromEntries(textures.flatMap((path, i) => (path === null ? [] : [[i, path]]))),
    ...(textureDetail !== undefined && isNumbers(textureDetail) ? { textureDetail } : {}),
    ...(detail !== undefined && isNumbers(Object.values(detail)) ? { detail } : {}),
    ...(order === undefined ? {} : { order }),
    ...(weapon === undefined ? {} : { weapon }),
    ...(part === undefined ? {} : { part }),
    // Without morph targets there is nothing that an animation could move.
    ...(frames.count > 1
      ? {}
      : { sequences: frames.sequences.map((one) => ({ name: one.name, ...sequenceExtras(one) })) }),
  }
  mesh.extras = { ...mesh.extras, vertexMesh }
}

/** What glTF cannot say about a sequence, in the form of `extras`. */
export function sequenceExtras(sequence: FrameSequence): Record<string, unknown> {
  const { group, first, count, rate, notifies, storedRate, isMadeUp } = sequence
  return {
    first,
    frames: count,
    rate,
    ...(group === 'None' || group === '' ? {} : { group }),
    ...notifyExtras(notifies),
    ...(storedRate === undefined || !Number.isFinite(storedRate) ? {} : { storedRate }),
    ...(isMadeUp === true ? { isMadeUp } : {}),
  }
}

/** The notifies of a sequence, in the form of `extras`. */
export function notifyExtras(notifies: FrameSequence['notifies']): { notifies?: FrameSequence['notifies'] } {
  return notifies.length === 0 ? {} : { notifies: notifies.map(({ time, name }) => ({ time, name })) }
}
