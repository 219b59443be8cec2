import { plural } from '@ukit/text/internal'

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** Bytes as people read them: `22 kB`. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`
}

/** A whole number with separators. */
export function numberText(value: number): string {
  return value.toLocaleString('en')
}

/** So many things: `1 object`, `2,310 objects`. */
export function countText(count: number, noun: string, nouns?: string): string {
  return plural(count, noun, nouns, numberText(count))
}

/** An offset in a file, as hexadecimal digits. */
export function offsetText(value: number): string {
  return `0x${value.toString(16).toUpperCase()}`
}
