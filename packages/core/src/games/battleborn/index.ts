import { type Layout, PackageFlag } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { fieldsAfter, numberOf } from '../hooks.js'

/**
 * The release half of the engine version; from this release on, a zero GUID ends the summary of uncooked
 * packages.
 */
const GUID_RELEASE = 1055

/**
 * The summary has a word and a map from strings to numbers before the texture allocations, and a GUID at the
 * end.
 */
const layout = (_: number, licensee: number): Layout => ({
  summary: fieldsAfter({
    additionalPackages(ar, { extra: fields }) {
      if (licensee < 61) return
      extra.i32(ar, fields, 'battleborn')
      const count = ar.count(numberOf(fields['mapCount']), 'mapCount', 8)
      fields['mapCount'] = count
      for (let i = 0; i < count; i++) {
        extra.string(ar, fields, `map${i}Key`)
        extra.i32(ar, fields, `map${i}Value`)
      }
    },
    end(ar, summary) {
      const cooked = (summary.flags & PackageFlag.Cooked) !== 0
      if (!cooked && summary.engineVersion >> 16 >= GUID_RELEASE) extra.guid(ar, summary.extra, 'battlebornGuid')
    },
  }),
})

/** *Battleborn.* Based on public readers only. */
export const battleborn: Game = {
  id: 'battleborn',
  name: 'Battleborn',
  engine: 3,
  builds: [one(874, 78)],
  layout,
  deviations: [
    { what: 'word and map after the additional packages', licensee: [61] },
    'GUID at the end of uncooked packages',
  ],
}
