/** Neighbouring lines that are the same, shown around a change. */
const CONTEXT = 3

// The search for the shortest difference takes time and memory by the square of its length; longer ones are
// told as one replacement.
const MAX_EDITS = 1500

/** *A part of a text that changed*, as in a unified diff. */
export interface TextHunk {
  /** First line and number of lines, from 1, in the old text and in the new one. */
  readonly before: readonly [first: number, lines: number]
  /** First line and number of lines, from 1, in the new text. */
  readonly after: readonly [first: number, lines: number]
  /** Lines, each after a space (in both), `-` (in the old text) or `+` (in the new one). */
  readonly lines: readonly string[]
}

/** How two texts differ. */
export interface TextDiff {
  /** Lines that came and that went. */
  readonly added: number
  /** How many lines went. */
  readonly removed: number
  /** The parts that differ, first to last. */
  readonly hunks: readonly TextHunk[]
}

/** *Two texts, line by line.* The end of a line may be CR LF or LF: that alone is not a difference. */
export function diffLines(before: string, after: string): TextDiff {
  const old = linesOf(before)
  const now = linesOf(after)
  const edits = editsOf(old, now)
  let added = 0
  let removed = 0
  for (const { before: gone, after: come } of edits) {
    removed += gone[1] - gone[0]
    added += come[1] - come[0]
  }
  return { added, removed, hunks: hunksOf(old, now, edits) }
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** A range of old lines that a range of new ones represents; from the first to after the last, from 0. */
interface Edit {
  readonly before: readonly [number, number]
  readonly after: readonly [number, number]
}

/**
 * What to replace, in order. Lines that both begin and end with are passed over; between them the shortest
 * way is looked for (Myers 1986).
 */
function editsOf(old: readonly string[], now: readonly string[]): Edit[] {
  let start = 0
  const shorter = Math.min(old.length, now.length)
  while (start < shorter && old[start] === now[start]) start++
  let end = 0
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  const [oldEnd, nowEnd] = [old.length - end, now.length - end]
  if (start === oldEnd && start === nowEnd) return []
  const path = shortestPath(old.slice(start, oldEnd), now.slice(start, nowEnd))
  if (path === undefined) return [{ before: [start, oldEnd], after: [start, nowEnd] }]
  const edits: Edit[] = []
  // Between two points where both go on together everything is replaced.
  let [x, y] = [0, 0]
  for (const [a, b] of [...path, [oldEnd - start, nowEnd - start] as const]) {
    if (a > x || b > y) edits.push({ before: [start + x, start + a], after: [start + y, start + b] })
    x = a + 1
    y = b + 1
  }
  return edits
}

/** The lines that stay, as pairs of indices; `undefined` when too much changed. */
function shortestPath(old: readonly string[], now: readonly string[]): (readonly [number, number])[] | undefined {
  const most = Math.min(MAX_EDITS, old.length + now.length)
  // For each number of edits how far each diagonal reaches; diagonal k is at k + edits.
  const reached: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    const row = new Int32Array(2 * edits + 1)
    const before = reached[edits - 1]
    for (let k = -edits; k <= edits; k += 2) {
      let x = 0
      if (before !== undefined) {
        const above = k < edits - 1 ? (before[k + edits] ?? -1) : -1
        const left = k > -edits + 1 ? (before[k + edits - 2] ?? -1) + 1 : 0
        x = Math.max(above, left)
      }
      while (x < old.length && x - k < now.length && x - k >= 0 && old[x] === now[x - k]) x++
      row[k + edits] = x
      if (x >= old.length && x - k >= now.length) {
        reached.push(row)
        return pathBack(reached, old.length, now.length)
      }
    }
    reached.push(row)
  }
  return undefined
}

function pathBack(reached: readonly Int32Array[], length: number, otherLength: number): (readonly [number, number])[] {
  const path: (readonly [number, number])[] = []
  let [x, y] = [length, otherLength]
  for (let edits = reached.length - 1; edits >= 0; edits--) {
    const before = reached[edits - 1]
    const k = x - y
    let [fromX, fromY] = [0, 0]
    if (before !== undefined) {
      const above = k < edits - 1 ? (before[k + edits] ?? -1) : -1
      const left = k > -edits + 1 ? (before[k + edits - 2] ?? -1) : -1
      const down = above >= left + 1
      fromX = down ? above : left
      fromY = down ? above - (k + 1) : left - (k - 1)
    }
    while (x > 0 && y > 0 && x - 1 >= fromX && y - 1 >= fromY) {
      x--
      y--
      path.push([x, y])
    }
    x = fromX
    y = fromY
  }
  return path.reverse()
}

function hunksOf(old: readonly string[], now: readonly string[], edits: readonly Edit[]): TextHunk[] {
  const hunks: TextHunk[] = []
  for (let i = 0; i < edits.length; ) {
    const first = edits[i]
    if (first === undefined) break
    let last = first
    let next = i + 1
    for (; next < edits.length; next++) {
      const edit = edits[next]
      if (edit === undefined || edit.before[0] - last.before[1] > 2 * CONTEXT) break
      last = edit
    }
    const start = Math.max(0, first.before[0] - CONTEXT)
    const end = Math.min(old.length, last.before[1] + CONTEXT)
    const shift = first.after[0] - first.before[0]
    const lines: string[] = []
    let at = start
    for (const { before, after } of edits.slice(i, next)) {
      for (; at < before[0]; at++) lines.push(` ${old[at] ?? ''}`)
      for (; at < before[1]; at++) lines.push(`-${old[at] ?? ''}`)
      for (let line = after[0]; line < after[1]; line++) lines.push(`+${now[line] ?? ''}`)
    }
    for (; at < end; at++) lines.push(` ${old[at] ?? ''}`)
    const newEnd = end + last.after[1] - last.before[1]
    hunks.push({
      before: [start + 1, end - start],
      after: [start + shift + 1, newEnd - start - shift],
      lines,
    })
    i = next
  }
  return hunks
}
