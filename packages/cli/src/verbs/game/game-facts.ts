import { existsSync } from 'node:fs'
import { GAMES } from '@ukit/core'
import type { GameSettings, Install, InstallProblem, PatchLevel, SearchEntryKind } from '@ukit/game'

/** An entry of the search path, with what it found. */
export interface SearchedEntry {
  readonly kind: SearchEntryKind
  /** As written in the ini. */
  readonly text: string
  readonly folder: string
  /** The folder as it is spelt on the disk, or `null`. */
  readonly found: string | null
  readonly packages: number
  readonly bytes: number
}

/** A name in a list of the ini, and the file that it represents. */
export interface ListedPackage {
  readonly name: string
  readonly found: string | null
}

/** *An installed game as `ukit game` reports it*; the keys are those of the JSON. */
export interface GameFacts {
  readonly path: string
  readonly root: string
  readonly base: string
  readonly ini: string | null
  readonly otherInis: readonly string[]
  readonly generation: 1 | 2 | 3
  readonly game: string | null
  readonly name: string | null
  /** Which release it is, by the content of its own code. */
  readonly release: { readonly edition: string; readonly version: string | null; readonly packages: number } | null
  readonly language: string
  readonly mapExtension: string
  readonly searchPath: readonly SearchedEntry[]
  readonly packages: number
  readonly bytes: number
  readonly cache: {
    readonly folder: string
    readonly found: boolean
    readonly files: number
    readonly extension: string
    readonly purgeDays: number
  }
  readonly downloads: Omit<GameSettings['downloads'], 'redirectToUrl'> & { readonly redirectToUrl: string | null }
  readonly serverPackages: readonly ListedPackage[]
  readonly editPackages: readonly ListedPackage[]
  readonly ok: boolean
  readonly problems: readonly InstallProblem[]
}

/** Collects what is known about an install. */
export async function gameFacts(
  path: string,
  install: Install,
  problems: readonly InstallProblem[],
  level?: PatchLevel,
): Promise<GameFacts> {
  const { settings, root, base, cacheFolder, files } = install
  const { serverPackages, editPackages, downloads } = settings
  const packages = await install.packages()
  const searchPath = install.searchPath.map(({ kind, text, folder, real }, entry) => {
    const own = packages.filter((one) => one.entry === entry)
    return { kind, text, folder, found: real ?? null, packages: own.length, bytes: sizeOf(own) }
  })
  const listed = (names: readonly string[]) =>
    Promise.all(names.map(async (name) => ({ name, found: (await install.resolve(name)).found?.path ?? null })))
  const cached = await files.list(cacheFolder)
  const extension = settings.cacheExt.toLowerCase()
  return {
    path,
    root,
    base,
    ini: install.iniPath ?? null,
    otherInis: install.otherInis,
    generation: settings.generation,
    game: settings.game ?? null,
    name: GAMES.find(({ id }) => id === settings.game)?.name ?? null,
    release:
      level === undefined
        ? null
        : { edition: level.edition, version: level.version ?? null, packages: level.files.length },
    language: settings.language,
    mapExtension: settings.mapExtension,
    searchPath,
    packages: packages.length,
    bytes: sizeOf(packages),
    cache: {
      folder: cacheFolder,
      found: cached.length > 0 || existsSync(cacheFolder),
      files: cached.filter(({ name }) => name.toLowerCase().endsWith(extension)).length,
      extension: settings.cacheExt,
      purgeDays: settings.purgeCacheDays,
    },
    downloads: { ...downloads, redirectToUrl: downloads.redirectToUrl ?? null },
    serverPackages: await listed(serverPackages),
    editPackages: await listed(editPackages),
    ok: problems.length === 0,
    problems,
  }
}

function sizeOf(files: readonly { readonly size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}
