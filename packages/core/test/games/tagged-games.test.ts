import { opensChunks, zlibChunk } from './chunked-file.js'

opensChunks('Berkanix: its tag in chunks', 'berkanix', {
  version: 600,
  tag: 0xf2bac156,
  compressionFlags: 1,
  chunk: zlibChunk(0xf2bac156),
})

opensChunks('Heroes VII: its tag in chunks', 'might-and-magic-heroes-7', {
  version: 868,
  licensee: 4,
  tag: 0x4d4d4837,
  compressionFlags: 1,
  chunk: zlibChunk(0x4d4d4837),
})
