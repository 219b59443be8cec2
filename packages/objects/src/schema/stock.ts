import type { StockClasses } from './stock-classes.js'
import { parseStockTable } from './stock-table.js'
import { STOCK_TABLES } from './stock-tables/index.js'

/** What decides which classes a package's engine ships with; a `FormatContext` is one. */
export interface StockOf {
  /** Generation of the engine. */
  readonly engine: 1 | 2 | 3
  /** Name of the game's own table, when it has one. */
  readonly stock?: string | undefined
}

const LOADED = new Map<string, Promise<StockClasses>>()

/**
 * *The stock classes of an engine*: loaded when first asked for, since one program rarely meets all of them.
 */
export function loadStockClasses({ engine, stock }: StockOf): Promise<StockClasses> {
  const common = load(`ue${engine}`)
  return stock === undefined ? common : layered(load(stock), common)
}

/** A game's own classes and its forms of the engine's go first. */
async function layered(first: Promise<StockClasses>, second: Promise<StockClasses>): Promise<StockClasses> {
  const own = await first
  const common = await second
  return {
    class: (key) => own.class(key) ?? common.class(key),
    struct: (key) => own.struct(key) ?? common.struct(key),
    enum: (key) => own.enum(key) ?? common.enum(key),
    arraysNamed: (key) => {
      const types = own.arraysNamed(key)
      return types.length > 0 ? types : common.arraysNamed(key)
    },
  }
}

/** A table, read once; only those that are asked for are loaded. */
function load(name: string): Promise<StockClasses> {
  let classes = LOADED.get(name)
  if (classes === undefined) {
    classes = read(name)
    LOADED.set(name, classes)
  }
  return classes
}

async function read(name: string): Promise<StockClasses> {
  const table = Object.hasOwn(STOCK_TABLES, name) ? STOCK_TABLES[name] : undefined
  if (table === undefined) throw new RangeError(`there is no table of stock classes ${name}`)
  return parseStockTable((await table()).TABLE)
}
