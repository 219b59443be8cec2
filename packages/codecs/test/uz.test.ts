import { CodecError } from '@ukit/codecs'
import {
  compressUz,
  compressUzPieces,
  decompressUz,
  decompressUzPieces,
  isLongerThanPlain,
  UzReader,
  type UzSignature,
} from '@ukit/codecs/uz'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SWEEPS } from '../../../testing/sweep.js'
import { hasCorpus, kindOf, readCorpus, same, sample, structured } from './helpers.js'
import { referenceUz } from './uz-reference.js'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const ascii = (text: string) => new TextEncoder().encode(text)

// Made by another encoder, written from the same facts in another language (formats/umod-and-network.md §2).
const BANANA = 'd204000006742e62696e00130000000b989bb108126300c0f31b3b890e'
const VECTORS: readonly (readonly [plain: string, signature: UzSignature, file: string])[] = [
  ['banana', 1234, BANANA],
  ['AAAAAAA', 5678, '2e16000006742e62696e00140000002f0802830a0400a097a7872f04'],
  ['', 1234, 'd204000006742e62696e00000000000000'],
]

/** A byte without a pattern, the same for the same position. */
const noise = (at: number) => (Math.imul(at + 1, 0x9e3779b1) ^ (Math.imul(at + 1, 0x85ebca6b) >>> 13)) >>> 24

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function gather(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Uint8Array.from(Buffer.concat(parts))
}

