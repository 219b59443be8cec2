import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { extraOf } from '../hooks.js'

/**
 * *Bulletstorm*: every entry of the chunk table has an extra word, which is written as 0 for chunks that are
 * divided again.
 */
const layout = (_: number, licensee: number): Layout =>
  licensee < 21
    ? {}
    : {
        chunkSize: 20,
        chunk(ar, chunk) {
          chunk.serialize(ar)
          extra.i32(ar, extraOf(chunk), 'bulletstorm')
        },
      }

/** *Bulletstorm.* Based on public readers only. */
export const bulletstorm: Game = {
  id: 'bulletstorm',
  name: 'Bulletstorm',
  engine: 3,
  builds: [one(742, 29), one(887, 41), one(877, 41)],
  layout,
  deviations: [{ what: 'chunk entries of 20 bytes', licensee: [21] }],
}
