import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import type { DeclarationRows } from './declaration-rows.js'
import type { Package } from './package.js'
import { bodyLimit, type ExportObject } from './package-object.js'

/** Bodies nearer to each other than this are read together, up to this many bytes. */
const READ_GAP = 0x1_0000
const READ_LENGTH = 0x40_0000

/** *The bytes of all declarations*, from few large reads. */
export class DeclarationBodies {
  /** What was read, in the order of the file; `undefined` bytes for a damaged part. */
  readonly #parts: { readonly start: number; readonly end: number; readonly bytes: Uint8Array | undefined }[] = []
  /** Bodies that were read one by one, by row: a damaged block must not affect bodies outside it. */
  readonly #single = new Map<number, Uint8Array>()

  static async read(pkg: Package, rows: DeclarationRows): Promise<DeclarationBodies> {
    const { image } = pkg
    const { offsets, sizes } = pkg.exportColumns
    const limit = bodyLimit(pkg.file.byteLength)
    const offsetOf = (row: number) => offsets[row] ?? 0
    const endOf = (row: number) => offsetOf(row) + (sizes[row] ?? 0)
    const wanted: number[] = []
    for (let row = 0; row < sizes.length; row++) {
      const size = sizes[row] ?? 0
      // Rows that point outside the file are reported elsewhere.
      if (size <= 0 || size > limit || offsetOf(row) < 0 || endOf(row) > image.byteLength) continue
      if (rows.isDeclaration(row)) wanted.push(row)
    }
    wanted.sort((a, b) => offsetOf(a) - offsetOf(b))
    const bodies = new DeclarationBodies()
    for (let first = 0; first < wanted.length; ) {
      const start = offsetOf(wanted[first] ?? 0)
      let end = start
      let next = first
      for (let row = wanted[next]; row !== undefined; row = wanted[++next]) {
        if (next > first && (offsetOf(row) > end + READ_GAP || endOf(row) - start > READ_LENGTH)) break
        end = Math.max(end, endOf(row))
      }
      const bytes = await readIfWhole(image, start, end)
      bodies.#parts.push({ start, end, bytes })
      for (const row of bytes === undefined ? wanted.slice(first, next) : []) {
        const body = await readIfWhole(image, offsetOf(row), endOf(row))
        if (body !== undefined) bodies.#single.set(row, body)
      }
      first = next
    }
    return bodies
  }

  /** The bytes of a declaration; `undefined` when it has none or they cannot be read. */
  of({ entry: { offset, size }, index }: ExportObject): Uint8Array | undefined {
    if (size === 0) return undefined
    const part = this.#parts.find(({ start, end }) => offset >= start && offset + size <= end)
    return part?.bytes?.subarray(offset - part.start, offset - part.start + size) ?? this.#single.get(index)
  }
}

/** `undefined` if compressed bytes do not decode; reading the object itself reports that. */
async function readIfWhole(image: ByteSource, start: number, end: number): Promise<Uint8Array | undefined> {
  try {
    return await image.slice(start, end)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return undefined
  }
}
