import type { ClassType, StructType, ValueType } from '@ukit/container'
import { parseStockTable } from './stock-table.js'
import type { STOCK_TABLES } from './stock-tables.js'

/** Classes that ship with the engine; keys are in lower case. */
export interface StockClasses {
  class(key: string): ClassType | undefined
  struct(key: string): StructType | undefined
  /** The different types that arrays of this name have. */
  arraysNamed(key: string): readonly ValueType[]
  /** The names of an enum's values. */
  enum(key: string): readonly string[] | undefined
}

/** What decides which classes a package's engine ships with; a `FormatContext` is one. */
export interface EngineLine {
  readonly engine: 1 | 2 | 3
  /** Name of the line, such as `vengeance`. */
  readonly line: string
}

/** Name of a table of stock classes, as in `data/stock`. */
type StockTable = keyof typeof STOCK_TABLES

const LOADED = new Map<StockTable, Promise<StockClasses>>()

/**
 * *The stock classes of an engine*: loaded when first asked for, since one program rarely meets all of them.
 */
export function loadStockClasses(format: EngineLine): Promise<StockClasses> {
  const { line, engine } = format
  if (engine === 1) return load('ue1')
  if (engine === 2) {
    const common = load('ue2')
    if (line === 'vengeance') return layered(load('vengeance'), common)
    if (line === 'duke-nukem-forever') return layered(load('duke'), common)
    return common
  }
  const common = load('ue3')
  return line.startsWith('mass-effect') ? layered(load('bioware'), common) : common
}

/** A line's own classes and its forms of the engine's go first. */
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

/** A table, read once; the module of all tables is not loaded before the first is asked for. */
function load(table: StockTable): Promise<StockClasses> {
  let classes = LOADED.get(table)
  if (classes === undefined) {
    classes = import('./stock-tables.js').then((module) => parseStockTable(module.STOCK_TABLES[table]))
    LOADED.set(table, classes)
  }
  return classes
}
