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
    twins: twinsOf({ texts, names, numbers: columns.nameNumbers, outer }),
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

/**
 * Rows whose paths are the same, ignoring case: paths are compared by hashes, so that ten million of them need
 * no strings. Two that only have the same hash are told apart by their numbers too, which does no harm.
 */
function twinsOf({
  texts,
  names,
  numbers,
  outer,
}: Pick<ExportTable, 'texts' | 'names' | 'outer'> & { readonly numbers: ArrayLike<number> }): Uint8Array {
  const { length } = names
  const ofText = texts.map((text) => hashed(text.toLowerCase(), 0))
  const factors = texts.map((text) => powerOf(text.length))
  const hashes = new Int32Array(length)
  const isKnown = new Uint8Array(length)
  const way: number[] = []
  for (let i = 0; i < length; i++) {
    for (let at = i; at >= 0 && isKnown[at] === 0; at = outer[at] ?? -1) way.push(at)
    for (let row = way.pop(); row !== undefined; row = way.pop()) {
      const parent = outer[row] ?? -1
      const text = names[row] ?? 0
      const before = parent < 0 ? 0 : hashed('.', hashes[parent] ?? 0)
      // The hash of a text after another is that other's moved along, and its own.
      const hash = (Math.imul(before, factors[text] ?? 1) + (ofText[text] ?? 0)) | 0
      const number = numbers[row] ?? 0
      hashes[row] = number > 0 ? hashed(`_${number - 1}`, hash) : hash
      isKnown[row] = 1
    }
  }
  return repeated(hashes)
}

/** A hash of characters, which goes on from that of what is before them. */
function hashed(text: string, from: number): number {
  let hash = from
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i) + 1) | 0
  return hash
}

const BASE = 0x01000193

function powerOf(exponent: number): number {
  let power = 1
  for (let i = 0; i < exponent; i++) power = Math.imul(power, BASE)
  return power
}

/** 1 for each number that is there more than once. */
function repeated(numbers: Int32Array): Uint8Array {
  let size = 16
  while (size < numbers.length * 2) size *= 2
  // Which number is in each slot, counted from 1.
  const slots = new Int32Array(size)
  const found = new Uint8Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? 0
    let slot = Math.imul(number, 0x9e3779b1) & (size - 1)
    for (let other = slots[slot] ?? 0; other !== 0; other = slots[slot] ?? 0) {
      if (numbers[other - 1] === number) {
        found[other - 1] = 1
        found[i] = 1
        break
      }
      slot = (slot + 1) & (size - 1)
    }
    if (found[i] === 0) slots[slot] = i + 1
  }
  return found
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
