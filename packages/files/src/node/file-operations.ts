import { existsSync } from 'node:fs'
import { constants, copyFile, link, mkdir, open, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoreError } from '../source/source-error.js'
import { sweepLeftOvers, temporaryName } from './left-overs.js'
import { readWhole } from './read-file.js'
import { codeOf } from './system-errors.js'

/**
 * *What a transaction does to the disk.* To be given by those who test what happens when it ends in the
 * middle.
 */
export interface FileOperations {
  /** Makes a folder whose parent exists; fails if it exists itself. */
  makeFolder(path: string): Promise<void>
  /** Writes a file that does not exist yet, safely on disk when the promise is kept. */
  write(path: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, mode: number): Promise<void>
  /** Gives a file another place on the same disk, in one step. */
  rename(from: string, to: string): Promise<void>
  /**
   * Gives a file a second name on the same disk, which must be free; where the file system has no links, a
   * copy of it. In one step, too.
   */
  link(from: string, to: string): Promise<void>
  /** Removes a file. */
  remove(path: string): Promise<void>
  /** Removes a folder that is empty; fails when it is not. */
  removeFolder(path: string): Promise<void>
  /** Removes a folder with everything in it. */
  removeAll(path: string): Promise<void>
}

/** Permissions of new files, less what the umask takes away. */
export const NEW_FILE = 0o666

/** The disk itself. */
export const DISK: FileOperations = {
  async makeFolder(path) {
    await mkdir(path)
  },
  async write(path, pieces, mode) {
    const handle = await open(path, 'wx', mode)
    try {
      for await (const piece of pieces) {
        for (let done = 0; done < piece.byteLength; ) done += (await handle.write(piece, done)).bytesWritten
      }
      // What the umask took away of the permissions that an old file had.
      if (mode !== NEW_FILE) await handle.chmod(mode)
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
  rename,
  async link(from, to) {
    try {
      await link(from, to)
    } catch (error) {
      if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') throw error
      // A rename would replace what has this name.
      if (existsSync(to))
        throw Object.assign(new Error('EEXIST'), { code: 'EEXIST', syscall: 'link', path: from, dest: to })
      sweepLeftOvers(dirname(to))
      const temporary = join(dirname(to), temporaryName())
      try {
        await copyFile(from, temporary, constants.COPYFILE_EXCL)
        await rename(temporary, to)
      } catch (failure) {
        await unlink(temporary).catch(ignoreError)
        throw failure
      }
    }
  },
  remove: unlink,
  removeFolder: rmdir,
  removeAll: (path) => rm(path, { recursive: true, force: true }),
}

/** The bytes of a file; `undefined` when there is none. */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readWhole(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw error
  }
}

/** What a file of ours holds; `undefined` when it is not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}
