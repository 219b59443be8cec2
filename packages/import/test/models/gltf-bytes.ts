/** *A text glTF file made by hand*, as another program might write it: numbers in data URIs. */
export class GltfBytes {
  readonly #accessors: Record<string, unknown>[] = []
  readonly #buffers: Uint8Array[] = []

  /** A list of vectors or numbers; returns the number of its accessor. */
  floats(type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', values: readonly number[]): number {
    const bufferView = this.#view(Float32Array.from(values))
    return this.#accessors.push({ bufferView, componentType: 5126, count: values.length / WIDTHS[type], type }) - 1
  }

  /** A list of corners; returns the number of its accessor. */
  indices(values: readonly number[]): number {
    const bufferView = this.#view(Uint16Array.from(values))
    return this.#accessors.push({ bufferView, componentType: 5123, count: values.length, type: 'SCALAR' }) - 1
  }

  /** Vectors that are 0 but for some, as Blender writes morph targets; returns the number of its accessor. */
  sparse(count: number, moved: Readonly<Record<number, readonly [number, number, number]>>): number {
    const places = this.#view(Uint16Array.from(Object.keys(moved), Number))
    const values = this.#view(Float32Array.from(Object.values(moved).flat()))
    const sparse = {
      count: Object.keys(moved).length,
      indices: { bufferView: places, componentType: 5123 },
      values: { bufferView: values },
    }
    return this.#accessors.push({ componentType: 5126, count, type: 'VEC3', sparse }) - 1
  }

  /** The file. */
  file(json: Readonly<Record<string, unknown>>): Uint8Array {
    const whole = {
      asset: { version: '2.0', generator: 'Khronos glTF Blender I/O v3.4.50' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      buffers: this.#buffers.map((bytes) => ({
        byteLength: bytes.length,
        uri: `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`,
      })),
      bufferViews: this.#buffers.map(({ length }, buffer) => ({ buffer, byteLength: length })),
      accessors: this.#accessors,
      ...json,
    }
    return new TextEncoder().encode(JSON.stringify(whole))
  }

  #view(values: Float32Array | Uint16Array): number {
    return this.#buffers.push(new Uint8Array(values.buffer)) - 1
  }
}

const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 } as const
