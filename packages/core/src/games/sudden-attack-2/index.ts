import { extra } from '@ukit/container/internal'
import { type Game, one, range } from '../game.js'
import { fieldsAfter } from '../hooks.js'

/** *Sudden Attack 2.* Based on public readers only. */
export const suddenAttack2: Game = {
  id: 'sudden-attack-2',
  name: 'Sudden Attack 2',
  engine: 3,
  builds: [one(868, 103), range(870, 870, [108, 109])],
  layout: (_, licensee) => ({
    summary: fieldsAfter({
      end(ar, { extra: fields }) {
        if (licensee < 107) return
        extra.i32(ar, fields, 'suddenAttack1')
        extra.i32(ar, fields, 'suddenAttack2')
      },
    }),
  }),
  deviations: [{ what: 'two words at the end of the summary', licensee: [107] }],
}
