import { close, constants, fstat, open, readSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { NO_BYTES } from '../no-bytes.js'
import type { SyncByteSource } from '../source/memory-source.js'
import { checkRange } from '../source/range.js'
import { SourceError, systemError } from '../source/source-error.js'
import { systemPath } from './system-path.js'

/** A file that is open for reading. */
export interface FileSource extends SyncByteSource {
  /** The path, as given. */
  readonly path: string
  /** Closes the file; reads after that fail. Closing twice does no harm. */
  close(): Promise<void>
}

/** Node hands the length of one read to the system as a signed 32-bit number. */
const MAX_READ = 0x40000000

/**
 * Opens a file to be read in any order. Reads are synchronous, each exactly the bytes asked for into a fresh
 * array: tables of a package cost no promise. The file stays open until `close`.
 *
 * A file that becomes shorter meanwhile is noticed by the read that finds its end (`changed`). One that is
 * overwritten in place with as many bytes is not; {@link saveFile} never does that: it replaces the old file
 * with a new one.
 *
 * @throws {SourceError} `io`, by the promise, when the file cannot be opened or is not a regular file (a
 *   folder, a pipe, a device).
 */
export async function fileSource(path: string): Promise<FileSource> {
  let fd: number
  try {
    // Without O_NONBLOCK, opening a pipe that nobody writes to waits forever; Windows has no such flag.
    fd = await promisify(open)(systemPath(path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (cause) {
    throw systemError(`cannot open "${path}"`, cause, { path })
  }
  let stats: Stats
  try {
    stats = await promisify(fstat)(fd)
    if (!stats.isFile()) {
      throw new SourceError(
        'io',
        `"${path}" is ${stats.isDirectory() ? 'a folder' : 'a pipe or a device'}, not a file`,
        {
          path,
        },
      )
    }
  } catch (cause) {
    await promisify(close)(fd)
    if (cause instanceof SourceError) throw cause
    throw systemError(`cannot open "${path}"`, cause, { path })
  }
  return openFile(path, fd, stats.size)
}

function openFile(path: string, fd: number, byteLength: number): FileSource {
  let isOpen = true
  return {
    path,
    byteLength,
    slice(start, end) {
      checkRange(byteLength, start, end)
      // The number of a closed file may belong to another one by now.
      if (!isOpen) throw new SourceError('io', `"${path}" is closed`, { path, start, end })
      if (start === end) return NO_BYTES
      const bytes = unfilled(end - start)
      readFully(path, fd, bytes, start)
      return bytes
    },
    readInto(target, start) {
      checkRange(byteLength, start, start + target.length)
      if (!isOpen) throw new SourceError('io', `"${path}" is closed`, { path, start, end: start + target.length })
      readFully(path, fd, target, start)
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      await promisify(close)(fd)
    },
  }
}

/** An array for bytes that are all going to be read: the system need not fill it with zeros before. */
function unfilled(length: number): Uint8Array {
  const { buffer, byteOffset } = Buffer.allocUnsafeSlow(length)
  return new Uint8Array(buffer, byteOffset, length)
}

function readFully(path: string, fd: number, bytes: Uint8Array, start: number): void {
  const end = start + bytes.byteLength
  let done = 0
  while (done < bytes.byteLength) {
    let count: number
    try {
      count = readSync(fd, bytes, done, Math.min(bytes.byteLength - done, MAX_READ), start + done)
    } catch (cause) {
      throw systemError(`cannot read the bytes ${start} to ${end} of "${path}"`, cause, { path, start, end })
    }
    if (count === 0) {
      const message =
        `"${path}" ends at byte ${start + done}, inside the bytes ${start} to ${end} it had when ` +
        'it was opened: it became shorter'
      throw new SourceError('changed', message, { path, start, end })
    }
    done += count
  }
}
