import type { ExportTable } from '../data/package-calls.js'

/** *The rows of a tree that are visible*, flat: what is inside a row comes after it, if the row is open. */
export interface TreeRows {
  /** Rows of the export table. */
  readonly rows: Int32Array
  /** How deep each is. */
  readonly depths: Uint8Array
}

/** Deeper rows are indented no further. */
const DEEPEST = 255

/** The visible rows of a table, for the rows that are open. */
export function visibleRows({ starts, inside }: ExportTable, open: ReadonlySet<number>): TreeRows {
  const rows: number[] = []
  const depths: number[] = []
  // A stack of its own: damaged files have objects a million deep.
  const stack: { at: number; readonly end: number }[] = [{ at: starts[0] ?? 0, end: starts[1] ?? 0 }]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (top.at >= top.end) {
      stack.pop()
      continue
    }
    const row = inside[top.at++] ?? 0
    rows.push(row)
    depths.push(Math.min(DEEPEST, stack.length - 1))
    if (open.has(row)) stack.push({ at: starts[row + 1] ?? 0, end: starts[row + 2] ?? 0 })
  }
  return { rows: Int32Array.from(rows), depths: Uint8Array.from(depths) }
}

/** How many rows are inside a row. */
export function insideCount({ starts }: ExportTable, row: number): number {
  return (starts[row + 2] ?? 0) - (starts[row + 1] ?? 0)
}

/** The rows that have to be open for a row to be visible. */
export function rowsAbove({ outer }: ExportTable, row: number): number[] {
  const above: number[] = []
  for (let at = outer[row] ?? -1; at >= 0; at = outer[at] ?? -1) above.push(at)
  return above
}
