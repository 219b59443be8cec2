// Suffix array by induced sorting, written from the description in "Two Efficient Algorithms for Linear Time
// Suffix Array Construction" (Nong, Zhang, Chan, 2011). A suffix is S when it is smaller than the one after
// it, else L; the end counts as smaller than every symbol. An S suffix after an L one is a "leftmost S".
// Once those few are in order, two passes put all others in order; and those few are ordered by naming the
// stretches between them and doing the same with the names.

/**
 * Sorts the suffixes of the first `length` symbols of `text`: `order[0 … length − 1]` become their starts,
 * smallest first. A suffix that is the beginning of another one comes before it.
 *
 * The symbols are 0 … `symbols` − 1. Takes linear time, and two arrays of `symbols` numbers for each step
 * down; each step halves the text.
 */
export function sortSuffixes(text: Int32Array, length: number, symbols: number, order: Int32Array): void {
  if (length === 0) return
  const counts = new Int32Array(symbols)
  for (let i = 0; i < length; i++) counts[text[i] as number] = (counts[text[i] as number] as number) + 1
  const bucket = new Int32Array(symbols)
  order.fill(0, 0, length)
  toEnds(counts, bucket)
  const found = placeLeftmost(text, length, order, bucket)
  if (found > 1) {
    sortStretches(text, length, order, counts, bucket)
    orderLeftmost(text, length, order, found)
    // Put them, now in order, at the ends of their buckets, the greatest first.
    order.fill(0, found, length)
    toEnds(counts, bucket)
    for (let i = found - 1; i >= 0; i--) {
      const start = order[i] as number
      order[i] = 0
      order[lower(bucket, text[start] as number)] = start
    }
  }
  sortAll(text, length, order, counts, bucket)
}

/** Bucket pointers to the first place of each symbol. */
function toStarts(counts: Int32Array, bucket: Int32Array): void {
  let sum = 0
  for (let i = 0; i < counts.length; i++) {
    bucket[i] = sum
    sum += counts[i] as number
  }
}

/** Bucket pointers after the last place of each symbol. */
export function toEnds(counts: Int32Array, bucket: Int32Array): void {
  let sum = 0
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i] as number
    bucket[i] = sum
  }
}

/** Takes the last free place of a bucket. */
function lower(bucket: Int32Array, symbol: number): number {
  const at = (bucket[symbol] as number) - 1
  bucket[symbol] = at
  return at
}

/**
 * Puts the leftmost S suffixes at the ends of their buckets, in no order within them; gives how many there
 * are.
 */
function placeLeftmost(text: Int32Array, length: number, order: Int32Array, bucket: Int32Array): number {
  let found = 0
  let next = text[length - 1] as number
  let isSmaller = false
  for (let i = length - 2; i >= 0; i--) {
    const symbol = text[i] as number
    if (symbol < next) isSmaller = true
    else if (symbol > next) {
      if (isSmaller) {
        order[lower(bucket, next)] = i + 1
        found++
      }
      isSmaller = false
    }
    next = symbol
  }
  return found
}

// In both passes below an entry says by its sign whether the suffix before it is for the pass that is
// running: the text is looked at when an entry is placed, where its neighbour is available, and not again.
// Zero represents "nothing": no suffix is before suffix 0.

/**
 * From leftmost S suffixes in any order: puts them in the order of the stretches up to the next one. They
 * come out complemented, the rest as zero.
 */
function sortStretches(
  text: Int32Array,
  length: number,
  order: Int32Array,
  counts: Int32Array,
  bucket: Int32Array,
): void {
  toStarts(counts, bucket)
  let symbol = text[length - 1] as number
  let at = bucket[symbol] as number
  order[at++] = length > 1 && (text[length - 2] as number) < symbol ? ~(length - 1) : length - 1
  for (let i = 0; i < length; i++) {
    const entry = order[i] as number
    if (entry <= 0) {
      // An L suffix with an S one before it: the next pass uses it.
      if (entry < 0) order[i] = ~entry
      continue
    }
    const start = entry - 1
    const first = text[start] as number
    if (first !== symbol) {
      bucket[symbol] = at
      symbol = first
      at = bucket[symbol] as number
    }
    order[at++] = start > 0 && (text[start - 1] as number) < first ? ~start : start
    order[i] = 0
  }
  toEnds(counts, bucket)
  symbol = 0
  at = bucket[symbol] as number
  for (let i = length - 1; i >= 0; i--) {
    const entry = order[i] as number
    if (entry <= 0) continue
    const start = entry - 1
    const first = text[start] as number
    if (first !== symbol) {
      bucket[symbol] = at
      symbol = first
      at = bucket[symbol] as number
    }
    order[--at] = start > 0 && (text[start - 1] as number) > first ? ~start : start
    order[i] = 0
  }
}

