import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'

/** Size of a chunk's head: name (20), type flag, size of a record, number of records. */
const HEAD = 32
const NAME = 20

/** *A run of records of the same size in a PSK or PSA file*; numbers are little-endian. */
export class Chunk {
  readonly name: string
  /** Size of a record in bytes. */
  readonly size: number
  readonly count: number
  readonly #view: DataView

  constructor(name: string, size: number, count: number, bytes: Uint8Array) {
    this.name = name
    this.size = size
    this.count = count
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** An unsigned byte of a record. */
  u8(record: number, at: number): number {
    return this.#view.getUint8(record * this.size + at)
  }

  /** An unsigned 16-bit number. */
  u16(record: number, at: number): number {
    return this.#view.getUint16(record * this.size + at, true)
  }

  /** A signed 32-bit number. */
  i32(record: number, at: number): number {
    return this.#view.getInt32(record * this.size + at, true)
  }

  /** A 32-bit float. */
  f32(record: number, at: number): number {
    return this.#view.getFloat32(record * this.size + at, true)
  }

  /** Several consecutive floats. */
  floats(record: number, at: number, count: number): Float32Array<ArrayBuffer> {
    return Float32Array.from({ length: count }, (_, i) => this.f32(record, at + i * 4))
  }

  /** A text of single bytes up to the first zero, trimmed, since some programs pad it with spaces. */
  text(record: number, at: number, size: number): string {
    let text = ''
    for (let i = 0; i < size; i++) {
      const code = this.u8(record, at + i)
      if (code === 0) break
      text += String.fromCodePoint(code)
    }
    return text.trim()
  }
}

/**
 * *The chunks of a PSK or PSA file, by name.*
 *
 * @param first name of the chunk that such a file starts with.
 * @throws {MediaError} `broken` for a different kind of file, and for a chunk that does not end within the
 *   file.
 */
export function readChunks(bytes: Uint8Array, first: string): ReadonlyMap<string, Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks = new Map<string, Chunk>()
  for (let at = 0; at < bytes.length; ) {
    if (at + HEAD > bytes.length)
      throw new MediaError('broken', `expected a chunk of at least ${HEAD} bytes at ${at}, found ${bytes.length - at}`)
    const name = new Chunk('', NAME, 1, bytes.subarray(at, at + NAME)).text(0, 0, NAME)
    if (at === 0 && name !== first)
      throw new MediaError('broken', `expected a file that starts with ${first}, found ${JSON.stringify(name)}`)
    const size = view.getInt32(at + NAME + 4, true)
    const count = view.getInt32(at + NAME + 8, true)
    const start = at + HEAD
    if (size < 0 || count < 0 || start + size * count > bytes.length)
      throw new MediaError(
        'broken',
        `expected chunk ${name} to end within ${plural(bytes.length, 'byte')}, found ${plural(count, 'record')} of ` +
          `${plural(size, 'byte')} at ${start}`,
      )
    at = start + size * count
    chunks.set(name, new Chunk(name, size, count, bytes.subarray(start, at)))
  }
  if (chunks.size === 0) throw new MediaError('broken', `expected a file that starts with ${first}, found no bytes`)
  return chunks
}

/**
 * The chunk with a name, or with one of several names that programs use.
 *
 * @param size bytes of a record.
 * @throws {MediaError} `broken` when there is none, or its records have a different size.
 */
export function chunkOf(chunks: ReadonlyMap<string, Chunk>, names: readonly string[], size: number): Chunk {
  const found = names.map((name) => chunks.get(name)).find((chunk) => chunk !== undefined)
  if (found === undefined) throw new MediaError('broken', `expected a chunk ${names[0]}, found ${[...chunks.keys()]}`)
  if (found.count > 0 && found.size !== size)
    throw new MediaError('broken', `expected records of ${plural(size, 'byte')} in ${found.name}, found ${found.size}`)
  return found
}
