import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PackageSet } from '@ukit/core'
import { RecentlyUsed } from '@ukit/core/internal'
import { type ByteSource, PackageError, SourceError } from '@ukit/files'
import { folderFiles } from '@ukit/game/node'
import { basePackages } from '../script/base-packages.js'

/** Where the packages and files that a file needs are looked up. */
interface SurroundingOptions {
  readonly packages?: readonly string[] | undefined
  readonly game?: { readonly id: string } | { readonly place: string } | undefined
}

/** *The surroundings of a package*: other packages of its game, and files that are not packages. */
export interface Surroundings {
  /** A separate set for this package, so that missing packages are those that *it* needs. */
  readonly packages: PackageSet
  /** Opens a file by its name, ignoring case. */
  openFile(name: string): Promise<ByteSource | undefined>
  /** Names of the packages of UE1 and UE2 that have classes (`.u`), nearest first. */
  classPackages(): Promise<readonly string[]>
}

/**
 * Looks in the folders that the user names, in the file's folder, and then in the game; nothing is read
 * before it is needed.
 */
export function surroundingsOf(file: string, options: SurroundingOptions): Surroundings {
  const packages = new PackageSet(async (name) => (await basePackages(file, options)).package(name))
  let folders: Promise<readonly string[]> | undefined
  return {
    packages,
    async openFile(name) {
      folders ??= foldersAround(file, options)
      for (const folder of await folders) {
        const path = (await listingOf(folder)).get(name.toLowerCase())
        if (path !== undefined) return openOnce(path)
      }
      return undefined
    },
    async classPackages() {
      folders ??= foldersAround(file, options)
      const names = new Set<string>()
      for (const folder of [...(await folders), join(dirname(file), '..', 'System')])
        for (const name of (await listingOf(folder)).keys()) if (name.endsWith('.u')) names.add(name.slice(0, -2))
      return [...names]
    },
  }
}

async function foldersAround(file: string, { packages = [], game }: SurroundingOptions): Promise<readonly string[]> {
  const near = [...packages, dirname(file)]
  const { gameOfFile, openGame } = await import('../../inputs/open-game.js')
  try {
    const install = game !== undefined && 'place' in game ? await openGame(game.place) : await gameOfFile(file)
    const far = install?.searchPath.flatMap(({ real }) => (real === undefined ? [] : [real])) ?? []
    return [...near, ...far]
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
    return near
  }
}

/** Maximum number of folders whose files are remembered. */
const MOST_LISTINGS = 256
/** The files in each folder, by their names in lower case. */
const LISTINGS = new RecentlyUsed<string, ReadonlyMap<string, string>>(MOST_LISTINGS)

function listingOf(folder: string): Promise<ReadonlyMap<string, string>> {
  return LISTINGS.get(folder, () => list(folder))
}

async function list(folder: string): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(folder)) return new Map()
  const entries = await folderFiles.list(folder)
  return new Map(
    entries.flatMap(({ name, kind }) => (kind === 'file' ? [[name.toLowerCase(), join(folder, name)]] : [])),
  )
}

/** Maximum number of files that stay open, many more than one package needs. */
const MOST_OPEN = 64
/** Files that stay open: hundreds of textures need the same texture cache. */
const OPEN = new RecentlyUsed<string, ByteSource>(MOST_OPEN, (source) => source.close?.())

function openOnce(path: string): Promise<ByteSource> {
  return OPEN.get(path, () => folderFiles.open(path))
}
