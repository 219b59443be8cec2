import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { fieldsAfter } from '../hooks.js'

/** *Mortal Online.* Based on public readers only. */
export const mortalOnline: Game = {
  id: 'mortal-online',
  name: 'Mortal Online',
  engine: 3,
  builds: [one(678, 32771)],
  layout: (_, licensee) => ({
    summary: fieldsAfter({
      version: (ar, { extra: fields }) => void (licensee >= 1 && extra.i32(ar, fields, 'mortalOnline')),
    }),
  }),
  deviations: ['word after the version word'],
}
