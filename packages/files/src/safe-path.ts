import { isOwnName } from './own-folder.js'

/**
 * Device names of Windows: no file of such a name can be made there, whatever its extension, and opening it
 * talks to the device. Spaces before the extension do not count.
 */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\..*)?$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a file system
const CONTROL = /[\u0000-\u001f\u007f]/
const FORBIDDEN = /[<>"|?*]/
/** Marks that turn the direction of writing, after which an extension can hide, and separators of lines. */
const TURNING = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/
/**
 * All characters that a made-up name does without. Those from 80 to 9F stay: in names of 8 bits they are
 * letters of the system that wrote them.
 */
const REPLACED = new RegExp(`${CONTROL.source}|${FORBIDDEN.source}|${TURNING.source}|[:/\\\\]|\\p{Surrogate}`, 'gu')
/**
 * Names like most names: nothing in them can be wrong but that a device has them, or they are short names of
 * ours.
 */
const PLAIN = /^[A-Za-z0-9_-]{1,100}(?:\.[A-Za-z0-9_]{1,20})?$/
/** Maximum number of bytes of a file's name on usual file systems, and more folders than any game has. */
const LONGEST_NAME = 200
const DEEPEST = 32

/** A stored path, taken apart; or the reason why nothing may be written there. */
export type SafePath = { readonly parts: readonly string[] } | { readonly problem: string }

/**
 * *Whether a path from a stranger (an installer, a server, a cache's ini) may be used below a folder, on
 * every system.* `\` and `/` both separate folders; `.` is dropped.
 *
 * Refused are: `..`, absolute and UNC paths, drive letters and alternate streams (`:`), device names, control
 * characters, wildcards and what else Windows forbids, marks that turn the direction of writing, dots and
 * spaces at the end of a name, names that are too long, and names of our own folder and files (`.ukit`). The
 * engines check nothing of that. This is the one list of such names: whatever writes files for strangers asks
 * here.
 */
export function safePath(stored: string): SafePath {
  if (stored === '') return { problem: 'the path is empty' }
  if (/^[\\/]{2}/.test(stored)) return { problem: 'it names another computer (UNC path)' }
  if (/^[\\/]/.test(stored)) return { problem: 'it is an absolute path' }
  if (/^[A-Za-z]:/.test(stored)) return { problem: 'it names a drive' }
  const parts = stored.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  if (parts.length === 0) return { problem: 'it names no file' }
  if (parts.length > DEEPEST) return { problem: `it goes more than ${DEEPEST} folders deep` }
  for (const part of parts) {
    const problem = nameProblem(part)
    if (problem !== undefined) return { problem }
  }
  return { parts }
}

/**
 * Why a stranger's name may not be the name of a file in a folder, on every system; `undefined` when it may.
 */
export function fileNameProblem(name: string): string | undefined {
  if (PLAIN.test(name)) return nameProblem(name)
  const safe = safePath(name)
  if ('problem' in safe) return safe.problem
  return safe.parts.length === 1 && safe.parts[0] === name ? undefined : 'it contains folders'
}

function nameProblem(part: string): string | undefined {
  if (PLAIN.test(part)) return DEVICE.test(part) ? `"${part}" is a Windows device name` : undefined
  if (part === '..') return 'it leaves the folder ("..")'
  if (part.includes(':')) return 'it names an alternate stream (":")'
  if (CONTROL.test(part)) return 'it contains a control character'
  if (FORBIDDEN.test(part)) return 'it contains a wildcard or a forbidden character (< > " | ? *)'
  if (TURNING.test(part))
    return 'it contains a character that is not seen, such as one that reverses the writing direction'
  if (/\p{Surrogate}/u.test(part)) return 'it contains half a surrogate pair'
  if (/[. ]$/.test(part)) return 'a name in it ends with a dot or a space'
  if (isOwnName(part)) return `"${part}" is a name that ukit reserves for its own files`
  if (DEVICE.test(part)) return `"${part}" is a Windows device name`
  return utf8Length(part) > LONGEST_NAME ? `a name in it is longer than ${LONGEST_NAME} bytes` : undefined
}

/**
 * A path that is safe for certain, as near to the stored one as that allows: for looking into a file that is
 * not to be trusted.
 */
export function sanitizePath(stored: string): readonly string[] {
  const parts = stored
    .replace(/^[A-Za-z]:/, '')
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .slice(-DEEPEST)
    .map(sanitizeName)
  return parts.length === 0 ? ['_'] : parts
}

/**
 * One name that is safe for certain, as near to the given one as that allows; separators in it are replaced
 * like everything else.
 */
export function sanitizeName(name: string): string {
  if (PLAIN.test(name)) return DEVICE.test(name) ? `_${name}` : name
  let safe = name.slice(0, LONGEST_NAME).replace(REPLACED, '_')
  while (utf8Length(safe) > LONGEST_NAME) safe = safe.slice(0, -1)
  safe = safe.replace(/(?<![. ])[. ]+$/, (end) => '_'.repeat(end.length))
  if (safe === '') return '_'
  return DEVICE.test(safe) || isOwnName(safe) ? `_${safe}` : safe
}

/**
 * The form in which the engine compares names: `\` between folders, ignoring case (it upper-cases A to Z and
 * what its C library knows).
 */
export function foldName(name: string): string {
  return name.replace(/\//g, '\\').toUpperCase()
}

/** Bytes of a text in UTF-8, as file systems count. */
function utf8Length(text: string): number {
  let length = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return length
}
