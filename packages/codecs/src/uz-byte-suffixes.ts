// The suffixes of a block of bytes in order. As in uz-suffixes.ts the few leftmost S suffixes come first and
// put all others in order; but these few are sorted by their bytes, three at a time, which is faster than two
// passes over all as long as they soon differ. Where they do not, those that begin alike get one name, and
// the suffixes of the names are sorted.

import { sortAll, sortSuffixes, toEnds } from './uz-suffixes.js'

/** Bytes in a key. */
const KEY = 3
/** Ranges of up to this many suffixes are sorted by insertion. */
const FEW = 8
/** Maximum depth of recursion; only bytes made to slow the sort down need more. */
const MOST_LEVELS = 100
/** How many comparisons after the first key each leftmost S suffix may cost on average. */
const WORK = 8
/** Suffixes are given one name only when they have at least this many bytes in common. */
const LEAST_COMMON = 30
/** Leftmost S suffixes that are farther apart than this: comparing their beginnings takes too long. */
const LARGEST_GAP = 200
/** The limit of depth that means no limit. */
const NO_LIMIT = 0x3fff_ffff

/** *Sorts the suffixes of blocks*; holds memory for the largest. */
export class ByteSuffixes {
  /**
   * At each place three bytes from there on; after the end, numbers below zero that fall, so that the shorter
   * suffix is the smaller one.
   */
  readonly #keys: Int32Array
  /** Where the leftmost S suffixes start, the last one first. */
  readonly #leftmost: Int32Array
  readonly #byTwo = new Int32Array(0x1_0000)
  readonly #ranges: RangeSorter

  /** @param most bytes in a block at most. */
  constructor(most: number) {
    this.#keys = new Int32Array(most + 2 * KEY)
    this.#leftmost = new Int32Array((most >> 1) + 1)
    this.#ranges = new RangeSorter(this.#keys)
  }

  /**
   * Puts the starts of all suffixes of the first `length` bytes of `text` into `order`, smallest suffix
   * first. A suffix that is the beginning of another one comes before it.
   */
  sort(text: Uint8Array, length: number, order: Int32Array): void {
    if (length === 0) return
    this.#fillKeys(text, length)
    const { found, gap } = this.#findLeftmost(text, length)
    if (gap > LARGEST_GAP || !this.#sortLeftmost(found, gap, order)) {
      sortSuffixes(Int32Array.from(text.subarray(0, length)), length, 256, order)
      return
    }
    if (this.#ranges.hasGroups) this.#sortGroups(length, found, order)
    const counts = new Int32Array(256)
    for (let i = 0; i < length; i++) counts[text[i] as number] = (counts[text[i] as number] as number) + 1
    const bucket = new Int32Array(256)
    // Put them at the ends of their buckets, the greatest first.
    order.fill(0, found, length)
    toEnds(counts, bucket)
    for (let i = found - 1; i >= 0; i--) {
      const start = order[i] as number
      const symbol = text[start] as number
      const place = (bucket[symbol] as number) - 1
      order[i] = 0
      order[place] = start
      bucket[symbol] = place
    }
    sortAll(text, length, order, counts, bucket)
  }

  #fillKeys(text: Uint8Array, length: number): void {
    const keys = this.#keys
    for (let i = 0; i < 2 * KEY; i++) keys[length + i] = -1 - i
    let key = 0
    for (let i = length - 1; i >= 0; i--) {
      key = (key >>> 8) | ((text[i] as number) << 16)
      keys[i] = key
    }
  }

  /**
   * Gathers the leftmost S suffixes, and counts them by their first two bytes. Gives how many there are, and
   * how far apart at most.
   */
  #findLeftmost(text: Uint8Array, length: number): { found: number; gap: number } {
    const keys = this.#keys
    const leftmost = this.#leftmost
    const byTwo = this.#byTwo.fill(0)
    let found = 0
    let gap = 0
    let last = length
    let next = text[length - 1] as number
    let isSmaller = false
    for (let i = length - 2; i >= 0; i--) {
      const byte = text[i] as number
      if (byte < next) isSmaller = true
      else if (byte > next) {
        if (isSmaller) {
          leftmost[found++] = i + 1
          const two = (keys[i + 1] as number) >> 8
          byTwo[two] = (byTwo[two] as number) + 1
          if (last - i > gap) gap = last - i
          last = i + 1
        }
        isSmaller = false
      }
      next = byte
    }
    return { found, gap }
  }

  /** Puts the leftmost S suffixes in order at the start of `order`; false where that would take too long. */
  #sortLeftmost(found: number, gap: number, order: Int32Array): boolean {
    const keys = this.#keys
    const leftmost = this.#leftmost
    const byTwo = this.#byTwo
    let sum = 0
    for (let two = 0; two < byTwo.length; two++) {
      const count = byTwo[two] as number
      byTwo[two] = sum
      sum += count
    }
    for (let i = 0; i < found; i++) {
      const start = leftmost[i] as number
      const two = (keys[start] as number) >> 8
      const place = byTwo[two] as number
      order[place] = start
      byTwo[two] = place + 1
    }
    // Suffixes that agree to the next but one leftmost S suffix have the next one in the same place: so names
    // say as much as the suffixes do.
    this.#ranges.begin(order, found * WORK, Math.max(LEAST_COMMON, 2 * gap + KEY))
    let low = 0
    for (let two = 0; two < byTwo.length; two++) {
      const high = byTwo[two] as number
      if (high - low > 1 && !this.#ranges.sort(low, high, 2, 0)) return false
      low = high
    }
    return true
  }

  /** Sorts what begins alike, by what follows: every suffix gets the number of its group as a name. */
  #sortGroups(length: number, found: number, order: Int32Array): void {
    const leftmost = this.#leftmost
    // No two of them are neighbours, so half the place of each is its own.
    let name = -1
    for (let i = 0; i < found; i++) {
      const entry = order[i] as number
      if (entry >= 0) name++
      order[found + ((entry < 0 ? ~entry : entry) >> 1)] = name
    }
    const names = new Int32Array(found)
    for (let i = 0; i < found; i++) names[found - 1 - i] = order[found + ((leftmost[i] as number) >> 1)] as number
    sortSuffixes(names, found, name + 1, order.subarray(0, length))
    for (let i = 0; i < found; i++) order[i] = leftmost[found - 1 - (order[i] as number)] as number
  }
}

