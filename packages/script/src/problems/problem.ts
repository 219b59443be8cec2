import { PROBLEMS, type ProblemCode } from './table.js'

/** *Something that is wrong in a text*, and where. */
export interface Problem {
  /** Tells problems of one kind from others. */
  readonly code: ProblemCode
  readonly level: 'error' | 'warning'
  /** In the wording of the engine's own compiler, without file and line. */
  readonly message: string
  /** Offsets of the first character that is meant and of the one after the last. */
  readonly start: number
  readonly end: number
}

/** A problem of the table, its holes `{0}`, `{1}` … filled in. */
export function problem(code: ProblemCode, start: number, end: number, ...holes: readonly string[]): Problem {
  const { level, message } = PROBLEMS[code]
  return { code, level, message: message.replace(/\{(\d)\}/g, (_, index) => holes[Number(index)] ?? ''), start, end }
}
