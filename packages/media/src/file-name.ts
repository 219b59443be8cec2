import { sanitizeName } from '@ukit/files'

// Control characters beyond ASCII: names of objects are text, so these are not letters of another encoding.
const CONTROL = /[\u0080-\u009f]/g

// Leaves room for an extension and a number within the 255 bytes of most file systems, even in UTF-8.
const MAX_LENGTH = 80

/** Text that no Unicode normal form changes. */
const ASCII = /^[\0-\x7f]*$/

/** Names that most objects have: nothing in them has to be replaced or cut. */
const PLAIN = /^[A-Za-z0-9_-]{1,80}$/

/**
 * *An object's name as a file name that is valid on every system* and does not lead to another folder: no
 * separators, no names of dots alone, no device names.
 *
 * Names are untrusted. Different names may give the same result; see `FileNames`.
 */
export function safeFileName(name: string): string {
  if (PLAIN.test(name)) return sanitizeName(name)
  const short = name
    .slice(0, MAX_LENGTH)
    .replace(/(?<![. ])[. ]+$/, '')
    .replace(CONTROL, '_')
  return sanitizeName(short).replace(/^\.+/, (dots) => '_'.repeat(dots.length))
}

/** *File names that do not collide*, even on file systems that ignore case. */
export class FileNames {
  readonly #taken = new Set<string>()
  /** The number that the next path with this one's key gets: thousands of objects may have one name. */
  readonly #next = new Map<string, number>()

  /**
   * Takes the path for an object: its folders, its name and its extension, with a number if the path is
   * already taken.
   */
  take(folders: readonly string[], name: string, extension: string): string {
    return this.takeIn(safeFolder(folders), name, extension)
  }

  /** The same in a folder that `safeFolder` has already made safe. */
  takeIn(folder: string, name: string, extension: string): string {
    const stem = safeFileName(name)
    const place = folder === '' ? '' : `${folder}/`
    const path = `${place}${stem}.${extension}`
    const key = keyOf(path)
    if (this.#isNew(key)) return path
    for (let number = this.#next.get(key) ?? 2; ; number++) {
      const numbered = `${place}${stem}~${number}.${extension}`
      if (!this.#isNew(keyOf(numbered))) continue
      this.#next.set(key, number + 1)
      return numbered
    }
  }

  #isNew(key: string): boolean {
    const { size } = this.#taken
    this.#taken.add(key)
    return this.#taken.size > size
  }

  /** Keeps a file's path from being taken. */
  reserve(folders: readonly string[], fileName: string): void {
    this.#taken.add(keyOf([...folders.map(safeFileName), fileName].join('/')))
  }
}

/** Folders as a path that is valid on every system, separated by `/`. */
export function safeFolder(folders: readonly string[]): string {
  return folders.map(safeFileName).join('/')
}

/**
 * The same key for all names that some file system treats as equal: they differ in case, or in how letters
 * are composed from several characters.
 */
function keyOf(path: string): string {
  return (ASCII.test(path) ? path : path.normalize('NFC')).toLowerCase()
}
