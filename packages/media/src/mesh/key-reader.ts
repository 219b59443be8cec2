import { MediaError } from '../media-error.js'

/** Reads a compressed stream of keys, in its package's byte order. */
export class KeyReader {
  readonly #view: DataView
  readonly #littleEndian: boolean
  /** Position in the stream. */
  at = 0

  constructor(bytes: Uint8Array, bigEndian: boolean) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#littleEndian = !bigEndian
  }

  /** Bytes of the stream. */
  get length(): number {
    return this.#view.byteLength
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1))
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), this.#littleEndian)
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), this.#littleEndian)
  }

  f32(): number {
    return this.#view.getFloat32(this.#take(4), this.#littleEndian)
  }

  /** Three floats. */
  vector(): [number, number, number] {
    return [this.f32(), this.f32(), this.f32()]
  }

  /** To the next multiple of four. */
  align(): void {
    this.at = (this.at + 3) & ~3
  }

  /** @throws {MediaError} `broken` when fewer than `count` keys of `size` bytes are left. */
  expect(count: number, size: number): void {
    if (this.at < 0 || count < 0 || this.at + count * size > this.length)
      throw new MediaError('broken', `expected ${count} keys of ${size} bytes at ${this.at} of ${this.length} bytes`)
  }

  #take(size: number): number {
    this.expect(1, size)
    this.at += size
    return this.at - size
  }
}

/** Least value and range of each component, where a format counts from them. */
export interface KeyRange {
  readonly mins: readonly [number, number, number]
  readonly ranges: readonly [number, number, number]
}

/** Keys of one kind of a track. */
export interface DecodedKeys {
  /** Numbers of the keys: three for a place, four for a turn. */
  readonly values: Float32Array
  /** Frame of each key; `undefined` when they are spread evenly. */
  readonly frames: readonly number[] | undefined
  /** Their format was never seen in a real file. */
  readonly isUnproven?: boolean
}

/** No keys: the bone stays as the mesh has it. */
export const NO_KEYS: DecodedKeys = { values: new Float32Array(0), frames: undefined }

/** From here on the frame of a key takes 16 bits. */
const WIDE_FRAMES = 256

/** Bytes of a key's frame, in a sequence of so many. */
export function frameSize(frames: number): 1 | 2 {
  return frames >= WIDE_FRAMES ? 2 : 1
}

/** The frame of each key; none are stored for a single one. */
export function readFrames(reader: KeyReader, count: number, frames: number): number[] | undefined {
  if (count <= 1) return undefined
  const size = frameSize(frames)
  reader.expect(count, size)
  const list: number[] = []
  for (let i = 0; i < count; i++) list.push(size === 2 ? reader.u16() : reader.u8())
  reader.align()
  return list
}
