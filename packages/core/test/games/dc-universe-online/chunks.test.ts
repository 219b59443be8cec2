import { openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { chunkedFile, zlibChunk } from '../chunked-file.js'

it('is named in the error if its chunks cannot be read', async () => {
  const file = chunkedFile({ version: 648, licensee: 6405, compressionFlags: 1, chunk: zlibChunk() })
  await expect(openPackage(memorySource(file))).rejects.toThrow(/DC Universe Online/)
})
