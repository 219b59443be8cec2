import { deflateRawSync, deflateSync, inflateSync } from 'node:zlib'
import { portableCodecs } from '@ukit/codecs'
import { nodeCodecs } from '@ukit/codecs/node'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damage, kindOf, same, sample } from './helpers.js'

// `python3 -c "import zlib; print(zlib.compress(b'Unreal Unreal Unreal\n', 6).hex())"`
const TEXT = 'Unreal Unreal Unreal\n'
const STREAM = Uint8Array.from(Buffer.from('789c0bcd2b4a4dcc510845a6b80055820780', 'hex'))

for (const [where, set] of [
  ['portable', portableCodecs],
  ['node', nodeCodecs],
] as const) {
  describe(`zlib, ${where}`, () => {
    it('decodes a stream from another implementation', async () => {
      const zlib = await set.zlib()
      expect(zlib.name).toBe('zlib')
      expect(Buffer.from(zlib.decompress(STREAM, TEXT.length)).toString()).toBe(TEXT)
    })

    it('returns a buffer with nothing else in it', async () => {
      const zlib = await set.zlib()
      const output = zlib.decompress(STREAM, TEXT.length)
      expect(output.constructor).toBe(Uint8Array)
      expect(output.buffer.byteLength).toBe(TEXT.length)
    })

    it('compresses no bytes, and more than a piece of memory, for the reference library to read', async () => {
      const zlib = await set.zlib()
      for (const size of [0, 1, 16_384, 300_000, 1_000_000]) {
        for (const input of [new Uint8Array(size), Uint8Array.from({ length: size }, (_, i) => Math.imul(i, i) >> 7)]) {
          const packed = zlib.compress?.(input, 4) ?? new Uint8Array(0)
          same(inflateSync(packed), input)
          // The memory kept is not much more than the result.
          expect(packed.buffer.byteLength).toBeLessThanOrEqual(Math.max(16_384, 2 * packed.length))
        }
      }
    })

    it('has the CRC-32 of zip, if it has one', async () => {
      // The check value of CRC-32/ISO-HDLC, in one and in two parts.
      const { crc32 } = await set.zlib()
      const digits = Buffer.from('123456789')
      expect(crc32?.(digits) ?? 0xcbf43926).toBe(0xcbf43926)
      expect(crc32?.(digits.subarray(4), crc32(digits.subarray(0, 4))) ?? 0xcbf43926).toBe(0xcbf43926)
    })

    it('decodes every level and strategy of the reference library', async () => {
      const zlib = await set.zlib()
      for (const input of [sample.text, sample.noise, sample.runs, new Uint8Array()]) {
        for (let level = 0; level <= 9; level++) {
          for (let strategy = 0; strategy <= 4; strategy++) {
            same(zlib.decompress(deflateSync(input, { level, strategy }), input.length), input)
          }
        }
      }
    })

    it('writes streams that the reference library reads', async () => {
      const zlib = await set.zlib()
      for (const input of [sample.text, sample.noise, sample.runs, new Uint8Array()]) {
        const packed = zlib.compress!(input)
        expect([...packed.subarray(0, 2)]).toEqual([0x78, 0x9c])
        same(inflateSync(packed), input)
      }
    })

    it('refuses a stream with a different length', async () => {
      const zlib = await set.zlib()
      for (const size of [0, 1, TEXT.length - 1, TEXT.length + 1, TEXT.length + 300]) {
        expect(kindOf(() => zlib.decompress(STREAM, size))).toBe('size')
      }
    })

    it('refuses impossible lengths before it allocates', async () => {
      const zlib = await set.zlib()
      for (const size of [-1, 0.5, Number.NaN, 2 ** 40, Number.POSITIVE_INFINITY]) {
        expect(kindOf(() => zlib.decompress(STREAM, size))).toBe('size')
      }
    })

    it('refuses a wrong Adler-32', async () => {
      const zlib = await set.zlib()
      for (let i = STREAM.length - 4; i < STREAM.length; i++) {
        const bad = STREAM.slice()
        bad[i]! ^= 1
        expect(kindOf(() => zlib.decompress(bad, TEXT.length))).toBe('checksum')
      }
    })

    it('refuses the stream cut at every byte', async () => {
      const zlib = await set.zlib()
      for (let end = 0; end < STREAM.length; end++) {
        expect(kindOf(() => zlib.decompress(STREAM.subarray(0, end), TEXT.length))).toMatch(/truncated|checksum|size/)
      }
    })

    it('refuses bytes after the end', async () => {
      const zlib = await set.zlib()
      const longer = Uint8Array.from([...STREAM, 0])
      expect(kindOf(() => zlib.decompress(longer, TEXT.length))).toBe('corrupt')
    })

    it('refuses other headers and preset dictionaries', async () => {
      const zlib = await set.zlib()
      const raw = deflateRawSync(sample.text)
      expect(kindOf(() => zlib.decompress(raw, sample.text.length))).toBe('corrupt')
      const preset = deflateSync(sample.text, { dictionary: Buffer.from('the quick brown') })
      expect(kindOf(() => zlib.decompress(preset, sample.text.length))).toBe('corrupt')
    })

    it('round-trips anything and survives damage', async () => {
      const zlib = await set.zlib()
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 3000 }), (input) => {
          same(zlib.decompress(zlib.compress!(input), input.length), input)
        }),
      )
      damage(zlib, STREAM, TEXT.length)
      damage(zlib, deflateSync(sample.text), sample.text.length)
    })
  })
}
