import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { onDisk, readWholeSync } from '@ukit/files/node'

/** How long files are read without a pause in which the process can hear Ctrl-C, in milliseconds. */
const BREATH = 50

/**
 * *Files of a project by paths with `/`*, ignoring case, as sources name them.
 *
 * They are read at once, not through promises: packages have dozens of small pictures, and waiting for the
 * several steps of each takes longer than importing it.
 */
export class ProjectFiles {
  readonly #root: string
  readonly #outside: boolean
  readonly #listings = new Map<string, readonly string[]>()
  #lastBreath = performance.now()

  /** @param outside whether paths and symbolic links may lead out of the folder. */
  constructor(root: string, outside: boolean) {
    this.#root = root
    this.#outside = outside
  }

  /**
   * Where a file is; `undefined` when there is none. What leads out of the project is not followed unless
   * that is allowed: what names it may be a stranger's.
   */
  async find(path: string): Promise<string | undefined> {
    const isAbsolute = path.startsWith('/') || /^[a-z]:/i.test(path)
    if (isAbsolute && !this.#outside) return undefined
    let place = isAbsolute ? resolve(path.startsWith('/') ? '/' : path.slice(0, 3)) : this.#root
    for (const part of (isAbsolute ? path.replace(/^[a-z]:/i, '') : path).split('/')) {
      if (part === '' || part === '.') continue
      if (part === '..') {
        if (!this.#outside) return undefined
        place = join(place, '..')
        continue
      }
      const names = this.#listed(place)
      const name = names.find((own) => own === part) ?? names.find((own) => own.toLowerCase() === part.toLowerCase())
      if (name === undefined) return undefined
      place = join(place, name)
    }
    if (this.#outside) return place
    const below = relative(realpathSync.native(this.#root), realpathSync.native(place))
    return below === '..' || below.startsWith(`..${sep}`) ? undefined : place
  }

  /** The bytes of a file; `undefined` when there is none. */
  async read(path: string): Promise<Uint8Array | undefined> {
    if (performance.now() - this.#lastBreath > BREATH) {
      await setImmediate()
      this.#lastBreath = performance.now()
    }
    const place = await this.find(path)
    if (place === undefined || !statSync(place).isFile()) return undefined
    return onDisk(async () => readWholeSync(place))
  }

  #listed(folder: string): readonly string[] {
    let listing = this.#listings.get(folder)
    if (listing === undefined) {
      listing = namesIn(folder)
      this.#listings.set(folder, listing)
    }
    return listing
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
