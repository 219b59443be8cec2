import type { ObjectAt } from './package-calls.js'

/** Calls that go through a whole package and what it needs. */
export interface CheckCalls {
  /** What is wrong with a package: reads all of it. */
  readonly check: { readonly given: { readonly id: number }; readonly brought: CheckedPackage }
  /** The packages that a package needs, and those that these need, as far as they are at hand. */
  readonly dependencies: { readonly given: { readonly id: number }; readonly brought: Dependencies }
}

/** What was found in a package. */
export interface CheckedPackage {
  /** Errors first. */
  readonly problems: readonly FoundProblem[]
  /** How many there are; only the first are listed. */
  readonly total: number
  /** Share of the bytes of objects that named fields cover, 0 to 1. */
  readonly understood: number
}

/** Something that is wrong or odd. */
export interface FoundProblem {
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** Path of the object that it is about. */
  readonly object: string | undefined
  /** Row of that object in the export table. */
  readonly index: ObjectAt['index'] | undefined
  /** Position in the package, in bytes. */
  readonly offset: number | undefined
}

/** *What a package needs*, as a graph: number 0 is the package itself. */
export interface Dependencies {
  readonly packages: readonly NeededPackage[]
  /** Who needs whom, by number. */
  readonly needs: readonly { readonly from: number; readonly to: number }[]
  /** More packages than are listed are needed. */
  readonly isCut: boolean
}

/** A package of the graph. */
export interface NeededPackage {
  readonly name: string
  /** How far it is from the package that was asked for: 1 for what that needs itself. */
  readonly depth: number
  /** Whether it is open, or among the files at hand. */
  readonly isFound: boolean
}
