import { MediaError } from '@ukit/media'

/** *A table of a font file*: big-endian numbers, by their offset from its start. */
export class FontTable {
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.#view.byteLength
  }

  u8(at: number): number {
    return this.#view.getUint8(this.#within(at, 1))
  }

  i8(at: number): number {
    return this.#view.getInt8(this.#within(at, 1))
  }

  u16(at: number): number {
    return this.#view.getUint16(this.#within(at, 2))
  }

  i16(at: number): number {
    return this.#view.getInt16(this.#within(at, 2))
  }

  u32(at: number): number {
    return this.#view.getUint32(this.#within(at, 4))
  }

  /** A tag of four letters. */
  tag(at: number): string {
    return String.fromCharCode(this.u8(at), this.u8(at + 1), this.u8(at + 2), this.u8(at + 3))
  }

  /** A part of the table, cut at the table's end. */
  part(start: number, end = this.length): FontTable {
    const { buffer, byteOffset, byteLength } = this.#view
    const [from, to] = [start, end].map((at) => Math.min(Math.max(at, 0), byteLength))
    return new FontTable(new Uint8Array(buffer, byteOffset + (from ?? 0), Math.max((to ?? 0) - (from ?? 0), 0)))
  }

  #within(at: number, size: number): number {
    if (at < 0 || at + size > this.#view.byteLength)
      throw new MediaError('broken', 'the font file is cut short, or an offset in it is beyond its end')
    return at
  }
}
