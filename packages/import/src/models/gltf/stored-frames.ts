import type { FrameSequence, StoredDetail, StoredFrames, Vector } from '@ukit/media'
import type { Json } from './json.js'
import { FRAME_RATE, notifiesOf } from './sequences.js'

/** Numbers in `extras` that are 16 bits wide in every package. */
const MAX_COUNT = 0xffff

/** Whether `writeStored` wrote to a glTF mesh. */
export function isVertexMesh(mesh: Json): boolean {
  return mesh.get('extras').get('vertexMesh').exists
}

/** What `writeStored` wrote to a glTF mesh; `undefined` for any other one. */
export function storedFramesOf(mesh: Json): StoredFrames | undefined {
  const extras = mesh.get('extras').get('vertexMesh')
  if (!extras.exists) return undefined
  const detail = extras.get('detail')
  const textureDetail = extras.get('textureDetail')
  const order = wholeNumbers(extras.get('order'))
  const weapon = wholeNumbers(extras.get('weapon'))
  const part = extras.get('part').text('')
  const textureCount = extras.get('textureCount').number({ min: 0, max: MAX_COUNT, isInteger: true }, 0)
  return {
    placement: {
      origin: vectorOf(extras.get('origin'), 0),
      scale: vectorOf(extras.get('scale'), 1),
      rotation: vectorOf(extras.get('rotation'), 0),
    },
    ...(isTrue(extras.get('isWide')) ? { isWide: true } : {}),
    textures: Array.from({ length: textureCount }, (_, i) => {
      const path = extras.get('textures').get(`${i}`).text('')
      return path === '' ? null : path
    }),
    ...(textureDetail.exists ? { textureDetail: textureDetail.list().map((value) => value.number()) } : {}),
    ...(detail.exists ? { detail: detailOf(detail) } : {}),
    ...(order.length === 0 ? {} : { order }),
    ...(weapon.length === 0 ? {} : { weapon }),
    ...(part === '' ? {} : { part }),
  }
}

/** The sequences of a mesh of one frame, which has no animations. */
export function stillSequences(mesh: Json): FrameSequence[] {
  return mesh
    .get('extras')
    .get('vertexMesh')
    .get('sequences')
    .list()
    .map((one) => storedSequence(one, one.get('name').text(''), 1))
}

/** Metres per Unreal unit, as in the mesh's `extras`. */
export function storedUnit(meshes: readonly Json[]): number | undefined {
  for (const mesh of meshes) {
    const unit = mesh.get('extras').get('vertexMesh').get('unit')
    if (unit.exists) return unit.number({ min: 1e-9, max: 1e9 })
  }
  return undefined
}

/**
 * A sequence whose frames are those of the mesh, by its `extras`.
 *
 * @throws {MediaError} `broken` for frames that do not exist.
 */
export function storedSequence(extras: Json, name: string, frames: number): FrameSequence {
  const first = extras.get('first').number({ min: 0, max: frames - 1, isInteger: true })
  const storedRate = extras.get('storedRate')
  return {
    name,
    group: extras.get('group').text('None'),
    first,
    count: extras.get('frames').number({ min: 1, max: frames - first, isInteger: true }),
    rate: extras.get('rate').number({ min: 0 }, FRAME_RATE),
    notifies: notifiesOf(extras),
    ...(storedRate.exists ? { storedRate: storedRate.number() } : {}),
    ...(isTrue(extras.get('isMadeUp')) ? { isMadeUp: true } : {}),
  }
}

function detailOf(extras: Json): StoredDetail {
  const number = (name: keyof StoredDetail) => extras.get(name).number()
  return {
    strength: number('strength'),
    minVertices: number('minVertices'),
    morph: number('morph'),
    zDisplace: number('zDisplace'),
    hysteresis: number('hysteresis'),
  }
}

function vectorOf(place: Json, otherwise: number): Vector {
  const [x = otherwise, y = otherwise, z = otherwise] = place.numbers(3) ?? []
  return [x, y, z]
}

function wholeNumbers(place: Json): number[] {
  return place.list().map((value) => value.number({ min: 0, max: 0xffff_ffff, isInteger: true }))
}

/** Blender makes numbers of some truth values. */
function isTrue({ value }: Json): boolean {
  return value === true || value === 1
}
