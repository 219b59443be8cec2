import { MediaError } from '../media-error.js'
import { type NumberMemory, OWN_MEMORY } from '../number-memory.js'
import type { AccessorType, Gltf } from './gltf.js'

/** Numbers as glTF can store them. */
export type Numbers = Float32Array | Uint8Array | Uint16Array | Uint32Array

/** What numbers are for: numbers for the same use share a buffer view. */
export type AccessorUse = 'vertex' | 'index' | 'animation' | 'matrix'

const COMPONENTS: Readonly<Record<AccessorType, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }

const ARRAY_BUFFER = 34_962
const ELEMENT_ARRAY_BUFFER = 34_963

/** The format's own limit is 4 GB; files larger than this open nowhere. */
const MAX_BYTES = 1 << 30

/** *A glTF file under construction*: its JSON, and the numbers that will follow it in the binary part. */
export class GlbBuilder {
  /** The JSON; accessors, views and buffers are added by this class, everything else by its users. */
  readonly json: Gltf
  /** Memory for the file, and for what users of this class make for it. */
  readonly memory: NumberMemory
  readonly #extensions = new Set<string>()
  readonly #views: View[] = []
  #bytes = 0

  /** @param extras written to `asset.extras`. */
  constructor(extras: Readonly<Record<string, unknown>>, memory: NumberMemory = OWN_MEMORY) {
    this.memory = memory
    this.json = {
      asset: { version: '2.0', generator: 'ukit', extras },
      scene: 0,
      scenes: [],
      nodes: [],
      meshes: [],
      skins: [],
      animations: [],
      materials: [],
      textures: [],
      images: [],
      accessors: [],
      bufferViews: [],
      buffers: [],
    }
  }

  /** Lists an extension in the file, and returns its name. */
  extension(name: string): string {
    this.#extensions.add(name)
    return name
  }

  /**
   * Adds numbers; returns the index of their accessor.
   *
   * @param bounds writes the minimum and maximum of each component, which positions and times must have.
   * @throws {MediaError} `unsupported` when the file becomes larger than 1 GB.
   */
  accessor(values: Numbers, type: AccessorType, use: AccessorUse, { bounds = false, normalized = false } = {}): number {
    const width = COMPONENTS[type]
    const view = this.#view(use, use === 'vertex' ? width * values.BYTES_PER_ELEMENT : values.BYTES_PER_ELEMENT)
    const byteOffset = this.#append(view, values)
    // Fields that are undefined are not in the file.
    const { min, max } = bounds ? boundsOf(values, width) : NO_BOUNDS
    return (
      this.json.accessors.push({
        bufferView: view.index,
        byteOffset: byteOffset === 0 ? undefined : byteOffset,
        componentType: componentType(values),
        normalized: normalized ? true : undefined,
        count: values.length / width,
        type,
        min,
        max,
      }) - 1
    )
  }

  /** Adds the bytes of a PNG file; returns the index of its buffer view. */
  png(bytes: Uint8Array): number {
    const view = this.#newView()
    this.#append(view, bytes)
    return view.index
  }

