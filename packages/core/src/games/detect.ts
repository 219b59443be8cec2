import { PackageTag } from '@ukit/container'
import type { Game } from './game.js'
import { GAMES } from './games.js'
import { standardGame } from './standard.js'

/**
 * Games in whose layout a package may be, likeliest first: those whose tag or versions it has and whose container deviates, the engine's own, and those that are only
 * possible by its versions.
 *
 * A game without deviation stands for the engine's layout when nothing else has its versions, so that the package is called by its name.
 */
export function candidateGames(tag: number, version: number, licensee: number): readonly Game[] {
  const key = `${tag} ${version} ${licensee}`
  const known = KNOWN_CANDIDATES.get(key)
  if (known !== undefined) return known
  const games = gamesOf(tag, version, licensee)
  const certain = games.filter((game) => isCertain(game, tag, version, licensee))
  const deviating = games.filter((game) => game.layout !== undefined)
  const plain = deviating.length === 0 && certain.length === 1 ? certain : []
  const likely = deviating.filter((game) => certain.includes(game))
  const possible = deviating.filter((game) => !certain.includes(game))
  const candidates = [...likely, ...plain, standardGame, ...possible]
  // Real files have some hundred versions; only made-up ones have more.
  if (KNOWN_CANDIDATES.size === MAX_KNOWN) KNOWN_CANDIDATES.clear()
  KNOWN_CANDIDATES.set(key, candidates)
  return candidates
}

// Going through all games takes a third of opening a small package, and packages of one game come in hundreds.
const KNOWN_CANDIDATES = new Map<string, readonly Game[]>()
const MAX_KNOWN = 500

/**
 * *Whose package is it?* By tag, versions, and the packages that it imports.
 *
 * Of the games that have these versions, the one most of whose own packages are imported; or the only one. `undefined` when nothing decides, as for a package of
 * version 69 that imports only the engine.
 *
 * @param importedPackages names of the packages it refers to, in lower case.
 */
export function detectGame(
  tag: number,
  version: number,
  licensee: number,
  importedPackages: readonly string[],
): Game | undefined {
  const games = gamesOf(tag, version, licensee)
  const imported = new Set(importedPackages)
  let best: Game | undefined
  let most = 0
  for (const game of games) {
    const hits = game.imports?.filter((name) => imported.has(name)).length ?? 0
    if (hits > most) best = game
    else if (hits === most) best = undefined
    most = Math.max(most, hits)
  }
  if (most > 0) return best
  const certain = games.filter((game) => isCertain(game, tag, version, licensee))
  return certain.length === 1 ? certain[0] : undefined
}

/** The game with this id. */
export function gameById(id: string): Game | undefined {
  return id === standardGame.id ? standardGame : GAMES.find((game) => game.id === id)
}

/** The games that a package can be of: by its tag alone where a game has its own, else by its versions. */
function gamesOf(tag: number, version: number, licensee: number): Game[] {
  const byTag = GAMES.filter((game) => game.tags?.includes(tag))
  if (byTag.length > 0) return byTag
  return GAMES.filter(
    (game) =>
      (game.tags === undefined || game.standardTagToo === true) &&
      game.builds.some((build) => inBuild(build, version, licensee)),
  )
}

/** Whether tag or versions are this game's and not only possibly so. */
function isCertain(game: Game, tag: number, version: number, licensee: number): boolean {
  if (game.tags?.includes(tag)) return true
  return game.builds.some((build) => build.byContent === undefined && inBuild(build, version, licensee))
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
  if (tag === PackageTag.Standard) return 0
  return GAMES.find((game) => game.tags?.includes(tag))?.tagGap?.(head) ?? 0
}
