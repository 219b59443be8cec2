import { plural } from '@ukit/text/internal'
import { NO_BYTES } from '../no-bytes.js'
import { checkRange } from './range.js'
import type { ByteSource } from './source.js'
import { SourceError, systemError } from './source-error.js'

/** As much of the web's `Blob` (and `File`) as is needed here; Node's `Blob` fits too. */
export interface BlobLike {
  /** Length in bytes. */
  readonly size: number
  /** The bytes from `start` up to, not including, `end`, not read yet. */
  slice(
    start: number,
    end: number,
  ): {
    /** Its bytes. */
    arrayBuffer(): Promise<ArrayBuffer>
  }
}

/**
 * A `Blob`: in a browser, a file that the user chose or dropped. Only the ranges asked for are read.
 *
 * Reads fail with {@link SourceError}: `io` when the browser cannot read the file (this is also how it says
 * that the file changed on disk), `changed` when fewer bytes came than asked for.
 */
export function blobSource(blob: BlobLike): ByteSource {
  const byteLength = blob.size
  return {
    byteLength,
    slice(start, end) {
      checkRange(byteLength, start, end)
      return start === end ? NO_BYTES : readBlob(blob, start, end)
    },
  }
}

async function readBlob(blob: BlobLike, start: number, end: number): Promise<Uint8Array> {
  let buffer: ArrayBuffer
  try {
    buffer = await blob.slice(start, end).arrayBuffer()
  } catch (cause) {
    // Browsers report a file that changed on disk since it was chosen as unreadable.
    if (cause instanceof Error && cause.name === 'NotReadableError') throw changedError(cause, start, end)
    throw systemError(`cannot read the bytes ${start} to ${end} of the blob`, cause, { start, end })
  }
  if (buffer.byteLength !== end - start) {
    const message =
      `the blob gave ${plural(buffer.byteLength, 'byte')} instead of ${end - start} (${start} to ${end}): ` +
      'it changed since it was opened'
    throw new SourceError('changed', message, { start, end })
  }
  return new Uint8Array(buffer)
}

function changedError(cause: Error, start: number, end: number): SourceError {
  const message = 'the file has changed on the disk, or was removed, since it was opened: open it again'
  return new SourceError('changed', message, { start, end, cause })
}
