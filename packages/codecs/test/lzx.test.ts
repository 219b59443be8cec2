import { portableCodecs } from '@ukit/codecs'
import { describe, expect, it } from 'vitest'
import { damage, kindOf, same } from './helpers.js'
import { Assembler, type Token, withHeader } from './lzx-assembler.js'

const lzx = await portableCodecs.lzx()

const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))
const latin = (text: string) => Uint8Array.from(letters(text))

/** One frame, one block, no translation of calls. */
function single(type: 1 | 2, tokens: readonly Token[], size: number, skewed = false): Uint8Array {
  const made = new Assembler()
  made.bits.put(0, 1)
  made.block(type, tokens, size, skewed)
  return Uint8Array.from(withHeader(made.frame(), size))
}

/** An uncompressed block of its own frame: three recent distances, then the bytes. */
function uncompressed(start: Assembler, recent: readonly number[], bytes: Iterable<number>, size: number): number[] {
  start.head(3, size)
  start.bits.align(true)
  const words = recent.flatMap((distance) => [distance & 255, distance >> 8, 0, 0])
  const body = [...bytes]
  return [...start.frame(), ...words, ...body, ...(size === body.length && size % 2 === 1 ? [0] : [])]
}

// "abcabcabc!" by a match at distance 3 (slot 4, extra 1: 4 + 1 - 2), then the same distance again as a
// recent one.
const REPEAT: Token[] = [...letters('abc'), { length: 5, slot: 4, extra: 1 }, ...letters('!'), { length: 3, slot: 0 }]
const REPEATED = 'abcabcab!ab!'

describe('lzx', () => {
  it.each([1, 2] as const)('decodes literals, matches and the last distance in a block of type %i', (type) => {
    same(lzx.decompress(single(type, REPEAT, 12), 12), latin(REPEATED))
    same(lzx.decompress(single(type, REPEAT, 12, true), 12), latin(REPEATED))
  })

  it('keeps the last three distances in order', () => {
    const tokens: Token[] = [
      ...letters('abcdefgh'),
      { length: 2, slot: 4, extra: 0 }, // distance 2: gh; recent 2 1 1
      { length: 2, slot: 5, extra: 0 }, // distance 4: gh; recent 4 2 1
      { length: 2, slot: 6, extra: 2 }, // distance 8: ef; recent 8 4 2
      { length: 2, slot: 1 }, // distance 4: gh; recent 4 8 2
      { length: 2, slot: 2 }, // distance 2: gh; recent 2 8 4
      { length: 2, slot: 1 }, // distance 8: gh; recent 8 2 4
      { length: 2, slot: 0 }, // distance 8
      { length: 2, slot: 3 }, // distance 1; recent 1 8 2
    ]
    let want = 'abcdefgh'
    for (const distance of [2, 4, 8, 4, 2, 8, 8, 1]) {
      for (let i = 0; i < 2; i++) want += want[want.length - distance]
    }
    for (const type of [1, 2] as const)
      same(lzx.decompress(single(type, tokens, want.length), want.length), latin(want))
  })

  it('decodes every length, by header and by the length tree', () => {
    const tokens: Token[] = []
    const bytes: number[] = []
    for (let length = 2; length <= 250; length++) {
      tokens.push(length % 26, { length, slot: 3 })
      for (let i = 0; i <= length; i++) bytes.push(length % 26)
    }
    const want = Uint8Array.from(bytes)
    for (const type of [1, 2] as const) same(lzx.decompress(single(type, tokens, want.length), want.length), want)
    for (let length = 251; length <= 257; length++) {
      const run = new Uint8Array(length + 1).fill(5)
      same(lzx.decompress(single(1, [5, { length, slot: 3 }], run.length), run.length), run)
    }
  })

  it('decodes the distances of far slots in both kinds of blocks', () => {
    const head = Array.from({ length: 3000 }, (_, i) => (i * i + (i >> 5)) & 255)
    for (const distance of [6, 7, 14, 30, 31, 100, 255, 510, 1022, 1535, 2046, 2999]) {
      // From slot 4 on, two slots share each upper bit of the distance plus 2; the bit below it distinguishes
      // them.
      const formatted = distance + 2
      const low = 30 - Math.clz32(formatted)
      const slot = 2 * (low + 1) + ((formatted >> low) & 1)
      const tokens: Token[] = [...head, { length: 4, slot, extra: formatted & ((1 << low) - 1) }]
      const tail = Array.from({ length: 4 }, (_, i) => head[3000 - distance + i]!)
      for (const type of [1, 2] as const) {
        same(lzx.decompress(single(type, tokens, 3004), 3004), Uint8Array.from([...head, ...tail]))
      }
    }
  })

  it('codes the trees of a second block as differences from the first', () => {
    const made = new Assembler()
    made.bits.put(0, 1)
    made.block(1, REPEAT, 12)
    made.block(2, [...letters('cab, '), { length: 9, slot: 6, extra: 3 }], 14)
    made.block(1, letters('zyx'), 3, true)
    const packed = Uint8Array.from(withHeader(made.frame(), 29))
    // Formatted offset 8 + 3, so distance 9.
    same(lzx.decompress(packed, 29), latin('abcabcab!ab!cab, !ab!cab, zyx'))
  })

  it('decodes uncompressed blocks, with their padding and their distances', () => {
    const made = new Assembler()
    made.bits.put(0, 1)
    const first = uncompressed(made, [2, 3, 4], letters('stored!'), 7)
    made.block(
      1,
      [
        { length: 4, slot: 1 },
        { length: 2, slot: 2 },
      ],
      6,
    )
    const packed = Uint8Array.from(withHeader(Uint8Array.from([...first, ...made.frame()]), 13))
    // Distance 3, then distance 4.
    same(lzx.decompress(packed, 13), latin('stored!ed!eed'))
  })

  it('lets a block continue in the next frame, compressed or not', () => {
    const made = new Assembler()
    made.bits.put(0, 1)
    const zeros = new Uint8Array(0x8000)
    const one = uncompressed(made, [1, 1, 1], zeros, 0x8003)
    const two = [7, 8, 9, 0]
    const packed = Uint8Array.from([
      ...withHeader(Uint8Array.from(one), 0x8000),
      ...withHeader(Uint8Array.from(two), 3),
    ])
    same(lzx.decompress(packed, 0x8003), Uint8Array.from([...zeros, 7, 8, 9]))
  })

  it('translates the calls of x86 programs only if the stream requests it', () => {
    const call = [0xe8, 0x10, 0, 0, 0]
    const backwards = [0xe8, 0xff, 0xff, 0xff, 0xff]
    const outside = [0xe8, 0, 0x10, 0, 0]
    const bytes = [1, 2, 3, ...call, ...backwards, ...outside, ...call, ...new Array(20).fill(0), ...call, 1, 2, 3, 4]
    const made = new Assembler()
    made.bits.put(1, 1)
    made.bits.put(0, 16)
    made.bits.put(0x1000, 16)
    const packed = withHeader(Uint8Array.from(uncompressed(made, [1, 1, 1], bytes, bytes.length)), bytes.length)
    const want = Uint8Array.from(bytes)
    const view = new DataView(want.buffer)
    view.setInt32(4, 0x10 - 3, true)
    view.setInt32(9, -1 + 0x1000, true)
    view.setInt32(19, 0x10 - 18, true)
    // The third does not point into the program, and the last is in the final ten bytes.
    same(lzx.decompress(Uint8Array.from(packed), bytes.length), want)

    const plain = new Assembler()
    plain.bits.put(0, 1)
    const other = withHeader(Uint8Array.from(uncompressed(plain, [1, 1, 1], bytes, bytes.length)), bytes.length)
    same(lzx.decompress(Uint8Array.from(other), bytes.length), Uint8Array.from(bytes))
  })

  it('accepts the nine bytes that the console appends, and nothing else', () => {
    const packed = single(1, REPEAT, 12)
    same(lzx.decompress(Uint8Array.from([...packed, 0, 0, 0, 0, 0, 1, 2, 3, 4]), 12), latin(REPEATED))
    for (const rest of [[1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1, 2, 3, 4, 5]]) {
      expect(kindOf(() => lzx.decompress(Uint8Array.from([...packed, ...rest]), 12))).toBe('corrupt')
    }
  })
})

