import type { Verb } from '../command/verb.js'
import type { BatchVerb } from './batch-verb.js'

/** Whether a verb works on many files, one by one. */
export function isBatchVerb(verb: Verb): verb is BatchVerb {
  return 'report' in verb && 'failure' in verb
}
