import { plural } from '@ukit/text/internal'
import { checkSize } from './check-size.js'
import { CodecError } from './error.js'
import {
  ALIGN,
  ALIGN_BITS,
  CHOICE_MEDIUM,
  FIRST_FAR_SLOT,
  FIRST_MATCH_STATE,
  freshModel,
  IS_MATCH,
  IS_REP,
  IS_REP0,
  IS_REP0_LONG,
  IS_REP1,
  IS_REP2,
  LENGTH,
  LITERAL,
  LITERAL_GROUP,
  LONG,
  type LzmaProperties,
  MEDIUM,
  MIN_MATCH,
  MOVE_BITS,
  NEAR,
  PROBABILITY_BITS,
  REP_LENGTH,
  SHORT,
  SLOT,
  stateAfterLiteral,
  stateAfterMatch,
  stateAfterRep,
  stateAfterShortRep,
} from './lzma-model.js'

/**
 * At best 14 bits with the best odds (31/2048 of being wrong) give 273 bytes, which is just below this many
 * bytes per byte of input.
 */
const MOST_RATIO = 8192

/** The five property bytes and the five with which the range decoder starts. */
const LEAST_STREAM = 10

/**
 * Adding this turns a signed comparison of 32-bit numbers into an unsigned one; signed ones stay small
 * integers in the engine.
 */
const SIGN = 0x80000000 | 0

function readProperties(input: Uint8Array): LzmaProperties {
  const packed = input[0] as number
  const lc = packed % 9
  const lp = Math.floor(packed / 9) % 5
  const pb = Math.floor(packed / 45)
  if (pb > 4 || lc + lp > 4) {
    const found = packed.toString(16).toUpperCase().padStart(2, '0')
    throw new CodecError(
      'lzma',
      'corrupt',
      0,
      `expected a property byte such as 5D (lc + lp ≤ 4, pb ≤ 4), found ${found}`,
    )
  }
  const dictionary = new DataView(input.buffer, input.byteOffset + 1, 4).getUint32(0, true)
  return { lc, lp, pb, dictionary: Math.max(4096, dictionary) }
}

/** A range decoder over the bits of one model. */
class BitReader {
  readonly model: Uint16Array
  readonly input: Uint8Array
  at = LEAST_STREAM
  range = -1
  code: number

  constructor(input: Uint8Array, model: Uint16Array) {
    this.input = input
    this.model = model
    this.code = new DataView(input.buffer, input.byteOffset + 6, 4).getInt32(0)
  }

  next(): number {
    if (this.at >= this.input.length) {
      throw new CodecError('lzma', 'truncated', this.at, 'the stream ends before the promised size was reached')
    }
    return this.input[this.at++] as number
  }

  normalize(): void {
    if (this.range >>> 24 === 0) {
      this.range <<= 8
      this.code = (this.code << 8) | this.next()
    }
  }

  bit(index: number): number {
    this.normalize()
    const chance = this.model[index] as number
    const bound = Math.imul(this.range >>> PROBABILITY_BITS, chance)
    if (((this.code + SIGN) | 0) < ((bound + SIGN) | 0)) {
      this.range = bound
      this.model[index] = chance + (((1 << PROBABILITY_BITS) - chance) >> MOVE_BITS)
      return 0
    }
    this.range = (this.range - bound) | 0
    this.code = (this.code - bound) | 0
    this.model[index] = chance - (chance >> MOVE_BITS)
    return 1
  }

  /** A number of `count` bits, upper bit first, from the tree at `base`. */
  tree(base: number, count: number): number {
    let node = 1
    for (let i = 0; i < count; i++) node = (node << 1) | this.bit(base + node)
    return node - (1 << count)
  }

  /** A number of `count` bits, lower bit first, from the tree at `base`. */
  reverseTree(base: number, count: number): number {
    let node = 1
    let value = 0
    for (let i = 0; i < count; i++) {
      const bit = this.bit(base + node)
      node = (node << 1) | bit
      value |= bit << i
    }
    return value
  }

  /** A number of `count` bits at even odds. */
  direct(count: number): number {
    let value = 0
    for (; count > 0; count--) {
      this.normalize()
      this.range >>>= 1
      const rest = (this.code - this.range) | 0
      // The code is below twice the new range, so the sign of the difference says which half it is in.
      if (rest < 0) value <<= 1
      else {
        this.code = rest
        value = (value << 1) | 1
      }
    }
    return value
  }

  /**
   * A literal: from the tree at `base`, led by the byte `hint` as long as both agree when there is one (else
   * -1).
   */
  literal(base: number, hint: number): number {
    const { model, input } = this
    const end = input.length
    let { range, code, at } = this
    let node = 1
    // Above 0x100 while the hint leads: it then chooses between the second and third tree.
    let lead = hint < 0 ? 0 : 0x100
    while (node < 0x100) {
      hint <<= 1
      const tree = lead === 0 ? 0 : lead + (hint & 0x100)
      const index = base + tree + node
      if (range >>> 24 === 0) {
        if (at >= end) this.next()
        range <<= 8
        code = (code << 8) | (input[at++] as number)
      }
      const chance = model[index] as number
      const bound = Math.imul(range >>> PROBABILITY_BITS, chance)
      if (((code + SIGN) | 0) < ((bound + SIGN) | 0)) {
        range = bound
        model[index] = chance + (((1 << PROBABILITY_BITS) - chance) >> MOVE_BITS)
        node <<= 1
        if ((hint & 0x100) !== 0) lead = 0
      } else {
        range = (range - bound) | 0
        code = (code - bound) | 0
        model[index] = chance - (chance >> MOVE_BITS)
        node = (node << 1) | 1
        if ((hint & 0x100) === 0) lead = 0
      }
    }
    this.range = range
    this.code = code
    this.at = at
    return node & 0xff
  }

