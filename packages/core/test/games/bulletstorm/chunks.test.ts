import { opensChunks, zlibChunk } from '../chunked-file.js'

opensChunks('entries of 20 bytes', 'bulletstorm', {
  version: 742,
  licensee: 29,
  entryEnd: [1],
  compressionFlags: 1,
  chunk: zlibChunk(),
})
