import { listOf, numberOf, parsed, recordOf, textOf } from '../../src/page/json-values.js'

/** A value of the file's JSON. */
type Json = Readonly<Record<string, unknown>>

/** Triangles with one material. */
export interface Part {
  readonly positions: Float32Array
  readonly normals: Float32Array | undefined
  /** Texture coordinates of the set that its material uses. */
  readonly uvs: Float32Array | undefined
  readonly indices: Uint32Array
  /** Four bones of each vertex, as positions in the list of the skin, and their weights. */
  readonly joints: Float32Array | undefined
  readonly weights: Float32Array | undefined
  /** Differences of the frames of a vertex mesh. */
  readonly targets: readonly {
    readonly positions: Float32Array | undefined
    readonly normals: Float32Array | undefined
  }[]
  readonly material: Material
  readonly node: number
  readonly skin: Skin | undefined
}

/** Bones, and the matrices from the mesh's space to theirs. */
export interface Skin {
  readonly joints: readonly number[]
  readonly inverse: Float32Array
}

/** How triangles look. */
export interface Material {
  readonly color: readonly number[]
  /** An index into the pictures of the file. */
  readonly image: number | undefined
  readonly mode: 'opaque' | 'mask' | 'blend' | 'add' | 'modulate'
  readonly cutoff: number
  readonly isTwoSided: boolean
  readonly isUnlit: boolean
  /** From the coordinates of a vertex to those in the picture: offset, scale, rotation. */
  readonly transform: {
    readonly offset: readonly number[]
    readonly scale: readonly number[]
    readonly rotation: number
  }
}

/** A node: its place below its parent, unless an animation moves it. */
export interface Node {
  readonly parent: number | undefined
  readonly translation: readonly number[]
  readonly rotation: readonly number[]
  readonly scale: readonly number[]
}

/** What an animation does to a node. */
export interface Channel {
  readonly node: number
  readonly path: string
  readonly times: Float32Array
  readonly values: Float32Array
}

/** One animation. */
export interface Animation {
  readonly name: string
  readonly seconds: number
  readonly channels: readonly Channel[]
}

/** *A `.glb` file, as the viewer draws it*. */
export interface Model {
  readonly parts: readonly Part[]
  readonly nodes: readonly Node[]
  readonly animations: readonly Animation[]
  /** The pictures that are in the file itself, by their index; others are scripts beside the page. */
  readonly pictures: readonly (Uint8Array<ArrayBuffer> | undefined)[]
}

const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }
/** More nodes one below the other than any skeleton has. */
const DEEPEST = 512

/**
 * *Reads a `.glb` file*: what ukit writes, which is a part of glTF 2.0.
 *
 * @throws {Error} for a file that is damaged.
 */
export function readGlb(bytes: Uint8Array<ArrayBuffer>): Model {
  return new Reader(bytes).model()
}

