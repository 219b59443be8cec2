// The few statistics that bench uses.

/** The middle of some numbers; of two middles the mean. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Least, middle and most. */
export function range(values) {
  return { min: Math.min(...values), median: median(values), max: Math.max(...values) }
}

/** Run by run, how many times as large `a` is as `b`. */
export function ratios(a, b) {
  return range(a.map((value, run) => value / b[run]))
}

export function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}
