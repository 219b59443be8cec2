import { type Game, one } from '../game.js'
import { serializeXboxName } from '../table-entries.js'

/** *Pariah.* Based on public readers only. */
export const pariah: Game = {
  id: 'pariah',
  name: 'Pariah',
  engine: 2,
  builds: [one(119, 0x9127)],
  layout: (_, licensee) => ({
    ...((licensee & 0x3f) >= 28 ? { name: serializeXboxName } : {}),
    import(ar, entry) {
      entry.outer = ar.i32(entry.outer, 'outer')
      entry.objectName = ar.index(entry.objectName, 'objectName')
      entry.classPackage = ar.index(entry.classPackage, 'classPackage')
      entry.className = ar.index(entry.className, 'className')
    },
    export(ar, entry) {
      entry.serializeName(ar)
      entry.super = ar.index(entry.super, 'super')
      entry.outer = ar.i32(entry.outer, 'outer')
      entry.serializeFlags(ar)
      entry.class = ar.index(entry.class, 'class')
      entry.serializeRange(ar)
    },
  }),
  deviations: ['names with a 16-bit length', 'imports and exports in another order'],
}
