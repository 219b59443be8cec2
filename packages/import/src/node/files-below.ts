import { readdir, realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { onDisk, readWhole } from '@ukit/files/node'

/**
 * Opens files beside one that is imported, by a path relative to its folder and ignoring case, as the engine
 * and other programs do; `undefined` for files that do not exist or are outside the folder.
 */
export function besides(file: string): (name: string) => Promise<Uint8Array | undefined> {
  const open = filesBelow(dirname(file))
  return (name) => open(name.replaceAll('\\', '/'))
}

/** Reads files below a folder; see `pathBelow`. */
export function filesBelow(root: string): (path: string) => Promise<Uint8Array | undefined> {
  const find = pathBelow(root)
  return async (path) => {
    const real = await find(path)
    return real === undefined ? undefined : onDisk(() => readWhole(real))
  }
}

/**
 * Finds files below a folder by paths with `/`, ignoring case. A path or a symbolic link that leads out of
 * the folder is not followed, since paths may come from untrusted files.
 */
export function pathBelow(root: string): (path: string) => Promise<string | undefined> {
  const listings = new Map<string, Promise<readonly string[]>>()
  const listed = (folder: string): Promise<readonly string[]> => {
    let listing = listings.get(folder)
    if (listing === undefined) {
      listing = readdir(folder).catch(() => [])
      listings.set(folder, listing)
    }
    return listing
  }
  return async (path) => {
    let place = root
    for (const part of path.split('/')) {
      if (part === '' || part === '.') continue
      if (part === '..') return undefined
      const names = await listed(place)
      const name = names.find((own) => own === part) ?? names.find((own) => own.toLowerCase() === part.toLowerCase())
      if (name === undefined) return undefined
      place = join(place, name)
    }
    const below = relative(await realpath(root), await realpath(place))
    return below === '..' || below.startsWith(`..${sep}`) ? undefined : place
  }
}
