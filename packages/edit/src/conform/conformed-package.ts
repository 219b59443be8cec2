import type { Package, ReadOptions } from '@ukit/core'

/** How to conform. */
export interface ConformOptions extends ReadOptions {
  /** Is called with the number of objects examined. */
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

/** *The result of conforming a package.* */
export interface ConformedPackage {
  /** The conformed package; `null` when objects were refused. */
  readonly package: Package | null
  /** Objects that are not understood to their last byte: their names and references cannot be renumbered. */
  readonly refused: readonly RefusedObject[]
  /** Rows of the older package that are where they were. */
  readonly kept: { readonly names: number; readonly exports: number }
  /** Rows that the newer package no longer has, which are nulls now. */
  readonly removed: { readonly names: readonly string[]; readonly exports: readonly string[] }
  /** Rows after the older ones, the `None` that starts the generation included. */
  readonly added: { readonly names: number; readonly exports: number }
}
