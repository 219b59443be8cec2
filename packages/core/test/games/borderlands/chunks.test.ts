import { opensChunks, REST } from '../chunked-file.js'

opensChunks('chunks stored without a header', 'borderlands', {
  version: 584,
  licensee: 58,
  compressionFlags: 2,
  chunk: REST,
})
