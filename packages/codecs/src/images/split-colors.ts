/** The distinct colours of a picture, and how often each occurs. */
export interface Histogram {
  /** Red, green, blue for each. */
  readonly colors: Uint8Array
  readonly counts: Float64Array
}

/** A group of colours: places `from` to `to` − 1 of the order. */
interface Group {
  from: number
  to: number
  /** Sum of the squared distances from the mean. */
  error: number
  mean: readonly [number, number, number]
  axis: readonly [number, number, number]
}

/**
 * *Splits colours into `most` groups*: always splits the group with the greatest error, across its main axis,
 * where the sum of both errors is least.
 *
 * @returns the means: red, green, blue each.
 */
export function splitColors(histogram: Histogram, most: number): Float64Array {
  const order = Uint32Array.from(histogram.counts, (_, i) => i)
  const groups: Group[] = [groupOf(histogram, order, 0, order.length)]
  while (groups.length < most) {
    let widest = 0
    for (let i = 1; i < groups.length; i++) if ((groups[i]?.error ?? 0) > (groups[widest]?.error ?? 0)) widest = i
    const group = groups[widest]
    if (group === undefined || group.error <= 0) break
    const border = partition(histogram, order, group)
    if (border <= group.from || border >= group.to) {
      group.error = 0
      continue
    }
    groups[widest] = groupOf(histogram, order, group.from, border)
    groups.push(groupOf(histogram, order, border, group.to))
  }
  return Float64Array.from(groups.flatMap(({ mean }) => mean))
}

function groupOf({ colors, counts }: Histogram, order: Uint32Array, from: number, to: number): Group {
  let [n, sr, sg, sb, rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let k = from; k < to; k++) {
    const i = order[k] as number
    const count = counts[i] as number
    const r = colors[i * 3] as number
    const g = colors[i * 3 + 1] as number
    const b = colors[i * 3 + 2] as number
    n += count
    sr += r * count
    sg += g * count
    sb += b * count
    rr += r * r * count
    rg += r * g * count
    rb += r * b * count
    gg += g * g * count
    gb += g * b * count
    bb += b * b * count
  }
  const mean = [sr / n, sg / n, sb / n] as const
  rr -= sr * mean[0]
  rg -= sr * mean[1]
  rb -= sr * mean[2]
  gg -= sg * mean[1]
  gb -= sg * mean[2]
  bb -= sb * mean[2]
  let [x, y, z] = gg >= rr && gg >= bb ? [rg, gg, gb] : rr >= bb ? [rr, rg, rb] : [rb, gb, bb]
  for (let step = 0; step < 8; step++) {
    const [nx, ny, nz] = [x * rr + y * rg + z * rb, x * rg + y * gg + z * gb, x * rb + y * gb + z * bb]
    const length = Math.hypot(nx, ny, nz) || 1
    x = nx / length
    y = ny / length
    z = nz / length
  }
  return { from, to, error: to - from < 2 ? 0 : Math.max(0, rr + gg + bb), mean, axis: [x, y, z] }
}

/** Places along an axis are counted in this many steps to find the best border. */
const STEPS = 256

/**
 * Puts a group's colours on both sides of the best border, and gives the place where the second side begins.
 */
function partition({ colors, counts }: Histogram, order: Uint32Array, group: Group): number {
  const { from, to, axis } = group
  const placeOf = (i: number) =>
    axis[0] * (colors[i * 3] as number) +
    axis[1] * (colors[i * 3 + 1] as number) +
    axis[2] * (colors[i * 3 + 2] as number)
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let k = from; k < to; k++) {
    const place = placeOf(order[k] as number)
    if (place < least) least = place
    if (place > greatest) greatest = place
  }
  if (greatest - least < 1e-6) return from
  const scale = (STEPS - 1e-6) / (greatest - least)
  const weights = new Float64Array(STEPS)
  const sums = new Float64Array(STEPS * 3)
  let total = 0
  const totals = [0, 0, 0]
  for (let k = from; k < to; k++) {
    const i = order[k] as number
    const step = ((placeOf(i) - least) * scale) | 0
    const count = counts[i] as number
    weights[step] = (weights[step] as number) + count
    total += count
    for (let c = 0; c < 3; c++) {
      const value = (colors[i * 3 + c] as number) * count
      sums[step * 3 + c] = (sums[step * 3 + c] as number) + value
      totals[c] = (totals[c] as number) + value
    }
  }
  // The error of both sides is least where the squares of their sums over their weights are greatest.
  let [n, r, g, b, best, border] = [0, 0, 0, 0, -1, 0]
  for (let step = 0; step < STEPS - 1; step++) {
    n += weights[step] as number
    r += sums[step * 3] as number
    g += sums[step * 3 + 1] as number
    b += sums[step * 3 + 2] as number
    if (n === 0 || n === total) continue
    const [or, og, ob] = [(totals[0] as number) - r, (totals[1] as number) - g, (totals[2] as number) - b]
    const gain = (r * r + g * g + b * b) / n + (or * or + og * og + ob * ob) / (total - n)
    if (gain > best) {
      best = gain
      border = step
    }
  }
  let k = from
  let last = to - 1
  while (k <= last) {
    const i = order[k] as number
    if ((((placeOf(i) - least) * scale) | 0) <= border) k++
    else {
      order[k] = order[last] as number
      order[last--] = i
    }
  }
  return k
}
