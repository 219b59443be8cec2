import { gameById } from '@ukit/core'
import { type PackageVersion, packageVersion } from './values.js'

/** Version of a new package, and its game, if one was named. */
export interface NewPackageVersion extends PackageVersion {
  readonly game?: string | undefined
}

/**
 * Reads the version of a new package: a file version such as `69` or `128/29`, or the ID of a game, which
 * means the game's newest version.
 *
 * @throws {UsageError} when it is neither, or packages of the game have no version of their own.
 */
export function newPackageVersion(text: string, option: string): NewPackageVersion {
  const game = gameById(text.toLowerCase())
  const [newest] = [...(game?.builds ?? [])].sort(
    (a, b) => Number(a.byContent === true) - Number(b.byContent === true) || b.version[1] - a.version[1],
  )
  if (game === undefined || newest === undefined) return packageVersion(text, option)
  return { version: newest.version[1], licensee: newest.licensee[1], game: game.id }
}
