import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, range } from '../game.js'
import { fieldsAfter } from '../hooks.js'

/**
 * *APB*: the summary has a word and five floats after the export offset, a GUID after the count of
 * generations.
 */
const layout = (_: number, licensee: number): Layout => ({
  summary: fieldsAfter({
    exports(ar, { extra: fields }) {
      if (licensee >= 29) extra.i32(ar, fields, 'apb1')
      if (licensee >= 28) extra.bytes(ar, fields, 'apb2', 20)
    },
    generationCount: (ar, { extra: fields }) => void (licensee >= 32 && extra.guid(ar, fields, 'apb3')),
  }),
})

/** *APB: All Points Bulletin.* Based on public readers only. */
export const apb: Game = {
  id: 'apb',
  name: 'APB: All Points Bulletin',
  engine: 3,
  builds: [range(547, 547, [28, 32])],
  layout,
  deviations: [
    { what: 'word after the export offset', licensee: [29] },
    { what: 'five floats after the export offset', licensee: [28] },
    { what: 'GUID after the generation count', licensee: [32] },
  ],
}
