import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { extraOf } from '../hooks.js'

/** *Thief* (2014): a word after exports with flag 8. */
const layout = (): Layout => ({
  export(ar, entry) {
    entry.serializeStandard(ar)
    if ((entry.exportFlags & 8) !== 0) extra.i32(ar, extraOf(entry), 'thief')
  },
})

/** *Thief (2014).* Based on public readers only. */
export const thief4: Game = {
  id: 'thief-4',
  name: 'Thief (2014)',
  engine: 3,
  builds: [one(721, 148)],
  layout,
  deviations: ['word after exports with flag 8'],
}
