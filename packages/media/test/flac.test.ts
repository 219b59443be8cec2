import { spawnSync } from 'node:child_process'
import { decodeSound } from '@ukit/media'
import { describe, expect, it } from 'vitest'
import { RFC_ONE } from './rfc-flac.js'
import { body, latin1 } from './support.js'
import { chunk, riff, word } from './wave.js'

const rejected = (bytes: Uint8Array) =>
  decodeSound(bytes).then(
    () => 'decoded',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )

/** Every channel as the integers of `bits` bits that were stored. */
async function integers(bytes: Uint8Array, bits: number): Promise<number[][]> {
  const { channels } = await decodeSound(bytes)
  return channels.map((channel) => Array.from(channel, (sample) => sample * 2 ** (bits - 1)))
}

describe('FLAC', () => {
  it('decodes the example of the specification', async () => {
    expect(await integers(RFC_ONE, 16)).toEqual([[25588], [10416]])
    expect(await decodeSound(RFC_ONE)).toMatchObject({ rate: 44100, bits: 16, loops: [], notes: [] })
  })

  it('reports what is damaged', async () => {
    const changed = (at: number, value: number) => Object.assign(RFC_ONE.slice(), { [at]: value })
    expect(await rejected(RFC_ONE.subarray(0, 20))).toBe('the FLAC file is cut short in its metadata')
    expect(await rejected(RFC_ONE.subarray(0, 50))).toBe('the FLAC file is cut short')
    expect(await rejected(RFC_ONE.subarray(0, 42))).toBe('the FLAC file is cut short: 1 sample was expected, 0 found')
    expect(await rejected(changed(42, 0))).toBe('expected a FLAC frame at byte 42, found none')
    expect(await rejected(changed(46, 1))).toBe('the header of the FLAC frame at byte 42 is damaged')
    expect(await rejected(changed(50, 0xfe))).toBe('the FLAC frame at byte 42 is damaged')
    expect(await rejected(changed(4, 0x81))).toBe('expected a description of the stream in the FLAC file, found none')
    // Each changed byte and each length gives a result or an error of ours.
    for (let at = 0; at < RFC_ONE.length; at++) {
      expect(await rejected(changed(at, (RFC_ONE[at] ?? 0) ^ 0xff))).not.toMatch(/undefined|not a function/)
      expect(await rejected(RFC_ONE.subarray(0, at))).not.toBe('decoded')
    }
  })

  it('takes loops from the sampler chunk, else from comments', async () => {
    const withBlock = (kind: number, block: Uint8Array) => {
      const info = RFC_ONE.slice(4, 42)
      info[0] = 0
      const head = Uint8Array.of(0x80 | kind, block.length >> 16, block.length >> 8, block.length)
      return body(RFC_ONE.subarray(0, 4), info, head, block, RFC_ONE.subarray(42))
    }
    const loop = chunk('smpl', ...new Array<number>(7).fill(0), 1, 0, 0, 0, 0, 0, 0, 0)
    expect((await decodeSound(withBlock(2, body(latin1('riff'), loop)))).loops).toEqual([{ start: 0, end: 1 }])
    const texts = ['ARTIST=x', 'LOOPSTART=0', 'LOOPLENGTH=1'].flatMap((text) => [text.length, latin1(text)])
    expect((await decodeSound(withBlock(4, body(2, latin1('me'), 3, ...texts)))).loops).toEqual([{ start: 0, end: 1 }])
    for (let end = 0; end < 40; end++)
      expect((await decodeSound(withBlock(4, body(2, latin1('me'), -1, ...texts).subarray(0, end)))).loops).toEqual([])
  })
})

const NO_FFMPEG = 'needs ffmpeg, which is absent'
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
if (!hasFfmpeg) process.stdout.write(`skipped: FLAC files of ffmpeg: ${NO_FFMPEG}\n`)

function ffmpeg(input: Uint8Array, ...args: readonly string[]): Uint8Array {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-i', '-', ...args, '-'], {
    input,
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Error(String(stderr))
  return new Uint8Array(stdout)
}

/** Tones, noise, silence and a jump, of 24 bits. */
function testSamples(length: number, channels: number): Uint8Array {
  const bytes = new Uint8Array(length * channels * 3)
  let noise = 12345
  for (let i = 0; i < length; i++) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) & 0x7fff_ffff
    const tone = 4e6 * Math.sin(i / 17) + 3e6 * Math.sin(i / 101)
    const value = i < 6000 ? tone : i < 9000 ? 0 : i < 12_000 ? (noise % 0xff_ffff) - 0x7f_ffff : tone / 300 + 8_000_000
    for (let channel = 0; channel < channels; channel++) {
      const sample = Math.round(channel === 0 ? value : value / 2 + (noise % 64))
      const at = (i * channels + channel) * 3
      bytes.set([sample & 255, (sample >> 8) & 255, (sample >> 16) & 255], at)
    }
  }
  return bytes
}

describe('FLAC files of ffmpeg', () => {
  const cases = [1, 2, 6].flatMap((channels) =>
    [16, 24].flatMap((bits) => [0, 5, 8, 12].map((level) => [channels, bits, level] as const)),
  )
  it.skipIf(!hasFfmpeg).each(cases)('%d channels, %d bits, level %d: every sample', async (channels, bits, level) => {
    const data = testSamples(20_000, channels)
    const head = chunk('fmt ', word(1), word(channels), 44100, 44100 * 3 * channels, word(3 * channels), word(24))
    const wave = riff(head, chunk('data', data))
    const sampleFormat = bits === 16 ? 's16' : 's32'
    const flac = ffmpeg(
      wave,
      '-c:a',
      'flac',
      '-compression_level',
      `${level}`,
      '-sample_fmt',
      sampleFormat,
      '-f',
      'flac',
    )
    const plain = ffmpeg(flac, '-f', 's32le')
    const view = new DataView(plain.buffer, plain.byteOffset, plain.byteLength)
    const decoded = await integers(flac, 32)
    expect(decoded.length).toBe(channels)
    const wrong = decoded.flatMap((samples, channel) =>
      samples.filter((sample, i) => sample !== view.getInt32((i * channels + channel) * 4, true)),
    )
    expect([decoded[0]?.length, wrong.length]).toEqual([20_000, 0])
  })
})
