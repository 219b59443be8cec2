import type { ExportTable, Filter } from '../package-calls.js'

/** *The paths of all rows as one text*, a line each in lower case: looking through it needs no strings of its own. */
export interface Paths {
  readonly text: string
  /** Where each line begins, and where one after the last would. */
  readonly starts: Int32Array
}

/** Paths of all rows, made once a package: what is typed may be part of a group's name too. */
export function pathsOf(table: ExportTable): Paths {
  const { names, numbers, outer, texts } = table
  const paths: string[] = new Array(names.length)
  const lowered = texts.map((text) => text.toLowerCase())
  const starts = new Int32Array(names.length + 1)
  const way: number[] = []
  let length = 0
  for (let i = 0; i < names.length; i++) {
    for (let at = i; at >= 0 && paths[at] === undefined; at = outer[at] ?? -1) way.push(at)
    for (let row = way.pop(); row !== undefined; row = way.pop()) {
      const number = numbers[row] ?? 0
      const own = (lowered[names[row] ?? 0] ?? '') + (number > 0 ? `_${number - 1}` : '')
      const parent = outer[row] ?? -1
      // Names of damaged files may have line ends in them.
      paths[row] = (parent < 0 ? own : `${paths[parent]}.${own}`).replaceAll('\n', ' ')
    }
    starts[i] = length
    length += (paths[i]?.length ?? 0) + 1
  }
  starts[names.length] = length
  return { text: `${paths.join('\n')}\n`, starts }
}

/** More matches than anybody scrolls through are not put in order. */
const MOST_ORDERED = 1000

/**
 * *The rows that match what was typed*, the best first: words in any place of the path, in any order. If there
 * are none, rows that have the letters that were typed in this order, as in `bsk` for `BlunderbussSkin`.
 *
 * @returns all rows of the classes, in the order of the table, when nothing was typed.
 */
export function matches(table: ExportTable, paths: Paths, { query, classes }: Filter): Uint32Array {
  const chosen = new Set(classes)
  const isChosen = (row: number) => chosen.size === 0 || chosen.has(table.class[row] ?? -1)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const all = new Uint32Array(table.names.length)
    let count = 0
    for (let row = 0; row < all.length; row++) if (isChosen(row)) all[count++] = row
    return all.slice(0, count)
  }
  const found = rowsWithWords(paths, words, isChosen)
  const rows = found.length > 0 ? found : rowsWithLetters(paths, words.join(''), isChosen)
  if (rows.length > MOST_ORDERED) return Uint32Array.from(rows)
  const worth = new Map(rows.map((row) => [row, worthOf(paths, row, words)]))
  return Uint32Array.from(rows.sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0) || a - b))
}

/** The rarest part of what was typed is likely its longest word: only where that is the others are looked for. */
function rowsWithWords(
  { text, starts }: Paths,
  words: readonly string[],
  isChosen: (row: number) => boolean,
): number[] {
  const [first = '', ...others] = [...words].sort((a, b) => b.length - a.length)
  const rows: number[] = []
  let row = 0
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, starts[row])) {
    row = rowAt(starts, at, row)
    const [from, to] = [starts[row] ?? 0, (starts[row + 1] ?? 0) - 1]
    if (isChosen(row) && others.every((word) => isWithin(text, word, from, to))) rows.push(row)
    row++
    if (row >= starts.length - 1) break
  }
  return rows
}

function isWithin(text: string, word: string, from: number, to: number): boolean {
  for (let at = from; at <= to - word.length; at++) if (text.startsWith(word, at)) return true
  return false
}

/** The row whose line has a place of the text: a row that is not before `row`. */
function rowAt(starts: Int32Array, place: number, row: number): number {
  let low = row
  let step = 1
  // What is found is mostly near what was found before.
  while ((starts[low + step] ?? Number.POSITIVE_INFINITY) <= place) {
    low += step
    step *= 2
  }
  let high = Math.min(starts.length - 1, low + step)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle
  }
  return low
}

function rowsWithLetters({ text, starts }: Paths, letters: string, isChosen: (row: number) => boolean): number[] {
  const rows: number[] = []
  if (letters.length < 2) return rows
  for (let row = 0; row < starts.length - 1; row++) {
    const end = (starts[row + 1] ?? 0) - 1
    let matched = 0
    for (let at = starts[row] ?? 0; at < end && matched < letters.length; at++)
      if (text.charCodeAt(at) === letters.charCodeAt(matched)) matched++
    if (matched === letters.length && isChosen(row)) rows.push(row)
  }
  return rows
}

/** How well a row fits: what its own name begins with or is counts more than what its groups contain. */
function worthOf({ text, starts }: Paths, row: number, words: readonly string[]): number {
  const path = text.slice(starts[row], (starts[row + 1] ?? 0) - 1)
  const name = path.slice(path.lastIndexOf('.') + 1)
  let worth = -path.length / 1000
  for (const word of words) {
    if (name === word) worth += 8
    else if (name.startsWith(word)) worth += 4
    else if (name.includes(word)) worth += 2
    else if (path.startsWith(word) || path.includes(`.${word}`)) worth += 1
  }
  return worth
}
