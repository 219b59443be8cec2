import { hasOwnTables, PackageTag } from '@ukit/container'
import type { Game } from './game.js'
import { GAMES } from './games.js'
import { standardGame } from './standard.js'

/** What a package may be, judging by its first words. */
export interface Candidates {
  /** Games whose layout it may have, likeliest first; the first whose layout fits is taken. */
  readonly games: readonly Game[]
  /** Other games have the same versions but different objects, so imported packages can decide better. */
  readonly ambiguous: boolean
  /** All games that a package with these first words can be from. */
  readonly possible: readonly Game[]
  /** The only game that it can certainly be from, if there is one. */
  readonly certain: Game | undefined
}

/**
 * *Which layouts a package may have, by its tag and versions.* `docs/decisions/0013` has the rule for ties.
 *
 * The deviating games that certainly have these versions come first, then the engine's own layout, then the
 * games that only may have them and have tables of their own, which either fit or do not. A game that only
 * may have them and deviates only in objects comes first if every game with these versions deviates in the
 * same way.
 */
export function candidatesOf(tag: number, version: number, licensee: number): Candidates {
  let ofTag = KNOWN_CANDIDATES.get(tag)
  if (ofTag === undefined) {
    ofTag = new Map()
    KNOWN_CANDIDATES.set(tag, ofTag)
  }
  const key = version * 0x10000 + licensee
  const known = ofTag.get(key)
  if (known !== undefined) return known
  const candidates = findCandidates(tag, version, licensee)
  // Real files have about a hundred versions; only made-up ones have more.
  if (ofTag.size === MAX_KNOWN) ofTag.clear()
  ofTag.set(key, candidates)
  return candidates
}

/** Games whose layout a package may have, likeliest first; see `candidatesOf`. */
export function candidateGames(tag: number, version: number, licensee: number): readonly Game[] {
  return candidatesOf(tag, version, licensee).games
}

function findCandidates(tag: number, version: number, licensee: number): Candidates {
  const possible = gamesOf(tag, version, licensee).map((game) => {
    const layout = game.layout?.(version, licensee) ?? {}
    return {
      game,
      line: layout.line,
      deviates: Object.keys(layout).length > 0,
      ownTables: hasOwnTables(layout),
      isCertain: isCertain(game, tag, version, licensee),
    }
  })
  const certain = possible.filter(({ isCertain }) => isCertain)
  const likely = certain.filter(({ deviates }) => deviates)
  const tables = possible.filter(({ isCertain, ownTables }) => !isCertain && ownTables)
  const others = possible.filter(({ ownTables }) => !ownTables)
  const lines = new Set(others.map(({ line }) => line))
  const kinds = new Set(others.map(({ line, game }) => line ?? game.classes))
  const agree = certain.length === 0 && kinds.size === 1
  const agreed = agree ? others.filter(({ deviates, game }) => deviates || game.classes !== undefined).slice(0, 1) : []
  // A package is named after its game if no other game has its versions.
  const isOnly = certain.length === 1 && likely.length === 0 && !possible.some(({ ownTables }) => ownTables)
  const plain = isOnly ? certain : []
  const first = [...likely, ...agreed, ...plain].map(({ game }) => game)
  const games = [...first, standardGame, ...tables.map(({ game }) => game)]
  const isFirst = (game: Game, index: number) => games.findIndex(({ layout }) => layout === game.layout) === index
  return {
    games: games.filter((game, i) => isFirst(game, i) || game.layout === undefined),
    ambiguous: lines.size > 1,
    possible: possible.map(({ game }) => game),
    certain: certain.length === 1 ? certain[0]?.game : undefined,
  }
}

// Going through all games takes a third of opening a small package, and packages of one game are opened by
// the hundred.
const KNOWN_CANDIDATES = new Map<number, Map<number, Candidates>>()
const MAX_KNOWN = 500

/**
 * *Which game a package is from*, by its tag, versions, and the names of packages: its own, and those that it
 * imports.
 *
 * Of the games with these versions, the one with the most of its own packages among these, or else the only
 * game that certainly has them. `undefined` if nothing decides, as for a package of version 69 that imports
 * only the engine.
 *
 * @param names of the packages that it refers to, and its own, in lower case; see `packageNames`.
 */
export function detectGame(tag: number, version: number, licensee: number, names: readonly string[]): Game | undefined {
  const { possible, certain } = candidatesOf(tag, version, licensee)
  const named = new Set(names)
  const hits = new Map<Game, number>()
  for (const game of possible) {
    const count = game.imports?.filter((name) => named.has(name)).length ?? 0
    if (count > 0) hits.set(game, count)
  }
  if (hits.size === 0) return certain
  const bases = new Set([...hits.keys()].map(({ basedOn }) => basedOn))
  const most = Math.max(...[...hits].map(([{ id }, count]) => (bases.has(id) ? 0 : count)))
  const best = [...hits].filter(([{ id }, count]) => count === most && !bases.has(id)).map(([game]) => game)
  return best.length === 1 ? best[0] : best.find((game) => game === certain)
}

/** The game with this id. */
export function gameById(id: string): Game | undefined {
  return id === standardGame.id ? standardGame : GAMES.find((game) => game.id === id)
}

/**
 * The games that a package can be from: by its tag alone if a game has that tag, otherwise by its versions.
 */
function gamesOf(tag: number, version: number, licensee: number): Game[] {
  const byTag = GAMES.filter((game) => game.tags?.includes(tag))
  if (byTag.length > 0) return byTag
  return GAMES.filter(
    (game) =>
      (game.tags === undefined || game.standardTagToo === true) &&
      game.builds.some((build) => inBuild(build, version, licensee)),
  )
}

/** Tells whether the tag or versions are certainly this game's. */
function isCertain(game: Game, tag: number, version: number, licensee: number): boolean {
  if (game.tags?.includes(tag)) return game.sharesTag !== true
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

/** Tells whether a word, read in the right byte order, starts a package of any game. */
export function isPackageTag(tag: number): boolean {
  return tag === PackageTag.Standard || GAMES.some((game) => game.tags?.includes(tag))
}

/** Bytes that a game puts between its tag and the version word. */
export function tagGap(tag: number, head: Uint8Array): number {
  if (tag === PackageTag.Standard) return 0
  return GAMES.find((game) => game.tags?.includes(tag))?.tagGap?.(head) ?? 0
}
