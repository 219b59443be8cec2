import { Buffer } from 'node:buffer'
import { type ByteSource, memorySource, SourceError } from '@ukit/files'
import { type SaveFileOptions, saveFile } from '@ukit/files/node'
import { UsageError } from '../command/usage-error.js'
import type { Output } from '../terminal/output.js'

/**
 * The word for standard input when it names a file to read, and for standard output when it names one to
 * write.
 */
export const STANDARD = '-'

/** Maximum length of standard input, in bytes: it is kept in memory, since packages are not read in order. */
const MOST_BYTES = 0x7fff_ffff

let input: Promise<ByteSource> | undefined

/** Standard input, read once. @throws {SourceError} `io` when it cannot be read, or is too long. */
export function standardInput(): Promise<ByteSource> {
  input ??= readAll()
  return input
}

async function readAll(): Promise<ByteSource> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of process.stdin) {
      const part: Buffer = typeof piece === 'string' ? Buffer.from(piece) : piece
      bytes += part.length
      if (bytes > MOST_BYTES) throw new SourceError('io', 'standard input is longer than 2 GB: name a file')
      pieces.push(part)
    }
  } catch (cause) {
    if (cause instanceof SourceError) throw cause
    const error = new SourceError('io', 'standard input cannot be read', { cause })
    throw error
  }
  return memorySource(new Uint8Array(Buffer.concat(pieces)))
}

/** Standard output takes either a file or JSON. @throws {UsageError} when both are asked for. */
export function oneOutput(out: string | undefined, json: boolean): void {
  if (out === STANDARD && json) throw new UsageError('--json and - both need standard output: name a file to write')
}

/**
 * Writes a file, or standard output if the path is `-`; returns the number of bytes. Nothing is written to
 * standard output before the first piece is available.
 */
export async function writeTo(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  output: Output,
  options: SaveFileOptions,
): Promise<number> {
  if (path !== STANDARD) return saveFile(path, pieces, options)
  let bytes = 0
  for await (const piece of pieces) {
    options.signal?.throwIfAborted()
    await output.writeBytes(piece)
    bytes += piece.length
    options.onProgress?.(bytes)
  }
  return bytes
}
