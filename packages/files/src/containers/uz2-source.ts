import { type Codec, CodecError } from '@ukit/codecs'
import { readUz2Chunk, UZ2_HEAD, unpackUz2Chunk } from '@ukit/codecs/uz'
import { plural } from '@ukit/text/internal'
import { checkRange } from '../source/range.js'
import type { ByteSource } from '../source/source.js'

/** Bytes read at a time while the chunks are counted: the heads of several are in them. */
const WINDOW = 0x10000
/** Unpacked chunks that are kept, the last used ones: 512 kB. */
const KEPT = 16

/** Where a chunk is in the compressed file, and where its bytes begin in the plain one. */
interface Place {
  readonly offset: number
  readonly packed: number
  readonly start: number
  readonly plain: number
}

/**
 * *The file in a `.uz2`*, unpacked chunk by chunk where it is read: nothing else is decoded, and no more than
 * some chunks are held.
 *
 * Finds the chunks first, which reads their heads only.
 *
 * @throws {CodecError} when a head cannot be, or the file ends within a chunk.
 */
export async function openUz2(file: ByteSource, zlib: Codec): Promise<ByteSource> {
  const places: Place[] = []
  let start = 0
  let window: Uint8Array = new Uint8Array(0)
  let windowAt = 0
  for (let offset = 0; offset < file.byteLength; ) {
    if (offset < windowAt || offset + UZ2_HEAD > windowAt + window.length) {
      windowAt = offset
      window = await file.slice(offset, Math.min(offset + WINDOW, file.byteLength))
    }
    const { packed, plain } = readUz2Chunk(window, offset - windowAt, offset)
    const left = file.byteLength - offset - UZ2_HEAD
    if (packed > left) {
      const message = `expected a chunk of ${plural(packed, 'byte')}, found ${left}`
      throw new CodecError('uz2', 'truncated', file.byteLength, message)
    }
    places.push({ offset: offset + UZ2_HEAD, packed, start, plain })
    offset += UZ2_HEAD + packed
    start += plain
  }
  return new Uz2Source(file, zlib, places, start)
}

class Uz2Source implements ByteSource {
  readonly byteLength: number
  readonly #file: ByteSource
  readonly #zlib: Codec
  readonly #places: readonly Place[]
  /** By place; the one used last is last. */
  readonly #kept = new Map<Place, Uint8Array>()

  constructor(file: ByteSource, zlib: Codec, places: readonly Place[], byteLength: number) {
    this.#file = file
    this.#zlib = zlib
    this.#places = places
    this.byteLength = byteLength
  }

  async slice(start: number, end: number): Promise<Uint8Array> {
    checkRange(this.byteLength, start, end)
    const bytes = new Uint8Array(end - start)
    for (let i = this.#placeOf(start), at = start; at < end; i++) {
      const place = this.#places[i]
      if (place === undefined) throw new RangeError(`no chunk holds byte ${at}`)
      const chunk = await this.#unpack(place)
      const until = Math.min(end, place.start + place.plain)
      bytes.set(chunk.subarray(at - place.start, until - place.start), at - start)
      at = until
    }
    return bytes
  }

  /** Index of the chunk that holds a byte. */
  #placeOf(at: number): number {
    let low = 0
    let high = this.#places.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#places[middle]?.start ?? 0) <= at) low = middle
      else high = middle
    }
    return low
  }

  async #unpack(place: Place): Promise<Uint8Array> {
    const known = this.#kept.get(place)
    if (known !== undefined) {
      this.#kept.delete(place)
      this.#kept.set(place, known)
      return known
    }
    const { offset, packed, plain } = place
    const chunk = unpackUz2Chunk(await this.#file.slice(offset, offset + packed), plain, this.#zlib, offset)
    this.#kept.set(place, chunk)
    if (this.#kept.size > KEPT) {
      const [oldest] = this.#kept.keys()
      if (oldest !== undefined) this.#kept.delete(oldest)
    }
    return chunk
  }
}
