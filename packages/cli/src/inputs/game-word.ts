import { existsSync } from 'node:fs'
import { GAMES, gameById } from '@ukit/core'
import { suggest } from '../command/suggest.js'
import { UsageError } from '../command/usage-error.js'

/** What a word behind `--game` means: a game that ukit knows, by its ID, or an installed one, by its folder or ini. */
export type GameWord = { readonly id: string } | { readonly place: string }

/**
 * *Reads the word behind `--game`* of a verb that takes both. An ID goes before a folder of the same name.
 *
 * @throws {UsageError} when it is neither.
 */
export function gameWord(value: string): GameWord {
  const game = gameById(value.toLowerCase())
  if (game !== undefined) return { id: game.id }
  if (existsSync(value)) return { place: value }
  throw new UsageError(
    `--game ${value}: there is no game of this ID${gameHint(value)} and no folder or ini of this name\nukit help games lists the IDs.`,
  )
}

/** The ID that was meant, as words behind a message; empty when none comes near. */
export function gameHint(value: string): string {
  const meant = suggest(
    value,
    GAMES.map(({ id }) => id),
  )
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}
