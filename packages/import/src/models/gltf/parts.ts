import { MediaError, type Vector } from '@ukit/media'
import { smoothNormals } from '@ukit/media/internal'
import { plural } from '@ukit/text/internal'
import type { Accessors, Elements } from './accessors.js'
import type { Json } from './json.js'
import { determinantOf, isAlmost, type Matrix4, normalMatrix, transformed, turned, UNCHANGED } from './matrix.js'
import type { GltfPlace } from './nodes.js'
import { directionInUnreal, pointInUnreal } from './space.js'

/** Vertices that primitives of one node share, in the engine's axes and units. */
export interface VertexSet {
  readonly node: GltfPlace
  readonly count: number
  readonly positions: Float32Array
  readonly normals: Float32Array | undefined
  readonly tangents: Float32Array | undefined
  readonly uvs: readonly Float32Array[]
  readonly colors: Uint8Array | undefined
  /** Whether the colours are those that glTF multiplies with, rather than an extra attribute. */
  readonly areColorsDrawn: boolean
  /** How far each morph target moves the vertices. */
  readonly targets: readonly Float32Array[]
  /** The numbers that the points of the vertices had, in files written by ukit. */
  readonly pointNumbers: Float32Array | undefined
  readonly skin: PartSkin | undefined
}

/** Joints by their numbers in the skin, and weights; `width` for each vertex. */
export interface PartSkin {
  readonly joints: Float32Array
  readonly weights: Float32Array
  readonly width: 4 | 8
}

/** A run of triangles, with indices into a vertex set. */
export interface Part {
  readonly vertices: VertexSet
  readonly indices: Uint32Array
  /** Number of the material; `undefined` for none. */
  readonly material: number | undefined
}

/** How to read parts. */
export interface PartOptions {
  readonly unit: number
  /** Applies KHR_texture_transform of a material's base colour to the coordinates. */
  readonly applyTextureTransforms: boolean
  /** Matrices of the joints at rest, for the skin of a node; see `Bones`. */
  readonly jointMatrices: (node: GltfPlace) => readonly Matrix4[] | undefined
}

/** A limit, since a small file may show one mesh in a million places. */
const MAX_VERTICES = 1 << 22
const MAX_INDICES = 1 << 24
/** As many positions as ukit itself writes. */
const MAX_TARGET_NUMBERS = 1 << 26

/** *Reads the meshes of nodes*, placed as the scene shows them. */
export class PartReader {
  readonly notes = new Set<string>()
  readonly #accessors: Accessors
  readonly #meshes: readonly Json[]
  readonly #materials: readonly Json[]
  readonly #options: PartOptions
  #vertices = 0
  #indices = 0
  #targetNumbers = 0

  constructor(json: Json, accessors: Accessors, options: PartOptions) {
    this.#accessors = accessors
    this.#meshes = json.get('meshes').list()
    this.#materials = json.get('materials').list()
    this.#options = options
  }

