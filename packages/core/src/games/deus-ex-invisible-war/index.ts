import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { fieldsAfter } from '../hooks.js'

/**
 * *Deus Ex: Invisible War, Thief: Deadly Shadows* (the Flesh engine): the summary has one word after the
 * import offset.
 */
const flesh = () => ({
  summary: fieldsAfter({ imports: (ar, { extra: fields }) => void extra.i32(ar, fields, 'flesh') }),
})

export const fleshGames: readonly Game[] = [
  {
    id: 'deus-ex-invisible-war',
    name: 'Deus Ex: Invisible War',
    engine: 2,
    builds: [one(95, 69)],
    layout: flesh,
    deviations: ['word after the import offset'],
  },
  {
    id: 'thief-deadly-shadows',
    name: 'Thief: Deadly Shadows',
    engine: 2,
    builds: [one(95, 133)],
    layout: flesh,
    deviations: ['word after the import offset'],
  },
]
