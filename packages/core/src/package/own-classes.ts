import { hasOwnTables } from '@ukit/container'
import type { ClassCodec } from '@ukit/objects'
import { candidatesOf, detectGame } from '../games/detect.js'
import type { Game } from '../games/game.js'
import { packageNames } from './open.js'
import type { Package } from './package.js'

/** *The classes of a package's game*, which take precedence over the engine's. */
export async function ownClasses(pkg: Package): Promise<readonly ClassCodec[]> {
  return (await gameOfObjects(pkg).classes?.(pkg.context)) ?? []
}

/**
 * The game that a package was opened as; but if several games have its versions, the one that its imports
 * show. Games that differ only in classes need not be distinguished before objects are read.
 */
function gameOfObjects(pkg: Package): Game {
  if (pkg.isGameChosen) return pkg.game
  const { tag, version, licensee } = pkg.summary
  const told = detectGame(tag, version, licensee, packageNames(pkg)) ?? gameByClasses(pkg)
  if (told?.classes === undefined) return pkg.game
  const layout = told.layout?.(version, licensee) ?? {}
  return layout.line === pkg.layout.line && !hasOwnTables(layout) ? told : pkg.game
}

/** The game of these versions that is the only one with a class that the package imports. */
function gameByClasses(pkg: Package): Game | undefined {
  const { tag, version, licensee } = pkg.summary
  return candidatesOf(tag, version, licensee).possible.find(
    ({ importedClasses: own }) =>
      own !== undefined &&
      pkg.imports.some(({ className, name }) => className === 'Class' && own.includes(name.toLowerCase())),
  )
}