  /** The triangles of a node's mesh; empty for a node without one. */
  read(node: GltfPlace): Part[] {
    const index = node.json.get('mesh').index(this.#meshes.length)
    const mesh = index === undefined ? undefined : this.#meshes[index]
    const sets = new Map<string, VertexSet>()
    const parts: Part[] = []
    for (const primitive of mesh?.get('primitives').list() ?? []) {
      const material = primitive.get('material').index(this.#materials.length)
      const transform = this.#transformOf(material)
      const key = JSON.stringify([primitive.get('attributes').value, primitive.get('targets').value, transform])
      const vertices = sets.get(key) ?? this.#vertexSet(node, primitive, transform)
      if (vertices === undefined) continue
      sets.set(key, vertices)
      const indices = this.#triangles(primitive, vertices, node)
      if (indices !== undefined) parts.push({ vertices, indices, material })
    }
    return parts
  }

  #vertexSet(node: GltfPlace, primitive: Json, transform: UvTransform | undefined): VertexSet | undefined {
    const attributes = primitive.get('attributes')
    const at = (name: string, ...types: Parameters<Accessors['read']>[1][]) =>
      this.#accessors.read(attributes.get(name), ...types)
    const places = at('POSITION', 'VEC3')
    if (places === undefined) {
      if (primitive.get('extensions').names().length > 0)
        throw primitive.error('expected positions, found an extension that ukit does not know')
      return undefined
    }
    const { count } = places
    this.#vertices += count
    if (this.#vertices > MAX_VERTICES)
      throw new MediaError('unsupported', `the glTF file has more than ${MAX_VERTICES} vertices`)
    const same = (elements: Elements | undefined, name: string): Elements | undefined => {
      if (elements !== undefined && elements.count !== count)
        throw attributes
          .get(name)
          .error(`expected ${plural(count, 'element')}, one for each position, found ${elements.count}`)
      return elements
    }
    const uvs: Float32Array[] = []
    for (let set = 0; attributes.get(`TEXCOORD_${set}`).exists && set < MAX_UVS; set++) {
      const values = same(at(`TEXCOORD_${set}`, 'VEC2'), `TEXCOORD_${set}`)?.values
      if (values !== undefined) uvs.push(transform?.set === set ? transformedUvs(values, transform) : values)
    }
    const drawn = same(at('COLOR_0', 'VEC3', 'VEC4'), 'COLOR_0')
    const carried = drawn === undefined ? same(at('_COLOR_0', 'VEC3', 'VEC4'), '_COLOR_0') : undefined
    const skin = this.#skin(attributes, same)
    const matrices = skin === undefined ? undefined : this.#options.jointMatrices(node)
    const mover = moverOf(node, skin, matrices)
    const { unit } = this.#options
    // Many targets may share an accessor: they are only read once.
    const known = new Map<number | undefined, Float32Array>()
    const targets = primitive
      .get('targets')
      .list()
      .map((target) => {
        const place = target.get('POSITION')
        const index = this.#accessors.index(place)
        const same = known.get(index)
        if (same !== undefined) return same
        const moved = this.#accessors.read(place, 'VEC3')
        if (moved !== undefined && moved.count !== count)
          throw place.error(`expected ${plural(count, 'element')}, one for each position, found ${moved.count}`)
        this.#targetNumbers += 3 * count
        if (this.#targetNumbers > MAX_TARGET_NUMBERS)
          throw new MediaError('unsupported', 'the glTF file has more morph targets than ukit reads')
        const deltas = moved === undefined ? new Float32Array(3 * count) : mover.deltas(moved.values, unit)
        known.set(index, deltas)
        return deltas
      })
    const colors = drawn ?? carried
    const positions = mover.points(places.values, unit)
    if (!positions.every(Number.isFinite))
      throw attributes.get('POSITION').error('expected numbers, found some that are not')
    return {
      node,
      count,
      positions,
      normals: mover.normals(same(at('NORMAL', 'VEC3'), 'NORMAL')?.values),
      tangents: mover.tangents(same(at('TANGENT', 'VEC4'), 'TANGENT')?.values),
      uvs,
      colors: colors === undefined ? undefined : bytesOf(colors),
      areColorsDrawn: drawn !== undefined,
      targets,
      pointNumbers: same(at('_POINT', 'SCALAR'), '_POINT')?.values,
      skin: matrices === undefined ? undefined : skin,
    }
  }

  #skin(
    attributes: Json,
    same: (elements: Elements | undefined, name: string) => Elements | undefined,
  ): PartSkin | undefined {
    const read = (name: string) => same(this.#accessors.read(attributes.get(name), 'VEC4'), name)
    const joints = read('JOINTS_0')
    const weights = read('WEIGHTS_0')
    if (joints === undefined || weights === undefined) return undefined
    const [moreJoints, moreWeights] = [read('JOINTS_1'), read('WEIGHTS_1')]
    if (attributes.get('JOINTS_2').exists) this.notes.add('only eight bones of each vertex are used')
    if (moreJoints === undefined || moreWeights === undefined)
      return { joints: joints.values, weights: weights.values, width: 4 }
    const beside = (a: Elements, b: Elements) => {
      const mixed = new Float32Array(8 * a.count)
      for (let i = 0; i < a.count; i++) {
        mixed.set(a.values.subarray(4 * i, 4 * i + 4), 8 * i)
        mixed.set(b.values.subarray(4 * i, 4 * i + 4), 8 * i + 4)
      }
      return mixed
    }
    return { joints: beside(joints, moreJoints), weights: beside(weights, moreWeights), width: 8 }
  }

  /** Triangles facing outward in the engine's axes; `undefined` for points and lines. */
  #triangles(primitive: Json, { count }: VertexSet, node: GltfPlace): Uint32Array | undefined {
    const mode = primitive.get('mode').number({ min: 0, max: 6, isInteger: true }, 4)
    if (mode < 4) {
      this.notes.add('points and lines are left out')
      return undefined
    }
    const listed = this.#accessors.read(primitive.get('indices'), 'SCALAR')?.values
    const at = (i: number) => (listed === undefined ? i : (listed[i] ?? 0))
    const length = listed?.length ?? count
    const triangles = mode === 4 ? Math.floor(length / 3) : Math.max(0, length - 2)
    this.#indices += 3 * triangles
    if (this.#indices > MAX_INDICES)
      throw new MediaError('unsupported', `the glTF file has more than ${plural(MAX_INDICES / 3, 'triangle')}`)
    const indices = new Uint32Array(3 * triangles)
    // Swapping two axes turns triangles inside out; a mirror in the scene does so once more.
    const [second, third] = determinantOf(node.world) < 0 ? [1, 2] : [2, 1]
    for (let i = 0; i < triangles; i++) {
      const corners =
        mode === 4
          ? [3 * i, 3 * i + 1, 3 * i + 2]
          : mode === 5
            ? [i, i + 1 + (i % 2), i + 2 - (i % 2)]
            : [i + 1, i + 2, 0]
      indices[3 * i] = at(corners[0] ?? 0)
      indices[3 * i + 1] = at(corners[second] ?? 0)
      indices[3 * i + 2] = at(corners[third] ?? 0)
    }
    for (const vertex of indices)
      if (vertex >= count)
        throw primitive
          .get('indices')
          .error(`expected numbers of ${plural(count, 'vertex', 'vertices')}, found ${vertex}`)
    return indices
  }

  #transformOf(material: number | undefined): UvTransform | undefined {
    if (material === undefined || !this.#options.applyTextureTransforms) return undefined
    const texture = this.#materials[material]?.get('pbrMetallicRoughness').get('baseColorTexture')
    const transform = texture?.get('extensions').get('KHR_texture_transform')
    if (texture === undefined || transform === undefined || !transform.exists) return undefined
    const set = texture.get('texCoord').number({ min: 0, isInteger: true }, 0)
    return {
      set: transform.get('texCoord').number({ min: 0, isInteger: true }, set),
      offset: transform.get('offset').numbers(2) ?? [0, 0],
      scale: transform.get('scale').numbers(2) ?? [1, 1],
      rotation: transform.get('rotation').number({}, 0),
    }
  }
}

/** Maximum number of sets of coordinates in any engine. */
const MAX_UVS = 8

interface UvTransform {
  readonly set: number
  readonly offset: readonly number[]
  readonly scale: readonly number[]
  readonly rotation: number
}

/** Scale, then rotation, then offset, as the extension defines it. */
function transformedUvs(uvs: Float32Array, { offset, scale, rotation }: UvTransform): Float32Array {
  const [sine, cosine] = [Math.sin(rotation), Math.cos(rotation)]
  const changed = new Float32Array(uvs.length)
  for (let i = 0; i + 1 < uvs.length; i += 2) {
    const u = (uvs[i] ?? 0) * (scale[0] ?? 1)
    const v = (uvs[i + 1] ?? 0) * (scale[1] ?? 1)
    changed[i] = cosine * u + sine * v + (offset[0] ?? 0)
    changed[i + 1] = cosine * v - sine * u + (offset[1] ?? 0)
  }
  return changed
}

/** Four bytes for each vertex, opaque if there is no alpha. */
function bytesOf({ values, width, count }: Elements): Uint8Array {
  const bytes = new Uint8Array(4 * count).fill(255)
  for (let i = 0; i < count; i++)
    for (let k = 0; k < width; k++)
      bytes[4 * i + k] = Math.round(255 * Math.min(1, Math.max(0, values[i * width + k] ?? 1)))
  return bytes
}

/** Transforms vertex data to where the scene shows it, in the engine's axes. */
interface Mover {
  points(values: Float32Array, unit: number): Float32Array
  deltas(values: Float32Array, unit: number): Float32Array
  normals(values: Float32Array | undefined): Float32Array | undefined
  tangents(values: Float32Array | undefined): Float32Array | undefined
}

/** Uses the node's transform, or bones: for each vertex the weighted sum of the matrices of its joints. */
function moverOf(node: GltfPlace, skin: PartSkin | undefined, matrices: readonly Matrix4[] | undefined): Mover {
  const isStill = matrices?.every((matrix) => isAlmost(matrix, UNCHANGED)) ?? isAlmost(node.world, UNCHANGED)
  const own = new Map<string, { matrix: Matrix4; normal: Matrix4 }>()
  const still = { matrix: UNCHANGED, normal: UNCHANGED }
  const placed = { matrix: node.world, normal: normalMatrix(node.world) }
  const of = (vertex: number) => {
    if (isStill) return still
    if (skin === undefined || matrices === undefined) return placed
    const { width } = skin
    const joints = skin.joints.subarray(vertex * width, (vertex + 1) * width)
    const weights = skin.weights.subarray(vertex * width, (vertex + 1) * width)
    const key = `${joints.join()} ${weights.join()}`
    let known = own.get(key)
    if (known === undefined) {
      const matrix = mixed(joints, weights, matrices)
      known = { matrix, normal: normalMatrix(matrix) }
      if (own.size < 4096) own.set(key, known)
    }
    return known
  }
  const each = (values: Float32Array, width: number, convert: (value: Vector, vertex: number) => Vector) => {
    const moved = new Float32Array(values.length)
    for (let i = 0, vertex = 0; i + width <= values.length; i += width, vertex++)
      moved.set(convert([values[i] ?? 0, values[i + 1] ?? 0, values[i + 2] ?? 0], vertex), i)
    return moved
  }
  const point = (value: Vector, vertex: number) => (isStill ? value : transformed(of(vertex).matrix, value))
  const delta = (value: Vector, vertex: number) => (isStill ? value : turned(of(vertex).matrix, value))
  const isMirrored = determinantOf(node.world) < 0
  return {
    points: (values, unit) => each(values, 3, (value, vertex) => pointInUnreal(point(value, vertex), unit)),
    deltas: (values, unit) => each(values, 3, (value, vertex) => pointInUnreal(delta(value, vertex), unit)),
    normals: (values) =>
      values &&
      each(values, 3, (value, vertex) => directionInUnreal(isStill ? value : unit(turned(of(vertex).normal, value)))),
    tangents: (values) => {
      if (values === undefined) return undefined
      const moved = each(values, 4, (value, vertex) => directionInUnreal(isStill ? value : unit(delta(value, vertex))))
      // Swapping the axes flips the binormal's sign, see `gltf/geometry.ts`; a mirror in the scene does so
      // once more.
      for (let i = 3; i < moved.length; i += 4) moved[i] = (values[i] ?? 1) < 0 !== isMirrored ? 1 : -1
      return moved
    },
  }
}

function mixed(joints: Float32Array, weights: Float32Array, matrices: readonly Matrix4[]): Matrix4 {
  const sum = new Array<number>(16).fill(0)
  let total = 0
  for (const [k, weight] of weights.entries()) {
    const matrix = matrices[joints[k] ?? -1]
    if (matrix === undefined || !(weight > 0)) continue
    total += weight
    for (let i = 0; i < 16; i++) sum[i] = (sum[i] ?? 0) + weight * (matrix[i] ?? 0)
  }
  return total > 0 ? sum.map((value) => value / total) : (matrices[0] ?? UNCHANGED)
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z)
  return length > 0 ? [x / length, y / length, z / length] : [x, y, z]
}

/** Normals from the triangles around each vertex, for files that contain none. */
export function normalsOf(vertices: VertexSet, parts: readonly Part[]): Float32Array {
  if (vertices.normals !== undefined) return vertices.normals
  const indices = Uint32Array.from(
    parts.filter((part) => part.vertices === vertices).flatMap((part) => [...part.indices]),
  )
  const points = Uint32Array.from({ length: vertices.count }, (_, i) => i)
  return smoothNormals(vertices.positions, points, indices)
}
