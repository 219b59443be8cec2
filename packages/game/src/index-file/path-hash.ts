/**
 * *A path as 64 bits*: an index keeps only this of the millions of exports, which are never printed.
 *
 * Two FNV-1a lanes with different primes over the UTF-16 units of the lower-case text. The hash of an object
 * continues from that of its outer, so no path is built. Two paths rarely have the same hash by chance (1 in
 * 10¹¹ for a million queries to a package of a thousand objects), but the hash does not protect against
 * someone who makes them on purpose.
 */
export interface PathHash {
  /** The first lane. */
  readonly low: number
  /** The second lane. */
  readonly high: number
}

/** Hash of the empty path, which is the package itself. */
export const EMPTY_PATH: PathHash = { low: 0, high: 0 }

/** The hash of `path.text`, or of `text` when the path is empty; ignoring case. */
export function extendPath(path: PathHash, text: string): PathHash {
  const isFirst = path.low === EMPTY_PATH.low && path.high === EMPTY_PATH.high
  let low = isFirst ? LOW_START : Math.imul(path.low ^ DOT, LOW_PRIME)
  let high = isFirst ? HIGH_START : Math.imul(path.high ^ DOT, HIGH_PRIME)
  for (let i = 0; i < text.length; i++) {
    const unit = lowerUnit(text, i)
    low = Math.imul(low ^ unit, LOW_PRIME)
    high = Math.imul(high ^ unit, HIGH_PRIME)
  }
  return { low: low >>> 0, high: high >>> 0 }
}

/**
 * One unit in lower case, regardless of its neighbours: the lower case of a whole text may depend on them (a
 * final sigma), so that a path in lower case would differ from its names in lower case.
 */
function lowerUnit(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit
  return text.charAt(at).toLowerCase().charCodeAt(0)
}

/** The hash of a whole path: `Group.Name`. */
export function hashPath(path: string): PathHash {
  return path === '' ? EMPTY_PATH : extendPath(EMPTY_PATH, path)
}

const DOT = 0x2e
const LOW_START = 0x811c_9dc5
const HIGH_START = 0x6c62_272e
const LOW_PRIME = 0x0100_0193
const HIGH_PRIME = 0x9e37_79b1
