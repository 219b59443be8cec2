import { readdir, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { type ByteSource, SourceError } from '@ukit/files'
import { type FileSource, fileSource, onDisk } from '@ukit/files/node'
import { plural } from '@ukit/text/internal'
import type { MasterTree } from '../build.js'

/**
 * Folders of the disk as the files an installer is built from. Bases (`MasterPath=..`) are resolved from
 * `cwd`. Names are found ignoring case, as on the system that manifests were written on.
 */
export function masterFolder(cwd: string): MasterTree {
  const rootOf = (base: string) =>
    isAbsolute(base) ? base : resolve(cwd, ...base.split(/[\\/]/).filter((part) => part !== ''))
  return {
    open: (base, path) =>
      onDisk(async () => {
        const found = await realPath(rootOf(base), path)
        if (found === undefined) return undefined
        const stats = await stat(found)
        return stats.isFile() ? lazyFile(found, stats.size) : undefined
      }),
    list: (base, folder, recurse) =>
      onDisk(async () => {
        const root = folder === '' ? rootOf(base) : await realPath(rootOf(base), folder)
        if (root === undefined) return []
        const found: string[] = []
        await gather(root, folder === '' ? '' : `${folder}/`, recurse, found)
        return found
      }),
  }
}

async function gather(folder: string, prefix: string, recurse: boolean, found: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  const key = (name: string) => name.toUpperCase()
  for (const entry of entries.sort((a, b) =>
    key(a.name) < key(b.name) ? -1 : key(a.name) > key(b.name) ? 1 : a.name < b.name ? -1 : 1,
  )) {
    // Links are left out: they may lead in circles, and nobody wants to publish what they lead to.
    if (entry.isFile()) found.push(prefix + entry.name)
    else if (recurse && entry.isDirectory())
      await gather(join(folder, entry.name), `${prefix}${entry.name}/`, recurse, found)
  }
}

async function realPath(root: string, path: string): Promise<string | undefined> {
  let at = root
  for (const part of path.split('/').filter((name) => name !== '' && name !== '.')) {
    const names = await readdir(at).catch((): string[] => [])
    const wanted = part.toLowerCase()
    const name = names.includes(part) ? part : names.filter((other) => other.toLowerCase() === wanted).sort()[0]
    if (name === undefined) return undefined
    at = join(at, name)
  }
  return at
}

/** A file that is open only while it is read, since thousands of them may be waiting to be packed. */
export function lazyFile(path: string, byteLength: number): ByteSource {
  const whileOpen = async <T>(read: (file: FileSource) => T | Promise<T>): Promise<T> => {
    const file = await fileSource(path)
    try {
      if (file.byteLength !== byteLength) {
        throw new SourceError(
          'changed',
          `"${path}" changed from ${byteLength} to ${plural(file.byteLength, 'byte')} in the meantime`,
          {
            path,
          },
        )
      }
      return await read(file)
    } finally {
      await file.close()
    }
  }
  return {
    byteLength,
    slice: (start, end) => whileOpen((file) => file.slice(start, end)),
    readInto: (target, start) => whileOpen((file) => file.readInto?.(target, start)),
  }
}
