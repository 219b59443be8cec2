import { deflateSync } from 'node:zlib'
import { openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { HandMade, hexOf, savedBytes } from '../../../../testing/bytes.js'

// Chunks of games, as public readers describe them.

/** The content of the image after the summary: one name, and 40 bytes. */
export const REST: Uint8Array = new Uint8Array([
  ...new HandMade().string('None').u64(0x70010, 0).bytes(),
  ...new Array<number>(40).fill(0x41),
])

export interface Kind {
  readonly version: number
  readonly licensee?: number
  readonly tag?: number
  /**
   * Additional words after the package flags; `entryEnd` are those at the end of an entry of the chunk table.
   */
  readonly afterFlags?: number[]
  readonly entryEnd?: number[]
  readonly compressionFlags: number
  /** The chunk's bytes. */
  readonly chunk: Uint8Array
}

/** A package whose image, apart from the summary, is one chunk. */
export function chunkedFile(kind: Kind): Uint8Array {
  const { version, licensee = 0, tag = 0x9e2a83c1, afterFlags = [], entryEnd = [], compressionFlags, chunk } = kind
  const make = (imageStart: number, fileStart: number) =>
    new HandMade()
      .u32(tag, (licensee << 16) | version, imageStart + REST.length - 40)
      .string('None')
      .u32(0x0200_0000, ...afterFlags)
      .u32(1, imageStart, 0, imageStart + REST.length, 0, imageStart + REST.length, imageStart + REST.length)
      .u32(...(version >= 623 ? [imageStart + REST.length, 0, 0] : []))
      .u32(...(version >= 584 ? [0] : []))
      .u32(1, 2, 3, 4)
      .u32(1, 0, 1, 0, 5000, 0)
      .u32(compressionFlags, 1, imageStart, REST.length, fileStart, chunk.length, ...entryEnd)
      .u32(7, 0, ...(version >= 767 ? [0] : []))
  const size = make(0, 0).length
  return new Uint8Array([...make(size - 16 - 4 * entryEnd.length, size).bytes(), ...chunk])
}

/** A chunk of one zlib block. */
export function zlibChunk(
  tag = 0x9e2a83c1,
  scramble: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): Uint8Array {
  const stream = scramble(new Uint8Array(deflateSync(REST, { level: 9 })))
  return new Uint8Array([
    ...new HandMade().u32(tag, 0x20000, stream.length, REST.length, stream.length, REST.length).bytes(),
    ...stream,
  ])
}

/** XOR with a repeating key. */
export const xor =
  (key: readonly number[]) =>
  (bytes: Uint8Array): Uint8Array =>
    bytes.map((byte, i) => byte ^ (key[i % key.length] ?? 0))

/**
 * Tests that a package with these chunks opens and is written back, unchanged and changed; `game` is only
 * given if the versions do not identify it.
 */
export function opensChunks(what: string, id: string, kind: Kind, game?: string): void {
  describe(what, () => {
    const options = { codecs: nodeCodecs, ...(game === undefined ? {} : { game }) }

    it('opens, and is saved as the same bytes', async () => {
      const bytes = chunkedFile(kind)
      const pkg = await openPackage(memorySource(bytes), options)
      expect(pkg.game.id).toBe(id)
      expect(pkg.names).toEqual(['None'])
      expect(hexOf(await savedBytes(pkg, { compress: 'keep' }))).toBe(hexOf(bytes))
      const plain = await openPackage(memorySource(await savedBytes(pkg)), options)
      expect(plain.names).toEqual(['None'])
      expect(plain.summary.chunks).toEqual([])
    })

    it('compresses changed content, which can be read again', async () => {
      const pkg = await openPackage(memorySource(chunkedFile(kind)), options)
      const [entry] = pkg.nameTable
      if (entry === undefined) throw new Error('no name')
      entry.flags = 0x1234
      const again = await openPackage(memorySource(await savedBytes(pkg, { compress: 'keep' })), options)
      expect(again.nameTable[0]?.flags).toBe(0x1234)
      expect(again.summary.chunks).toHaveLength(1)
    })
  })
}

/** Expects a package of one chunk with the given stream to open and to be written back. */
export async function keepsStream(
  stream: Uint8Array,
  kind: Omit<Kind, 'chunk'>,
  options: { readonly game?: string } = {},
): Promise<string> {
  const sizes = new HandMade().u32(0x9e2a83c1, 0x20000, stream.length, REST.length, stream.length, REST.length)
  const bytes = chunkedFile({ ...kind, chunk: new Uint8Array([...sizes.bytes(), ...stream]) })
  const pkg = await openPackage(memorySource(bytes), { codecs: nodeCodecs, ...options })
  expect(pkg.names).toEqual(['None'])
  expect(hexOf(await savedBytes(pkg, { compress: 'keep' }))).toBe(hexOf(bytes))
  return pkg.game.id
}
