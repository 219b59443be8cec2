import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { onDisk } from '@ukit/files/node'

/** *Files of a project by paths with `/`*, ignoring case, as sources name them. */
export class ProjectFiles {
  readonly #root: string
  readonly #outside: boolean
  readonly #listings = new Map<string, Promise<readonly string[]>>()

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
      const names = await this.#listed(place)
      const name = names.find((own) => own === part) ?? names.find((own) => own.toLowerCase() === part.toLowerCase())
      if (name === undefined) return undefined
      place = join(place, name)
    }
    if (this.#outside) return place
    const below = relative(await realpath(this.#root), await realpath(place))
    return below === '..' || below.startsWith(`..${sep}`) ? undefined : place
  }

  /** The bytes of a file; `undefined` when there is none. */
  async read(path: string): Promise<Uint8Array | undefined> {
    const place = await this.find(path)
    if (place === undefined || !(await stat(place)).isFile()) return undefined
    return onDisk(async () => new Uint8Array(await readFile(place)))
  }

  #listed(folder: string): Promise<readonly string[]> {
    let listing = this.#listings.get(folder)
    if (listing === undefined) {
      listing = readdir(folder).catch(() => [])
      this.#listings.set(folder, listing)
    }
    return listing
  }
}
