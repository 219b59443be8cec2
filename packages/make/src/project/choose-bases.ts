import type { Package } from '@ukit/core'
import type { SourceFacts } from './source-facts.js'

/** Objects that texts refer to by their names alone. */
const NAMED = /^(?:class|struct|scriptstruct|enum)$/i

/** Packages that every other needs, also if its texts do not say so. */
const ALWAYS = /^(?:core|engine)$/i

/**
 * *Those of the packages available that some texts may mean*: `Core`, `Engine`, and each that has a class, a
 * struct or an enum whose name is a word of the texts. An Unreal Tournament has forty packages of classes; a
 * mutator needs four of them, and does not wait for the others.
 */
export function chooseBases(facts: SourceFacts, candidates: readonly Package[]): Package[] {
  return candidates.filter((pkg) => ALWAYS.test(pkg.name) || hasNamed(pkg, facts.words))
}

function hasNamed(pkg: Package, words: ReadonlySet<string>): boolean {
  return pkg.exports.some((object) => words.has(object.name.toLowerCase()) && NAMED.test(object.className))
}