/**
 * *Sorts ranges of suffixes that begin alike*, by the keys after what they have in common (Bentley and
 * Sedgewick's quicksort of strings).
 */
class RangeSorter {
  readonly #keys: Int32Array
  #order: Int32Array = new Int32Array(0)
  /**
   * What may still be spent on long common beginnings, and from which depth on suffixes are left in groups
   * once it is spent.
   */
  #work = 0
  #groupDepth = 0
  #limit = NO_LIMIT
  #hasGroups = false

  constructor(keys: Int32Array) {
    this.#keys = keys
  }

  /**
   * Tells whether some suffixes were left unsorted: in `order`, all but the first of a group are
   * complemented.
   */
  get hasGroups(): boolean {
    return this.#hasGroups
  }

  begin(order: Int32Array, work: number, groupDepth: number): void {
    this.#order = order
    this.#work = work
    this.#groupDepth = groupDepth
    this.#limit = NO_LIMIT
    this.#hasGroups = false
  }

  /**
   * Sorts `order[from … to − 1]`, which have `depth` bytes in common; false if that would take too many
   * levels.
   */
  sort(from: number, to: number, depth: number, level: number): boolean {
    const keys = this.#keys
    const order = this.#order
    let low = from
    let high = to
    let common = depth
    for (;;) {
      if (common >= this.#limit) {
        this.#group(low, high)
        return true
      }
      if (high - low <= FEW) {
        this.#insert(low, high, common)
        return true
      }
      if (level > MOST_LEVELS) return false
      if (common >= this.#groupDepth) this.#spend(high - low)
      const pivot = this.#pivot(low, high, common)
      let less = low
      let more = high
      for (let i = low; i < more; ) {
        const start = order[i] as number
        const key = keys[start + common] as number
        if (key < pivot) {
          order[i++] = order[less] as number
          order[less++] = start
        } else if (key > pivot) {
          order[i] = order[--more] as number
          order[more] = start
        } else i++
      }
      if (less - low > 1 && !this.sort(low, less, common, level + 1)) return false
      if (high - more > 1 && !this.sort(more, high, common, level + 1)) return false
      if (more - less < 2) return true
      low = less
      high = more
      common += KEY
    }
  }

  /** The middle one of three keys. */
  #pivot(low: number, high: number, depth: number): number {
    const a = this.#keys[(this.#order[low] as number) + depth] as number
    const b = this.#keys[(this.#order[(low + high) >> 1] as number) + depth] as number
    const c = this.#keys[(this.#order[high - 1] as number) + depth] as number
    if (a < b) return Math.max(a, Math.min(b, c))
    return Math.max(b, Math.min(a, c))
  }

  #insert(low: number, high: number, depth: number): void {
    const keys = this.#keys
    const order = this.#order
    let isAlike = false
    for (let i = low + 1; i < high; i++) {
      const start = order[i] as number
      const key = keys[start + depth] as number
      let at = i
      for (; at > low; at--) {
        const other = order[at - 1] as number
        const otherKey = keys[other + depth] as number
        if (otherKey < key) break
        if (otherKey === key) {
          const common = this.#common(start, other, depth + KEY)
          if (common >= this.#limit) {
            isAlike = true
            break
          }
          if ((keys[other + common] as number) < (keys[start + common] as number)) break
        }
        order[at] = other
      }
      order[at] = start
    }
    if (isAlike) this.#groupInserted(low, high, depth)
  }

  /** Groups those of a few sorted suffixes that are equal up to the limit. */
  #groupInserted(low: number, high: number, depth: number): void {
    const order = this.#order
    for (let i = high - 1; i > low; i--) {
      const start = order[i] as number
      if (this.#common(start, order[i - 1] as number, depth) >= this.#limit) order[i] = ~start
    }
    this.#hasGroups = true
  }

  /** Where two suffixes differ first, or the limit, counted in whole keys from `depth` on. */
  #common(one: number, other: number, depth: number): number {
    const keys = this.#keys
    const limit = this.#limit
    let common = depth
    while (common < limit && keys[one + common] === keys[other + common]) common += KEY
    this.#spend(((common - depth) / KEY) | 0)
    return common
  }

  #group(low: number, high: number): void {
    const order = this.#order
    for (let i = low + 1; i < high; i++) order[i] = ~(order[i] as number)
    this.#hasGroups = true
  }

  #spend(work: number): void {
    this.#work -= work
    if (this.#work < 0) this.#limit = this.#groupDepth
  }
}
