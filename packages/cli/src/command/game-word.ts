import { existsSync } from 'node:fs'
import { GAMES, gameById } from '@ukit/core'
import { suggest } from './suggest.js'
import { UsageError } from './usage-error.js'

/**
 * What a word after `--game` means: the ID of a game that ukit knows, or the folder or ini of an installed
 * game.
 */
export type GameWord = { readonly id: string } | { readonly place: string }

/**
 * *Reads the word after `--game`*. An ID takes precedence over a folder of the same name; write `./ut2004`
 * for the folder.
 *
 * @throws {UsageError} when it is neither.
 */
export function readGame(text: string, option: string): GameWord {
  const game = gameById(text.toLowerCase())
  if (game !== undefined) return { id: game.id }
  if (existsSync(text)) return { place: text }
  const meant = suggest(
    text,
    GAMES.map(({ id }) => id),
  )
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  throw new UsageError(
    `${option} ${text}: no game has this ID, and no folder or ini has this name${hint}\nukit help games lists the IDs.`,
  )
}
