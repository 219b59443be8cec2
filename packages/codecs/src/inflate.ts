import { plural } from '@ukit/text/internal'
import { CodecError } from './error.js'
import { FAST_BITS, InflateTree } from './inflate-tree.js'

const STORED = 0
const FIXED = 1
const DYNAMIC = 2

const END_OF_BLOCK = 256
const LENGTHS = 286
const DISTANCES = 30

/** The order in which a dynamic block lists the lengths of the codes for its code lengths. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** For each length symbol less 257: the number of bits added, and the shortest length. */
const LENGTH_BITS = Uint8Array.from({ length: 29 }, (_, i) => (i < 8 || i === 28 ? 0 : (i >> 2) - 1))
const LENGTH_BASE = new Uint16Array(29)
/** For each distance symbol: the number of bits added, and the shortest distance. */
const DISTANCE_BITS = Uint8Array.from({ length: DISTANCES }, (_, i) => (i < 4 ? 0 : (i >> 1) - 1))
const DISTANCE_BASE = new Uint16Array(DISTANCES)
for (let i = 0, base = 3; i < 28; base += 1 << (LENGTH_BITS[i++] as number)) LENGTH_BASE[i] = base
LENGTH_BASE[28] = 258
for (let i = 0, base = 1; i < DISTANCES; base += 1 << (DISTANCE_BITS[i++] as number)) DISTANCE_BASE[i] = base

/** Decodes deflate (RFC 1951) from one buffer to another of known size; see {@link inflateRaw}. */
class Inflater {
  private readonly input: Uint8Array
  private readonly output: Uint8Array
  private readonly lengthTree = new InflateTree()
  private readonly distanceTree = new InflateTree()
  private ip: number
  private op = 0
  /**
   * Bits that were fetched, the next one lowest; and how many, less those that were used beyond the input's
   * end.
   */
  private hold = 0
  private count = 0

  constructor(input: Uint8Array, start: number, output: Uint8Array) {
    this.input = input
    this.ip = start
    this.output = output
  }

  run(): number {
    let last = 0
    while (last === 0) {
      last = this.bits(1)
      const type = this.bits(2)
      if (type === STORED) this.stored()
      else if (type === FIXED || type === DYNAMIC) {
        if (type === FIXED) this.fixedTrees()
        else this.dynamicTrees()
        this.compressed()
      } else throw this.corrupt('expected a block of type 0, 1 or 2, found type 3')
    }
    if (this.op !== this.output.length) {
      const message = `${plural(this.output.length, 'byte was', 'bytes were')} promised, the stream gives ${this.op}`
      throw new CodecError('zlib', 'size', this.position(), message)
    }
    return this.position()
  }

  /** Where in the input the next bit lies. */
  private position(): number {
    return this.ip - (this.count >> 3)
  }

  private corrupt(message: string): CodecError {
    return new CodecError('zlib', 'corrupt', this.position(), message)
  }

  private truncated(): CodecError {
    return new CodecError('zlib', 'truncated', this.input.length, 'the stream ends before its last block does')
  }

  private tooLong(): CodecError {
    const message = `the stream gives more than the ${plural(this.output.length, 'byte')} promised`
    return new CodecError('zlib', 'size', this.position(), message)
  }

  /** A number of up to 16 bits. */
  private bits(count: number): number {
    while (this.count < count) {
      if (this.ip >= this.input.length) throw this.truncated()
      this.hold |= (this.input[this.ip++] as number) << this.count
      this.count += 8
    }
    const value = this.hold & ((1 << count) - 1)
    this.hold >>>= count
    this.count -= count
    return value
  }

  private stored(): void {
    this.ip = this.position()
    this.hold = 0
    this.count = 0
    const size = this.bits(16)
    const inverse = this.bits(16)
    if ((size ^ inverse) !== 0xffff)
      throw this.corrupt(`the length ${size} of a stored block disagrees with its inverse`)
    if (size > this.input.length - this.ip) throw this.truncated()
    if (size > this.output.length - this.op) throw this.tooLong()
    this.output.set(this.input.subarray(this.ip, this.ip + size), this.op)
    this.ip += size
    this.op += size
  }

  private fixedTrees(): void {
    const lengths = new Uint8Array(288).fill(8)
    lengths.fill(9, 144, 256)
    lengths.fill(7, 256, 280)
    this.lengthTree.build(lengths, this.ip)
    this.distanceTree.build(new Uint8Array(32).fill(5), this.ip)
  }

