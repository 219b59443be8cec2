// The few statistics that bench uses.

/** The median of some numbers; the mean of the middle two if their number is even. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Minimum, median and maximum. */
export function range(values) {
  return { min: Math.min(...values), median: median(values), max: Math.max(...values) }
}

/** For each run, how many times as large `a` is as `b`. */
export function ratios(a, b) {
  return range(a.map((value, run) => value / b[run]))
}

export function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}
