import { opensChunks, xor, zlibChunk } from '../chunked-file.js'

const chunk = zlibChunk(undefined, xor([0x2a]))

opensChunks('blocks XORed with 0x2A', 'smite', { version: 600, compressionFlags: 0x201, chunk }, 'smite')
