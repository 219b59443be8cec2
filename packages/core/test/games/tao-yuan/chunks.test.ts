import { openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { hexOf, savedBytes } from '../../../../../testing/bytes.js'
import { chunkedFile, xor, zlibChunk } from '../chunked-file.js'

const KEY = [
  137, 35, 95, 142, 69, 136, 243, 119, 25, 35, 111, 94, 101, 136, 243, 204, 243, 67, 95, 158, 69, 106, 107, 187, 237,
  35, 103, 142, 72, 142, 243,
]

it('its additional word is read, and its chunks are decrypted with its key', async () => {
  const body = chunkedFile({
    version: 600,
    tag: 0x12345678,
    compressionFlags: 1,
    chunk: zlibChunk(undefined, xor(KEY)),
  })
  // The word after the tag moves everything by four bytes.
  const view = new DataView(body.buffer)
  const bytes = new Uint8Array([...body.subarray(0, 4), 1, 2, 3, 4, ...body.subarray(4)])
  const moved = new DataView(bytes.buffer)
  const header = 4 + 4 + 4 + 9 + 4
  for (const at of [8, header + 4, header + 12, header + 20, header + 24])
    moved.setInt32(at + 4, view.getInt32(at, true) + 4, true)
  const chunk = body.length - zlibChunk().length - 8 - 16
  for (const at of [chunk, chunk + 8]) moved.setInt32(at + 4, view.getInt32(at, true) + 4, true)
  const pkg = await openPackage(memorySource(bytes), { codecs: nodeCodecs })
  expect(pkg.game.id).toBe('tao-yuan')
  expect(pkg.names).toEqual(['None'])
  expect(hexOf(await savedBytes(pkg, { compress: 'keep' }))).toBe(hexOf(bytes))
})
