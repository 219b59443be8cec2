import { type Game, range } from '../game.js'
import { serializeShortImport, serializeShortOuter } from '../table-entries.js'

/** *Unreal Championship 2: The Liandri Conflict.* Based on public readers only. */
export const unrealChampionship2: Game = {
  id: 'unreal-championship-2',
  name: 'Unreal Championship 2: The Liandri Conflict',
  engine: 2,
  builds: [range(151, 151, [0, 2])],
  layout: (version) => ({
    ...(version >= 150 ? { import: serializeShortImport } : {}),
    export(ar, entry) {
      const index = (value: number, field: string) => ar.i32(value, field)
      if (version >= 150) return serializeShortOuter(ar, entry, index)
      entry.class = index(entry.class, 'class')
      entry.super = index(entry.super, 'super')
      entry.outer = index(entry.outer, 'outer')
      entry.serializeName(ar)
      entry.serializeFlags(ar)
      entry.size = index(entry.size, 'size')
      if (entry.size !== 0) entry.offset = index(entry.offset, 'offset')
    },
  }),
  deviations: ['plain integers in exports', { what: '16-bit outers', version: [150] }],
}
