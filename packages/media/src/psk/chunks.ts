/** The type flag that tools of the time write; readers ignore it. */
const TYPE_FLAG = 1_999_801
/** Bytes of a chunk's header: name, type flag, size of a record, number of records. */
const HEAD = 32
const NAME = 20

/**
 * *A file of chunks, such as PSK and PSA*: each chunk has a name of 20 bytes, a type flag, the size of a
 * record, the number of records, and the records, all little-endian.
 */
export class ChunkFile {
  readonly #chunks: Uint8Array[] = []

  /**
   * Adds a chunk.
   *
   * @param write called with a writer for each record, which starts as zeros.
   */
  add(name: string, size: number, count: number, write: (record: RecordWriter, index: number) => void): void {
    this.addAll(name, size, count, (records) => {
      for (let i = 0; i < count; i++) {
        records.at = HEAD + i * size
        write(records, i)
      }
    })
  }

  /** The same with one writer for all records, which it writes one after the other. */
  addAll(name: string, size: number, count: number, write: (records: RecordWriter) => void): void {
    const bytes = new Uint8Array(HEAD + size * count)
    const writer = new RecordWriter(bytes)
    writer.text(name, NAME)
    writer.i32(TYPE_FLAG)
    writer.i32(size)
    writer.i32(count)
    write(writer)
    this.#chunks.push(bytes)
  }

  /** The whole file. */
  bytes(): Uint8Array {
    const file = new Uint8Array(this.#chunks.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const chunk of this.#chunks) {
      file.set(chunk, at)
      at += chunk.length
    }
    return file
  }
}

/** Writes numbers one after the other. */
export class RecordWriter {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  /** Where the next number goes. */
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  u8(value: number): void {
    this.#view.setUint8(this.at, value)
    this.at += 1
  }

  u16(value: number): void {
    this.#view.setUint16(this.at, value, true)
    this.at += 2
  }

  i32(value: number): void {
    this.#view.setInt32(this.at, value, true)
    this.at += 4
  }

  f32(value: number): void {
    this.#view.setFloat32(this.at, value, true)
    this.at += 4
  }

  /** Several floats. */
  floats(values: Iterable<number>): void {
    for (const value of values) this.f32(value)
  }

  /**
   * Writes characters of one byte each, cut to leave room for a final zero; characters beyond Latin 1 become
   * `?`.
   */
  text(value: string, size: number): void {
    for (const [i, character] of [...value].slice(0, size - 1).entries()) {
      const code = character.codePointAt(0) ?? 0
      this.#bytes[this.at + i] = code < 256 ? code : QUESTION
    }
    this.at += size
  }
}

const QUESTION = 0x3f
