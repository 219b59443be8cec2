import { type Layout, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { fieldsAfter, without } from '../hooks.js'

/** The summary has three 16-bit numbers instead of the engine version, and a word at the end. */
const layout = (_: number, licensee: number): Layout => ({
  moved: without(Version.EngineVersion),
  summary: fieldsAfter({
    generations(ar, { extra: fields }) {
      extra.u16(ar, fields, 'engine1')
      // Its highest bit shows whether the third number follows.
      if ((extra.u16(ar, fields, 'engine2') & 0x8000) !== 0) extra.u16(ar, fields, 'engine3')
    },
    end: (ar, { extra: fields }) => void (licensee >= 38 && extra.i32(ar, fields, 'aliens')),
  }),
})

/** *Aliens: Colonial Marines.* Based on public readers only. */
export const aliensColonialMarines: Game = {
  id: 'aliens-colonial-marines',
  name: 'Aliens: Colonial Marines',
  engine: 3,
  builds: [one(787, 47)],
  layout,
  deviations: [
    'three 16-bit numbers for the engine version',
    { what: 'word at the end of the summary', licensee: [38] },
  ],
}
