import { portableCodecs } from '@ukit/codecs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damage, hasTool, kindOf, runTool, same, sample, structured } from './helpers.js'
import { readLzop, writeLzop } from './lzop-file.js'

const lzo = await portableCodecs.lzo()
const lzop = hasTool('lzop')

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

const CLASS =
  'class Pawn extends Actor; simulated event PostBeginPlay() { Super.PostBeginPlay(); } simulated event Destroyed() { Super.Destroyed(); }\n'

// Written by lzop 1.04 (the blocks of its file, without the file's own header), at level 1 and level 9.
const LEVEL_1 = bytes(
  '0034636c617373205061776e20657874656e6473204163746f723b2073696d756c61746564206576656e7420506f7374426567696e506c61792829207b2053757065722e506f7374295f003b207d2fe8000744657374726f7965642828d8000c44657374726f79656428293b207d0a110000',
)
const LEVEL_9 = bytes(
  '53636c617373205061776e20657874656e6473204163746f723b2073696d756c61746564206576656e7420506f7374426567696e506c61792829207b2053757065722e2d5f003b207d2fea0044650b08726f790c0329d800294c0049060a110000',
)
// The same between 1,000 letters and 17,000 zeros: extended lengths, and a distance above 16384.
const FAR = bytes(
  `124120000000c900000030636c617373205061776e20657874656e6473204163746f723b2073696d756c61746564206576656e7420506f7374426567696e506c61792829207b2053757065722e2d5f003b207d2fea0044650b08726f790c0329d800294c004a060a00${'2000000000000000e60000'.repeat(8)}200000480000107fc00b110000`,
)

describe('lzo decompress', () => {
  it('decodes streams of the reference library', () => {
    same(lzo.decompress(LEVEL_1, CLASS.length), latin(CLASS))
    same(lzo.decompress(LEVEL_9, CLASS.length), latin(CLASS))
    const far = `${'A'.repeat(1000)}${CLASS}${'\0'.repeat(17000)}${CLASS}`
    same(lzo.decompress(FAR, far.length), latin(far))
  })

  it('decodes the empty stream', () => {
    expect(lzo.decompress(bytes('110000'), 0)).toEqual(new Uint8Array())
  })

  it('decodes the two short matches that depend on the literals before them', () => {
    // One literal, then two bytes from distance 1.
    same(lzo.decompress(bytes('1261 0000 110000'.replaceAll(' ', '')), 3), latin('aaa'))
    // Three literals, then two bytes from distance 1 + 1 + 4 * 0 followed by two literals.
    same(lzo.decompress(bytes(`14${'616263'}0600${'7879'}110000`), 7), latin('abcbcxy'))
    // Four literals, 2048 bytes from distance 4 (2 + 31 + 7 * 255 + 230), four literals, three bytes from
    // 2049, one literal.
    const wide = bytes(`15${'61626364'}20${'00'.repeat(7)}e60c00${'01'}${'7778797a'}0100${'21'}110000`)
    const made = `${'abcd'.repeat(513)}wxyz`
    same(lzo.decompress(wide, 2060), latin(`${made}${made.slice(7, 10)}!`))
  })

  it('decodes long overlapping matches at every short distance', () => {
    for (let distance = 1; distance <= 60; distance++) {
      const unit = Array.from({ length: distance }, (_, i) => (33 + i).toString(16)).join('')
      const pair = ((distance - 1) << 2).toString(16).padStart(2, '0')
      const first = (17 + distance).toString(16)
      const stream = bytes(`${first}${unit}20${'00'.repeat(3)}01${pair.padStart(2, '0')}00110000`)
      const want = Uint8Array.from({ length: distance + 2 + 31 + 3 * 255 + 1 }, (_, i) => 33 + (i % distance))
      same(lzo.decompress(stream, want.length), want)
    }
  })

  it('refuses the stream cut at every byte', () => {
    for (const stream of [LEVEL_1, LEVEL_9, FAR]) {
      for (let end = 0; end < stream.length; end++) {
        expect(kindOf(() => lzo.decompress(stream.subarray(0, end), CLASS.length))).toMatch(/truncated|size/)
      }
    }
  })

  it('refuses lengths other than the promised one', () => {
    for (const size of [0, 1, CLASS.length - 1, CLASS.length + 1, 1e9, -1, 0.5, Number.NaN]) {
      expect(kindOf(() => lzo.decompress(LEVEL_1, size))).toBe('size')
    }
  })

  it('refuses bytes after the end marker', () => {
    expect(kindOf(() => lzo.decompress(Uint8Array.from([...LEVEL_1, 0]), CLASS.length))).toBe('corrupt')
  })

  it('refuses a match that reaches before the start, and an end marker with different bits', () => {
    expect(kindOf(() => lzo.decompress(bytes('1261040000110000'), 5))).toBe('corrupt')
    expect(kindOf(() => lzo.decompress(bytes('110400'), 3))).toBe('corrupt')
    expect(kindOf(() => lzo.decompress(bytes('110100'), 0))).toBe('corrupt')
  })

  it('survives damage', () => {
    damage(lzo, LEVEL_1, CLASS.length)
    damage(lzo, FAR, 1000 + 17000 + 2 * CLASS.length)
    damage(lzo, lzo.compress!(sample.text), sample.text.length, 300)
  })
})

