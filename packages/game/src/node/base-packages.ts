import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Package, PackageSet } from '@ukit/core'
import { RecentlyUsed } from '@ukit/core/internal'
import { folderPackages, openFile } from '@ukit/core/node'
import { PackageError, SourceError } from '@ukit/files'

/** Where the packages are that a file was compiled against. */
export interface BasePackagesOptions {
  /** Folders to look in before all others. */
  readonly folders?: readonly string[] | undefined
  /** The path of the installed game; by default, the game around the file. */
  readonly game?: string | undefined
}

/**
 * *The packages that a file was compiled against*, by their names. They are looked up in the folders of the
 * options, in the file's folder, in the `System` folder beside it, and then in the game, in its own order. A
 * package that is missing or cannot be read is `undefined`, and so is each of a game that is not there.
 */
export async function basePackages(
  file: string,
  { folders = [], game }: BasePackagesOptions = {},
): Promise<PackageSet> {
  const own = dirname(file)
  const existing = [...folders, own, join(own, '..', 'System')].filter((folder) => existsSync(folder))
  const near = await folderPackages(existing)
  const far = await gamePackages(file, game)
  return new PackageSet(async (name) => (await near.package(name)) ?? far(name))
}

/** Maximum number of sets; beyond it, the one that was not asked for the longest is dropped. */
const MOST_SETS = 8

/**
 * *The base packages of many files*: files that look in the same places share a set, so that each package is
 * opened once. A few sets are kept.
 */
export class BasePackageSets {
  readonly #sets = new RecentlyUsed<string, PackageSet>(MOST_SETS)

  /** The packages that a file was compiled against, as {@link basePackages} finds them. */
  of(file: string, options: BasePackagesOptions = {}): Promise<PackageSet> {
    const folders = [...(options.folders ?? []), dirname(file)].map((folder) => resolve(folder))
    const key = [...folders, '', options.game ?? ''].join('\n')
    return this.#sets.get(key, () => basePackages(file, options))
  }

  /**
   * The packages that a file was compiled against, looked up around it and then around the other one of a
   * pair. An old version is often kept apart from its game: without the names of natives all its code would
   * differ.
   */
  async ofPair(file: string, other: string, options: BasePackagesOptions = {}): Promise<PackageSet> {
    const [near, far] = [await this.of(file, options), await this.of(other, options)]
    return new PackageSet(async (name) => (await near.package(name)) ?? far.package(name))
  }
}

/** Looks packages up in the game that was named, or that contains the file, in the game's own order. */
async function gamePackages(
  file: string,
  game: string | undefined,
): Promise<(name: string) => Promise<Package | undefined>> {
  // Loaded here, since most files have no game around them that is needed.
  const { gameOfFile, openGame } = await import('./open-game.js')
  const install = await attempt(() => (game === undefined ? gameOfFile(file) : openGame(game)))
  if (install === undefined) return async () => undefined
  return (name) =>
    attempt(async () => {
      const { found } = await install.resolve(name)
      return found === undefined ? undefined : openFile(found.path)
    })
}

/** Returns `undefined` if something cannot be read. */
async function attempt<T>(make: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
    return undefined
  }
}
