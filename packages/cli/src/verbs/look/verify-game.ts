import { openPackage, type Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { PackageError, SourceError } from '@ukit/files'
import { checkImports, type Install, InstalledCode, PackageTables, ShippedFiles, TableReader } from '@ukit/game'
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
  readonly code: InstalledCode
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
  const reader = new TableReader(folderFiles, { codecs: nodeCodecs })
  return { install, reader, shipped, code: new InstalledCode(install, nodeCodecs) }
}

/**
 * *Imports of a package that are missing in an installed game, and functions that it calls by name and the
 * game lacks*, as problems of `verify`. A library instead of a package is only a warning, since clients
 * accept it; so is a package that comes with the game but is missing in this installation.
 *
 * @param folder the game's folder, or an ini.
 * @throws {SourceError} `io` when there is no game.
 */
export async function gameProblems(opened: Opened, folder: string, signal: AbortSignal): Promise<Problem[]> {
  const { install, reader, shipped, code } = await gameAt(folder)
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
  const imports = (await checkImports(tables, install, reader, shipped)).map(
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
