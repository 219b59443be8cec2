import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import type { GltfFile } from './gltf-file.js'
import type { Json } from './json.js'

/** How many numbers an element has. */
export type ElementType = 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4'

const WIDTHS: Readonly<Record<ElementType, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }

/** A kind of number: its size in bytes, how it is read, and what it is divided by when it is normalised. */
interface Component {
  readonly size: number
  readonly read: (view: DataView, at: number) => number
  /** 1 for floats, and for what cannot be normalised. */
  readonly greatest: number
}

const COMPONENTS: ReadonlyMap<number, Component> = new Map<number, Component>([
  [5120, { size: 1, read: (view, at) => view.getInt8(at), greatest: 127 }],
  [5121, { size: 1, read: (view, at) => view.getUint8(at), greatest: 255 }],
  [5122, { size: 2, read: (view, at) => view.getInt16(at, true), greatest: 32_767 }],
  [5123, { size: 2, read: (view, at) => view.getUint16(at, true), greatest: 65_535 }],
  [5125, { size: 4, read: (view, at) => view.getUint32(at, true), greatest: 1 }],
  [5126, { size: 4, read: (view, at) => view.getFloat32(at, true), greatest: 1 }],
])

/**
 * Maximum count of numbers of one file, and of those without bytes in the file: a few bytes could otherwise
 * ask for gigabytes.
 */
const MAX_NUMBERS = 1 << 28
const MAX_UNBACKED = 1 << 24

/** Numbers of an accessor. */
export interface Elements {
  readonly values: Float32Array
  /** Numbers per element. */
  readonly width: number
  readonly count: number
}

/** *The numbers of a glTF file*: each accessor is read only once. */
export class Accessors {
  readonly #accessors: readonly Json[]
  readonly #views: readonly Json[]
  readonly #buffers: readonly Uint8Array[]
  readonly #known = new Map<number, Elements>()
  #numbers = 0
  #unbacked = 0

  constructor({ json, buffers }: GltfFile) {
    this.#accessors = json.get('accessors').list()
    this.#views = json.get('bufferViews').list()
    this.#buffers = buffers
  }

  /** The accessor's number in a JSON member; `undefined` when the member does not exist. */
  index(place: Json): number | undefined {
    return place.index(this.#accessors.length)
  }

  /**
   * The numbers of the accessor that a member refers to; `undefined` when the member does not exist. Integers
   * are exact up to 2²⁴; all vertex numbers that are read here are below that.
   *
   * @param types the types that are expected.
   * @throws {MediaError} `broken` for another type, and for data outside its buffer.
   */
  read(place: Json, ...types: readonly ElementType[]): Elements | undefined {
    const index = this.index(place)
    if (index === undefined) return undefined
    const accessor = this.#accessors[index]
    if (accessor === undefined) return undefined
    const type = types.find((allowed) => allowed === accessor.get('type').text(''))
    if (type === undefined) {
      const found = accessor.get('type').text('nothing')
      throw place.error(`expected an accessor of ${types.join(' or ')}, found ${found}`)
    }
    let elements = this.#known.get(index)
    if (elements === undefined) {
      elements = this.#decode(accessor, WIDTHS[type])
      this.#known.set(index, elements)
    }
    return elements
  }

  #decode(accessor: Json, width: number): Elements {
    const count = accessor.get('count').number({ min: 0, max: MAX_NUMBERS, isInteger: true })
    const component = componentOf(accessor.get('componentType'))
    const divisor = accessor.get('normalized').value === true ? component.greatest : 1
    const sparse = accessor.get('sparse')
    this.#numbers += count * width
    const view = accessor.get('bufferView')
    if (!view.exists) this.#unbacked += count * width
    if (this.#numbers > MAX_NUMBERS || this.#unbacked > MAX_UNBACKED)
      throw new MediaError('unsupported', 'the glTF file has more numbers than ukit reads; expected a smaller model')
    const offset = accessor.get('byteOffset').number({ min: 0, isInteger: true }, 0)
    const block = view.exists ? this.#block(view, offset, count, width * component.size) : undefined
    const values = new Float32Array(count * width)
    if (block !== undefined) {
      const { view: bytes, stride } = block
      for (let i = 0, to = 0; i < count; i++)
        for (let k = 0; k < width; k++)
          values[to++] = scaled(component.read(bytes, i * stride + k * component.size), divisor)
    }
    if (sparse.exists) this.#replace(sparse, values, width, component, divisor)
    return { values, width, count }
  }

  /** Replaces the elements that a sparse accessor lists. */
  #replace(sparse: Json, values: Float32Array, width: number, component: Component, divisor: number): void {
    const total = values.length / width
    const count = sparse.get('count').number({ min: 0, max: total, isInteger: true })
    const kind = componentOf(sparse.get('indices').get('componentType'))
    const places = this.#sparseBlock(sparse.get('indices'), count, kind.size)
    const numbers = this.#sparseBlock(sparse.get('values'), count, width * component.size)
    for (let i = 0; i < count; i++) {
      const index = kind.read(places, i * kind.size)
      if (index < 0 || index >= total) throw sparse.error(`expected elements below ${total}, found number ${index}`)
      for (let k = 0; k < width; k++)
        values[index * width + k] = scaled(component.read(numbers, (i * width + k) * component.size), divisor)
    }
  }

  #sparseBlock(part: Json, count: number, size: number): DataView {
    const offset = part.get('byteOffset').number({ min: 0, isInteger: true }, 0)
    return this.#block(part.get('bufferView'), offset, count, size).view
  }

  /** The bytes of `count` elements, checked to be within the view and its buffer. */
  #block(place: Json, offset: number, count: number, size: number): { view: DataView; stride: number } {
    const number = place.index(this.#views.length)
    const view = number === undefined ? undefined : this.#views[number]
    if (view === undefined) throw place.error('expected a buffer view')
    const index = view.get('buffer').index(this.#buffers.length)
    const buffer = index === undefined ? undefined : this.#buffers[index]
    if (buffer === undefined) throw view.error('expected a buffer')
    const start = view.get('byteOffset').number({ min: 0, isInteger: true }, 0)
    const length = view.get('byteLength').number({ min: 0, isInteger: true })
    if (start + length > buffer.length)
      throw view.error(`expected bytes within a buffer of ${buffer.length}, found ${start} to ${start + length}`)
    const stride = view.get('byteStride').number({ min: 1, max: 255, isInteger: true }, size)
    const end = count === 0 ? 0 : offset + (count - 1) * stride + size
    if (end > length)
      throw place.error(
        `expected ${plural(count, 'element')} within a view of ${plural(length, 'byte')}, found that they ` +
          `end at ${end}`,
      )
    return { view: new DataView(buffer.buffer, buffer.byteOffset + start + offset, Math.max(0, end - offset)), stride }
  }
}

function componentOf(place: Json): Component {
  const component = COMPONENTS.get(place.number())
  if (component === undefined) throw place.error('expected a component type of 5120 to 5126')
  return component
}

/** The lowest signed number would be below −1, so it is clamped. */
function scaled(value: number, divisor: number): number {
  return divisor === 1 ? value : Math.max(value / divisor, -1)
}
