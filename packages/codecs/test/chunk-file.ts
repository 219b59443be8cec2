/** One block of a compressed chunk, as stored in the file. */
export interface ChunkBlock {
  readonly data: Uint8Array
  readonly size: number
}

const TAG = 0x9e2a83c1

/**
 * Reads the chunks of a compressed package of Unreal Engine 3: from the first chunk header (a tag whose block
 * table is consistent) they follow each other to the end of the file. Throws if they do not.
 */
export function readChunks(file: Uint8Array): ChunkBlock[][] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let at = 0; at < 4096 && at < file.length - 24; at++) {
    for (const little of [true, false]) {
      if (view.getUint32(at, little) !== TAG) continue
      const chunks = readFrom(file, view, at, little)
      if (chunks) return chunks
    }
  }
  throw new Error('no chunk header found')
}

function readFrom(file: Uint8Array, view: DataView, at: number, little: boolean): ChunkBlock[][] | undefined {
  const chunks: ChunkBlock[][] = []
  while (at < file.length) {
    if (at + 24 > file.length || view.getUint32(at, little) !== TAG) return undefined
    const stated = view.getUint32(at + 4, little)
    const blockSize = stated === TAG ? 0x20000 : stated
    const packed = view.getUint32(at + 8, little)
    const size = view.getUint32(at + 12, little)
    const count = Math.ceil(size / blockSize)
    let data = at + 16 + 8 * count
    if (data + packed > file.length) return undefined
    const blocks: ChunkBlock[] = []
    for (let i = 0; i < count; i++) {
      const length = view.getUint32(at + 16 + 8 * i, little)
      blocks.push({ data: file.subarray(data, data + length), size: view.getUint32(at + 20 + 8 * i, little) })
      data += length
    }
    if (data !== at + 16 + 8 * count + packed) return undefined
    chunks.push(blocks)
    at = data
  }
  return chunks
}
