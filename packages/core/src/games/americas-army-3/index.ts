import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { extraOf } from '../hooks.js'

/** *America's Army 3*: every export starts with a random word, and six of its fields are XORed with it. */
const layout = (): Layout => ({
  export(ar, entry) {
    const key = extra.u32(ar, extraOf(entry), 'key')
    const scrambled = (value: number, field: string) => ar.i32(value ^ key, field) ^ (ar.isLoading ? key : 0)
    const plain = (value: number, read: number) => (ar.isLoading ? read : value)
    entry.class = plain(entry.class, scrambled(entry.class, 'class'))
    entry.super = plain(entry.super, scrambled(entry.super, 'super'))
    entry.outer = plain(entry.outer, scrambled(entry.outer, 'outer'))
    entry.serializeName(ar)
    entry.archetype = plain(entry.archetype, scrambled(entry.archetype, 'archetype'))
    entry.serializeFlags(ar)
    entry.size = plain(entry.size, scrambled(entry.size, 'size'))
    entry.offset = plain(entry.offset, scrambled(entry.offset, 'offset'))
    entry.serializeRest(ar)
  },
})

/** *America's Army 3.* Based on public readers only. */
export const americasArmy3: Game = {
  id: 'americas-army-3',
  name: "America's Army 3",
  engine: 3,
  builds: [one(568, 0)],
  layout,
  deviations: ['each export scrambled with its own word'],
}
