/** One block of an lzop file: its decompressed size, and its bytes (uncompressed if both sizes are equal). */
export interface LzopBlock {
  readonly size: number
  readonly data: Uint8Array
}

const MAGIC = [0x89, 0x4c, 0x5a, 0x4f, 0, 0x0d, 0x0a, 0x1a, 0x0a]

/** Adler-32 by its definition in RFC 1950. */
function adler32(bytes: Uint8Array): number {
  let a = 1
  let b = 0
  for (const byte of bytes) {
    a = (a + byte) % 65521
    b = (b + a) % 65521
  }
  return b * 65536 + a
}

/** Extracts the LZO1X blocks from a file written by `lzop`. */
export function readLzop(file: Uint8Array): LzopBlock[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const flags = view.getUint32(17)
  const nameLength = file[33]!
  let at = 34 + nameLength + 4
  const blocks: LzopBlock[] = []
  for (;;) {
    const size = view.getUint32(at)
    if (size === 0) return blocks
    const packed = view.getUint32(at + 4)
    at += 8
    for (const flag of [1, 0x100]) if (flags & flag) at += 4
    if (packed < size) for (const flag of [2, 0x200]) if (flags & flag) at += 4
    blocks.push({ size, data: file.slice(at, at + packed) })
    at += packed
  }
}

/**
 * Makes a file that `lzop -d` reads: one block, which `lzop` only accepts if it is smaller than its
 * decompressed content.
 */
export function writeLzop(input: Uint8Array, packed: Uint8Array): Uint8Array {
  const header = new Uint8Array(34 + 4)
  header.set(MAGIC)
  const view = new DataView(header.buffer)
  view.setUint16(9, 0x1030)
  view.setUint16(11, 0x20a0)
  view.setUint16(13, 0x0940)
  header[15] = 1
  header[16] = 5
  view.setUint32(17, 1)
  view.setUint32(34, adler32(header.subarray(MAGIC.length, 34)))
  const block = new DataView(new ArrayBuffer(12))
  block.setUint32(0, input.length)
  block.setUint32(4, packed.length)
  block.setUint32(8, adler32(input))
  return Uint8Array.from([...header, ...new Uint8Array(block.buffer), ...packed, 0, 0, 0, 0])
}
