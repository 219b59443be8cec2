import { FormatContext } from '@ukit/container'
import { gameById } from '@ukit/core'
import type { PackageTables } from '../index-file/package-tables.js'
import { loadStock, STOCK_GAMES } from '../stock/load-stock.js'
import { isInEveryCopy, type StockList } from '../stock/stock-list.js'

/**
 * *The game whose stock packages a package needs most*, if nothing else decides its game: a map of UT99
 * without any of UT's own objects has the versions 69/0, like those of Unreal.
 *
 * `undefined` when no listed game of the engine ships any of them, or several ship equally many, but
 * different ones.
 */
export async function likelyGame({
  version,
  licensee,
  roots,
}: Pick<PackageTables, 'version' | 'licensee' | 'roots'>): Promise<string | undefined> {
  const names = [...new Set(roots.map((name) => name.toLowerCase()))]
  const { engine } = new FormatContext(version, licensee, false)
  let best: { game: string; shipped: string; count: number; isShared: boolean } | undefined
  for (const game of STOCK_GAMES) {
    if (gameById(game)?.engine !== engine) continue
    const list = await loadStock(game)
    if (list === undefined) continue
    const found = names.filter((name) => ships(list, name))
    const shipped = found.join()
    if (best === undefined || found.length > best.count) best = { game, shipped, count: found.length, isShared: true }
    else if (found.length === best.count && shipped !== best.shipped) best.isShared = false
  }
  return best !== undefined && best.count > 0 && best.isShared ? best.game : undefined
}

function ships(list: StockList, name: string): boolean {
  return isInEveryCopy(list.named(name))
}
