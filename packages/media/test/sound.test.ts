import { ObjectReader } from '@ukit/core'
import { decodeSound, isModule, MediaError, ModuleSong, soundOf, wavOf } from '@ukit/media'
import { describe, expect, test } from 'vitest'
import { squareMod } from '../../../testing/square-mod.js'
import { SINE_OGG } from './sine-ogg.js'
import { body, extractAll, latin1, packageOf } from './support.js'
import { chunk, format, riff, word } from './wave.js'

/** Samples of the first channel as integers of 16 bits. */
async function samples(...chunks: readonly Uint8Array[]): Promise<number[]> {
  const { channels } = await decodeSound(riff(...chunks))
  return [...(channels[0] ?? [])].map((sample) => sample * 32768)
}

const reasonOf = (file: Uint8Array, name?: string) =>
  decodeSound(file, name).then(
    () => 'decoded',
    (error: unknown) => (error instanceof MediaError ? `${error.reason}: ${error.message}` : String(error)),
  )

describe('WAV', () => {
  test('PCM of every width, floats, two channels', async () => {
    expect(await samples(format(1, 8), chunk('data', '00 80 c0 ff'))).toEqual([-32768, 0, 16384, 32512])
    expect(await samples(format(1, 16), chunk('data', '00 80 ff ff 01 00'))).toEqual([-32768, -1, 1])
    expect(await samples(format(1, 24), chunk('data', '00 00 80 00 01 00'))).toEqual([-32768, 1])
    expect(await samples(format(1, 32), chunk('data', '00 00 00 80 00 00 01 00'))).toEqual([-32768, 1])
    expect(await samples(format(3, 32), chunk('data', '00 00 00 bf'))).toEqual([-16384])
    expect(await samples(format(3, 64), chunk('data', '00 00 00 00 00 00 e0 3f'))).toEqual([16384])
    const stereo = await decodeSound(riff(format(1, 16, { channels: 2 }), chunk('data', '01 00 02 00 03 00 04 00')))
    expect(stereo.channels.map((channel) => [...channel].map((sample) => sample * 32768))).toEqual([
      [1, 3],
      [2, 4],
    ])
    const guid = '16 00 10 00 00 00 00 00 01 00 00 00 00 00 10 00'
    expect(await samples(format(0xfffe, 16, { extra: guid }), chunk('data', '07 00'))).toEqual([7])
  })

  // Calculated by hand from the description of the format: the prediction, plus the code times the step.
  test('MS ADPCM, with the prediction cut towards zero and the smallest step of 16', async () => {
    const coefficients =
      '20 00 04 00 07 00 00 01 00 00 00 02 00 ff 00 00 00 00 c0 00 40 00 f0 00 00 00 cc 01 30 ff 88 01 18 ff'
    const ms = (block: string) =>
      samples(format(2, 4, { align: 8, extra: coefficients }), chunk('data', block)).then((all) => all.slice(0, 4))
    expect(await ms('00 10 00 64 00 32 00 1f')).toEqual([50, 100, 116, 100])
    expect(await ms('01 10 00 64 00 32 00 48')).toEqual([50, 100, 214, 176])
    expect(await ms('04 10 00 9c ff 00 00 00')).toEqual([0, -100, -93, -87])
    expect(await ms('00 ff 7f ff 7f 00 00 70')).toEqual([0, 32767, 32767, 32767])
    expect(await reasonOf(riff(format(2, 4, { align: 8 }), chunk('data', '07 10 00 64 00 32 00 1f')))).toMatch(
      /^broken/,
    )
    expect(await reasonOf(riff(format(2, 4, { align: 6 }), chunk('data', '00 10 00 64 00 32')))).toMatch(/^broken/)
  })

  test('IMA ADPCM, and the length that `fact` states', async () => {
    const ima = [format(17, 4, { align: 8 }), chunk('data', '00 00 00 00 77 00 00 00')] as const
    expect(await samples(...ima)).toEqual([0, 11, 41, 45, 48, 51, 54, 56, 58])
    expect(await samples(...ima, chunk('fact', 3))).toEqual([0, 11, 41])
  })

  test('loops and cues with their names are read, written and read again', async () => {
    const loop = chunk('smpl', ...new Array<number>(7).fill(0), 1, 0, 0, 0, 1, 2, 0, 0)
    const cue = chunk('cue ', 2, 1, 3, latin1('data'), 0, 0, 3, 9, 0, latin1('data'), 0, 0, 1)
    const label = chunk('LIST', latin1('adtl'), chunk('labl', 9, latin1('Boom\0')))
    const wave = riff(format(1, 16), chunk('data', '01 00 02 00 03 00 04 00'), loop, cue, label)
    const sound = await decodeSound(wave)
    const marks = {
      loops: [{ start: 1, end: 3 }],
      cues: [
        { at: 3, name: '' },
        { at: 1, name: 'Boom' },
      ],
      notes: [],
    }
    expect(sound).toMatchObject({ rate: 8000, bits: 16, ...marks })
    const again = await decodeSound(wavOf(sound))
    expect(again).toEqual(sound)
    const outside = await decodeSound(riff(format(1, 16), chunk('data', '01 00'), loop, cue))
    expect(outside).toMatchObject({ loops: [], cues: [{ at: 1 }] })
    expect(outside.notes).toEqual([
      'a loop from sample 1 to 3 is outside the sound',
      'a cue at sample 3 is outside the sound',
    ])
  })

  test('what is written is what was read, in every width', async () => {
    for (const [tag, bits, data] of [
      [1, 8, '00 7f 80 ff'],
      [1, 16, '00 80 ff 7f'],
      [1, 24, '00 00 80 ff ff 7f'],
      [3, 32, 'cd cc cc 3d'],
    ] as const) {
      const sound = await decodeSound(riff(format(tag, bits), chunk('data', data)))
      const written = wavOf(sound)
      expect(Buffer.from(written).indexOf(Buffer.from(body(data)))).toBeGreaterThan(0)
      expect(await decodeSound(written)).toEqual(sound)
    }
  })

  test('damaged files: sizes of the file and of chunks, padding, missing chunks', async () => {
    const odd = body(latin1('LIST'), 3, '01 02 03')
    const good = [format(1, 16), chunk('data', '05 00')] as const
    expect(await samples(odd, ...good)).toEqual([5])
    const short = riff(...good)
    short[4] = 4
    const small = await decodeSound(short)
    expect([small.channels[0]?.length, small.notes]).toEqual([1, ['the header says 12 bytes, the file has 46']])
    const cut = await decodeSound(riff(format(1, 16), body(latin1('data'), 100, '05 00 06 00 07')))
    expect([cut.channels[0]?.length, cut.notes[0]]).toEqual([2, '100 bytes of samples were expected, 5 found'])
    const wanting = (...chunks: Uint8Array[]) => reasonOf(riff(...chunks))
    expect(await wanting(chunk('data', '05 00'))).toBe('broken: expected a chunk "fmt " in the WAV file, found none')
    expect(await wanting(format(1, 16))).toBe('broken: expected a chunk "data" in the WAV file, found none')
    expect(await wanting(chunk('fmt ', '01 00'), chunk('data'))).toMatch(/^broken: expected 16 bytes/)
    expect(await wanting(format(1, 16, { channels: 0 }), chunk('data'))).toMatch(/^broken: expected 1 to 64 channels/)
    expect(await wanting(format(1, 16, { channels: 65535 }), chunk('data'))).toMatch(/^broken/)
    expect(await wanting(format(1, 12), chunk('data', '05 00'))).toMatch(/^unsupported: PCM of 12 bits/)
    expect(await wanting(format(0x166, 16), chunk('data', '05 00'))).toMatch(/^unsupported: a WAV file of XMA 2/)
    const loops = chunk('smpl', ...new Array<number>(7).fill(0), -1, 0)
    expect((await decodeSound(riff(...good, loops))).loops).toEqual([])
    for (let length = 12; length < short.length; length++) await reasonOf(riff(...good).subarray(0, length))
  })

  test('formats of consoles and other unknown formats are named', async () => {
    expect(await reasonOf(latin1('MSF…'))).toMatch(/^unsupported: MSF, a sound of the PlayStation 3/)
    expect(await reasonOf(latin1('????'), 'xma')).toMatch(/^unsupported: XMA/)
    expect(await reasonOf(latin1('????'))).toBe(
      'unsupported: a sound of an unknown format, which begins with 3f 3f 3f 3f',
    )
    expect(await reasonOf(new Uint8Array(0))).toMatch(/^no-data/)
  })
})

