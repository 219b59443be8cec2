import type { ExportTable } from '../data/package-calls.js'

/**
 * *The rows of a tree that are visible*, flat: what is inside a row comes after it, if the row is open. They
 * are spans of the table, of which there are as many as rows that are open, so that one of ten million rows
 * costs as little as one of ten.
 */
export class TreeRows {
  readonly #table: ExportTable
  readonly #open: ReadonlySet<number>
  /** Where each span begins in `inside`, how deep its rows are, and how many rows are above it. */
  readonly #spans: { readonly from: number; readonly depth: number; readonly above: number }[] = []
  /** How many rows are visible. */
  readonly length: number

  /** The rows of a table for the rows that are open. */
  constructor(table: ExportTable, open: ReadonlySet<number>) {
    this.#table = table
    this.#open = open
    this.length = this.#measure()
  }

  /** The row of the export table at a place of the list; −1 beyond its end. */
  at(place: number): number {
    const span = this.#spanAt(place)
    if (span === undefined || place >= this.length) return -1
    return this.#table.inside[span.from + place - span.above] ?? -1
  }

  /** How deep the row at a place is. */
  depthAt(place: number): number {
    return this.#spanAt(place)?.depth ?? 0
  }

  /** The place of a row of the export table; −1 when what it is in is not open. */
  placeOf(row: number): number {
    const { outer } = this.#table
    for (let at = outer[row] ?? -1; at >= 0; at = outer[at] ?? -1) if (!this.#open.has(at)) return -1
    const inInside = insidePlace(this.#table, row)
    for (const [i, { from, above }] of this.#spans.entries()) {
      const end = this.#spans[i + 1]?.above ?? this.length
      if (inInside >= from && inInside < from + end - above) return above + inInside - from
    }
    return -1
  }

  #measure(): number {
    const { starts, inside } = this.#table
    const opened = [...this.#open]
      .filter((row) => insideCount(this.#table, row) > 0)
      .map((row) => insidePlace(this.#table, row))
      .sort((a, b) => a - b)
    // The open rows of a group are neighbours in `opened`. A stack of its own: damaged files have objects a
    // million deep.
    const stack: { at: number; readonly end: number }[] = [{ at: starts[0] ?? 0, end: starts[1] ?? 0 }]
    let length = 0
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = opened[firstFrom(opened, top.at)] ?? top.end
      const to = Math.min(top.end, next < top.end ? next + 1 : top.end)
      if (to > top.at) this.#spans.push({ from: top.at, depth: stack.length - 1, above: length })
      length += to - top.at
      top.at = to
      if (next < to) {
        const row = inside[next] ?? 0
        stack.push({ at: starts[row + 1] ?? 0, end: starts[row + 2] ?? 0 })
      } else stack.pop()
    }
    return length
  }

  #spanAt(place: number) {
    let low = 0
    let high = this.#spans.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#spans[middle]?.above ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return this.#spans[low - 1]
  }
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

/** Where a row is in `inside`, whose groups are in the order of the table. */
function insidePlace({ starts, inside, outer }: ExportTable, row: number): number {
  const group = (outer[row] ?? -1) + 1
  let low = starts[group] ?? 0
  let high = starts[group + 1] ?? 0
  while (low < high) {
    const middle = (low + high) >> 1
    if ((inside[middle] ?? 0) < row) low = middle + 1
    else high = middle
  }
  return low
}

/** The first of sorted numbers that is not below one. */
function firstFrom(sorted: readonly number[], from: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}