describe('lzo compress', () => {
  it('round-trips the samples and compresses them', () => {
    for (const input of Object.values(sample)) same(lzo.decompress(lzo.compress!(input), input.length), input)
    expect(lzo.compress!(sample.text).length).toBeLessThan(0.4 * sample.text.length)
    expect(lzo.compress!(sample.runs).length).toBeLessThan(0.02 * sample.runs.length)
    expect(lzo.compress!(sample.noise).length).toBeLessThan(1.005 * sample.noise.length)
  })

  it('round-trips every short length, of noise and of one byte', () => {
    for (let length = 0; length < 600; length++) {
      for (const input of [sample.noise.subarray(0, length), new Uint8Array(length)]) {
        same(lzo.decompress(lzo.compress!(input), length), input)
      }
    }
  })

  it('round-trips matches at the limits of each instruction', () => {
    for (const distance of [2047, 2048, 2049, 16383, 16384, 16385, 32767, 32768, 49150, 49151, 49152]) {
      for (const length of [4, 8, 9, 10, 33, 34, 35, 264, 265, 288, 289]) {
        const input = new Uint8Array(distance + length + 20)
        input.set(sample.noise.subarray(0, distance))
        input.set(input.subarray(0, length), distance)
        input.set(sample.noise.subarray(60_000, 60_020), distance + length)
        same(lzo.decompress(lzo.compress!(input), input.length), input)
      }
    }
  })

  it('round-trips anything', () => {
    fc.assert(
      fc.property(structured, (input) => same(lzo.decompress(lzo.compress!(input), input.length), input)),
      { numRuns: 300 },
    )
  })

  it('reads a view into a larger buffer', () => {
    const input = sample.text.subarray(1001, 9001)
    same(lzo.decompress(lzo.compress!(input), 8000), sample.text.slice(1001, 9001))
  })
})

describe.skipIf(!lzop)('lzo against lzop', () => {
  it.each(['-1', '-3', '-9'])('decodes what lzop %s writes', (level) => {
    for (const input of Object.values(sample)) {
      const parts = readLzop(runTool('lzop', [level, '-c'], input)).map(({ size, data }) =>
        data.length === size ? data : lzo.decompress(data, size),
      )
      same(Uint8Array.from(Buffer.concat(parts)), input)
    }
  })

  it('writes what lzop decodes', () => {
    for (const input of [sample.text, sample.runs, sample.text.subarray(0, 200)]) {
      same(runTool('lzop', ['-d', '-c'], writeLzop(input, lzo.compress!(input))), input)
    }
  })
})
