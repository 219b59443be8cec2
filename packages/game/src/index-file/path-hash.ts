/**
 * *A path as 64 bits*: what an index keeps of the millions of exports that nobody ever prints.
 *
 * Two FNV-1a lanes with different primes over the UTF-16 units of the lower-case text. It goes on from where it is, so an object's hash starts from its
 * outer's and no path is put together. Two paths of one hash are a matter of chance (1 in 10¹¹ for a million questions to a package of a thousand objects);
 * against someone who looks for them it is no protection.
 */
export interface PathHash {
  readonly low: number
  readonly high: number
}

/** Of the empty path: the package itself. */
export const EMPTY_PATH: PathHash = { low: 0x811c_9dc5, high: 0x6c62_272e }

/** The hash of `path.text`, or of `text` when the path is empty; without regard to case. */
export function extendPath(path: PathHash, text: string): PathHash {
  let { low, high } = path
  if (low !== EMPTY_PATH.low || high !== EMPTY_PATH.high) {
    low = Math.imul(low ^ DOT, LOW_PRIME)
    high = Math.imul(high ^ DOT, HIGH_PRIME)
  }
  const lower = text.toLowerCase()
  for (let i = 0; i < lower.length; i++) {
    const unit = lower.charCodeAt(i)
    low = Math.imul(low ^ unit, LOW_PRIME)
    high = Math.imul(high ^ unit, HIGH_PRIME)
  }
  return { low: low >>> 0, high: high >>> 0 }
}

/** The hash of a whole path: `Group.Name`. */
export function hashPath(path: string): PathHash {
  return path === '' ? EMPTY_PATH : extendPath(EMPTY_PATH, path)
}

const DOT = 0x2e
const LOW_PRIME = 0x0100_0193
const HIGH_PRIME = 0x9e37_79b1
