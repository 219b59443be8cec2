import { closeSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { alreadyThere, NO_LINKS } from './save-file.js'
import { codeOf } from './system-errors.js'
import { uniqueDigits } from './unique-digits.js'
import { writeFailure } from './write-failure.js'

/** Digits of this thread's own temporary files. */
const OWN = uniqueDigits(10)
/** Names that could not be used, or were not given back: the others are used again for the next file. */
let spent = 0
let temporaryName = nextName()

function nextName(): string {
  return `.ukit-${OWN}${(spent++ & 0xff_ffff).toString(16).padStart(6, '0')}.tmp`
}

/**
 * Writes a file that does not exist yet, whole or not at all: what {@link saveFile} does without `force` and
 * `flush`, at an eighth of its time, since nothing is waited for. For many files of moderate size, from bytes
 * in memory.
 *
 * @param folder that of the file, with a separator at its end; taken from the path if absent.
 * @throws {SourceError} `exists` when there is a file of that name; `io` when the system refuses.
 */
export function saveNewFile(path: string, bytes: Uint8Array, folder = folderOf(path)): void {
  const temporary = folder + temporaryName
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
    temporaryName = nextName()
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
