import { sanitizeName } from '@ukit/files'

// Names of objects are text: what is beyond ASCII there is no letter of another system.
const CONTROL = /[\u0080-\u009f]/g

// Leaves room for an extension and a number below the 255 bytes of most file systems, also in UTF-8.
const MAX_LENGTH = 80

/** What no normal form changes. */
const ASCII = /^[\0-\x7f]*$/

/** Names like most objects have: nothing in them has to be replaced or cut. */
const PLAIN = /^[A-Za-z0-9_-]{1,80}$/

/**
 * *A name of an object as a file name that every system takes*, and that leads nowhere else: no separators,
 * no dots alone, no device names.
 *
 * Names come from strangers' files. Different names may give the same result; see `FileNames`.
 */
export function safeFileName(name: string): string {
  if (PLAIN.test(name)) return sanitizeName(name)
  const short = name
    .slice(0, MAX_LENGTH)
    .replace(/[. ]+$/, '')
    .replace(CONTROL, '_')
  return sanitizeName(short).replace(/^\.+/, (dots) => '_'.repeat(dots.length))
}

/** *File names that do not collide*, also where a file system does not tell upper from lower case. */
export class FileNames {
  readonly #taken = new Set<string>()

  /** The path for an object: its folders, its name, its extension; with a number when that is taken. */
  take(folders: readonly string[], name: string, extension: string): string {
    return this.takeIn(safeFolder(folders), name, extension)
  }

  /** The same in a folder whose names are safe, as `safeFolder` makes it. */
  takeIn(folder: string, name: string, extension: string): string {
    const stem = safeFileName(name)
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? stem : `${stem}~${number}`
      const path = `${folder === '' ? '' : `${folder}/`}${numbered}.${extension}`
      const { size } = this.#taken
      this.#taken.add(keyOf(path))
      if (this.#taken.size > size) return path
    }
  }

  /** Keeps a file's path from being taken. */
  reserve(folders: readonly string[], fileName: string): void {
    this.#taken.add(keyOf([...folders.map(safeFileName), fileName].join('/')))
  }
}

/** Folders as a path that every system takes, with `/` between them. */
export function safeFolder(folders: readonly string[]): string {
  return folders.map(safeFileName).join('/')
}

/**
 * One key for all names that some file system takes for one: case, and letters put together from several
 * characters.
 */
function keyOf(path: string): string {
  return (ASCII.test(path) ? path : path.normalize('NFC')).toLowerCase()
}
