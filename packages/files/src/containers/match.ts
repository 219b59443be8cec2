import type { Container, ContainerEntry } from './container.js'

/** The characters that make a path a pattern. */
const MAGIC = /[*?[\]{}]/

/** Whether a path is a pattern: holds one of `* ? [ ] { }`. */
export function isPattern(path: string): boolean {
  return MAGIC.test(path)
}

/**
 * A pattern as a regular expression for whole paths with `/` between folders.
 *
 * `*` and `?` stay within one folder or file name, `**` as a whole name represents any number of folders,
 * `[a-z]` and `[!a-z]` for one character, `{unr,utx}` for one of several words. A pattern that is not well
 * formed means its own characters.
 */
export function patternToRegExp(pattern: string, ignoreCase: boolean): RegExp {
  const flags = ignoreCase ? 'iu' : 'u'
  const source = pattern.replace(/\\/g, '/').split('/').map(segmentSource).join('/')
  // `**/` may represent nothing, so its slash goes with it.
  const whole = source.replaceAll(`${ANY_FOLDERS}/`, '(?:[^/]+/)*').replaceAll(ANY_FOLDERS, '.*')
  try {
    return new RegExp(`^${whole}$`, flags)
  } catch {
    return new RegExp(`^${literal(pattern)}$`, flags)
  }
}

// Represents `**` until the slashes around it are known; no path holds this character.
const ANY_FOLDERS = '\u0000'

function segmentSource(segment: string): string {
  if (segment === '**') return ANY_FOLDERS
  let out = ''
  let braces = 0
  for (let i = 0; i < segment.length; i++) {
    const char = segment.charAt(i)
    if (char === '*') {
      // Several stars mean the same as one, and one is much faster.
      if (segment.charAt(i - 1) !== '*') out += '[^/]*'
    } else if (char === '?') out += '[^/]'
    else if (char === '{' && segment.indexOf('}', i) > i) {
      braces++
      out += '(?:'
    } else if (char === '}' && braces > 0) {
      braces--
      out += ')'
    } else if (char === ',' && braces > 0) out += '|'
    else if (char === '[') {
      const end = segment.indexOf(']', i + 2)
      if (end < 0) {
        out += '\\['
        continue
      }
      const set = segment.slice(i + 1, end).replace(/[\\[\]^]/g, '\\$&')
      out += set.startsWith('!') ? `[^/${set.slice(1)}]` : `[${set}]`
      i = end
    } else out += literal(char)
  }
  return out
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/**
 * The form in which two paths inside a container are compared: `/` between folders, no `./` in front,
 * ignoring case.
 */
function comparable(path: string): string {
  return path
    .replace(/\\/g, '/')
    .replace(/^(?:\.?\/)+/, '')
    .toLowerCase()
}

/** The file at a path inside a container, ignoring case; the last one where several have it. */
export function findEntry(container: Container, path: string): ContainerEntry | undefined {
  const key = comparable(path)
  return container.entries.reduce<ContainerEntry | undefined>(
    (found, entry) => (entry.name === path || comparable(entry.name) === key ? entry : found),
    undefined,
  )
}

/** The files below a folder of a container, in its order; all of them for an empty path. */
export function entriesBelow(container: Container, folder: string): ContainerEntry[] {
  const prefix = comparable(folder).replace(/(?<!\/)\/+$/, '')
  return container.entries.filter((entry) => prefix === '' || comparable(entry.name).startsWith(`${prefix}/`))
}

/** The files of a container whose paths match a pattern, ignoring case, in its order. */
export function matchEntries(container: Container, pattern: string): ContainerEntry[] {
  const expression = patternToRegExp(comparable(pattern), true)
  return container.entries.filter((entry) => expression.test(comparable(entry.name)))
}
