/**
 * Which `qsort` the compiler's C library has. The order of what compares equal depends on it.
 *
 * - `median`: Visual C++'s since 2002: the pivot is the median of the first, middle and last element.
 * - `middle`: Visual C++ 6's: the pivot is the middle element.
 */
export type SortVariant = 'median' | 'middle'

/** Stretches of up to so many elements are sorted by selection. */
const CUTOFF = 8

/**
 * *Sorts in place, exactly as the C library that the engine's compilers used*: what compares equal ends up
 * where its steps leave it, which is neither the order it had nor any other simple one.
 *
 * @param compare below zero when the first goes before the second.
 */
export function qsort<T>(items: T[], compare: (a: T, b: T) => number, variant: SortVariant = 'median'): void {
  const ranges: [number, number][] = [[0, items.length - 1]]
  const split = variant === 'median' ? splitAtMedian : splitAtMiddle
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [low, high] = range
    if (high - low < CUTOFF) selectionSort(items, low, high, compare)
    else ranges.push(...split(items, low, high, compare))
  }
}

/** Takes the greatest to the end, again and again; of equal ones the first. */
function selectionSort<T>(items: T[], low: number, high: number, compare: (a: T, b: T) => number): void {
  for (let end = high; end > low; end--) {
    let greatest = low
    for (let at = low + 1; at <= end; at++) if (compare(items[at] as T, items[greatest] as T) > 0) greatest = at
    swap(items, greatest, end)
  }
}

/** One step of `median`: the two stretches that are left to sort. */
function splitAtMedian<T>(items: T[], low: number, high: number, compare: (a: T, b: T) => number): [number, number][] {
  let middle = low + ((high - low + 1) >> 1)
  const order = (a: number, b: number): number => compare(items[a] as T, items[b] as T)
  if (order(low, middle) > 0) swap(items, low, middle)
  if (order(low, high) > 0) swap(items, low, high)
  if (order(middle, high) > 0) swap(items, middle, high)
  let up = low
  let down = high
  for (;;) {
    if (middle > up)
      do up++
      while (up < middle && order(up, middle) <= 0)
    if (middle <= up)
      do up++
      while (up <= high && order(up, middle) <= 0)
    do down--
    while (down > middle && order(down, middle) > 0)
    if (down < up) break
    swap(items, up, down)
    // The pivot was moved.
    if (middle === down) middle = up
  }
  down++
  // What equals the pivot beside it is in its place.
  if (middle < down)
    do down--
    while (down > middle && order(down, middle) === 0)
  if (middle >= down)
    do down--
    while (down > low && order(down, middle) === 0)
  return [
    [low, down],
    [up, high],
  ]
}

/** One step of `middle`. */
function splitAtMiddle<T>(items: T[], low: number, high: number, compare: (a: T, b: T) => number): [number, number][] {
  const order = (a: number, b: number): number => compare(items[a] as T, items[b] as T)
  swap(items, low + ((high - low + 1) >> 1), low)
  let up = low
  let down = high + 1
  for (;;) {
    do up++
    while (up <= high && order(up, low) <= 0)
    do down--
    while (down > low && order(down, low) >= 0)
    if (down < up) break
    swap(items, up, down)
  }
  swap(items, low, down)
  return [
    [low, down - 1],
    [up, high],
  ]
}

function swap<T>(items: T[], a: number, b: number): void {
  const kept = items[a] as T
  items[a] = items[b] as T
  items[b] = kept
}
