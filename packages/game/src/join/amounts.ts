import { plural } from '@ukit/text/internal'
/** Bytes as people read them: `512 bytes`, `8.7 kB`, `23 MB`; thousands, as download speeds count. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte')
  for (const [unit, size] of UNITS) if (bytes >= size) return `${rounded(bytes / size)} ${unit}`
  return plural(bytes, 'byte')
}

/** Seconds as people read them: `under 1 s`, `42 s`, `18 min`, `2.5 h`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return 'under 1 s'
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${rounded(seconds / 3600)} h`
}

const UNITS = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const

function rounded(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value))
}
