import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { nodeCodecs } from '@ukit/codecs/node'
import { PackageError, SourceError } from '@ukit/files'
import { addTo } from '@ukit/files/internal'
import { fileSource } from '@ukit/files/node'
import { openPackage } from '../package/open.js'
import type { Package } from '../package/package.js'
import { PackageSet } from '../package/package-set.js'

/**
 * Extensions of packages that contain classes: they take precedence over textures, sounds and maps of the
 * same name, in whatever folder those are.
 */
const SCRIPT = new Set(['.u', '.upk', '.xxx', '.pcc'])

/**
 * *The packages of folders*, such as a package's own and a game's System folder. The first folder that has a
 * name wins.
 *
 * Files are opened when they are first needed, and `close` of the set closes them; files that are damaged or
 * are not packages are skipped.
 */
export async function folderPackages(folders: readonly string[]): Promise<PackageSet> {
  const [scripts, others] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true })
    // Sorted, since systems list a folder in different orders.
    for (const name of entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort()) {
      const extension = extname(name)
      const paths = SCRIPT.has(extension.toLowerCase()) ? scripts : others
      const key = name.slice(0, name.length - extension.length).toLowerCase()
      addTo(paths, key, join(folder, name))
    }
  }
  return new PackageSet((name) => {
    const key = name.toLowerCase()
    return openFirst([...(scripts.get(key) ?? []), ...(others.get(key) ?? [])])
  })
}

async function openFirst(paths: readonly string[]): Promise<Package | undefined> {
  for (const path of paths) {
    try {
      return await openClosing(path)
    } catch (error) {
      // Not a package, damaged, or not readable: the next file may be better.
      if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
    }
  }
  return undefined
}

async function openClosing(path: string): Promise<Package> {
  const file = await fileSource(path)
  try {
    return await openPackage(file, { fileName: path, codecs: nodeCodecs })
  } catch (error) {
    await file.close()
    throw error
  }
}
