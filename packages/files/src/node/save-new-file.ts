import { closeSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { sweepLeftOvers, temporaryName } from './left-overs.js'
import { alreadyThere, NO_LINKS } from './save-file.js'
import { codeOf } from './system-errors.js'
import { writeFailure } from './write-failure.js'

/** This thread's temporary file: its name is used again for the next file, unless it could not be used. */
let temporaryFile: string | undefined

/**
 * Writes a file that does not exist yet, whole or not at all: what {@link saveFile} does without `force` and
 * `flush`, at an eighth of its time, since nothing is waited for. For many files of moderate size, from bytes
 * in memory.
 *
 * @param folder that of the file, with a separator at its end; taken from the path if absent.
 * @throws {SourceError} `exists` when there is a file of that name; `io` when the system refuses.
 */
export function saveNewFile(path: string, bytes: Uint8Array, folder = folderOf(path)): void {
  sweepLeftOvers(folder)
  temporaryFile ??= temporaryName()
  const temporary = folder + temporaryFile
  try {
    const file = openSync(temporary, 'wx')
    try {
      for (let done = 0; done < bytes.byteLength; ) done += writeSync(file, bytes, done)
    } finally {
      closeSync(file)
    }
    link(temporary, path)
  } catch (cause) {
    remove(temporary)
    temporaryFile = undefined
    throw codeOf(cause) === 'EEXIST' ? alreadyThere(path) : writeFailure(path, cause)
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.length - basename(path).length)
}

/** Gives the temporary file its name, unless the name is taken. */
function link(temporary: string, path: string): void {
  try {
    linkSync(temporary, path)
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error))) throw error
    closeSync(openSync(path, 'wx'))
    try {
      renameSync(temporary, path)
    } catch (refusal) {
      remove(path)
      throw refusal
    }
    return
  }
  unlinkSync(temporary)
}

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never made, or has its name already.
  }
}