  length(group: number, position: number): number {
    if (this.bit(group) === 0) return MIN_MATCH + this.tree(group + SHORT + position * 8, 3)
    if (this.bit(group + CHOICE_MEDIUM) === 0) return MIN_MATCH + 8 + this.tree(group + MEDIUM + position * 8, 3)
    return MIN_MATCH + 16 + this.tree(group + LONG, 8)
  }

  /** A distance less one, as an unsigned 32-bit number; all ones is the end mark. */
  distance(length: number): number {
    const slot = this.tree(SLOT + Math.min(length - MIN_MATCH, 3) * 64, 6)
    if (slot < 4) return slot
    const low = (slot >> 1) - 1
    const base = (2 | (slot & 1)) << low
    if (slot < FIRST_FAR_SLOT) return base + this.reverseTree(NEAR + base - slot, low)
    const middle = this.direct(low - ALIGN_BITS)
    return (base | (middle << ALIGN_BITS) | this.reverseTree(ALIGN, ALIGN_BITS)) >>> 0
  }

  /**
   * Tells whether the range coder ended as an encoder ends it: nothing left of the code, nor of the input.
   */
  atEnd(): boolean {
    if (this.range >>> 24 === 0 && this.at >= this.input.length) return false
    this.normalize()
    return this.code === 0 && this.at === this.input.length
  }
}

/**
 * Decodes one LZMA1 stream, led by its five property bytes, to exactly `size` bytes; see
 * {@link Codec.decompress}.
 *
 * An end mark after the last byte is allowed. The output is the dictionary: only the model (at most 28 KB) is
 * allocated in addition.
 */
export function decompressLzma(input: Uint8Array, size: number): Uint8Array {
  if (input.length < LEAST_STREAM) {
    throw new CodecError(
      'lzma',
      'truncated',
      input.length,
      `a stream has at least ${LEAST_STREAM} bytes, found ${input.length}`,
    )
  }
  checkSize('lzma', size, input.length * MOST_RATIO)
  const properties = readProperties(input)
  if (input[5] !== 0) {
    throw new CodecError('lzma', 'corrupt', 5, `the byte after the properties must be 0, found ${input[5]}`)
  }
  const reader = new BitReader(input, freshModel(properties))
  const output = new Uint8Array(size)
  const { lc, dictionary } = properties
  const literalMask = (1 << properties.lp) - 1
  const positionMask = (1 << properties.pb) - 1
  let op = 0
  let state = 0
  let rep0 = 1
  let rep1 = 1
  let rep2 = 1
  let rep3 = 1

  while (op < size || !reader.atEnd()) {
    const position = op & positionMask
    const context = state * 16 + position
    if (reader.bit(IS_MATCH + context) === 0) {
      if (op >= size) throw tooLong(reader.at, size)
      const before = op > 0 ? (output[op - 1] as number) : 0
      const base = LITERAL + LITERAL_GROUP * (((op & literalMask) << lc) + (before >> (8 - lc)))
      const hint = state < FIRST_MATCH_STATE ? -1 : (output[op - rep0] as number)
      output[op++] = reader.literal(base, hint)
      state = stateAfterLiteral(state)
      continue
    }
    let length: number
    if (reader.bit(IS_REP + state) === 0) {
      length = reader.length(LENGTH, position)
      state = stateAfterMatch(state)
      const distance = reader.distance(length)
      if (distance === 0xffffffff) {
        if (op < size) {
          throw new CodecError(
            'lzma',
            'size',
            reader.at,
            `${plural(size, 'byte was', 'bytes were')} promised, the stream gives ${op}`,
          )
        }
        if (reader.atEnd()) return output
        const kind = reader.at >= input.length ? 'truncated' : 'corrupt'
        throw new CodecError('lzma', kind, reader.at, 'the input does not end with the end mark')
      }
      rep3 = rep2
      rep2 = rep1
      rep1 = rep0
      rep0 = distance + 1
    } else {
      let short = false
      if (reader.bit(IS_REP0 + state) === 0) short = reader.bit(IS_REP0_LONG + context) === 0
      else if (reader.bit(IS_REP1 + state) === 0) {
        const distance = rep1
        rep1 = rep0
        rep0 = distance
      } else {
        let distance = rep2
        if (reader.bit(IS_REP2 + state) === 1) {
          distance = rep3
          rep3 = rep2
        }
        rep2 = rep1
        rep1 = rep0
        rep0 = distance
      }
      length = short ? 1 : reader.length(REP_LENGTH, position)
      state = short ? stateAfterShortRep(state) : stateAfterRep(state)
    }
    if (rep0 > op || rep0 > dictionary) {
      throw new CodecError(
        'lzma',
        'corrupt',
        reader.at,
        `a match reaches back ${plural(rep0, 'byte')}, but only ${op} were given`,
      )
    }
    if (length > size - op) throw tooLong(reader.at, size)
    const stop = op + length
    for (let from = op - rep0; op < stop; ) output[op++] = output[from++] as number
  }
  return output
}

function tooLong(offset: number, size: number): CodecError {
  return new CodecError('lzma', 'size', offset, `the stream gives more than the ${plural(size, 'byte')} promised`)
}
