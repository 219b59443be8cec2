import type { ClassType, StructType, ValueType } from '@ukit/container'
import { parseStockTable } from './stock-table.js'

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

const LOADED = new Map<string, Promise<StockClasses>>()

/**
 * *The stock classes of an engine*: loaded when first asked for, since one program rarely meets all of them.
 */
export function loadStockClasses(format: EngineLine): Promise<StockClasses> {
  const { line, engine } = format
  if (engine === 1) return once('ue1', async () => (await import('./stock-ue1.js')).STOCK_CLASSES)
  if (engine === 2) {
    const common = once('ue2', async () => (await import('./stock-ue2.js')).STOCK_CLASSES)
    if (line === 'vengeance') {
      return layered(
        once(line, async () => (await import('./stock-vengeance.js')).STOCK_CLASSES),
        common,
      )
    }
    if (line === 'duke-nukem-forever') {
      return layered(
        once(line, async () => (await import('./stock-duke.js')).STOCK_CLASSES),
        common,
      )
    }
    return common
  }
  const common = once('ue3', async () => (await import('./stock-ue3.js')).STOCK_CLASSES)
  if (!line.startsWith('mass-effect')) return common
  return layered(
    once('bioware', async () => (await import('./stock-bioware.js')).STOCK_CLASSES),
    common,
  )
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

function once(name: string, text: () => Promise<string>): Promise<StockClasses> {
  let classes = LOADED.get(name)
  if (classes === undefined) {
    classes = text().then(parseStockTable)
    LOADED.set(name, classes)
  }
  return classes
}
