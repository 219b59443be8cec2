import type { Regions } from '../regions.js'

/** *A step from the first form of a body to the one that a person would have written.* */
export interface Pass {
  readonly name: string
  /** Without it, the text still compiles to the same bytes. */
  readonly isNice: boolean
  run(regions: Regions): void
}
