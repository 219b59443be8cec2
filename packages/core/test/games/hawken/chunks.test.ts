import { opensChunks, zlibChunk } from '../chunked-file.js'

opensChunks('its tag in chunks', 'hawken', {
  version: 860,
  licensee: 4,
  tag: 0xea31928c,
  afterFlags: [9],
  compressionFlags: 1,
  chunk: zlibChunk(0xea31928c),
})