class Reader {
  readonly #json: Json
  readonly #binary: Uint8Array<ArrayBuffer>
  readonly #arrays = new Map<number, Float32Array>()

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (bytes.length < 20 || view.getUint32(0, true) !== 0x46_54_6c_67) throw new Error('this is not a .glb file')
    const length = view.getUint32(12, true)
    this.#json = recordOf(parsed(new TextDecoder().decode(bytes.subarray(20, 20 + length))))
    this.#binary = bytes.subarray(28 + length)
  }

  model(): Model {
    const materials = this.#list('materials').map((material) => this.#material(material))
    const skins = this.#list('skins').map((skin) => this.#skin(skin))
    const nodes = this.#nodes()
    const scene = recordOf(this.#list('scenes')[numberOf(this.#json['scene']) ?? 0])
    const parts: Part[] = []
    const waiting = listOf(scene['nodes']).map((index) => ({ index: numberOf(index) ?? -1, depth: 0 }))
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const node = recordOf(this.#list('nodes')[one.index])
      if (one.depth < DEEPEST)
        for (const child of listOf(node['children']))
          waiting.push({ index: numberOf(child) ?? -1, depth: one.depth + 1 })
      const mesh = recordOf(this.#list('meshes')[numberOf(node['mesh']) ?? -1])
      const skin = skins[numberOf(node['skin']) ?? -1]
      for (const primitive of listOf(mesh['primitives'])) {
        const part = this.#part(recordOf(primitive), materials, one.index, skin)
        if (part !== undefined) parts.push(part)
      }
    }
    const animations = this.#list('animations').map((animation) => this.#animation(animation))
    const pictures = this.#list('images').map(({ bufferView }) => {
      const view = numberOf(bufferView)
      return view === undefined ? undefined : this.#view(view)
    })
    return { parts, nodes, animations, pictures }
  }

  #list(name: string): readonly Json[] {
    return listOf(this.#json[name]).map(recordOf)
  }

  #nodes(): Node[] {
    const all = this.#list('nodes')
    const parents = new Map<number, number>()
    for (const [parent, { children }] of all.entries())
      for (const child of listOf(children)) if (typeof child === 'number') parents.set(child, parent)
    const numbers = (value: unknown, otherwise: readonly number[]) => {
      const list = listOf(value).flatMap((each) => numberOf(each) ?? [])
      return list.length === otherwise.length ? list : otherwise
    }
    return all.map(({ translation, rotation, scale }, i) => ({
      parent: parents.get(i),
      translation: numbers(translation, [0, 0, 0]),
      rotation: numbers(rotation, [0, 0, 0, 1]),
      scale: numbers(scale, [1, 1, 1]),
    }))
  }

  #part(primitive: Json, materials: readonly Material[], node: number, skin: Skin | undefined): Part | undefined {
    const attributes = recordOf(primitive['attributes'])
    const read = (name: string) => {
      const index = numberOf(attributes[name])
      return index === undefined ? undefined : this.#numbers(index)
    }
    const positions = read('POSITION')
    const indices = numberOf(primitive['indices'])
    if (positions === undefined || indices === undefined) return undefined
    const number = numberOf(primitive['material']) ?? -1
    const set = textureSet(this.#list('materials')[number])
    return {
      positions,
      normals: read('NORMAL'),
      uvs: read(`TEXCOORD_${set}`) ?? read('TEXCOORD_0'),
      indices: Uint32Array.from(this.#numbers(indices)),
      joints: read('JOINTS_0'),
      weights: read('WEIGHTS_0'),
      targets: listOf(primitive['targets'])
        .map(recordOf)
        .map((target) => {
          const of = (name: string) => {
            const index = numberOf(target[name])
            return index === undefined ? undefined : this.#numbers(index)
          }
          return { positions: of('POSITION'), normals: of('NORMAL') }
        }),
      material: materials[number] ?? PLAIN,
      node,
      skin,
    }
  }

  #material(material: Json): Material {
    const look = recordOf(material['pbrMetallicRoughness'])
    const texture = recordOf(look['baseColorTexture'])
    const index = numberOf(texture['index'])
    const source = index === undefined ? undefined : numberOf(recordOf(this.#list('textures')[index])['source'])
    const moved = recordOf(recordOf(texture['extensions'])['KHR_texture_transform'])
    const color = listOf(look['baseColorFactor']).flatMap((value) => numberOf(value) ?? [])
    return {
      // Colours of the file are linear; the page draws as screens and pictures have them.
      color: color.length === 4 ? color.map((value, i) => (i < 3 ? value ** (1 / 2.2) : value)) : [1, 1, 1, 1],
      image: source,
      mode: modeOf(material),
      cutoff: numberOf(material['alphaCutoff']) ?? 0.5,
      isTwoSided: material['doubleSided'] === true,
      isUnlit: 'KHR_materials_unlit' in recordOf(material['extensions']),
      transform: {
        offset: pair(moved['offset'], 0),
        scale: pair(moved['scale'], 1),
        rotation: numberOf(moved['rotation']) ?? 0,
      },
    }
  }

  #skin(skin: Json): Skin {
    const inverse = numberOf(skin['inverseBindMatrices'])
    return {
      joints: listOf(skin['joints']).flatMap((joint) => numberOf(joint) ?? []),
      inverse: inverse === undefined ? new Float32Array() : this.#numbers(inverse),
    }
  }

  #animation(animation: Json): Animation {
    const samplers = listOf(animation['samplers']).map(recordOf)
    const channels = listOf(animation['channels'])
      .map(recordOf)
      .flatMap((channel) => {
        const sampler = recordOf(samplers[numberOf(channel['sampler']) ?? -1])
        const target = recordOf(channel['target'])
        const [input, output, node] = [
          numberOf(sampler['input']),
          numberOf(sampler['output']),
          numberOf(target['node']),
        ]
        if (input === undefined || output === undefined || node === undefined) return []
        return [
          { node, path: textOf(target['path']) ?? '', times: this.#numbers(input), values: this.#numbers(output) },
        ]
      })
    const seconds = channels.reduce((most, { times }) => Math.max(most, times.at(-1) ?? 0), 0)
    return { name: textOf(animation['name']) ?? '', seconds, channels }
  }

  /** The numbers of an accessor. Many animations use the same ones. */
  #numbers(index: number): Float32Array {
    let numbers = this.#arrays.get(index)
    if (numbers === undefined) {
      numbers = this.#read(recordOf(this.#list('accessors')[index]))
      this.#arrays.set(index, numbers)
    }
    return numbers
  }

  #read(accessor: Json): Float32Array {
    const view = recordOf(this.#list('bufferViews')[numberOf(accessor['bufferView']) ?? -1])
    const width = WIDTHS[textOf(accessor['type']) ?? ''] ?? 1
    const type = numberOf(accessor['componentType'])
    const size = type === 5126 || type === 5125 ? 4 : type === 5123 ? 2 : 1
    const stride = numberOf(view['byteStride']) ?? width * size
    const count = numberOf(accessor['count']) ?? 0
    const start = (numberOf(view['byteOffset']) ?? 0) + (numberOf(accessor['byteOffset']) ?? 0)
    if (count > 0 && start + (count - 1) * stride + width * size > this.#binary.length)
      throw new Error('the .glb file is cut short')
    const bytes = new DataView(this.#binary.buffer, this.#binary.byteOffset, this.#binary.byteLength)
    const most = accessor['normalized'] === true ? (size === 2 ? 65_535 : 255) : 1
    const out = new Float32Array(count * width)
    if (type === 5126 && stride === width * 4 && (this.#binary.byteOffset + start) % 4 === 0) {
      out.set(new Float32Array(this.#binary.buffer, this.#binary.byteOffset + start, out.length))
      return out
    }
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < width; k++) {
        const at = start + i * stride + k * size
        out[i * width + k] =
          type === 5126
            ? bytes.getFloat32(at, true)
            : size === 4
              ? bytes.getUint32(at, true)
              : (size === 2 ? bytes.getUint16(at, true) : bytes.getUint8(at)) / most
      }
    }
    return out
  }

  #view(index: number): Uint8Array<ArrayBuffer> {
    const view = recordOf(this.#list('bufferViews')[index])
    const start = numberOf(view['byteOffset']) ?? 0
    return this.#binary.slice(start, start + (numberOf(view['byteLength']) ?? 0))
  }
}

const PLAIN: Material = {
  color: [0.6, 0.6, 0.6, 1],
  image: undefined,
  mode: 'opaque',
  cutoff: 0.5,
  isTwoSided: true,
  isUnlit: false,
  transform: { offset: [0, 0], scale: [1, 1], rotation: 0 },
}

function modeOf(material: Json): Material['mode'] {
  if (material['alphaMode'] === 'MASK') return 'mask'
  if (material['alphaMode'] !== 'BLEND') return 'opaque'
  const blend = recordOf(material['extras'])['blend']
  return blend === 'add' || blend === 'modulate' ? blend : 'blend'
}

function textureSet(material: Json | undefined): number {
  return numberOf(recordOf(recordOf(material?.['pbrMetallicRoughness'])['baseColorTexture'])['texCoord']) ?? 0
}

function pair(value: unknown, otherwise: number): readonly number[] {
  const [x, y] = listOf(value)
  return [numberOf(x) ?? otherwise, numberOf(y) ?? otherwise]
}
