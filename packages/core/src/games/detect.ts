import { PackageTag } from '../tables/summary.js'
import type { Game } from './game.js'
import { GAMES } from './games.js'
import { standardGame } from './standard.js'

/** Games whose tag and versions fit, most particular first; the standard layout is always the last. */
export function candidateGames(tag: number, version: number, licensee: number): Game[] {
  const byTag = GAMES.filter((game) => game.tags?.includes(tag))
  const byVersion = GAMES.filter(
    (game) =>
      !byTag.includes(game) &&
      game.tags === undefined &&
      game.builds.some((build) => inBuild(build, version, licensee)),
  )
  return [...byTag, ...byVersion, standardGame]
}

/** The game with this id. */
export function gameById(id: string): Game | undefined {
  return id === standardGame.id ? standardGame : GAMES.find((game) => game.id === id)
}

function inBuild(build: Game['builds'][number], version: number, licensee: number): boolean {
  return (
    version >= build.version[0] &&
    version <= build.version[1] &&
    licensee >= build.licensee[0] &&
    licensee <= build.licensee[1]
  )
}

/** Whether a word, read in the right byte order, starts a package of any game. */
export function isPackageTag(tag: number): boolean {
  return tag === PackageTag.Standard || GAMES.some((game) => game.tags?.includes(tag))
}

/** Bytes that a game puts between its tag and the version word. */
export function tagGap(tag: number, head: Uint8Array): number {
  return GAMES.find((game) => game.tags?.includes(tag))?.tagGap?.(head) ?? 0
}

/**
 * The game that saved a package, when its versions and the packages that it imports tell; `undefined` where several games are possible.
 *
 * @param importedPackages names of the packages it refers to, in lower case.
 */
export function detectGame(
  tag: number,
  version: number,
  licensee: number,
  importedPackages: readonly string[],
): Game | undefined {
  const candidates = candidateGames(tag, version, licensee).filter((game) => game !== standardGame)
  const byContent = candidates.filter((game) => game.imports?.some((name) => importedPackages.includes(name)))
  if (byContent.length > 0) return byContent[0]
  return candidates.length === 1 ? candidates[0] : undefined
}
