import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { systemError } from '../source/source-error.js'
import { alreadyThere, NO_LINKS } from './save-file.js'
import { codeOf } from './system-errors.js'

/** Asking the system for chance once a file would be a tenth of the work. */
const OWN = randomBytes(5).toString('hex')
let temporaries = 0

/**
 * Writes a file that does not exist yet, whole or not at all: what {@link saveFile} does without `force` and
 * `flush`, at an eighth of its time, since nothing is waited for. For many files of moderate size, from bytes
 * in memory.
 *
 * @throws {SourceError} `exists` when there is a file of that name; `io` when the system refuses.
 */
export function saveNewFile(path: string, bytes: Uint8Array): void {
  const number = (temporaries++ & 0xff_ffff).toString(16).padStart(6, '0')
  const temporary = join(dirname(path), `.ukit-${OWN}${number}.tmp`)
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
    throw codeOf(cause) === 'EEXIST' ? alreadyThere(path) : systemError(`cannot write "${path}"`, cause, { path })
  }
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
