import { createHash } from 'node:crypto'
import { nodeCodecs } from '@ukit/codecs/node'
import { compressUz, compressUz2, compressUz3, decompressUz, decompressUz2, decompressUz3 } from '@ukit/codecs/uz'
import { expect, test } from 'vitest'
import { hasCorpus, readCorpus } from './helpers.js'

const present = hasCorpus()

test.runIf(present)('every file of the corpus: what we compress, we decompress', async () => {
  const zlib = await nodeCodecs.zlib()
  const [head = '', ...rows] = new TextDecoder().decode(readCorpus('INDEX.tsv')).trimEnd().split('\n')
  const sum = head.split('\t').indexOf('sha256')
  for (const row of rows) {
    const cells = row.split('\t')
    const [path = ''] = cells
    const bytes = readCorpus(path)
    const name = path.replace(/^.*\//, '')
    const results = {
      'uz 1234': decompressUz(compressUz(bytes, { name })).bytes,
      'uz 5678': decompressUz(compressUz(bytes, { name, signature: 5678 })).bytes,
      uz2: decompressUz2(compressUz2(bytes, zlib), zlib),
      uz3: decompressUz3(compressUz3(bytes, zlib), zlib),
    }
    for (const [format, result] of Object.entries(results)) {
      expect(createHash('sha256').update(result).digest('hex'), `${path} as ${format}`).toBe(cells[sum])
    }
  }
  expect(rows.length).toBeGreaterThan(100)
})
