import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'

/**
 * *Spec Ops: The Line.* 740/26 ends its summary with a number that is always 0 (11 of 11 files), perhaps an
 * early form of the texture allocations; 631/19 does not have it.
 */
export const specOps: Game = {
  id: 'spec-ops',
  name: 'Spec Ops: The Line',
  engine: 3,
  evidence: 'files',
  builds: [one(631, 19), one(740, 26)],
  deviations: [{ what: 'word at the end of the summary', licensee: [26] }],
  layout: (_, licensee) => ({
    line: 'spec-ops',
    summary(ar, summary, after) {
      if (after === 'end' && licensee >= 26) extra.u32(ar, summary.extra, 'specOps')
    },
  }),
}
