import { PackageError } from '@ukit/files'
import { printable } from '@ukit/text/internal'
import type { BuildProblem } from '../build.js'

/** More would bury what is above it. */
const MOST = 20

/** *The text of a class cannot be compiled*: everything that is wrong with it, each with its place. */
export class BuildError extends PackageError {
  readonly problems: readonly BuildProblem[]
  /** Packages that the code was compiled against and that were not found: problems may come from that. */
  readonly missingPackages: readonly string[]

  constructor(problems: readonly BuildProblem[], missingPackages: readonly string[] = []) {
    const lines = problems.slice(0, MOST).map(problemLine)
    if (problems.length > MOST) lines.push(`and ${problems.length - MOST} more`)
    if (missingPackages.length > 0) lines.push(missingText(missingPackages))
    super('refused', lines.join('\n'))
    this.problems = problems
    this.missingPackages = missingPackages
  }
}

/** What explains problems with classes of packages that were not found, and what to do. */
function missingText(packages: readonly string[]): string {
  const more = packages.length - MOST
  const names = [...packages.slice(0, MOST), ...(more > 0 ? [`${more} more`] : [])].map(printable)
  const listed = names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const were = packages.length === 1 ? 'was' : 'were'
  return `${listed} ${were} not found, so errors may only come from that: name the folders of such packages`
}

/** `Mill.uc(12) : Error, …`, as UCC writes it. */
export function problemLine({ file, line, severity, message }: BuildProblem): string {
  return `${file}(${line}) : ${severity === 'error' ? 'Error' : 'Warning'}, ${message}`
}
