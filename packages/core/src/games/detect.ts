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
