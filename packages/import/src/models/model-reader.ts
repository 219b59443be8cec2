import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'

/** *Reads numbers of a little-endian file at given offsets*, checking each against the file's length. */
export class ModelReader {
  readonly #view: DataView
  readonly #what: string

  /** @param what kind of file it is, for messages: `MD2`. */
  constructor(bytes: Uint8Array, what: string) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#what = what
  }

  u8(at: number): number {
    return this.#view.getUint8(this.#checked(at, 1))
  }

  u16(at: number): number {
    return this.#view.getUint16(this.#checked(at, 2), true)
  }

  i16(at: number): number {
    return this.#view.getInt16(this.#checked(at, 2), true)
  }

  i32(at: number): number {
    return this.#view.getInt32(this.#checked(at, 4), true)
  }

  f32(at: number): number {
    return this.#view.getFloat32(this.#checked(at, 4), true)
  }

  /** Text up to a zero, at most `length` bytes. */
  text(at: number, length: number): string {
    let text = ''
    for (let i = 0; i < length; i++) {
      const byte = this.u8(at + i)
      if (byte === 0) break
      text += String.fromCharCode(byte)
    }
    return text
  }

  /**
   * A number of records, checked before anything is allocated for them.
   *
   * @param at offset of the number.
   * @param start offset of the records.
   * @param size bytes of each record.
   * @throws {MediaError} `broken` when the file is too short for them.
   */
  count(at: number, start: number, size: number, records: string): number {
    const count = this.i32(at)
    if (count < 0 || start < 0 || start + count * size > this.#view.byteLength)
      throw new MediaError(
        'broken',
        `expected ${count} ${records} of ${plural(size, 'byte')} at byte ${start} of the ${this.#what} file, ` +
          `found ${plural(this.#view.byteLength, 'byte')} in all`,
      )
    return count
  }

  #checked(at: number, length: number): number {
    if (at < 0 || at + length > this.#view.byteLength)
      throw new MediaError(
        'broken',
        `expected ${plural(length, 'byte')} at byte ${at} of the ${this.#what} file, found ` +
          `${plural(this.#view.byteLength, 'byte')} in all`,
      )
    return at
  }
}
