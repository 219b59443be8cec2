import type { Package } from '@ukit/core'
import type { ExportTable } from '../package-calls.js'

/** *The export table of a package as columns*, with what is inside what. */
export function tableOf(pkg: Package): ExportTable {
  const columns = pkg.exportColumns
  const { length } = columns.names
  const texts: string[] = []
  const textOf = new Map<number, number>()
  const names = new Int32Array(length)
  for (let i = 0; i < length; i++) {
    const row = columns.names[i] ?? 0
    let text = textOf.get(row)
    if (text === undefined) {
      text = texts.push(pkg.nameText(row, 0)) - 1
      textOf.set(row, text)
    }
    names[i] = text
  }
  const outer = new Int32Array(length)
  for (let i = 0; i < length; i++) {
    const reference = columns.outers[i] ?? 0
    // What is inside itself, or inside nothing that exists, is shown at the top.
    outer[i] = reference > 0 && reference <= length && reference - 1 !== i ? reference - 1 : -1
  }
  cutCircles(outer)
  const { classes, ofRow, counts } = classesOf(pkg, columns.classes)
  const sizes = Int32Array.from(columns.sizes)
  return {
    texts,
    names,
    numbers: Int32Array.from(columns.nameNumbers),
    classes,
    class: ofRow,
    classCounts: counts,
    outer,
    sizes,
    ...insideOf(outer),
  }
}

/** Buffers of a table that can be handed over. */
export function buffersOf(table: ExportTable): ArrayBufferLike[] {
  return Object.values(table).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer] : []))
}

/** Outers that lead round in a circle, as in damaged files, would never be shown: one of them goes to the top. */
function cutCircles(outer: Int32Array): void {
  const state = new Uint8Array(outer.length)
  for (let i = 0; i < outer.length; i++) {
    const way: number[] = []
    let at = i
    while (at >= 0 && state[at] === 0) {
      state[at] = 1
      way.push(at)
      at = outer[at] ?? -1
    }
    if (at >= 0 && state[at] === 1) outer[at] = -1
    for (const row of way) state[row] = 2
  }
}

/** Which class each row has: the class with the most objects first. */
function classesOf(pkg: Package, references: Int32Array) {
  const numbers = new Map<string, number>()
  const byReference = new Map<number, number>()
  const names: string[] = []
  const counts: number[] = []
  const first = new Int32Array(references.length)
  for (let i = 0; i < references.length; i++) {
    const reference = references[i] ?? 0
    let number = byReference.get(reference)
    if (number === undefined) {
      const name = reference === 0 ? 'Class' : (pkg.objectAt(reference)?.name ?? '?')
      number = numbers.get(name)
      if (number === undefined) {
        number = names.push(name) - 1
        counts.push(0)
        numbers.set(name, number)
      }
      byReference.set(reference, number)
    }
    counts[number] = (counts[number] ?? 0) + 1
    first[i] = number
  }
  const order = names.map((_, i) => i).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
  const place = new Int32Array(names.length)
  order.forEach((number, i) => {
    place[number] = i
  })
  return {
    classes: order.map((number) => names[number] ?? '?'),
    ofRow: first.map((number) => place[number] ?? 0),
    counts: Int32Array.from(order.map((number) => counts[number] ?? 0)),
  }
}

/** Rows by what they are in: counting sort, so that a table of a million rows takes some milliseconds. */
function insideOf(outer: Int32Array): Pick<ExportTable, 'starts' | 'inside'> {
  const starts = new Int32Array(outer.length + 2)
  for (const at of outer) starts[at + 2] = (starts[at + 2] ?? 0) + 1
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
  const next = starts.slice()
  const inside = new Int32Array(outer.length)
  for (let i = 0; i < outer.length; i++) {
    const group = (outer[i] ?? -1) + 1
    const at = next[group] ?? 0
    inside[at] = i
    next[group] = at + 1
  }
  return { starts, inside }
}
