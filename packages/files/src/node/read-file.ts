import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { piecesOf } from '../source/pieces.js'
import { SourceError } from '../source/source-error.js'
import { fileSource } from './file-source.js'
import { systemPath } from './system-path.js'

// Without O_NONBLOCK, opening a pipe that nobody writes to waits forever; Windows has no such flag.
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** What a file has to be: a pipe never ends, and neither does a device. */
interface Kind {
  isFile(): boolean
  isDirectory(): boolean
}

/**
 * *Reads a whole file of a folder that others may have filled.*
 *
 * @throws {SourceError} `io` for pipes, devices and folders, since reading those may never end; otherwise
 *   what Node throws.
 */
export async function readWhole(path: string): Promise<Uint8Array> {
  let file: FileHandle | undefined
  try {
    file = await open(systemPath(path), READING)
    checkRegular(path, await file.stat())
    return new Uint8Array(await file.readFile())
  } finally {
    await file?.close()
  }
}

/**
 * {@link readWhole} at once: promises for a thousand small files take several times as long as reading them.
 */
export function readWholeSync(path: string): Uint8Array {
  let file: number | undefined
  try {
    file = openSync(systemPath(path), READING)
    checkRegular(path, fstatSync(file))
    return new Uint8Array(readFileSync(file))
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/**
 * *The bytes of a file of a folder that others may have filled*, in pieces: for files that are too long to be
 * kept in memory.
 *
 * @throws {SourceError} `io` as `fileSource` does: pipes, devices and folders are refused.
 */
export async function* filePieces(path: string): AsyncGenerator<Uint8Array> {
  const source = await fileSource(path)
  try {
    yield* piecesOf(source)
  } finally {
    await source.close()
  }
}

function checkRegular(path: string, kind: Kind): void {
  if (kind.isFile()) return
  const what = kind.isDirectory() ? 'a folder' : 'a pipe or a device'
  throw new SourceError('io', `"${path}" is ${what}, not a file`, { path })
}