/** From leftmost S suffixes in order at the ends of their buckets: puts all suffixes in order. */
export function sortAll(
  text: Int32Array | Uint8Array,
  length: number,
  order: Int32Array,
  counts: Int32Array,
  bucket: Int32Array,
): void {
  toStarts(counts, bucket)
  let symbol = text[length - 1] as number
  let at = bucket[symbol] as number
  order[at++] = length > 1 && (text[length - 2] as number) < symbol ? ~(length - 1) : length - 1
  for (let i = 0; i < length; i++) {
    const entry = order[i] as number
    order[i] = ~entry
    if (entry <= 0) continue
    const start = entry - 1
    const first = text[start] as number
    if (first !== symbol) {
      bucket[symbol] = at
      symbol = first
      at = bucket[symbol] as number
    }
    order[at++] = start > 0 && (text[start - 1] as number) < first ? ~start : start
  }
  toEnds(counts, bucket)
  symbol = 0
  at = bucket[symbol] as number
  for (let i = length - 1; i >= 0; i--) {
    const entry = order[i] as number
    if (entry <= 0) {
      order[i] = ~entry
      continue
    }
    const start = entry - 1
    const first = text[start] as number
    if (first !== symbol) {
      bucket[symbol] = at
      symbol = first
      at = bucket[symbol] as number
    }
    order[--at] = start === 0 || (text[start - 1] as number) > first ? ~start : start
  }
}

/**
 * From leftmost S suffixes in the order of their stretches: `order[0 … found − 1]` become those suffixes in
 * their own order.
 */
function orderLeftmost(text: Int32Array, length: number, order: Int32Array, found: number): void {
  let filled = 0
  for (let i = 0; filled < found; i++) {
    const entry = order[i] as number
    if (entry < 0) order[filled++] = ~entry
  }
  // No two of them are neighbours, so half the place of each is its own.
  order.fill(0, found, length)
  eachLeftmost(text, length, (start, end) => {
    order[found + (start >> 1)] = end - start + 1
  })
  const names = nameStretches(text, length, order, found)

  const namesAt = length - found
  for (let i = length - 1, to = length - 1; to >= namesAt; i--) {
    const name = order[i] as number
    if (name > 0) order[to--] = name - 1
  }
  const shorter = order.subarray(namesAt, length)
  if (names < found) sortSuffixes(shorter, found, names, order)
  else for (let i = 0; i < found; i++) order[shorter[i] as number] = i

  let at = found
  eachLeftmost(text, length, (start) => {
    shorter[--at] = start
  })
  for (let i = 0; i < found; i++) order[i] = shorter[order[i] as number] as number
}

/**
 * Calls `visit` for each leftmost S suffix from the last to the first, with the next one's start; after the
 * last one is `length`.
 */
function eachLeftmost(text: Int32Array, length: number, visit: (start: number, end: number) => void): void {
  let end = length
  let next = text[length - 1] as number
  let isSmaller = false
  for (let i = length - 2; i >= 0; i--) {
    const symbol = text[i] as number
    if (symbol < next) isSmaller = true
    else if (symbol > next) {
      if (isSmaller) {
        visit(i + 1, end)
        end = i + 1
      }
      isSmaller = false
    }
    next = symbol
  }
}

/**
 * Replaces the length of each stretch by its name: one more than the number of smaller stretches that differ.
 * Gives how many names there are.
 */
function nameStretches(text: Int32Array, length: number, order: Int32Array, found: number): number {
  let names = 0
  let before = 0
  let lengthBefore = 0
  for (let i = 0; i < found; i++) {
    const start = order[i] as number
    const slot = found + (start >> 1)
    const size = order[slot] as number
    // The one that reaches the end of the text is like no other.
    let isSame = size === lengthBefore && start + size <= length && before + size <= length
    for (let k = 0; isSame && k < size; k++) isSame = text[start + k] === text[before + k]
    if (!isSame) {
      names++
      before = start
      lengthBefore = size
    }
    order[slot] = names
  }
  return names
}
