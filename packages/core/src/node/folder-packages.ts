import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { nodeCodecs } from '@ukit/codecs/node'
import { PackageError, SourceError } from '@ukit/files'
import { addTo } from '@ukit/files/internal'
import { fileSource } from '@ukit/files/node'
import { openPackage } from '../package/open.js'
import type { Package } from '../package/package.js'

/** Other packages by name, from folders. */
export interface FolderPackages {
  /** The package of this name, ignoring case; the first folder that has it wins. */
  resolve(name: string): Promise<Package | undefined>
  /** Closes every file that was opened. */
  close(): Promise<void>
}

/**
 * Extensions of packages that contain classes: they take precedence over textures, sounds and maps of the
 * same name, in whatever folder those are.
 */
const SCRIPT = new Set(['.u', '.upk', '.xxx', '.pcc'])

/**
 * *Finds packages by name in folders*, for the `resolve` of readers: a package's own folder, a game's System
 * folder.
 *
 * Files are opened when they are first needed; files that are damaged or are not packages are skipped.
 */
export async function folderPackages(folders: readonly string[]): Promise<FolderPackages> {
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
  const opened = new Map<string, Promise<Package | undefined>>()
  return {
    resolve(name) {
      const key = name.toLowerCase()
      let found = opened.get(key)
      if (found === undefined) {
        found = openFirst([...(scripts.get(key) ?? []), ...(others.get(key) ?? [])])
        opened.set(key, found)
      }
      return found
    },
    async close() {
      for (const found of opened.values()) await (await found)?.file.close?.()
    },
  }
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
