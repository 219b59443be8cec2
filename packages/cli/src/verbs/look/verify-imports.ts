import { openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { PackageError, SourceError } from '@ukit/files'
import { checkImports, type Install, PackageTables, ShippedFiles, TableReader } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'
import type { Problem } from '@ukit/inspect'
import type { Opened } from '../../inputs/open.js'
import { openGame } from '../../inputs/open-game.js'

/** A game in which imports are looked up. */
interface Game {
  readonly install: Install
  readonly reader: TableReader
  /** The files that come with the game; `undefined` when there is no list of them. */
  readonly shipped: ShippedFiles | undefined
}

/** Games by their folder, opened once in this thread. */
const games = new Map<string, Promise<Game>>()

function gameAt(folder: string): Promise<Game> {
  let game = games.get(folder)
  if (game === undefined) {
    game = open(folder)
    games.set(folder, game)
  }
  return game
}

async function open(folder: string): Promise<Game> {
  const install = await openGame(folder)
  if ((await install.packages()).length === 0) {
    const message = `there is no game in "${folder}": no package is on its search path (see ukit game)`
    throw new SourceError('io', message, { path: folder })
  }
  const shipped = await ShippedFiles.load(install.game, { root: install.root })
  return { install, reader: new TableReader(folderFiles, { codecs: nodeCodecs }), shipped }
}

/**
 * *Imports of a package that are missing in an installed game*, as problems of `verify`. A library instead of
 * a package is only a warning, since clients accept it; so is a package that comes with the game but is
 * missing in this installation.
 *
 * @param folder the game's folder, or an ini.
 * @throws {SourceError} `io` when there is no game.
 */
export async function importProblems(opened: Opened, folder: string, signal: AbortSignal): Promise<Problem[]> {
  const { install, reader, shipped } = await gameAt(folder)
  let tables: PackageTables
  try {
    const { source, fileName } = opened
    const pkg = await openPackage(source, { fileName, codecs: nodeCodecs, signal })
    tables = await PackageTables.read(pkg, { path: fileName, size: source.byteLength, modified: 0 })
  } catch (error) {
    // The error that keeps the file from opening is already reported.
    if (error instanceof PackageError) return []
    throw error
  }
  return (await checkImports(tables, install, reader, shipped)).map(({ reason, object, message }) => ({
    kind: 'import',
    severity: reason === 'library' || reason === 'stock' ? 'warning' : 'error',
    object,
    offset: null,
    message,
  }))
}
