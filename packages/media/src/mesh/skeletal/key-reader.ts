import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'

/** Reads a compressed stream of keys in its package's byte order. */
export class KeyReader {
  readonly #view: DataView
  readonly #littleEndian: boolean
  /** Position in the stream. */
  at = 0

  constructor(bytes: Uint8Array, bigEndian: boolean) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#littleEndian = !bigEndian
  }

  /** Size of the stream in bytes. */
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

  /** Moves to the next multiple of four. */
  align(): void {
    this.at = (this.at + 3) & ~3
  }

  /** @throws {MediaError} `broken` when fewer than `count` keys of `size` bytes are left. */
  expect(count: number, size: number): void {
    if (this.at < 0 || count < 0 || this.at + count * size > this.length)
      throw new MediaError(
        'broken',
        `expected ${plural(count, 'key')} of ${plural(size, 'byte')} at ${this.at} of ${plural(this.length, 'byte')}`,
      )
  }

  #take(size: number): number {
    this.expect(1, size)
    this.at += size
    return this.at - size
  }
}

/** Minimum value and range of each component, if a format uses them. */
export interface KeyRange {
  readonly mins: readonly [number, number, number]
  readonly ranges: readonly [number, number, number]
}

/** The positions or the rotations of a track. */
export interface DecodedKeys {
  /** Numbers of the keys: three per position, four per rotation. */
  readonly values: Float32Array
  /** Frame of each key; `undefined` when keys are evenly spaced. */
  readonly frames: readonly number[] | undefined
  /** The format was never seen in a real file. */
  readonly isUnproven?: boolean
}

/** No keys: the bone stays as in the mesh. */
export const NO_KEYS: DecodedKeys = { values: new Float32Array(0), frames: undefined }

/** From this many frames on, the frame of a key takes 16 bits. */
const WIDE_FRAMES = 256

/** Size of a key's frame number in bytes, for a sequence with that many frames. */
export function frameSize(frames: number): 1 | 2 {
  return frames >= WIDE_FRAMES ? 2 : 1
}

/** The frame of each key; not stored for a single key. */
export function readFrames(reader: KeyReader, count: number, frames: number): number[] | undefined {
  if (count <= 1) return undefined
  const size = frameSize(frames)
  reader.expect(count, size)
  const list: number[] = []
  for (let i = 0; i < count; i++) list.push(size === 2 ? reader.u16() : reader.u8())
  reader.align()
  return list
}
