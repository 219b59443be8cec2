import { PackageError } from '@ukit/files'
import type { BuildProblem } from '../build.js'

/** More would bury what is above it. */
const MOST = 20

/** *The text of a class cannot be compiled*: everything that is wrong with it, each with its place. */
export class BuildError extends PackageError {
  readonly problems: readonly BuildProblem[]

  constructor(problems: readonly BuildProblem[]) {
    const lines = problems.slice(0, MOST).map(problemLine)
    if (problems.length > MOST) lines.push(`and ${problems.length - MOST} more`)
    super('refused', lines.join('\n'))
    this.problems = problems
  }
}

/** `Mill.uc(12) : Error, …`, as UCC writes it. */
export function problemLine({ file, line, severity, message }: BuildProblem): string {
  return `${file}(${line}) : ${severity === 'error' ? 'Error' : 'Warning'}, ${message}`
}
