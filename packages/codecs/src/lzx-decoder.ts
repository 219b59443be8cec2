import { plural } from '@ukit/text/internal'
import { CodecError } from './error.js'
import { LzxBits } from './lzx-bits.js'
import { LzxTree } from './lzx-tree.js'

const WINDOW = 1 << 17
/** Position slots of a window of 17 bits. */
const SLOTS = 34
const LITERALS = 256
/** Match lengths from here on continue in the length tree. */
const LONG_HEADER = 7
const MIN_MATCH = 2

const VERBATIM = 1
const ALIGNED = 2
const UNCOMPRESSED = 3

/** For each position slot, the first formatted offset (distance + 2) and how many bits are added to it. */
const SLOT_BITS = Uint8Array.from({ length: SLOTS }, (_, slot) => (slot < 4 ? 0 : (slot >> 1) - 1))
const SLOT_BASE = new Int32Array(SLOTS)
for (let slot = 1; slot < SLOTS; slot++) {
  SLOT_BASE[slot] = (SLOT_BASE[slot - 1] as number) + (1 << (SLOT_BITS[slot - 1] as number))
}

/** The bytes of a frame in which x86 calls are translated: all but the last ten. */
const CALL_MARGIN = 10
const CALL = 0xe8
/** Calls are translated only in this many frames of 32 KB. */
const CALL_FRAMES = 32768

/** Decodes the frames of one stream into one output, which is also the window. */
export class LzxDecoder {
  private readonly bits: LzxBits
  private readonly output: Uint8Array
  private readonly preTree = new LzxTree(20)
  private readonly mainTree = new LzxTree(LITERALS + 8 * SLOTS)
  private readonly lengthTree = new LzxTree(249)
  private readonly alignedTree = new LzxTree(8)
  private op = 0
  private blockType = 0
  private blockLeft = 0
  private blockIsOdd = false
  private readonly recent = new Int32Array([1, 1, 1])
  /** The size that the stream names for the translation of calls; 0 when there is none. */
  private callSize = 0
  /** Where each frame begins, kept only when calls must be translated. */
  private readonly frames: number[] = []

  constructor(input: Uint8Array, output: Uint8Array) {
    this.bits = new LzxBits(input)
    this.output = output
  }

  /** Decodes the frame at `start` to `end` of the input, which gives `size` bytes. */
  frame(start: number, end: number, size: number): void {
    const { bits } = this
    bits.open(start, end)
    if (this.op === 0 && bits.bits(1) === 1) this.callSize = (bits.bits(16) << 16) | bits.bits(16)
    if (this.callSize !== 0) this.frames.push(this.op)
    const stop = this.op + size
    while (this.op < stop) {
      if (this.blockLeft === 0) this.readBlockHeader()
      const runEnd = Math.min(stop, this.op + this.blockLeft)
      const before = this.op
      if (this.blockType === UNCOMPRESSED) this.copyRun(runEnd)
      else this.decodeRun(runEnd)
      this.blockLeft -= this.op - before
      // An uncompressed block of odd size is followed by a byte of padding.
      if (this.blockLeft === 0 && this.blockIsOdd && bits.at < bits.end) bits.at++
      if (this.blockLeft === 0) this.blockIsOdd = false
    }
    bits.close()
  }

  /** Translates calls, once every frame has been decoded: until then matches need the bytes as they were. */
  finish(): void {
    for (const [i, start] of this.frames.slice(0, CALL_FRAMES).entries()) {
      this.translateCalls(start, this.frames[i + 1] ?? this.op)
    }
  }

  private readBlockHeader(): void {
    const { bits } = this
    const start = bits.at
    this.blockType = bits.bits(3)
    this.blockLeft = (bits.bits(16) << 8) | bits.bits(8)
    if (this.blockLeft === 0) throw new CodecError('lzx', 'corrupt', start, 'found a block of 0 bytes')
    if (this.blockType === UNCOMPRESSED) {
      this.blockIsOdd = (this.blockLeft & 1) === 1
      bits.alignToBytes()
      if (bits.end - bits.at < 12)
        throw new CodecError('lzx', 'truncated', bits.end, 'an uncompressed block ends in its header')
      const view = new DataView(bits.input.buffer, bits.input.byteOffset + bits.at, 12)
      for (let i = 0; i < 3; i++) this.recent[i] = view.getInt32(4 * i, true)
      bits.at += 12
      return
    }
    if (this.blockType !== VERBATIM && this.blockType !== ALIGNED) {
      throw new CodecError('lzx', 'corrupt', start, `expected a block of type 1, 2 or 3, found type ${this.blockType}`)
    }
    if (this.blockType === ALIGNED) {
      for (let i = 0; i < 8; i++) this.alignedTree.lengths[i] = bits.bits(3)
      this.alignedTree.build(bits.at)
    }
    this.readLengths(this.mainTree, 0, LITERALS)
    this.readLengths(this.mainTree, LITERALS, LITERALS + 8 * SLOTS)
    this.mainTree.build(bits.at)
    this.readLengths(this.lengthTree, 0, 249)
    this.lengthTree.build(bits.at)
  }