describe('Ogg Vorbis', () => {
  test('a sine is decoded as a sine', async () => {
    const { rate, channels, notes } = await decodeSound(SINE_OGG)
    const [sine = new Float32Array(0)] = channels
    expect([rate, channels.length, sine.length, notes]).toEqual([8000, 1, 2000, []])
    // What remains after subtracting the best fit is noise of the compression, below 5 % of the power.
    const [sin, cos] = [Math.sin, Math.cos].map((wave) =>
      sine.reduce((sum, sample, i) => sum + sample * wave((2 * Math.PI * 500 * i) / 8000), 0),
    )
    const amplitude = (2 * Math.hypot(sin ?? 0, cos ?? 0)) / sine.length
    const power = sine.reduce((sum, sample) => sum + sample * sample, 0) / sine.length
    expect(amplitude).toBeGreaterThan(0.45)
    expect(amplitude).toBeLessThan(0.55)
    expect(power - (amplitude * amplitude) / 2).toBeLessThan(0.05 * power)
  })

  test('damaged files, cut or changed anywhere, give a typed error or fewer samples', async () => {
    expect(await reasonOf(latin1('OggS'))).toMatch(/^broken/)
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % below
    }
    for (let round = 0; round < 150; round++) {
      const bytes = Uint8Array.from(SINE_OGG)
      for (let i = 0; i <= round % 4; i++) bytes[random(bytes.length)] = random(256)
      expect(await reasonOf(bytes.subarray(0, round % 3 === 0 ? random(bytes.length) : undefined))).toMatch(
        /^(decoded|broken: |unsupported: )/,
      )
    }
  })
})

