import { plural } from '@ukit/text/internal'
import type { CheckReport } from '../check.js'

/**
 * What must hold of a bone's track: one key for the whole time, or as many as there are times, which go up;
 * turns are unit quaternions.
 */
export function checkTrack(
  report: CheckReport,
  field: string,
  times: Float32Array,
  rotations: Float32Array,
  positions: Float32Array,
): void {
  for (const [name, keys] of [
    ['rotations', rotations.length / 4],
    ['positions', positions.length / 3],
  ] as const) {
    if (keys > 1 && keys !== times.length)
      report.error(`${field}.${name}`, `expected 1 or ${plural(times.length, 'key')}, one for each time, found ${keys}`)
  }
  const back = times.findIndex((time, i) => i > 0 && !(time >= (times[i - 1] ?? 0)))
  if (back > 0)
    report.warning(`${field}.times[${back}]`, `expected a time after ${times[back - 1]}, found ${times[back]}`)
  for (let i = 0; i < rotations.length; i += 4) {
    const length = Math.hypot(...rotations.subarray(i, i + 4))
    if (Math.abs(length - 1) <= TOLERANCE) continue
    report.warning(`${field}.rotations[${i / 4}]`, `expected a length of 1, found ${length}`)
    return
  }
}

const TOLERANCE = 0.02
