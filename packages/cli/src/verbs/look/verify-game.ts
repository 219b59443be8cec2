import type { OpenedInput } from '@ukit/batch'
import { openPackage, type Package } from '@ukit/core'
import { RecentlyUsed } from '@ukit/core/internal'
import { nodeCodecs } from '@ukit/core/node'
import { PackageError, SourceError } from '@ukit/files'
import {
  checkImports,
  finderOf,
  folderFinder,
  type Install,
  InstalledCode,
  type PackageFinder,
  PackageTables,
  ShippedFiles,
  TableReader,
} from '@ukit/game'
import { folderFiles, openGame } from '@ukit/game/node'
import type { Problem } from '@ukit/inspect'

/** Where imports are looked up: folders first, then an installed game. */
export interface ImportPlaces {
  readonly folders: readonly string[]
  /** The game's folder, or an ini. */
  readonly game: string | undefined
}

/** The packages in which imports are looked up. */
interface Game {
  readonly finder: PackageFinder
  readonly reader: TableReader
  /** The files that come with the game; `undefined` when there is no list of them. */
  readonly shipped: ShippedFiles | undefined
  readonly code: InstalledCode
}

/** Maximum number of games that stay open in a thread. */
const MOST_GAMES = 4
/** Games by their folders. */
const games = new RecentlyUsed<string, Game>(MOST_GAMES, ({ code }) => code.packages.close())

function gameAt(places: ImportPlaces): Promise<Game> {
  return games.get([...places.folders, '', places.game ?? ''].join('\n'), () => open(places))
}

async function open({ folders, game }: ImportPlaces): Promise<Game> {
  const install = game === undefined ? undefined : await installAt(game)
  const finders = [
    ...(folders.length === 0 ? [] : [folderFinder(folderFiles, folders)]),
    ...(install === undefined ? [] : [install]),
  ]
  const finder = finderOf(finders)
  const shipped = install === undefined ? undefined : await ShippedFiles.load(install.game, { root: install.root })
  const reader = new TableReader(folderFiles, { codecs: nodeCodecs })
  return { finder, reader, shipped, code: new InstalledCode(finder, folderFiles, nodeCodecs) }
}

async function installAt(folder: string): Promise<Install> {
  const install = await openGame(folder)
  if ((await install.packages()).length === 0) {
    const message = `there is no game in "${folder}": no package is on its search path (see ukit game)`
    throw new SourceError('io', message, { path: folder })
  }
  return install
}

/**
 * *Imports of a package that are missing in an installed game or in folders, and functions that it calls by
 * name and that are missing there*, as problems of `verify`. A library instead of a package is only a
 * warning, since clients accept it; so is a package that comes with the game but is missing in this
 * installation.
 *
 * @throws {SourceError} `io` when there is no game.
 */
export async function gameProblems(opened: OpenedInput, places: ImportPlaces, signal: AbortSignal): Promise<Problem[]> {
  const { finder, reader, shipped, code } = await gameAt(places)
  let pkg: Package
  try {
    const { source, fileName } = opened
    pkg = await openPackage(source, { fileName, codecs: nodeCodecs, signal })
  } catch (error) {
    // The error that keeps the file from opening is already reported.
    if (error instanceof PackageError) return []
    throw error
  }
  const place = { path: opened.fileName, size: opened.source.byteLength, modified: 0 }
  const tables = await PackageTables.read(pkg, place)
  const imports = (await checkImports(tables, finder, reader, shipped)).map(
    ({ reason, object, message }): Problem => ({
      kind: 'import',
      severity: reason === 'library' || reason === 'stock' ? 'warning' : 'error',
      object,
      offset: null,
      message,
    }),
  )
  const calls = (await code.missingCalls(pkg)).map(
    ({ from, class: className, function: name }): Problem => ({
      kind: 'call',
      severity: 'error',
      object: from.slice(from.indexOf('.') + 1),
      offset: null,
      message: `${from} calls ${name}, which neither ${className} nor a class above it has in this game`,
    }),
  )
  return [...imports, ...calls]
}