describe('modules', () => {
  test('are played by libopenmpt: a note has the same pitch as on an Amiga', async () => {
    const { rate, channels } = await decodeSound(squareMod(), 'mod')
    expect([rate, channels.length]).toEqual([44100, 2])
    const [left = new Float32Array(0)] = channels
    // 64 rows of 6 ticks, 50 ticks per second.
    expect(left.length / rate).toBeCloseTo(7.73, 0)
    const part = left.subarray(rate, rate * 3)
    const crossings = part.reduce((sum, sample, i) => sum + (i > 0 && sample > 0 && (part[i - 1] ?? 0) <= 0 ? 1 : 0), 0)
    // The 7,093,789.2 Hz of the PAL Amiga, halved, divided by the period and the length of the wave.
    expect(crossings / 2).toBeCloseTo(7093789.2 / (2 * 428 * 32), -1)
    expect(await reasonOf(latin1('IMPM').slice(0, 4), 'it')).toMatch(/^broken: libopenmpt does not recognise it/)
  })

  test('are read piece by piece, with the row that is heard', async () => {
    expect([isModule(squareMod()), isModule(riff(format(1, 8)), 'wav')]).toEqual([true, false])
    const song = await ModuleSong.open(squareMod())
    expect(song.facts).toMatchObject({ title: 'square', orders: [0], patterns: [64], channels: ['', '', '', ''] })
    expect(song.facts.samples).toHaveLength(31)
    expect(song.facts.songs).toHaveLength(1)
    // A row is 6 ticks of 20 ms.
    const first = song.read(44100)
    expect([first.from, first.left.length, first.right.length, first.isEnd]).toEqual([0, 44100, 44100, false])
    expect(first.moments.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(first.moments[8]).toMatchObject({ order: 0, pattern: 0, speed: 6, tempo: 125 })
    for (const { row, at } of first.moments) expect(Math.abs(at - row * 0.12)).toBeLessThan(0.02)
    expect(song.position).toBe(1)
    song.seekRow(0, 32)
    expect(song.position).toBeCloseTo(32 * 0.12, 2)
    expect(song.read(512).moments.map(({ row }) => row)).toEqual([32])
    song.seek(7)
    expect([song.read(44100).isEnd, song.read(44100).left.length]).toEqual([true, 0])
    song.close()
    expect(() => song.read(1)).toThrow(/has been closed/)
  })

  test('have their notes as trackers print them', async () => {
    const song = await ModuleSong.open(squareMod())
    const rows = song.pattern(0)
    expect([rows.length, rows[0]?.length]).toEqual([64, 4])
    // Period 428 is the middle C of libopenmpt, which counts octaves from 0.
    expect(rows[0]?.[0]).toMatch(/^C-5 01/)
    expect(rows[1]).toEqual(Array.from({ length: 4 }, () => '... .. .. ...'))
    expect(() => song.pattern(1)).toThrow(RangeError)
    song.close()
  })
})

describe('extract --wav', () => {
  const NAMES = ['None', 'WAV']
  const CLASSES = [
    ['Core', 'Package', 0, 'Engine'],
    ['Core', 'Class', -1, 'Sound'],
  ] as const
  const sound = (data: Uint8Array) => body('00', '01', word((data.length & 63) | 64 | ((data.length >> 6) << 8)), data)

  test('decodes what it can, and leaves the rest unchanged with a note', async () => {
    const ima = riff(format(17, 4, { align: 8 }), chunk('data', '00 00 00 00 77 00 00 00'))
    const pkg = await packageOf({ version: 61 }, NAMES, CLASSES, [
      { objectName: 'Soft', class: -2, body: sound(ima) },
      { objectName: 'Law', class: -2, body: sound(riff(format(7, 8), chunk('data', new Uint8Array(64)))) },
      { objectName: 'Cut', class: -2, body: sound(riff(format(1, 8), chunk('LIST', new Uint8Array(64)))) },
    ])
    const [soft, law, cut] = await extractAll(pkg, { wav: true })
    const wave = soft?.files[0]?.bytes ?? new Uint8Array(0)
    expect(wave).not.toEqual(ima)
    expect([...((await decodeSound(wave)).channels[0] ?? [])].map((sample) => sample * 32768)).toEqual([
      0, 11, 41, 45, 48, 51, 54, 56, 58,
    ])
    expect(law?.files[0]).toMatchObject({ path: 'Made/Law.wav', note: expect.stringMatching(/^not decoded: .*µ-law/) })
    expect(cut?.skipped).toMatchObject({ reason: 'broken' })
    const reader = await ObjectReader.open(pkg)
    expect((await soundOf(reader, pkg.exports[0]!)).rate).toBe(8000)
  })
})
