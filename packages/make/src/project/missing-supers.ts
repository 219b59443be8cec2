import type { ClassSymbol } from '@ukit/script/symbols'
import { classAndSupers } from '../declare/class-and-supers.js'
import type { PackageSources } from './package-sources.js'
import type { ProjectProblem, ProjectTexts } from './project-problem.js'

/**
 * *Packages that are missing further up*: a class extends one that is there, which extends one that is not.
 * Its code may compile, but which flags and variables it inherits is not known. This is for those who accept
 * that: others get an error of `checkSources`.
 */
export function missingSupers(
  classes: readonly ClassSymbol[],
  sources: PackageSources,
  texts: ProjectTexts,
): ProjectProblem[] {
  return classes.flatMap((symbol) => {
    const missing = missingAbove(symbol)
    if (missing === undefined) return []
    const isOfClass = ({ file }: { readonly file: string }) =>
      file.toLowerCase().endsWith(`/${symbol.name.toLowerCase()}.uc`)
    const { file = sources.name } = sources.files.find(isOfClass) ?? {}
    const message = `${missing} was not found: what ${symbol.name} inherits from it is not known`
    const place = { ...texts.place(file, 1, 1), line: 0, column: 0, excerpt: '' }
    return [{ severity: 'warning', package: sources.name, message, ...place }]
  })
}

/** The package that is not available, and the one whose class extends one of it. */
function missingAbove(owner: ClassSymbol): string | undefined {
  let below = owner
  for (const at of classAndSupers(owner)) {
    if (at !== owner && at.missingPackage !== null)
      return `the package ${at.missingPackage}, which ${below.packageName} needs,`
    below = at
  }
  return undefined
}
