import type { GameWord } from '../command/game-word.js'
import { InputError } from '../command/usage-error.js'
import { reasonOf } from './reason.js'

/**
 * The ID of the game that `--game` means; `undefined` without `--game`, and for an installed game that ukit
 * does not recognise: each package's game is then guessed from the package itself.
 *
 * @throws {InputError} when there is no game in the folder.
 */
export async function gameIdOf(word: GameWord | undefined): Promise<string | undefined> {
  if (word === undefined) return undefined
  if ('id' in word) return word.id
  const { openGame } = await import('./open-game.js')
  try {
    return (await openGame(word.place)).game
  } catch (error) {
    throw new InputError(`--game ${word.place}: ${reasonOf(error)}`, { cause: error })
  }
}
