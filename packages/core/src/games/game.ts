import type { Layout } from '../tables/layout.js'

/** A range of versions, both ends included. */
export type Range = readonly [from: number, to: number]

/** Versions of one release of a game. */
export interface Build {
  readonly version: Range
  readonly licensee: Range
}

/**
 * *A game, as far as its packages tell*: by which versions it is recognised, and where its container deviates.
 *
 * Recognition is data; a deviation is a `layout`, kept in the game's own file.
 */
export interface Game {
  /** Short, stable, lower case: what `info --json` prints and `--game` takes. */
  readonly id: string
  readonly name: string
  readonly engine: 1 | 2 | 3
  readonly builds: readonly Build[]
  /** First words of its own, in place of the standard tag. */
  readonly tags?: readonly number[]
  /** Some of its packages keep the standard tag. */
  readonly standardTagToo?: boolean
  /** Bytes between such a tag and the version word, when there are any; `head` is the start of the file. */
  tagGap?(head: Uint8Array): number
  /** Packages that only this game imports, in lower case: they decide between games of the same versions. */
  readonly imports?: readonly string[]
  /** Its container, when it is not the engine's. */
  layout?(version: number, licensee: number): Layout
}

/** The build of one version and licensee. */
export function one(version: number, licensee: number): Build {
  return { version: [version, version], licensee: [licensee, licensee] }
}

/** The builds of a range of versions, and of one licensee or a range. */
export function range(from: number, to: number, licensee: number | Range): Build {
  return { version: [from, to], licensee: typeof licensee === 'number' ? [licensee, licensee] : licensee }
}
