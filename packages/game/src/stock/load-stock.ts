import { portableCodecs } from '@ukit/codecs'
import { gameById } from '@ukit/core'
import { StockList } from './stock-list.js'

/** A list as it is stored: see `scripts/gather-stock-lists.mjs`. */
interface PackedList {
  /** Length of the text, in bytes. */
  readonly length: number
  /** The text, compressed by zlib, as base64. */
  readonly packed: string
}

/** A module for each game, so that a list is only loaded when it is needed. */
const LISTS: Readonly<Record<string, () => Promise<PackedList>>> = {
  'deus-ex': () => import('./lists/deus-ex.js'),
  'killing-floor': () => import('./lists/killing-floor.js'),
  'killing-floor-2': () => import('./lists/killing-floor-2.js'),
  'lineage-2': () => import('./lists/lineage-2.js'),
  'mass-effect-3': () => import('./lists/mass-effect-3.js'),
  'mass-effect-legendary': () => import('./lists/mass-effect-legendary.js'),
  'postal-2': () => import('./lists/postal-2.js'),
  'raven-shield': () => import('./lists/raven-shield.js'),
  'red-orchestra': () => import('./lists/red-orchestra.js'),
  rune: () => import('./lists/rune.js'),
  'spec-ops': () => import('./lists/spec-ops.js'),
  'swat-4': () => import('./lists/swat-4.js'),
  udk: () => import('./lists/udk.js'),
  unreal: () => import('./lists/unreal.js'),
  'unreal-tournament': () => import('./lists/unreal-tournament.js'),
  ut2003: () => import('./lists/ut2003.js'),
  ut2004: () => import('./lists/ut2004.js'),
  ut3: () => import('./lists/ut3.js'),
}

/** `Game.id` of the games of core for which there is a list. */
export const STOCK_GAMES: readonly string[] = Object.keys(LISTS).filter((id) => gameById(id) !== undefined)

const loaded = new Map<string, Promise<StockList>>()

/**
 * *The packages that a game ships*, as far as public sources list them; `undefined` for a game without a
 * list. Each list is loaded once.
 */
export async function loadStock(game: string | undefined): Promise<StockList | undefined> {
  if (game === undefined || !Object.hasOwn(LISTS, game)) return undefined
  let list = loaded.get(game)
  if (list === undefined) {
    list = load(game)
    loaded.set(game, list)
  }
  return list
}

async function load(game: string): Promise<StockList> {
  const [module, zlib] = await Promise.all([LISTS[game]?.(), portableCodecs.zlib()])
  if (module === undefined) return new StockList(game, '')
  const packed = Uint8Array.from(atob(module.packed), (char) => char.charCodeAt(0))
  return new StockList(game, new TextDecoder().decode(zlib.decompress(packed, module.length)))
}
