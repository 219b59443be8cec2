import { nodeCodecs } from '@ukit/codecs/node'
import { compressUz, compressUz2, compressUz3, decompressUz, decompressUz2, decompressUz3 } from '@ukit/codecs/uz'
import { expect, it } from 'vitest'
import { CORPUS, corpusFile, describeCorpus } from '../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../testing/sweep.js'

/** Files of every kind, including those that are already compressed. */
const rows = SWEEPS ? CORPUS : sampleOf(CORPUS)

describeCorpus('what we compress, we decompress', () => {
  it.each(rows)('$path', async ({ path }) => {
    const zlib = await nodeCodecs.zlib()
    const bytes = new Uint8Array(corpusFile(path))
    const name = path.replace(/^.*\//, '')
    const results = {
      'uz 1234': decompressUz(compressUz(bytes, { name })).bytes,
      'uz 5678': decompressUz(compressUz(bytes, { name, signature: 5678 })).bytes,
      uz2: decompressUz2(compressUz2(bytes, zlib), zlib),
      uz3: decompressUz3(compressUz3(bytes, zlib), zlib),
    }
    for (const [format, result] of Object.entries(results)) {
      expect(Buffer.compare(result, bytes), `${path} as ${format}`).toBe(0)
    }
  })
})
