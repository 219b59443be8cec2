import { MediaError } from '../../media-error.js'
import type { BitReader } from './bit-reader.js'
import type { Codebook } from './codebook.js'

const PASSES = 8

/** *The fine structure of spectra*, in vectors of code books (specification, 8). */
export class Residue {
  readonly #kind: number
  readonly #begin: number
  readonly #end: number
  readonly #partition: number
  readonly #classes: number
  readonly #classBook: Codebook
  /** By class and pass. */
  readonly #books: readonly (readonly (Codebook | undefined)[])[]

  /** @throws {MediaError} `broken` when a book is missing, or has no vectors. */
  constructor(kind: number, bits: BitReader, books: readonly Codebook[]) {
    if (kind > 2) throw new MediaError('broken', `expected a Vorbis residue of kind 0 to 2, found ${kind}`)
    this.#kind = kind
    this.#begin = bits.read(24)
    this.#end = bits.read(24)
    this.#partition = bits.read(24) + 1
    this.#classes = bits.read(6) + 1
    const classBook = books[bits.read(8)]
    if (classBook === undefined || classBook.dimensions === 0)
      throw new MediaError('broken', 'a Vorbis residue without its book')
    this.#classBook = classBook
    const cascades = Array.from({ length: this.#classes }, () => {
      const low = bits.read(3)
      return low + (bits.flag() ? bits.read(5) * 8 : 0)
    })
    this.#books = cascades.map((cascade) =>
      Array.from({ length: PASSES }, (_, pass) => {
        if ((cascade & (1 << pass)) === 0) return undefined
        const book = books[bits.read(8)]
        if (book === undefined || book.vectors.length === 0)
          throw new MediaError('broken', 'a Vorbis residue without its book')
        return book
      }),
    )
  }

  /** Adds to the spectra, which are `undefined` for silent channels; all are `length` long. */
  read(bits: BitReader, spectra: readonly (Float32Array | undefined)[], length: number): void {
    if (spectra.every((spectrum) => spectrum === undefined)) return
    if (this.#kind !== 2) {
      const heard = spectra.filter((spectrum) => spectrum !== undefined)
      this.#decode(bits, heard, length)
      return
    }
    // One vector has the values of all channels, interleaved.
    const all = new Float32Array(length * spectra.length)
    this.#decode(bits, [all], all.length)
    for (const [channel, spectrum] of spectra.entries()) {
      if (spectrum === undefined) continue
      for (let i = 0; i < length; i++) spectrum[i] = all[i * spectra.length + channel] ?? 0
    }
  }

  #decode(bits: BitReader, spectra: readonly Float32Array[], length: number): void {
    const begin = Math.min(this.#begin, length)
    const partitions = Math.floor((Math.min(this.#end, length) - begin) / this.#partition)
    if (partitions <= 0) return
    const perWord = this.#classBook.dimensions
    const classes = spectra.map(() => new Uint8Array(partitions + perWord))
    for (let pass = 0; pass < PASSES; pass++) {
      for (let first = 0; first < partitions; first += perWord) {
        if (pass === 0 && !this.#readClasses(bits, classes, first)) return
        const end = Math.min(first + perWord, partitions)
        for (let partition = first; partition < end; partition++) {
          for (const [i, spectrum] of spectra.entries()) {
            const book = this.#books[classes[i]?.[partition] ?? 0]?.[pass]
            if (book === undefined) continue
            if (!this.#addPartition(bits, book, spectrum, begin + partition * this.#partition)) return
          }
        }
      }
    }
  }

  /** Reads the classes of several partitions from one number; `false` at the end of the packet. */
  #readClasses(bits: BitReader, classes: readonly Uint8Array[], first: number): boolean {
    for (const list of classes) {
      let word = this.#classBook.decode(bits)
      if (word < 0) return false
      for (let i = this.#classBook.dimensions - 1; i >= 0; i--) {
        list[first + i] = word % this.#classes
        word = Math.floor(word / this.#classes)
      }
    }
    return true
  }

  #addPartition(bits: BitReader, book: Codebook, spectrum: Float32Array, at: number): boolean {
    const { dimensions, vectors } = book
    const size = this.#partition
    const isSpread = this.#kind === 0
    const steps = Math.floor(size / dimensions)
    const count = isSpread ? steps : Math.ceil(size / dimensions)
    for (let step = 0; step < count; step++) {
      const entry = book.decode(bits)
      if (entry < 0) return false
      const from = entry * dimensions
      for (let i = 0; i < dimensions; i++) {
        const place = at + (isSpread ? step + i * steps : step * dimensions + i)
        spectrum[place] = (spectrum[place] ?? 0) + (vectors[from + i] ?? 0)
      }
    }
    return true
  }
}
