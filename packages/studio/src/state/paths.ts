import type { ExportTable } from '../data/package-calls.js'

/** Name of a row, with its number. */
export function nameIn(table: ExportTable, row: number): string {
  const number = table.numbers[row] ?? 0
  return (table.texts[table.names[row] ?? 0] ?? '') + (number > 0 ? `_${number - 1}` : '')
}

/** Path of a row; `#` and its number follow where several rows have the same. */
export function pathIn(table: ExportTable, row: number): string {
  const names: string[] = []
  for (let at = row; at >= 0; at = table.outer[at] ?? -1) names.push(nameIn(table, at))
  const path = names.reverse().join('.')
  return table.twins[row] === 1 ? `${path}#${row}` : path
}

/** Row of a path that `pathIn` gave or somebody wrote, ignoring case; `undefined` for none. */
export function rowIn(table: ExportTable, path: string): number | undefined {
  const hash = path.lastIndexOf('#')
  const digits = hash < 0 ? '' : path.slice(hash + 1)
  const row = Number(digits)
  if (/^\d+$/.test(digits) && row < table.names.length && pathIn(table, row).toLowerCase() === path.toLowerCase())
    return row
  return firstRow(table, path.toLowerCase())
}

/**
 * Names may have dots in them, and a class the same name as a group: what does not lead on is gone back from.
 */
function firstRow(table: ExportTable, wanted: string): number | undefined {
  const { starts, inside, names } = table
  const lowered = loweredOf(table)
  const search = (at: number, rest: string): number | undefined => {
    for (let i = starts[at + 1] ?? 0; i < (starts[at + 2] ?? 0); i++) {
      const row = inside[i] ?? -1
      // Most rows are passed over by this, which makes no strings.
      if (!rest.startsWith(lowered[names[row] ?? 0] ?? '')) continue
      const name = nameIn(table, row).toLowerCase()
      if (rest === name) return row
      if (!rest.startsWith(`${name}.`)) continue
      const found = search(row, rest.slice(name.length + 1))
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(-1, wanted)
}

/** Texts of tables in lower case, made once a table. */
const LOWERED = new WeakMap<ExportTable, readonly string[]>()

function loweredOf(table: ExportTable): readonly string[] {
  const known = LOWERED.get(table) ?? table.texts.map((text) => text.toLowerCase())
  LOWERED.set(table, known)
  return known
}
