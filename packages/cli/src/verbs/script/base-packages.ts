import { existsSync, statSync } from 'node:fs'
import type { PackageSet } from '@ukit/core'
import { BasePackageSets, type BasePackagesOptions, basePackages as findBasePackages } from '@ukit/game/node'
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

const sets = new BasePackageSets()

/** The packages that a file was compiled against; files in the same folder share a set. */
export function basePackages(file: string, options: BaseOptions): Promise<PackageSet> {
  return sets.of(file, placesOf(options))
}

/** The packages that a file was compiled against, and then those of the other one of a pair. */
export function basePackagesOfPair(file: string, other: string, options: BaseOptions): Promise<PackageSet> {
  return sets.ofPair(file, other, placesOf(options))
}

/** The same as `basePackages`, looked up again: for verbs that write such packages themselves. */
export function basePackagesNow(file: string, options: BaseOptions): Promise<PackageSet> {
  return findBasePackages(file, placesOf(options))
}

function placesOf({ packages = [], game }: BaseOptions): BasePackagesOptions {
  return { folders: packages, game: game !== undefined && 'place' in game ? game.place : undefined }
}
