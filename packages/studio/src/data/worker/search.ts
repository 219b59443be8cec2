import UFuzzy from '@leeoniya/ufuzzy'
import type { ExportTable, Filter } from '../package-calls.js'

/** Paths of all rows, made once a package: what is typed may be part of a group's name too. */
export function pathsOf(table: ExportTable): string[] {
  const { names, numbers, outer, texts } = table
  const paths: string[] = new Array(names.length)
  const pathOf = (row: number): string => {
    const known = paths[row]
    if (known !== undefined) return known
    const number = numbers[row] ?? 0
    const own = (texts[names[row] ?? 0] ?? '') + (number > 0 ? `_${number - 1}` : '')
    const parent = outer[row] ?? -1
    const path = parent < 0 ? own : `${pathOf(parent)}.${own}`
    paths[row] = path
    return path
  }
  for (let row = 0; row < names.length; row++) pathOf(row)
  return paths
}

const FUZZY = new UFuzzy({ intraMode: 0, interIns: 8 })
/** More matches than anybody scrolls through are not put in order. */
const MOST_ORDERED = 1000

/**
 * *The rows that match what was typed*, the best first: words in any place of the path, in any order.
 *
 * @returns all rows of the classes, in the order of the table, when nothing was typed.
 */
export function matches(table: ExportTable, paths: readonly string[], { query, classes }: Filter): Uint32Array {
  const chosen = new Set(classes)
  const isChosen = (row: number) => chosen.size === 0 || chosen.has(table.class[row] ?? -1)
  const text = query.trim()
  if (text === '') {
    const all: number[] = []
    for (let row = 0; row < table.names.length; row++) if (isChosen(row)) all.push(row)
    return Uint32Array.from(all)
  }
  const haystack = paths as string[]
  const found = FUZZY.filter(haystack, text)?.filter(isChosen) ?? []
  if (found.length === 0 || found.length > MOST_ORDERED) return Uint32Array.from(found)
  const info = FUZZY.info(found, haystack, text)
  const order = FUZZY.sort(info, haystack, text)
  return Uint32Array.from(order, (i) => info.idx[i] ?? 0)
}
