/** Longer words are not names. */
const LONGEST = 128

/**
 * The name of a list that is most like a word, ignoring case: at most a third of its characters are changed,
 * added, left out or swapped with their neighbour; `undefined` when none is.
 *
 * @param shortest words with fewer characters are like no name: any two short words are alike.
 */
export function mostSimilar(word: string, names: Iterable<string>, shortest: number): string | undefined {
  const wanted = word.toLowerCase()
  if (wanted.length < shortest || wanted.length > LONGEST) return undefined
  let best: string | undefined
  let limit = Math.max(1, Math.floor(wanted.length / 3))
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > limit) continue
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance > limit || (distance === limit && best !== undefined)) continue
    best = name
    limit = distance
    if (distance === 0) break
  }
  return best
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