  /** The whole file. */
  build(): Uint8Array<ArrayBuffer> {
    const { json } = this
    const views = this.#views
    let length = 0
    for (const view of views) {
      json.bufferViews[view.index] = {
        buffer: 0,
        byteOffset: length,
        byteLength: view.length,
        byteStride: view.stride,
        target: view.target,
      }
      length += aligned(view.length)
    }
    json.buffers = length > 0 ? [{ byteLength: length }] : []
    if (this.#extensions.size > 0) json.extensionsUsed = [...this.#extensions].sort()
    const head = ENCODER.encode(textOf(json))
    const headLength = aligned(head.length)
    const binary = HEAD + headLength
    const glb = this.memory.bytes(binary + (length > 0 ? 8 + length : 0))
    const words = new DataView(glb.buffer, glb.byteOffset)
    words.setUint32(0, GLB_MAGIC, true)
    words.setUint32(4, 2, true)
    words.setUint32(8, glb.length, true)
    words.setUint32(12, headLength, true)
    words.setUint32(16, JSON_CHUNK, true)
    glb.set(head, HEAD)
    glb.fill(0x20, HEAD + head.length, binary)
    if (length === 0) return glb
    words.setUint32(binary, length, true)
    words.setUint32(binary + 4, BIN_CHUNK, true)
    let at = binary + 8
    for (const view of views) {
      for (const chunk of view.chunks) {
        glb.set(chunk, at)
        at += chunk.length
        // Padding is 0, whatever the memory contained before.
        while (at % 4 !== 0) glb[at++] = 0
      }
    }
    return glb
  }

  /** The view for a use and for elements of `size` bytes; for vertices, all components are one element. */
  #view(use: AccessorUse, size: number): View {
    for (const view of this.#views) if (view.use === use && view.size === size) return view
    return this.#newView(use, size)
  }

  #newView(use?: AccessorUse, size = 0): View {
    const stride = use === 'vertex' ? size : undefined
    const target = use === 'vertex' ? ARRAY_BUFFER : use === 'index' ? ELEMENT_ARRAY_BUFFER : undefined
    const view: View = { index: this.#views.length, use, size, stride, target, chunks: [], length: 0 }
    this.#views.push(view)
    return view
  }

  #append(view: View, values: Numbers): number {
    const start = aligned(view.length)
    view.chunks.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    view.length = start + values.byteLength
    this.#bytes += aligned(values.byteLength)
    if (this.#bytes > MAX_BYTES)
      throw new MediaError('unsupported', 'expected a mesh of at most 1 GB as glTF, found a larger one')
    return start
  }
}

/** The JSON without empty lists, which are not allowed. */
function textOf(json: Gltf): string {
  // Undefined fields are left out, which takes a fifth of the time of a list of the fields to keep.
  const filled: Record<string, unknown> = { ...json }
  for (const key in filled) if (isEmptyList(filled[key])) filled[key] = undefined
  const text = JSON.stringify(filled)
  // A function that sees every value would take most of the time, and nearly all files have empty lists only
  // at the top level.
  return text.includes('[]')
    ? JSON.stringify(json, (_, value: unknown) => (isEmptyList(value) ? undefined : value))
    : text
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** Bytes that are stored together in the file. */
interface View {
  readonly index: number
  /** Absent for a picture, which has a view of its own. */
  readonly use: AccessorUse | undefined
  readonly size: number
  readonly stride: number | undefined
  readonly target: number | undefined
  readonly chunks: Uint8Array[]
  length: number
}

const ENCODER = new TextEncoder()
/** Bytes before the JSON: the file's header, and that of its first chunk. */
const HEAD = 20
const GLB_MAGIC = 0x46_54_6c_67
const JSON_CHUNK = 0x4e_4f_53_4a
const BIN_CHUNK = 0x00_4e_49_42

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4
}

function componentType(values: Numbers): number {
  if (values instanceof Float32Array) return 5126
  if (values instanceof Uint32Array) return 5125
  return values instanceof Uint16Array ? 5123 : 5121
}

const NO_BOUNDS = { min: undefined, max: undefined }

function boundsOf(values: Numbers, width: number): { min: number[]; max: number[] } {
  if (width === 3 && values.length > 0) return boundsOfPoints(values)
  const min = Array.from(values.subarray(0, width))
  const max = [...min]
  for (let i = 0; i < values.length; i += width) {
    for (let k = 0; k < width; k++) {
      const value = values[i + k] ?? 0
      if (value < (min[k] ?? 0)) min[k] = value
      if (value > (max[k] ?? 0)) max[k] = value
    }
  }
  return { min, max }
}

/** The same for X, Y, Z: nearly all bounds are of points, and this takes half the time. */
function boundsOfPoints(points: Numbers): { min: number[]; max: number[] } {
  let [minX, minY, minZ] = [points[0] as number, points[1] as number, points[2] as number]
  let [maxX, maxY, maxZ] = [minX, minY, minZ]
  for (let i = 3; i + 2 < points.length; i += 3) {
    const x = points[i] as number
    const y = points[i + 1] as number
    const z = points[i + 2] as number
    if (x < minX) minX = x
    if (x > maxX) maxX = x
    if (y < minY) minY = y
    if (y > maxY) maxY = y
    if (z < minZ) minZ = z
    if (z > maxZ) maxZ = z
  }
  return { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }
}
