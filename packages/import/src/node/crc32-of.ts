import { crc32 } from 'node:zlib'
import { filePieces } from '@ukit/files/node'

/**
 * CRC-32 of a file's bytes, as in zip archives, in eight hex digits. It shows whether the owner of a file
 * changed it and need not resist attacks, and takes a fifth of the time of SHA-256.
 */
export function crc32Of(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}

/** CRC-32 of a file, as `crc32Of` gives it; `undefined` if it cannot be read. */
export async function crc32OfFile(file: string): Promise<string | undefined> {
  let sum = 0
  try {
    for await (const piece of filePieces(file)) sum = crc32(piece, sum)
  } catch {
    return undefined
  }
  return sum.toString(16).padStart(8, '0')
}
