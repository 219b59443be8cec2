import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Package, PackageSet } from '@ukit/core'
import { folderPackages, openFile } from '@ukit/core/node'
import { PackageError, SourceError } from '@ukit/files'
import type { Options } from '../../command/option.js'
import { GAME_OPTION } from '../../command/option.js'
import { InputError } from '../../command/usage-error.js'

/** Options of the verbs that need the packages that a package was compiled against. */
export const BASE_OPTIONS = {
  packages: {
    takes: 'list',
    value: 'DIR,…',
    does: 'Look for the packages that a file was compiled with in these folders first',
    default: "the file's own folder, and the game around it",
    read: existingFolders,
  },
  ...GAME_OPTION,
} as const satisfies Options

/** Folders in a value, checked when it is read, so that a missing one is one error for all files. */
export function existingFolders(text: string, option: string): readonly string[] {
  const folders = text.split(',').map((word) => word.trim())
  for (const folder of folders) {
    if (folder === '' || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue
    throw new InputError(
      `${option}: ${existsSync(folder) ? `"${folder}" is a file` : `there is no folder "${folder}"`}`,
    )
  }
  return folders
}

/** The values of `BASE_OPTIONS`. */
export interface BaseOptions {
  readonly packages?: readonly string[] | undefined
  readonly game?: { readonly id: string } | { readonly place: string } | undefined
}

/** Sets of packages by where they are looked up: files in the same folder share a set. */
const SETS = new Map<string, Promise<PackageSet>>()
/** Maximum number of open sets; beyond it, the oldest one is dropped. */
const MOST_SETS = 8

/**
 * *The packages that a file was compiled against*, by their names. They are looked up in the folders that the
 * user names, in the file's folder, in the `System` folder beside it, and then in the game.
 */
export async function basePackages(file: string, options: BaseOptions): Promise<PackageSet> {
  const folders = [...(options.packages ?? []), dirname(file)].map((folder) => resolve(folder))
  const key = [...folders, '', placeOf(options) ?? ''].join('\n')
  let set = SETS.get(key)
  if (set === undefined) {
    const [oldest] = SETS.keys()
    if (SETS.size >= MOST_SETS && oldest !== undefined) SETS.delete(oldest)
    set = basePackagesNow(file, options)
    SETS.set(key, set)
  }
  return set
}

/**
 * The packages that a file was compiled against, looked up around it and then around the other one of a pair.
 * An old version is often kept apart from its game: without the names of natives all its code would differ.
 */
export async function basePackagesOfPair(file: string, other: string, options: BaseOptions): Promise<PackageSet> {
  const [near, far] = [await basePackages(file, options), await basePackages(other, options)]
  return new PackageSet(async (name) => (await near.package(name)) ?? far.package(name))
}

/** The same as `basePackages`, looked up again: for verbs that write such packages themselves. */
export async function basePackagesNow(file: string, options: BaseOptions): Promise<PackageSet> {
  const named = options.packages ?? []
  const own = dirname(file)
  return openSet(
    [...named, own, join(own, '..', 'System')].filter((folder) => existsSync(folder)),
    file,
    placeOf(options),
  )
}

function placeOf({ game }: BaseOptions): string | undefined {
  return game !== undefined && 'place' in game ? game.place : undefined
}

async function openSet(folders: readonly string[], file: string, place: string | undefined): Promise<PackageSet> {
  const near = await folderPackages(folders)
  const far = await gamePackages(file, place)
  return new PackageSet(async (name) => (await near.resolve(name)) ?? far(name))
}

/** Looks packages up in the game that was named, or that contains the file, in the game's own order. */
async function gamePackages(
  file: string,
  place: string | undefined,
): Promise<(name: string) => Promise<Package | undefined>> {
  const { gameOfFile, openGame } = await import('../../inputs/open-game.js')
  const install = await attempt(() => (place === undefined ? gameOfFile(file) : openGame(place)))
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
