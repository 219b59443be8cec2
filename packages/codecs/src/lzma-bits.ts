import {
  ALIGN,
  ALIGN_BITS,
  CHOICE_MEDIUM,
  FIRST_FAR_SLOT,
  FIRST_MATCH_STATE,
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
  TOP,
} from './lzma-model.js'

/** Writes LZMA's symbols (literals and the kinds of matches) as the bits of a range encoder. */
export class BitWriter {
  readonly properties: LzmaProperties
  readonly model: Uint16Array
  output: Uint8Array
  /** The five property bytes come first. */
  at = 5
  range = 0xffffffff
  /** The lower end of the range; up to 33 bits, the uppermost being a carry into the bytes held back. */
  low = 0
  /**
   * A byte held back because a carry may still change it, and how many bytes FF follow it, that a carry would
   * turn into 00.
   */
  held = 0
  heldCount = 1

  constructor(properties: LzmaProperties, model: Uint16Array, expected: number) {
    this.properties = properties
    this.model = model
    this.output = new Uint8Array(Math.max(64, expected >> 1))
    this.output[0] = (properties.pb * 5 + properties.lp) * 9 + properties.lc
    new DataView(this.output.buffer).setUint32(1, properties.dictionary, true)
  }

  literal(state: number, position: number, input: Uint8Array, rep0: number): void {
    this.bit(IS_MATCH + this.context(state, position), 0)
    const { lc, lp } = this.properties
    const before = position > 0 ? (input[position - 1] as number) : 0
    const base = LITERAL + LITERAL_GROUP * (((position & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)))
    const value = input[position] as number
    // After a match, the byte at its distance leads as long as its bits agree; see the decoder.
    let lead = state < FIRST_MATCH_STATE ? 0 : 0x100
    const hint = lead === 0 ? 0 : (input[position - rep0] as number)
    let node = 1
    for (let i = 7; i >= 0; i--) {
      const bit = (value >> i) & 1
      const hinted = (hint >> i) & 1
      this.bit(base + (lead === 0 ? 0 : lead + (hinted << 8)) + node, bit)
      if (bit !== hinted) lead = 0
      node = (node << 1) | bit
    }
  }

  match(state: number, position: number, distance: number, length: number): void {
    this.bit(IS_MATCH + this.context(state, position), 1)
    this.bit(IS_REP + state, 0)
    this.length(LENGTH, position, length)
    const value = distance - 1
    let slot = value
    let low = 0
    if (value >= 4) {
      const top = 31 - Math.clz32(value)
      low = top - 1
      slot = (top << 1) | ((value >> low) & 1)
    }
    this.tree(SLOT + Math.min(length - MIN_MATCH, 3) * 64, 6, slot)
    if (slot < 4) return
    const base = (2 | (slot & 1)) << low
    if (slot < FIRST_FAR_SLOT) {
      this.reverseTree(NEAR + base - slot, low, value - base)
      return
    }
    this.direct(low - ALIGN_BITS, (value - base) >> ALIGN_BITS)
    this.reverseTree(ALIGN, ALIGN_BITS, value & 15)
  }

  rep(state: number, position: number, index: number, length: number): void {
    const context = this.context(state, position)
    this.bit(IS_MATCH + context, 1)
    this.bit(IS_REP + state, 1)
    if (index === 0) {
      this.bit(IS_REP0 + state, 0)
      this.bit(IS_REP0_LONG + context, 1)
    } else {
      this.bit(IS_REP0 + state, 1)
      this.bit(IS_REP1 + state, index === 1 ? 0 : 1)
      if (index > 1) this.bit(IS_REP2 + state, index - 2)
    }
    this.length(REP_LENGTH, position, length)
  }

  shortRep(state: number, position: number): void {
    const context = this.context(state, position)
    this.bit(IS_MATCH + context, 1)
    this.bit(IS_REP + state, 1)
    this.bit(IS_REP0 + state, 0)
    this.bit(IS_REP0_LONG + context, 0)
  }

  /** Ends the stream. Returns the whole stream. */
  finish(): Uint8Array {
    for (let i = 0; i < 5; i++) this.shift()
    return this.output.slice(0, this.at)
  }

  private context(state: number, position: number): number {
    return state * 16 + (position & ((1 << this.properties.pb) - 1))
  }

  private length(group: number, position: number, length: number): void {
    const at = (position & ((1 << this.properties.pb) - 1)) * 8
    const extra = length - MIN_MATCH
    this.bit(group, extra < 8 ? 0 : 1)
    if (extra < 8) {
      this.tree(group + SHORT + at, 3, extra)
      return
    }
    this.bit(group + CHOICE_MEDIUM, extra < 16 ? 0 : 1)
    if (extra < 16) this.tree(group + MEDIUM + at, 3, extra - 8)
    else this.tree(group + LONG, 8, extra - 16)
  }

  private tree(base: number, count: number, value: number): void {
    let node = 1
    for (let i = count - 1; i >= 0; i--) {
      const bit = (value >> i) & 1
      this.bit(base + node, bit)
      node = (node << 1) | bit
    }
  }

  private reverseTree(base: number, count: number, value: number): void {
    let node = 1
    for (let i = 0; i < count; i++) {
      const bit = (value >> i) & 1
      this.bit(base + node, bit)
      node = (node << 1) | bit
    }
  }

  private direct(count: number, value: number): void {
    for (let i = count - 1; i >= 0; i--) {
      this.range >>>= 1
      if ((value >> i) & 1) this.low += this.range
      this.normalize()
    }
  }

  private bit(index: number, bit: number): void {
    const chance = this.model[index] as number
    const bound = (this.range >>> PROBABILITY_BITS) * chance
    if (bit === 0) {
      this.range = bound
      this.model[index] = chance + (((1 << PROBABILITY_BITS) - chance) >> MOVE_BITS)
    } else {
      this.low += bound
      this.range -= bound
      this.model[index] = chance - (chance >> MOVE_BITS)
    }
    this.normalize()
  }

  private normalize(): void {
    if (this.range < TOP) {
      this.range = (this.range << 8) >>> 0
      this.shift()
    }
  }

  /** Moves the uppermost byte of `low` out, once no later carry can reach it. */
  private shift(): void {
    if (this.low < 0xff000000 || this.low > 0xffffffff) {
      const carry = this.low > 0xffffffff ? 1 : 0
      if (this.at + this.heldCount > this.output.length) this.grow()
      this.output[this.at++] = this.held + carry
      for (; this.heldCount > 1; this.heldCount--) this.output[this.at++] = 0xff + carry
      this.held = (this.low >>> 24) & 255
      this.heldCount = 0
    }
    this.heldCount++
    this.low = (this.low & 0x00ffffff) * 256
  }

  private grow(): void {
    const larger = new Uint8Array((this.output.length + this.heldCount) * 2)
    larger.set(this.output)
    this.output = larger
  }
}
