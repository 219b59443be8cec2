import { continueOfFor } from './passes/continue-of-for.js'
import { emptyDefault } from './passes/empty-default.js'
import { forLoops } from './passes/for-loops.js'
import { labels } from './passes/labels.js'
import { latentResults } from './passes/latent-results.js'
import type { Pass } from './passes/pass.js'
import type { Regions } from './regions.js'

/** What is done to a body, in this order. The nice ones may be left out: the bytes stay the same. */
const PASSES: readonly Pass[] = [
  // First, so that no label is made for a jump that turns out to be `continue`.
  continueOfFor,
  labels,
  latentResults,
  // Without unused labels, the statement before a loop is next to it.
  forLoops,
  emptyDefault,
]

/** Runs the passes, except for those that are named. */
export function runPasses(regions: Regions, without: ReadonlySet<string> = new Set()): void {
  for (const pass of PASSES) if (!(pass.isNice && without.has(pass.name))) pass.run(regions)
}
