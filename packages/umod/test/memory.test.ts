import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ByteSource, memorySource, PIECE_SIZE } from '@ukit/files'
import { openUmod, packUmod } from '@ukit/umod'
import { extractUmod } from '@ukit/umod/node'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'

// Installers have hundreds of megabytes: regardless of their size, they are processed in the same few pieces
// of memory.

/** Members of several pieces each, with bytes that depend on their position. */
const MEMBERS = ['A', 'B', 'C'].map((name, member) => ({
  name: `Textures\\${name}.utx`,
  bytes: Uint8Array.from({ length: 2 * PIECE_SIZE + 77 * member }, (_, i) => (i >> 12) + member * 50),
}))

/** A source that records which memory it was asked to fill. */
function watched(bytes: Uint8Array, filled: Set<ArrayBufferLike>): ByteSource {
  return {
    byteLength: bytes.length,
    slice: (start, end) => bytes.slice(start, end),
    readInto(target, start) {
      filled.add(target.buffer)
      target.set(bytes.subarray(start, start + target.length))
    },
  }
}

/** The bytes of pieces, each copied before the next is requested. */
async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return Buffer.concat(copies)
}

test('packing reuses two buffers for all members if allowed, and results in the same bytes', async () => {
  const filled = new Set<ArrayBufferLike>()
  const members = MEMBERS.map(({ name, bytes }) => ({ name, data: watched(bytes, filled) }))
  const packed = await joined(packUmod(members, { reuse: true }))
  expect(filled.size).toBe(2)
  expect(packed.equals(await joined(packUmod(members)))).toBe(true)
  const umod = await openUmod(memorySource(packed))
  expect(await umod.computeCrc()).toBe(umod.trailer.crc)
})

test('the checksum and the files of an installer use two pieces of memory each', async () => {
  const members = MEMBERS.map(({ name, bytes }) => ({ name, data: memorySource(bytes) }))
  const packed = await joined(packUmod(members))
  const filled = new Set<ArrayBufferLike>()
  const umod = await openUmod(watched(packed, filled))
  await umod.computeCrc()
  expect(filled.size).toBe(2)
  filled.clear()
  const folder = temporaryFolder({})
  for await (const { error } of extractUmod(umod, folder)) expect(error).toBeUndefined()
  expect(filled.size).toBe(2)
  for (const { name, bytes } of MEMBERS) {
    expect(readFileSync(join(folder, name.replace('\\', '/'))).equals(bytes)).toBe(true)
  }
})