  private dynamicTrees(): void {
    const lengthCount = 257 + this.bits(5)
    const distanceCount = 1 + this.bits(5)
    const codeCount = 4 + this.bits(4)
    if (lengthCount > LENGTHS || distanceCount > DISTANCES) {
      throw this.corrupt(`found codes for ${plural(lengthCount, 'length')} and ${plural(distanceCount, 'distance')}`)
    }
    const lengths = new Uint8Array(lengthCount + distanceCount)
    const codeLengths = new Uint8Array(ORDER.length)
    for (let i = 0; i < codeCount; i++) codeLengths[ORDER[i] as number] = this.bits(3)
    this.lengthTree.build(codeLengths, this.ip)
    for (let i = 0; i < lengths.length; ) {
      const code = this.symbol(this.lengthTree)
      let run = 1
      let length = code
      if (code === 16) {
        if (i === 0) throw this.corrupt('a run repeats the code length before the first')
        length = lengths[i - 1] as number
        run = 3 + this.bits(2)
      } else if (code > 16) {
        length = 0
        run = code === 17 ? 3 + this.bits(3) : 11 + this.bits(7)
      }
      if (run > lengths.length - i) throw this.corrupt('a run of code lengths goes past the last symbol')
      lengths.fill(length, i, i + run)
      i += run
    }
    this.lengthTree.build(lengths.subarray(0, lengthCount), this.ip)
    this.distanceTree.build(lengths.subarray(lengthCount), this.ip)
  }

  private symbol(tree: InflateTree): number {
    while (this.count < 15 && this.ip < this.input.length) {
      this.hold |= (this.input[this.ip++] as number) << this.count
      this.count += 8
    }
    const entry = tree.slow(this.hold)
    const length = entry & 15
    if (length > this.count) throw this.truncated()
    if (length === 0) throw this.corrupt('the next bits are not a code of the current prefix code')
    this.hold >>>= length
    this.count -= length
    return entry >> 4
  }

  /**
   * Decodes literals and matches up to the end of the block. The members are kept in variables: this is where
   * most of the time is spent.
   */
  private compressed(): void {
    const { input, output } = this
    const lengthFast = this.lengthTree.fast
    const distanceFast = this.distanceTree.fast
    const end = input.length
    const size = output.length
    let { ip, op, hold, count } = this
    for (;;) {
      while (count <= 24 && ip < end) {
        hold |= (input[ip++] as number) << count
        count += 8
      }
      let entry = lengthFast[hold & ((1 << FAST_BITS) - 1)] as number
      if (entry === 0) entry = this.lengthTree.slow(hold)
      let used = entry & 15
      if (used === 0) {
        // At the end of the input, zeros were looked up above the last bits, so a missing code may mean a
        // missing byte.
        if (count < 15) throw this.truncated()
        throw this.corrupt('the next bits are not a code of the current prefix code')
      }
      hold >>>= used
      count -= used
      if (count < 0) throw this.truncated()
      const symbol = entry >> 4
      if (symbol < END_OF_BLOCK) {
        if (op >= size) {
          this.ip = ip
          throw this.tooLong()
        }
        output[op++] = symbol
        continue
      }
      if (symbol === END_OF_BLOCK) break
      if (symbol >= LENGTHS) throw this.corrupt(`found length code ${symbol}`)
      const lengthBits = LENGTH_BITS[symbol - 257] as number
      const length = (LENGTH_BASE[symbol - 257] as number) + (hold & ((1 << lengthBits) - 1))
      hold >>>= lengthBits
      count -= lengthBits
      if (count < 0) throw this.truncated()

      while (count <= 24 && ip < end) {
        hold |= (input[ip++] as number) << count
        count += 8
      }
      entry = distanceFast[hold & ((1 << FAST_BITS) - 1)] as number
      if (entry === 0) entry = this.distanceTree.slow(hold)
      used = entry & 15
      if (used === 0) {
        if (count < 15) throw this.truncated()
        throw this.corrupt('the next bits are not a distance code')
      }
      hold >>>= used
      count -= used
      const slot = entry >> 4
      if (slot >= DISTANCES) throw this.corrupt(`found distance code ${slot}`)
      const distanceBits = DISTANCE_BITS[slot] as number
      while (count < distanceBits && ip < end) {
        hold |= (input[ip++] as number) << count
        count += 8
      }
      const distance = (DISTANCE_BASE[slot] as number) + (hold & ((1 << distanceBits) - 1))
      hold >>>= distanceBits
      count -= distanceBits
      if (count < 0) throw this.truncated()

      this.ip = ip
      if (distance > op)
        throw this.corrupt(`a match reaches back ${plural(distance, 'byte')}, but only ${op} were given`)
      if (length > size - op) throw this.tooLong()
      const stop = op + length
      for (let from = op - distance; op < stop; ) output[op++] = output[from++] as number
    }
    this.ip = ip
    this.op = op
    this.hold = hold
    this.count = count
  }
}

/**
 * Decodes a raw deflate stream (RFC 1951) that begins at `start` of `input`, filling `output` exactly.
 *
 * This is not fflate's decoder because that one does not notice a stream that is too long, does not stop
 * there, and does not say where the stream ended.
 *
 * @returns The position in `input` after the stream's last byte.
 * @throws {CodecError} (named zlib) when the stream is damaged, ends early, or gives another number of bytes.
 */
export function inflateRaw(input: Uint8Array, start: number, output: Uint8Array): number {
  return new Inflater(input, start, output).run()
}
