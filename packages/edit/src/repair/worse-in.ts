import type { VerifyReport } from '@ukit/inspect'
import { plural } from '@ukit/text/internal'

/**
 * In what a repaired package is worse than it was; `undefined` for one that is not. A package that did not
 * open at all cannot get worse.
 */
export function worseIn(before: VerifyReport, after: VerifyReport, drop: boolean): string | undefined {
  const [errors, errorsNow] = [errorsOf(before), errorsOf(after)]
  if (before.objects > 0 && errorsNow > errors) return `it would have ${plural(errorsNow, 'error')}, not ${errors}`
  if (drop) return undefined
  const [problems, problemsNow] = [before.problems.length, after.problems.length]
  if (before.objects > 0 && problemsNow > problems)
    return `it would have ${plural(problemsNow, 'problem')}, not ${problems}`
  if (after.objects < before.objects) return `it would have ${plural(after.objects, 'object')}, not ${before.objects}`
  const [read, readNow] = [readObjects(before), readObjects(after)]
  if (readNow < read) return `${plural(readNow, 'object')} of it could be read, not ${read}`
  const [known, knownNow] = [understoodBytes(before), understoodBytes(after)]
  if (knownNow < known) return `${plural(knownNow, 'byte')} of it would be understood, not ${known}`
  return undefined
}

function errorsOf({ problems }: VerifyReport): number {
  return problems.filter(({ severity }) => severity === 'error').length
}

function readObjects({ classes, problems }: VerifyReport): number {
  const failed = problems.filter(({ kind }) => kind === 'undecoded').length
  return classes.reduce((sum, { objects }) => sum + objects, 0) - failed
}

function understoodBytes({ classes }: VerifyReport): number {
  return classes.reduce((sum, tally) => sum + tally.understoodBytes, 0)
}
