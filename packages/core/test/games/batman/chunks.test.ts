import { openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { chunkedFile, zlibChunk } from '../chunked-file.js'

it('names the compression that ukit lacks', async () => {
  const file = chunkedFile({ version: 863, licensee: 32995, compressionFlags: 8, chunk: zlibChunk() })
  await expect(openPackage(memorySource(file))).rejects.toThrow(/found lz4/)
})
