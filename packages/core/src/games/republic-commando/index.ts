import { extra } from '@ukit/container/internal'
import { type Game, range } from '../game.js'
import { extraOf } from '../hooks.js'

/** *Star Wars: Republic Commando.* Based on public readers only. */
export const republicCommando: Game = {
  id: 'republic-commando',
  name: 'Star Wars: Republic Commando',
  engine: 2,
  builds: [range(133, 148, 1), range(154, 159, 1)],
  layout: (version) => ({
    export(ar, entry) {
      entry.class = ar.index(entry.class, 'class')
      entry.super = ar.index(entry.super, 'super')
      entry.outer = ar.i32(entry.outer, 'outer')
      if (version >= 159) extra.index(ar, extraOf(entry), 'republicCommando')
      entry.serializeName(ar)
      entry.serializeFlags(ar)
      // One reader says 151, but no package of that version is known.
      if (version < 152) return entry.serializeRange(ar)
      entry.size = ar.i32(entry.size, 'size')
      entry.offset = ar.i32(entry.offset, 'offset')
    },
  }),
  deviations: [
    { what: 'index after the outer of exports', version: [159] },
    { what: 'size and offset as plain integers', version: [152] },
  ],
}
