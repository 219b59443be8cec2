// A greedy matcher over a table of the last position of each hash of four bytes. For the instructions it
// writes, see the comment at the top of lzo-decompress.ts.

const HASH_BITS = 14

/**
 * Where each hash was last seen, plus one (0: never). Shared by all calls: a call runs to its end before
 * another begins.
 */
const seen = new Int32Array(1 << HASH_BITS)

/** The greatest distance that an instruction can name. */
const MOST_DISTANCE = 49151

/**
 * Matches are looked for only as long as this many bytes are left, so that the matcher may read four bytes
 * anywhere.
 */
const TAIL = 8

/**
 * After this many literals in a row (as a power of two), the matcher begins to skip positions, so that data
 * that does not compress passes quickly.
 */
const SKIP_AFTER = 5

/** Writes the rest of an extended length: 255 for each zero, then what is left, which is 1 to 255. */
function putExtension(output: Uint8Array, op: number, rest: number): number {
  while (rest > 255) {
    output[op++] = 0
    rest -= 255
  }
  output[op++] = rest
  return op
}

/**
 * Writes `input` from `from` to `to` as literals. One to three of them are counted in the match before them,
 * two bytes back.
 */
function putLiterals(output: Uint8Array, op: number, input: Uint8Array, from: number, to: number): number {
  const count = to - from
  if (count === 0) return op
  if (op === 0 && count <= 238) output[op++] = 17 + count
  else if (count <= 3) output[op - 2] = (output[op - 2] as number) | count
  else if (count <= 18) output[op++] = count - 3
  else {
    output[op++] = 0
    op = putExtension(output, op, count - 18)
  }
  if (count < 32) while (from < to) output[op++] = input[from++] as number
  else {
    output.set(input.subarray(from, to), op)
    op += count
  }
  return op
}

/** Writes a match of three or more bytes in the shortest instruction that can hold it. */
function putMatch(output: Uint8Array, op: number, length: number, distance: number): number {
  if (length <= 8 && distance <= 2048) {
    output[op] = ((length - 1) << 5) | (((distance - 1) & 7) << 2)
    output[op + 1] = (distance - 1) >> 3
    return op + 2
  }
  let pair: number
  let code: number
  let most: number
  if (distance <= 16384) {
    code = 32
    most = 31
    pair = distance - 1
  } else {
    pair = distance - 16384
    code = 16 | ((pair >> 11) & 8)
    most = 7
  }
  if (length - 2 <= most) output[op++] = code | (length - 2)
  else {
    output[op++] = code
    op = putExtension(output, op, length - 2 - most)
  }
  output[op] = (pair << 2) & 255
  output[op + 1] = (pair >> 6) & 255
  return op + 2
}

/** Encodes `input` as one LZO1X stream with its end marker; see {@link Codec.compress}. */
export function compressLzo(input: Uint8Array): Uint8Array {
  const end = input.length
  // A match never takes more bytes than it represents; literals cost one byte for 255, and a few once.
  const output = new Uint8Array(end + Math.ceil(end / 255) + 16)
  const view = new DataView(input.buffer, input.byteOffset, end)
  const last = end - TAIL
  seen.fill(0)
  let op = 0
  let ip = 0
  let literalStart = 0

  while (ip < last) {
    const word = view.getInt32(ip, true)
    const hash = Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS)
    const match = (seen[hash] as number) - 1
    seen[hash] = ip + 1
    if (match < 0 || ip - match > MOST_DISTANCE || view.getInt32(match, true) !== word) {
      ip += 1 + ((ip - literalStart) >> SKIP_AFTER)
      continue
    }
    const distance = ip - match
    // Bytes skipped before this position may belong to the match too.
    while (ip > literalStart && ip - distance > 0 && input[ip - 1] === input[ip - 1 - distance]) ip--
    op = putLiterals(output, op, input, literalStart, ip)
    let stop = ip + 4
    while (stop < last && view.getInt32(stop, true) === view.getInt32(stop - distance, true)) stop += 4
    while (stop < end && input[stop] === input[stop - distance]) stop++
    op = putMatch(output, op, stop - ip, distance)
    // The position before the next is worth remembering too: it finds matches that begin inside this one.
    if (stop < last) seen[Math.imul(view.getInt32(stop - 1, true), 0x9e3779b1) >>> (32 - HASH_BITS)] = stop
    ip = stop
    literalStart = stop
  }

  op = putLiterals(output, op, input, literalStart, end)
  output[op++] = 17
  output[op++] = 0
  output[op++] = 0
  return output.slice(0, op)
}
