import { Guid } from '@ukit/container'
import { MAX_NAME_LENGTH } from '@ukit/edit'
import { PackageError, safePath } from '@ukit/files'
import { plural } from '@ukit/text/internal'

/** Where a value is, for messages of errors. */
export interface FieldPlace {
  /** Word and key: `USES.GUID`. */
  readonly field: string
  /** Position in the line, in characters; absent when the value is written. */
  readonly offset?: number | undefined
}

/**
 * *Reads and writes one value of a line.* `read` checks untrusted input, `write` what a program wants to
 * send.
 */
export interface LineField<T> {
  read(text: string, place: FieldPlace): T
  write(value: T, place: FieldPlace): string
}

/**
 * Maximum number of characters of a level or of a package's file name: twice the longest name. Clients of UE1
 * to UE2.5 copied LEVEL to a buffer without checking its length (CVE-2010-2702), so a longer one is either an
 * attack or would have the effect of one.
 */
export const MAX_FILE_NAME_LENGTH = 127

/** A whole number from `min` to `max`, in decimal digits. */
function integer(min: number, max: number): LineField<number> {
  const check = (value: number, found: string, place: FieldPlace) => {
    // "-0" is the number 0.
    if (Number.isInteger(value) && value >= min && value <= max) return value + 0
    throw unexpectedValue(`a whole number from ${min} to ${max}`, found, place)
  }
  return {
    read: (text, place) => check(/^[+-]?[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN, text, place),
    write: (value, place) => String(check(value, String(value), place)),
  }
}

/** Any signed 32-bit number. */
export const INT32 = integer(-0x8000_0000, 0x7fff_ffff)
/** A size or a rate: a number that is not negative. */
export const COUNT = integer(0, 0x7fff_ffff)
/** A generation: the first one is 1. */
export const GENERATION = integer(1, 0x7fff_ffff)

/** A flag word: written as a signed number, as by the engine; an unsigned number in memory. */
export const FLAGS: LineField<number> = {
  read: (text, place) => INT32.read(text, place) >>> 0,
  write: (value, place) => INT32.write(value | 0, place),
}

/** 0 or 1; any number except 0 is read as 1, as by the engine. */
export const BOOL: LineField<boolean> = {
  read: (text, place) => {
    const lower = text.toLowerCase()
    if (lower === 'true' || lower === 'false') return lower === 'true'
    return INT32.read(text, place) !== 0
  },
  write: (value) => (value ? '1' : '0'),
}

/** 32 hex digits. */
export const GUID: LineField<Guid> = {
  read: (text, place) => {
    const guid = /^[0-9a-fA-F]{32}$/.test(text) ? Guid.parse(text) : undefined
    if (guid === undefined) throw unexpectedValue('a GUID of 32 hex digits', text, place)
    return guid
  },
  write: (guid) => guid.toString(),
}

/** Any text; only the line limits its length. */
export const TEXT: LineField<string> = {
  read: (text) => text,
  write: (text) => text,
}

/** The name of a package, which becomes a file name and therefore must not lead to a different folder. */
export const PACKAGE_NAME = plainName('the name of a package', MAX_NAME_LENGTH)
/** A file's name without a folder. */
export const FILE_NAME = plainName('the name of a file without a folder', MAX_FILE_NAME_LENGTH)

function plainName(what: string, longest: number): LineField<string> {
  const check = (text: string, place: FieldPlace) => {
    if (text.length > longest) {
      throw unexpectedValue(`${what}, at most ${plural(longest, 'character')}`, plural(text.length, 'character'), place)
    }
    const safe = safePath(text)
    if (/[\\/]/.test(text)) throw unexpectedValue(what, text, place)
    if ('problem' in safe) throw unexpectedValue(`${what} (${safe.problem})`, text, place)
    return text
  }
  return { read: check, write: check }
}

/** The error for an invalid value. */
export function unexpectedValue(expected: string, found: string, { field, offset }: FieldPlace): PackageError {
  const shown = found.length > 80 ? `${found.slice(0, 80)}… (${plural(found.length, 'character')})` : found
  return new PackageError('bad-value', `expected ${expected}, found ${JSON.stringify(shown)}`, { field, offset })
}
