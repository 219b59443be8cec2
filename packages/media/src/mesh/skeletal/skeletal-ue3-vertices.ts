import { Version } from '@ukit/container'
import type { Package } from '@ukit/core'
import type { ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { halfFloat, packedComponent, packedLength } from '../model/packed-numbers.js'

/** Offsets of the parts of a vertex. */
export interface VertexLayout {
  readonly size: number
  readonly position: number
  /** The position is one word: 11, 11 and 10 bits, signed, relative to the buffer's extension. */
  readonly isPacked: boolean
  readonly tangent: number
  readonly normal: number
  /** Four bones, or one for a rigid vertex, which has no weights. */
  readonly bones: number
  readonly weights: number | undefined
  /** The first pair of texture coordinates. */
  readonly uv: number
  readonly uvSets: number
  /** Size of a pair in bytes: 8 for floats, 4 for halves. */
  readonly uvSize: number
}

/** The vertices of a level of detail: arrays with room for all of them, filled run by run. */
export interface VertexArrays {
  readonly positions: Float32Array
  readonly normals: Float32Array
  /** X, Y, Z and the sign of the binormal. */
  readonly tangents: Float32Array
  readonly uvs: readonly Float32Array[]
  /** Four bones for each vertex, numbered as in its chunk. */
  readonly bones: Uint8Array
  /** Their weights, of which 255 is 1. */
  readonly weights: Uint8Array
}

/** Empty arrays for `count` vertices. */
export function vertexArrays(count: number, uvSets: number): VertexArrays {
  return {
    positions: new Float32Array(count * 3),
    normals: new Float32Array(count * 3),
    tangents: new Float32Array(count * 4),
    uvs: Array.from({ length: uvSets }, () => new Float32Array(count * 2)),
    bones: new Uint8Array(count * 4),
    weights: new Uint8Array(count * 4),
  }
}

/**
 * *The layout of the vertices for the graphics card.* The position comes first since
 * `Version.FullPrecisionUVs` and after the weights since `Version.PackedSkeletalPosition`. Only the size
 * tells whether it is packed, because PCs ignore the flag (25 meshes).
 *
 * @throws {MediaError} `unsupported` for a size that does not match any known layout.
 */
export function bufferLayout(pkg: Package, lod: ue3.SkeletalMeshLodModel): VertexLayout {
  const { vertexBuffer: buffer } = lod
  const size = buffer.vertices.elementSize
  if (!pkg.context.since(Version.FullPrecisionUVs)) return softVertexLayout(size, 1)
  const uvSets = Math.max(lod.uvSets, buffer.uvSets)
  const isLast = pkg.context.since(Version.PackedSkeletalPosition)
  // Two directions, four bones, four weights.
  const fixed = 16
  for (const isPacked of isLast && buffer.usePackedPosition === 1 ? [false, true] : [false]) {
    const uv = fixed + (isPacked ? 4 : 12)
    for (const uvSize of buffer.useFullPrecisionUVs === 1 ? [8, 4] : [4, 8]) {
      if (uv + uvSets * uvSize !== size) continue
      const first = isLast ? 0 : 12
      return {
        size,
        position: isLast ? fixed : 0,
        isPacked,
        tangent: first,
        normal: first + 4,
        bones: first + 8,
        weights: first + 12,
        uv,
        uvSets,
        uvSize,
      }
    }
  }
  throw new MediaError(
    'unsupported',
    `its vertices have ${plural(size, 'byte')} and ${plural(uvSets, 'set')} of texture coordinates`,
  )
}

/**
 * A vertex of a chunk with four bones: position, tangent, binormal, normal, coordinates, [colour], bones,
 * weights.
 */
export function softVertexLayout(size: number, uvSets: number): VertexLayout {
  return {
    size,
    position: 0,
    isPacked: false,
    tangent: 12,
    normal: 20,
    bones: size - 8,
    weights: size - 4,
    uv: 24,
    uvSets,
    uvSize: 8,
  }
}

/** A vertex of a chunk with one bone. */
export function rigidVertexLayout(size: number, uvSets: number): VertexLayout {
  return { ...softVertexLayout(size, uvSets), bones: size - 1, weights: undefined }
}

/** Number of vertices examined to find the byte order of packed normals. */
const SAMPLES = 500

/**
 * Whether packed normals are in the package's byte order, as on the Xbox 360, rather than with X in the first
 * byte, as everywhere else. In the right order they have length 1.
 */
export function areNormalsSwapped(bytes: Uint8Array, layout: VertexLayout, bigEndian: boolean): boolean {
  if (!bigEndian) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.min(SAMPLES, Math.floor(bytes.length / layout.size))
  let [plain, swapped] = [0, 0]
  for (let i = 0; i < count; i++) {
    const at = i * layout.size + layout.normal
    if (Math.abs(packedLength(view.getUint32(at, true)) - 1) < 0.03) plain++
    if (Math.abs(packedLength(view.getUint32(at, false)) - 1) < 0.03) swapped++
  }
  return swapped > plain
}

/** Reads a block of vertices into arrays, from vertex `first` on. */
export function readVertices(
  bytes: Uint8Array,
  layout: VertexLayout,
  buffer: ue3.SkeletalVertexBuffer,
  order: { readonly bigEndian: boolean; readonly swapsNormals: boolean },
  into: VertexArrays,
  first: number,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const littleEndian = !order.bigEndian
  const count = Math.min(Math.floor(bytes.length / layout.size), into.positions.length / 3 - first)
  for (let i = 0; i < count; i++) {
    const at = i * layout.size
    const vertex = first + i
    if (layout.isPacked) unpackPosition(view.getUint32(at + layout.position, littleEndian), buffer, into, vertex)
    else
      for (let k = 0; k < 3; k++)
        into.positions[vertex * 3 + k] = view.getFloat32(at + layout.position + k * 4, littleEndian)
    const normal = view.getUint32(at + layout.normal, !order.swapsNormals)
    const tangent = view.getUint32(at + layout.tangent, !order.swapsNormals)
    into.normals[vertex * 3] = packedComponent(normal, 0)
    into.normals[vertex * 3 + 1] = packedComponent(normal, 1)
    into.normals[vertex * 3 + 2] = packedComponent(normal, 2)
    into.tangents[vertex * 4] = packedComponent(tangent, 0)
    into.tangents[vertex * 4 + 1] = packedComponent(tangent, 1)
    into.tangents[vertex * 4 + 2] = packedComponent(tangent, 2)
    into.tangents[vertex * 4 + 3] = packedComponent(normal, 3) < 0 ? -1 : 1
    for (let set = 0; set < into.uvs.length; set++) {
      const uv = into.uvs[set] as Float32Array
      const place = at + layout.uv + set * layout.uvSize
      for (let k = 0; k < 2; k++)
        uv[vertex * 2 + k] =
          layout.uvSize === 8
            ? view.getFloat32(place + k * 4, littleEndian)
            : halfFloat(view.getUint16(place + k * 2, littleEndian))
    }
    if (layout.weights === undefined) {
      into.bones[vertex * 4] = view.getUint8(at + layout.bones)
      into.weights[vertex * 4] = 255
      continue
    }
    for (let k = 0; k < 4; k++) {
      into.bones[vertex * 4 + k] = view.getUint8(at + layout.bones + k)
      into.weights[vertex * 4 + k] = view.getUint8(at + layout.weights + k)
    }
  }
}

/** X in the lowest 11 bits, Y in 11, Z in 10, signed: fractions of the extension, relative to the origin. */
function unpackPosition(
  word: number,
  { meshExtension, meshOrigin }: ue3.SkeletalVertexBuffer,
  into: VertexArrays,
  vertex: number,
): void {
  const { positions } = into
  const at = vertex * 3
  positions[at] = (((word << 21) >> 21) / 1023) * (meshExtension[0] ?? 1) + (meshOrigin[0] ?? 0)
  positions[at + 1] = (((word << 10) >> 21) / 1023) * (meshExtension[1] ?? 1) + (meshOrigin[1] ?? 0)
  positions[at + 2] = ((word >> 22) / 511) * (meshExtension[2] ?? 1) + (meshOrigin[2] ?? 0)
}
