import type { Package, ReadOptions } from '@ukit/core'

/** How to conform. */
export interface ConformOptions extends ReadOptions {
  /** Told how many objects are looked at. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** An object whose bytes cannot be written with other indices. */
export interface RefusedObject {
  /** Its path. */
  readonly object: string
  /** Why: a sentence for a person. */
  readonly message: string
}

/** *What conforming made of a package.* */
export interface ConformedPackage {
  /** The conformed package; `null` when objects were refused. */
  readonly package: Package | null
  /** Objects that are not understood to their last byte: their names and references cannot be renumbered. */
  readonly refused: readonly RefusedObject[]
  /** Rows that the older package had and that are where they were. */
  readonly kept: { readonly names: number; readonly exports: number }
  /** What the newer package no longer has: a null is in its place. */
  readonly removed: { readonly names: readonly string[]; readonly exports: readonly string[] }
  /** Rows after the older ones, the `None` that starts the generation included. */
  readonly added: { readonly names: number; readonly exports: number }
}
