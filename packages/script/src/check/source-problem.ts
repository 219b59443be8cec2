import type { Problem } from '../problems/problem.js'

/** Something that the compiler says about a text. */
export interface SourceProblem extends Pick<Problem, 'level' | 'message' | 'start' | 'end'> {
  /** What the author may have meant. */
  readonly suggestion: string | undefined
  /** A package that is missing, if the problem may come from that. */
  readonly missingPackage?: string | undefined
}
