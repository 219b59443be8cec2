import type { Channel } from './channels.js'

/** How much of a target is in a frame. */
export interface TargetWeight {
  readonly target: number
  readonly weight: number
}

/** A rate without the errors of times as 32-bit floats. */
export function roundRate(rate: number): number {
  return Math.abs(rate - Math.round(rate)) < 0.02 ? Math.max(1, Math.round(rate)) : Number(rate.toPrecision(5))
}

/** The weights at a time that are not 0. */
export function weightsAt({ times, values, width }: Channel, time: number): TargetWeight[] {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((times[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  const next = Math.min(low + 1, times.length - 1)
  const [from, to] = [times[low] ?? 0, times[next] ?? 0]
  const part = to > from ? Math.min(1, Math.max(0, (time - from) / (to - from))) : 0
  const found: TargetWeight[] = []
  for (let target = 0; target < width; target++) {
    const weight = (values[low * width + target] ?? 0) * (1 - part) + (values[next * width + target] ?? 0) * part
    if (weight !== 0) found.push({ target, weight })
  }
  return found
}
