import { gameById } from '@ukit/core'
import { loadStock, STOCK_GAMES } from './load-stock.js'
import { isInEveryCopy } from './stock-list.js'

/** What is known of the game of a package. */
export interface PackageGame {
  /** `Game.id` of core; `undefined` when the game is not known. */
  readonly game: string | undefined
  /** Generation of its engine. */
  readonly engine: number
}

/**
 * *Whether every copy of a game has a package*, by its name: nobody has to get it from anywhere, and nobody
 * may change it. For a game without a list, those of the same engine answer: `UWindow` and `IpDrv` come with
 * all.
 */
export async function comesWithGame(name: string, { game, engine }: PackageGame): Promise<boolean> {
  const games =
    game !== undefined && STOCK_GAMES.includes(game)
      ? [game]
      : STOCK_GAMES.filter((id) => gameById(id)?.engine === engine)
  for (const id of games) {
    const list = await loadStock(id)
    if (list !== undefined && isInEveryCopy(list.named(name))) return true
  }
  return false
}
