import type { ShippedFiles } from '../stock/shipped-files.js'
import { isInEveryCopy } from '../stock/stock-list.js'
import type { JoinPackage } from './join-types.js'

/**
 * Whose file is the game's own, where a stock list tells: that decides who has to change theirs. The package
 * as it is when it tells nothing.
 */
export function withStockAdvice(pkg: JoinPackage, shipped: ShippedFiles | undefined): JoinPackage {
  const advice = pkg.ok || shipped === undefined ? undefined : stockAdvice(pkg, shipped)
  return advice === undefined
    ? pkg
    : { ...pkg, advice: pkg.advice === null ? advice : `${advice}. Otherwise: ${pkg.advice}` }
}

function stockAdvice({ name, fileName, guid, file, status }: JoinPackage, shipped: ShippedFiles): string | undefined {
  const rows = shipped.rows(name, fileName)
  if (rows.length === 0) return undefined
  const guids = new Set(rows.flatMap((row) => (row.guid === undefined ? [] : [row.guid])))
  if (status === 'mismatch' && guids.size > 0 && file?.guid != null) {
    const isClients = guids.has(file.guid.toString())
    const isServers = guids.has(guid.toString())
    if (isClients && !isServers) {
      return (
        `${fileName} comes with the game: the player's is the game's own and the server's is not, ` +
        'so the server needs the original'
      )
    }
    if (isServers && !isClients) {
      return (
        `${fileName} comes with the game: the server's is the game's own and the player's is not, ` +
        'so the player needs the original'
      )
    }
  }
  if ((status === 'not-allowed' || status === 'unavailable') && isInEveryCopy(rows)) {
    return (
      `${fileName} comes with the game, so the player's installation is not complete: install the ` +
      'game or its last patch again'
    )
  }
  return undefined
}
