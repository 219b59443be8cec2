/** What is searched for. */
export type SearchKind = 'hex' | 'number' | 'text'

/** Bytes that are searched for; `undefined` stands for any byte. */
export type Pattern = readonly (number | undefined)[]

/** A place where something was found. */
export interface Found {
  readonly at: number
  readonly length: number
}

/** More places than anybody steps through. */
const MOST_FOUND = 10_000

/**
 * The bytes that a query means.
 *
 * Hexadecimal digits in pairs, `??` for any byte; a number as 32-bit integer and as 32-bit float, in the
 * order of the package's bytes; a text in one and in two bytes a character.
 *
 * @returns nothing when the query is not one of that kind.
 */
export function patternsOf(kind: SearchKind, query: string, isBigEndian: boolean): Pattern[] {
  if (kind === 'hex') return hexPattern(query)
  if (kind === 'number') return numberPatterns(query.trim(), isBigEndian)
  const units = [...query].map((character) => character.codePointAt(0) ?? 0)
  if (units.length === 0 || units.some((unit) => unit > 0xffff)) return []
  const wide = units.flatMap((unit) => inOrder([unit & 0xff, unit >> 8], isBigEndian))
  return units.every((unit) => unit < 0x100) ? [units, wide] : [wide]
}

function hexPattern(query: string): Pattern[] {
  const digits = query.replace(/0x|[\s,]/gi, '')
  if (digits.length === 0 || digits.length % 2 !== 0 || !/^(?:[0-9a-f]{2}|\?\?)+$/i.test(digits)) return []
  const pairs = digits.match(/../g) ?? []
  return [pairs.map((pair) => (pair === '??' ? undefined : Number.parseInt(pair, 16)))]
}

function numberPatterns(query: string, isBigEndian: boolean): Pattern[] {
  const value = Number(query)
  if (query === '' || Number.isNaN(value)) return []
  const view = new DataView(new ArrayBuffer(4))
  const bytes = () => inOrder([...new Uint8Array(view.buffer)], isBigEndian)
  const patterns: Pattern[] = []
  if (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32) {
    view.setUint32(0, value >>> 0, true)
    patterns.push(bytes())
  }
  view.setFloat32(0, value, true)
  if (value !== 0) patterns.push(bytes())
  return patterns
}

function inOrder(bytes: number[], isBigEndian: boolean): number[] {
  return isBigEndian ? bytes.reverse() : bytes
}

/** The places of any of the patterns, in order; at most so many that one can step through them. */
export function findBytes(bytes: Uint8Array, patterns: readonly Pattern[]): Found[] {
  const found: Found[] = []
  for (const pattern of patterns) {
    const first = pattern.findIndex((byte) => byte !== undefined)
    const wanted = pattern[first]
    if (wanted === undefined) continue
    let count = 0
    for (let at = bytes.indexOf(wanted, first); at >= 0 && count < MOST_FOUND; at = bytes.indexOf(wanted, at + 1)) {
      const start = at - first
      if (start + pattern.length > bytes.length) break
      if (!pattern.every((byte, i) => byte === undefined || byte === bytes[start + i])) continue
      found.push({ at: start, length: pattern.length })
      count++
    }
  }
  return found.sort((a, b) => a.at - b.at).slice(0, MOST_FOUND)
}