describe('.uz', () => {
  test.each(VECTORS)('decompresses what another encoder made from %j, signature %i', (plain, signature, file) => {
    expect(decompressUz(hex(file))).toEqual({ name: 't.bin', signature, bytes: ascii(plain) })
    // The same number of bytes: a Huffman code of a different shape takes as many.
    expect(compressUz(ascii(plain), { name: 't.bin', signature }).length).toBe(hex(file).length)
  })

  test.runIf(hasCorpus())('decompresses the real file to exactly the real package', () => {
    const file = readCorpus('ue1/elsheepo/NewNetWeaponsv0_9.u.uz')
    const plain = readCorpus('ue1/cacofff/NewNetWeaponsv0_9.u')
    const unpacked = decompressUz(file)
    same(unpacked.bytes, plain)
    expect(unpacked.name).toBe('NewNetWeaponsv0_9.u')
    // ukit's file is not longer than that of the stock tool.
    expect(compressUz(plain, { name: unpacked.name }).length).toBeLessThanOrEqual(file.length)
  })

  test.each([1234, 5678] as const)('decompresses what it has compressed, signature %i', (signature) => {
    const roundTrip = (bytes: Uint8Array) => {
      const unpacked = decompressUz(compressUz(bytes, { name: 'x.u', signature }))
      same(unpacked.bytes, bytes)
      expect(unpacked.signature).toBe(signature)
    }
    for (const bytes of Object.values(sample)) roundTrip(bytes)
    // Around the length of a block, and a run across its end.
    for (const length of [1, 0x3ffff, 0x40000, 0x40001, 0x40004]) {
      roundTrip(Uint8Array.from({ length }, (_, i) => (i < length - 7 ? (i * i) >> 7 : 9)))
    }
    for (const length of [4, 5, 6, 254, 255, 256, 259, 260, 261, 600]) roundTrip(new Uint8Array(length))
    fc.assert(fc.property(structured, roundTrip))
  })

  test.each([1234, 5678] as const)(
    'agrees with a simple writer based on the same facts, signature %i',
    async (signature) => {
      const few = fc
        .array(fc.nat(3), { minLength: 1, maxLength: 300 })
        .map((all) => Uint8Array.from(all, (x) => x * 85))
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(few, fc.uint8Array({ minLength: 1, maxLength: 300 })),
          fc.boolean(),
          async (bytes, unused) => {
            // Codes of up to 255 bits: between two pieces, the reader must remember its position within a
            // code.
            const reference = referenceUz(bytes, signature, unused)
            same(decompressUz(reference).bytes, bytes)
            same(await gather(decompressUzPieces(inPieces(reference, 400))), bytes)
            same(decompressUz(compressUz(bytes, { name: 'x', signature })).bytes, bytes)
          },
        ),
        { numRuns: SWEEPS ? 500 : 200 },
      )
    },
  )

  // With rows in a wrong order, decompression would fail. These inputs cover the cases of sorting a block.
  test.each([
    ['noise', (at: number) => noise(at)],
    ['a long part again and again', (at: number) => noise(at % 5000)],
    ['a short part again and again', (at: number) => noise(at % 17)],
    ['noise, then all of it once more', (at: number) => noise(at % 60_000)],
    ['bytes that rise and fall slowly', (at: number) => Math.abs(((at >> 2) % 500) - 250)],
    ['runs of the greatest byte', (at: number) => (at % 4000 < 3000 ? 255 : noise(at))],
    [
      'words of two letters, as Fibonacci strings are built',
      (at: number) => Math.floor((at + 2) * 0.618034) - Math.floor((at + 1) * 0.618034),
    ],
  ])('sorts %s', (_, byteAt) => {
    const bytes = Uint8Array.from({ length: 120_000 }, (_value, at) => byteAt(at))
    for (const length of [bytes.length, 4097, 300, 31, 2, 1]) {
      const part = bytes.subarray(0, length)
      same(decompressUz(compressUz(part, { name: 'x' })).bytes, part)
    }
  })

  test.each([1, 7, 4096])('reads and writes in pieces of %i bytes', async (length) => {
    for (const signature of [1234, 5678] as const) {
      const whole = compressUz(sample.text, { name: 'x.u', signature })
      same(await compressUzPieces(inPieces(sample.text, length), { name: 'x.u', signature }), whole)
      same(await gather(decompressUzPieces(inPieces(whole, length))), sample.text)
    }
  })

  test('gives the name before the first byte', () => {
    const reader = new UzReader()
    const file = compressUz(sample.noise, { name: 'Größe Привет.u' })
    for (const piece of reader.read(file)) {
      expect(reader.name).toBe('Größe Привет.u')
      expect(piece.length).toBeGreaterThan(0)
    }
    expect(compressUz(ascii('x'), { name: 'Größe.u' }).subarray(4, 13)).toEqual(
      Uint8Array.of(8, 0x47, 0x72, 0xf6, 0xdf, 0x65, 0x2e, 0x75, 0),
    )
    const long = 'n'.repeat(200)
    expect(decompressUz(compressUz(sample.text, { name: long })).name).toBe(long)
  })

  test.each(['', 'a\0b', 'x'.repeat(1025)])('refuses to write the name %j', (name) => {
    expect(() => compressUz(ascii('x'), { name })).toThrow(RangeError)
  })

  test('refuses what no writer produces, and reports the position', () => {
    const file = hex(BANANA)
    const changed = (at: number, ...bytes: number[]) => {
      const copy = Uint8Array.from(file)
      copy.set(bytes, at)
      return copy
    }
    const failure = (bytes: Uint8Array, limit?: number) => {
      try {
        decompressUz(bytes, limit === undefined ? {} : { limit })
      } catch (error) {
        if (error instanceof CodecError) return [error.codec, error.kind, error.offset]
        throw error
      }
      return []
    }
    expect(failure(file.subarray(0, 3))).toEqual(['uz', 'truncated', 3])
    expect(failure(changed(0, 9))).toEqual(['uz', 'corrupt', 0])
    expect(failure(changed(4, 0x7f, 0x7f))).toEqual(['uz', 'corrupt', 4]) // a name of 8191 characters
    expect(failure(file.subarray(0, 8))).toEqual(['uz', 'truncated', 8]) // within the name
    expect(failure(file.subarray(0, 13))).toEqual(['uz', 'truncated', 13]) // within the number of symbols
    expect(failure(changed(14, 0xff))).toEqual(['uz', 'corrupt', 11]) // fewer than no symbols
    expect(failure(file.subarray(0, 17))).toEqual(['uz', 'truncated', 17]) // within the tree
    expect(failure(file.subarray(0, 26))).toEqual(['uz', 'truncated', 26]) // within the codes
    expect(failure(changed(11, 0x7f, 0x7f))).toEqual(['uz', 'truncated', 29]) // more symbols than bits
    expect(failure(Uint8Array.from([...file, ...new Uint8Array(9)]))).toEqual(['uz', 'corrupt', 29])
    expect(failure(file, 5)).toEqual(['uz', 'size', 29])
    expect(failure(file, 6)).toEqual([])
    // A tree of inner nodes only.
    expect(failure(Uint8Array.from([...file.subarray(0, 15), ...new Uint8Array(400).fill(0xff)]))[1]).toBe('corrupt')
    // One symbol of no bits, two thousand million times: this is not a valid block.
    for (const symbol of [0, 1, 2, 3, 5, 255]) {
      const tree = [(symbol << 1) & 0xff, symbol >> 7]
      const bomb = Uint8Array.from([...file.subarray(0, 11), 0xff, 0xff, 0xff, 0x7f, ...tree])
      expect(failure(bomb)[1]).toBe('corrupt')
    }
  })

  test('survives damage: a typed error, or different bytes', () => {
    const files = [sample.text, sample.runs].flatMap((bytes) =>
      ([1234, 5678] as const).map((signature) => compressUz(bytes.subarray(0, 9000), { name: 'x.u', signature })),
    )
    const change = fc.tuple(fc.nat(), fc.nat(255))
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (file, changes, cut) => {
          const bad = Uint8Array.from(cut % 3 === 0 ? file.subarray(0, cut % file.length) : file)
          for (const [at, value] of changes) if (bad.length > 0) bad[at % bad.length] = value
          expect(['nothing thrown', 'truncated', 'corrupt', 'size']).toContain(
            kindOf(() => decompressUz(bad, { limit: 10_000_000 })),
          )
        },
      ),
      { numRuns: SWEEPS ? 3000 : 600 },
    )
  })
})

test('a download longer than the file is reported as too long for old clients', () => {
  const noise = compressUz(sample.noise.subarray(0, 100), { name: 'x.u' })
  expect(isLongerThanPlain(100, noise.length)).toBe(true)
  expect(isLongerThanPlain(100, 100)).toBe(false)
})