  /**
   * Reads the code lengths of the symbols `from` to `to`, which are stored as differences to those of the
   * block before.
   */
  private readLengths(tree: LzxTree, from: number, to: number): void {
    const { bits, preTree } = this
    const { lengths } = tree
    for (let i = 0; i < 20; i++) preTree.lengths[i] = bits.bits(4)
    preTree.build(bits.at)
    for (let i = from; i < to; ) {
      let code = bits.symbol(preTree)
      let run = 1
      if (code === 17) run = 4 + bits.bits(4)
      else if (code === 18) run = 20 + bits.bits(5)
      else if (code === 19) {
        run = 4 + bits.bits(1)
        code = bits.symbol(preTree)
        if (code > 16)
          throw new CodecError('lzx', 'corrupt', bits.at, `expected a code length after a repeat, found code ${code}`)
      }
      if (run > to - i)
        throw new CodecError('lzx', 'corrupt', bits.at, 'a run of code lengths goes past the last symbol')
      const length = code > 16 ? 0 : ((lengths[i] as number) - code + 17) % 17
      lengths.fill(length, i, i + run)
      i += run
    }
  }

  private copyRun(runEnd: number): void {
    const { bits } = this
    const count = runEnd - this.op
    if (count > bits.end - bits.at) {
      throw new CodecError('lzx', 'truncated', bits.end, 'an uncompressed block goes past the end of its frame')
    }
    this.output.set(bits.input.subarray(bits.at, bits.at + count), this.op)
    bits.at += count
    this.op = runEnd
  }

  /**
   * Decodes literals and matches up to `runEnd`, where the block or the frame ends; no match may go past
   * either.
   */
  private decodeRun(runEnd: number): void {
    const { bits, output, mainTree, recent } = this
    let op = this.op
    while (op < runEnd) {
      const symbol = bits.symbol(mainTree)
      if (symbol < LITERALS) {
        output[op++] = symbol
        continue
      }
      const slot = (symbol - LITERALS) >> 3
      let length = (symbol & 7) + MIN_MATCH
      if (length === LONG_HEADER + MIN_MATCH) length += bits.symbol(this.lengthTree)
      let distance: number
      if (slot < 3) {
        distance = recent[slot] as number
        recent[slot] = recent[0] as number
      } else {
        distance = this.readDistance(slot)
        recent[2] = recent[1] as number
        recent[1] = recent[0] as number
      }
      recent[0] = distance
      if (distance < 1 || distance > op || distance > WINDOW) {
        throw new CodecError(
          'lzx',
          'corrupt',
          bits.at,
          `a match reaches back ${plural(distance, 'byte')}, but only ${op} were given`,
        )
      }
      if (length > runEnd - op) {
        throw new CodecError('lzx', 'corrupt', bits.at, 'a match goes past the end of its block or frame')
      }
      const stop = op + length
      for (let from = op - distance; op < stop; ) output[op++] = output[from++] as number
    }
    this.op = op
  }

  private readDistance(slot: number): number {
    const { bits } = this
    const count = SLOT_BITS[slot] as number
    const base = (SLOT_BASE[slot] as number) - 2
    if (this.blockType === VERBATIM || count < 3) return base + bits.bits(count)
    const upper = bits.bits(count - 3)
    return base + (upper << 3) + bits.symbol(this.alignedTree)
  }

  /** Turns absolute targets of x86 calls back into relative ones, from `start` to `end` of the output. */
  private translateCalls(start: number, end: number): void {
    const { output, callSize } = this
    const view = new DataView(output.buffer)
    for (let at = start; at < end - CALL_MARGIN; at++) {
      if (output[at] !== CALL) continue
      const target = view.getInt32(at + 1, true)
      if (target >= -at && target < callSize) {
        view.setInt32(at + 1, target >= 0 ? target - at : target + callSize, true)
      }
      at += 4
    }
  }
}
