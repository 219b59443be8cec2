import { portableCodecs } from '@ukit/codecs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damage, hasTool, kindOf, runTool, same, sample, structured } from './helpers.js'

const lzma = await portableCodecs.lzma()
const xz = hasTool('xz')

const TEXT =
  'class Pawn extends Actor; simulated event PostBeginPlay() { Super.PostBeginPlay(); } simulated event Destroyed() { Super.Destroyed(); }\n'

// Python's lzma.compress(TEXT, FORMAT_ALONE, lc=3 lp=0 pb=2, dictionary 64 KB), without its eight bytes of
// size; it ends with an end marker.
const MARKED = Uint8Array.from(
  Buffer.from(
    '5d00000100' +
      '00319b084863f540e27bb6c2ed66a4c952e9ac61125a9e2a7a03f289742dc9d3d6755150e8a6f268a4a273dbb681c430370f0b16f5eb549f53606d7798e334b8b9084dfc9cdbc5d20afe75e401cf7f2d28a01653661dca2b9e7874dfff611e8000',
    'hex',
  ),
)

const input = new TextEncoder().encode(TEXT)

describe('lzma decompress', () => {
  it('decodes a stream of liblzma, up to its end marker', () => {
    same(lzma.decompress(MARKED, input.length), input)
  })

  it('refuses the stream cut at every byte', () => {
    const stream = lzma.compress!(input)
    for (let end = 0; end < stream.length; end++) {
      expect(kindOf(() => lzma.decompress(stream.subarray(0, end), input.length))).toBe('truncated')
    }
    for (let end = 0; end < MARKED.length; end++) {
      expect(kindOf(() => lzma.decompress(MARKED.subarray(0, end), input.length))).toBe('truncated')
    }
  })

  it('refuses lengths other than the promised one', () => {
    for (const size of [0, 1, input.length - 1, input.length + 1, 1e9, -1, 0.5, Number.NaN]) {
      expect(kindOf(() => lzma.decompress(MARKED, size))).toBe('size')
    }
  })

  it('refuses bytes after the end', () => {
    for (const stream of [MARKED, lzma.compress!(input)]) {
      expect(kindOf(() => lzma.decompress(Uint8Array.from([...stream, 0]), input.length))).toMatch(
        /corrupt|size|truncated/,
      )
    }
  })

  it('refuses impossible properties and a wrong first byte', () => {
    for (const [at, value] of [
      [0, 225],
      [0, 255],
      [0, 8 + 9 * 4],
      [5, 1],
    ] as const) {
      const bad = MARKED.slice()
      bad[at] = value
      expect(kindOf(() => lzma.decompress(bad, input.length))).toBe('corrupt')
    }
  })

  it('survives damage', () => {
    damage(lzma, MARKED, input.length)
    damage(lzma, lzma.compress!(sample.text.subarray(0, 9000)), 9000)
    damage(lzma, lzma.compress!(sample.runs), sample.runs.length, 300)
  })
})

describe('lzma compress', () => {
  it('writes the property bytes that consoles expect, and compresses', () => {
    expect([...lzma.compress!(sample.text).subarray(0, 6)]).toEqual([0x5d, 0, 0, 1, 0, 0])
    expect(lzma.compress!(sample.text).length).toBeLessThan(0.25 * sample.text.length)
    expect(lzma.compress!(sample.runs).length).toBeLessThan(0.005 * sample.runs.length)
    expect(lzma.compress!(sample.noise).length).toBeLessThan(1.03 * sample.noise.length)
  })

  it('round-trips the samples and every short length', () => {
    for (const whole of Object.values(sample)) same(lzma.decompress(lzma.compress!(whole), whole.length), whole)
    for (let length = 0; length < 300; length++) {
      for (const part of [sample.noise.subarray(0, length), new Uint8Array(length), sample.text.subarray(0, length)]) {
        same(lzma.decompress(lzma.compress!(part), length), part)
      }
    }
  })

  it('round-trips anything', () => {
    fc.assert(
      fc.property(structured, (bytes) => same(lzma.decompress(lzma.compress!(bytes), bytes.length), bytes)),
      { numRuns: 300 },
    )
  })
})

/** Inserts the eight bytes of size that the `.lzma` format has after the properties. */
function addSize(stream: Uint8Array, size: number): Uint8Array {
  const length = new Uint8Array(8)
  new DataView(length.buffer).setUint32(0, size, true)
  return Uint8Array.from([...stream.subarray(0, 5), ...length, ...stream.subarray(5)])
}

describe.skipIf(!xz)('lzma against xz', () => {
  it.each(['lc=3,lp=0,pb=2', 'lc=0,lp=0,pb=0', 'lc=4,lp=0,pb=4', 'lc=0,lp=4,pb=1', 'lc=1,lp=2,pb=3', 'lc=2,dict=4096'])(
    'decodes what xz writes with %s',
    (parameters) => {
      for (const bytes of Object.values(sample)) {
        const file = runTool('xz', ['--format=raw', `--lzma1=${parameters}`, '-c'], bytes)
        const settings = new Map(parameters.split(',').map((pair) => pair.split('=') as [string, string]))
        const number = (name: string, other: number) => Number(settings.get(name) ?? other)
        const packed = (number('pb', 2) * 5 + number('lp', 0)) * 9 + number('lc', 3)
        const head = new Uint8Array(5)
        head[0] = packed
        new DataView(head.buffer).setUint32(1, number('dict', 8 << 20), true)
        same(lzma.decompress(Uint8Array.from([...head, ...file]), bytes.length), bytes)
      }
    },
  )

  it('writes what xz decodes', () => {
    for (const bytes of [...Object.values(sample), new Uint8Array(), input]) {
      same(runTool('xz', ['--format=lzma', '-d', '-c'], addSize(lzma.compress!(bytes), bytes.length)), bytes)
    }
  })
})