describe('lzx refuses', () => {
  const packed = single(2, REPEAT, 12)

  it('the stream cut at every byte', () => {
    for (let end = 0; end < packed.length; end++) {
      expect(kindOf(() => lzx.decompress(packed.subarray(0, end), 12))).toMatch(/truncated|size/)
    }
    // A frame whose header was adapted to the cut.
    for (let end = 5; end < packed.length - 1; end++) {
      const shorter = Uint8Array.from(withHeader(packed.slice(5, end), 12))
      expect(kindOf(() => lzx.decompress(shorter, 12))).toMatch(/truncated|corrupt/)
    }
  })

  it('lengths other than the promised one', () => {
    for (const size of [11, 1, -1, 0.5, Number.NaN, 1e9])
      expect(kindOf(() => lzx.decompress(packed, size))).toBe('size')
    expect(kindOf(() => lzx.decompress(packed, 0))).toBe('corrupt')
    expect(kindOf(() => lzx.decompress(packed, 13))).toBe('truncated')
  })

  it.each([
    ['a distance before the start', [97, { length: 2, slot: 4, extra: 0 }], 3],
    ['a match past the end of its block', [97, { length: 5, slot: 3 }], 4],
  ] as [string, Token[], number][])('%s', (_, tokens, size) => {
    expect(kindOf(() => lzx.decompress(single(1, tokens, size), size))).toBe('corrupt')
  })

  it('unknown types of blocks, empty blocks, and remaining bytes in a frame', () => {
    for (const [type, size] of [
      [0, 1],
      [4, 1],
      [7, 1],
      [1, 0],
    ] as const) {
      const made = new Assembler()
      made.bits.put(0, 1)
      made.head(type, size)
      expect(kindOf(() => lzx.decompress(Uint8Array.from(withHeader(made.frame(), 1)), 1))).toBe('corrupt')
    }
    const longer = Uint8Array.from(withHeader(Uint8Array.from([...packed.subarray(5), 0, 0]), 12))
    expect(kindOf(() => lzx.decompress(longer, 12))).toBe('corrupt')
  })

  it('frames of impossible sizes', () => {
    for (const header of [
      [0, 0, 1, 2],
      [0xff, 0, 0, 0, 4, 1, 2, 3, 4],
      [0xff, 0x80, 1, 0, 4, 1, 2, 3, 4],
    ]) {
      expect(kindOf(() => lzx.decompress(Uint8Array.from(header), 1))).toMatch(/corrupt/)
    }
  })

  it('or survives any damage', () => {
    damage(lzx, packed, 12, 3000)
    damage(lzx, single(1, REPEAT, 12, true), 12, 3000)
  })
})
