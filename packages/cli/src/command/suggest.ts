/**
 * The known word that was probably meant, or `undefined` when none is close enough: at most a third of the
 * letters may differ.
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const name = candidate.toLowerCase()
    const distance = name.startsWith(wanted) && wanted.length >= 2 ? 0.5 : editDistance(wanted, name)
    if (distance < least && distance <= Math.max(1, Math.floor(name.length / 3))) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** Number of letters to insert, delete, replace or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8 || a.length > 64) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(before, j - 2) + 1)
      current.push(cost)
    }
    before = previous
    previous = current
  }
  return at(previous, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
