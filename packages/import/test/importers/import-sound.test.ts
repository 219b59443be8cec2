import { ObjectFlag } from '@ukit/container'
import { ObjectReader, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit, setProperty } from '@ukit/edit'
import { type ImportSoundOptions, importSound } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { decodeSound, MediaError } from '@ukit/media'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { guidOf } from '../../../../testing/made-package.js'
import { sampleOf } from '../../../../testing/sweep.js'
import { RFC_ONE } from '../../../media/test/rfc-flac.js'
import { SINE_OGG } from '../../../media/test/sine-ogg.js'
import { body, extractAll, latin1 } from '../../../media/test/support.js'
import { chunk, format, riff, word } from '../../../media/test/wave.js'

const TARGETS = {
  Unreal: { version: 61 },
  UT99: { version: 69 },
  UT2004: { version: 128, licensee: 29 },
  UT3: { version: 512 },
  UDK: { version: 868 },
} as const
type Target = keyof typeof TARGETS

const newPackage = (target: Target) => createPackage({ name: 'Made', guid: guidOf('Made'), ...TARGETS[target] })

/** The package as it would be saved, in which `verify` finds no problems. */
async function built(edit: PackageEdit): Promise<Package> {
  const pkg = await buildPackage(edit)
  expect((await verifyPackage(pkg)).problems).toEqual([])
  return pkg
}

/** Bytes of the only file that is extracted from the package. */
async function onlyFile(edit: PackageEdit): Promise<Uint8Array> {
  const files = (await extractAll(await built(edit))).flatMap((one) => one.files)
  expect(files.length).toBe(1)
  return files[0]?.bytes ?? new Uint8Array(0)
}

const imported = async (target: Target, file: Uint8Array, options?: ImportSoundOptions) => {
  const edit = await newPackage(target)
  const { notes } = await importSound(edit, 'Knock', file, options)
  return { notes, file: await onlyFile(edit) }
}

const loop = chunk('smpl', ...new Array<number>(7).fill(0), 1, 0, 0, 0, 1, 2, 0, 0)
const samples16 = '01 00 02 00 03 00 04 00'
/** A file with a loop, a chunk of odd length, and an unknown chunk. */
const whole = riff(format(1, 16), chunk('data', samples16), loop, chunk('LIST', latin1('INFO?')), chunk('SAUR', 7))

describe('importSound', () => {
  it.each(Object.keys(TARGETS) as Target[])('keeps a WAV file byte for byte in %s', async (target) => {
    const edit = await newPackage(target)
    const { path, className, objects } = await importSound(edit, 'Doors.Knock', whole)
    expect(path).toBe('Doors.Knock')
    expect(className).toBe(target === 'UT3' || target === 'UDK' ? 'SoundNodeWave' : 'Sound')
    expect(objects).toEqual(['Doors.Knock'])
    expect(await onlyFile(edit)).toEqual(whole)
  })

  it('keeps 8 bits and two channels if the engine plays them, and reports what it converts', async () => {
    const bytes = riff(format(1, 8, { channels: 2 }), chunk('data', '00 80 c0 ff'))
    expect(await imported('UT99', bytes)).toEqual({ notes: [], file: bytes })
    const { notes, file } = await imported('UDK', bytes)
    expect(notes[0]).toBe('converted from PCM of 8 bits to PCM of 16 bits')
    expect(await decodeSound(file)).toMatchObject({ bits: 16, rate: 8000 })
    const pcm = riff(format(1, 16, { channels: 2 }), chunk('data', '00 80 00 00 00 40 00 7f'))
    expect(file).toEqual(pcm)
  })

  const GUID_PCM = '16 00 10 00 00 00 00 00 01 00 00 00 00 00 10 00'
  it.each([
    ['PCM of 24 bits', [format(1, 24), chunk('data', '00 00 80 00 01 00 00 00 40')], '00 80 01 00 00 40'],
    ['PCM of 32 bits', [format(1, 32), chunk('data', '00 00 00 80 00 00 01 00')], '00 80 01 00'],
    ['floats of 32 bits', [format(3, 32), chunk('data', '00 00 00 bf 00 00 80 3f')], '00 c0 ff 7f'],
    ['floats of 64 bits', [format(3, 64), chunk('data', '00 00 00 00 00 00 e0 3f')], '00 40'],
    ['extensible PCM of 16 bits', [format(0xfffe, 16, { extra: GUID_PCM }), chunk('data', '07 00')], '07 00'],
    [
      'IMA ADPCM',
      [format(17, 4, { align: 8 }), chunk('data', '00 00 00 00 77 00 00 00'), chunk('fact', 3)],
      '00 00 0b 00 29 00',
    ],
  ] as const)('converts %s to 16 bits, including loops', async (name, chunks, expected) => {
    const { notes, file } = await imported('UT99', riff(...chunks))
    expect(notes).toContain(`converted from ${name} to PCM of 16 bits`)
    expect(file).toEqual(riff(format(1, 16), chunk('data', expected)))
    if (name === 'PCM of 24 bits') {
      const looped = await imported('UT99', riff(...chunks, loop))
      expect((await decodeSound(looped.file)).loops).toEqual([{ start: 1, end: 3 }])
    }
  })

  it('reports that floats beyond full scale are clipped', async () => {
    const { notes, file } = await imported('UT2004', riff(format(3, 32), chunk('data', '00 00 00 40')))
    expect(notes).toContain('clipped: the loudest sample is 2.00 times the maximum of PCM')
    expect(file).toEqual(riff(format(1, 16), chunk('data', 'ff 7f')))
  })

  it('stores Ogg Vorbis unchanged for UE3, and decodes it for UE1 and UE2', async () => {
    const edit = await newPackage('UDK')
    expect((await importSound(edit, 'Sine', SINE_OGG)).notes).toEqual([])
    expect(await onlyFile(edit)).toEqual(Uint8Array.from(SINE_OGG))
    const { object } = await edit.read(edit.export('Sine'))
    expect(Object.fromEntries(object.properties.items.map(({ name, value }) => [name.toString(), value]))).toEqual({
      Duration: 0.25,
      NumChannels: 1,
      SampleRate: 8000,
      RawPCMDataSize: 4000,
    })
    expect(object instanceof ue3.SoundNodeWave && object.rawData.payload.length).toBe(0)
    const { notes, file } = await imported('UT99', SINE_OGG)
    expect(notes).toEqual(['converted from OGG to PCM of 16 bits'])
    expect((await decodeSound(file)).channels[0]?.length).toBe(2000)
  })

  it('decodes FLAC', async () => {
    const { notes, file } = await imported('UT2004', RFC_ONE)
    expect(notes).toEqual(['converted from FLAC to PCM of 16 bits'])
    const { channels, rate, bits } = await decodeSound(file)
    expect([rate, bits, ...channels.map(([sample = 0]) => sample * 32768)]).toEqual([44100, 16, 25588, 10416])
  })

  it('resamples to a requested rate, and from rates that no engine plays', async () => {
    const quarter = await imported('UT99', riff(format(1, 16), chunk('data', samples16)), { rate: 4000 })
    expect(quarter.notes).toEqual(['resampled from 8000 to 4000 Hz'])
    expect(await decodeSound(quarter.file)).toMatchObject({ rate: 4000, bits: 16 })
    const format96 = chunk('fmt ', word(1), word(1), 96000, 192000, word(2), word(16))
    const { notes, file } = await imported('UT2004', riff(format96, chunk('data', samples16)))
    expect(notes).toEqual(['resampled from 96000 to 48000 Hz'])
    expect((await decodeSound(file)).channels[0]?.length).toBe(2)
  })

  it('replaces a sound and keeps its name, its row and its properties', async () => {
    const edit = await newPackage('UT2004')
    const old = Object.assign(new ue2.Sound(), { data: whole, likelihood: 2, hasLipSync: 1, lipSync: body('01 02') })
    old.format = edit.addName('wav')
    const entry = addObject(edit, 'Doors.Knock', 'Engine.Sound', old, { flags: ObjectFlag.Public })
    await setProperty(edit, entry, 'BaseRadius:float', 300)
    const bytes = riff(format(1, 16), chunk('data', '09 00'))
    const { notes } = await importSound(edit, 'doors.knock', bytes)
    expect(notes).toEqual(['its lip movements belonged to the old sound and were removed'])
    expect(edit.exports.filter((one) => one.className === 'Sound')).toEqual([entry])
    const { object } = await edit.read(entry)
    expect(object).toMatchObject({ likelihood: 2, hasLipSync: 0, data: bytes })
    expect(object instanceof ue2.Sound && object.format.toString()).toBe('wav')
    expect(object.properties.get('BaseRadius')).toBe(300)
    expect([entry.flags, entry.path]).toEqual([ObjectFlag.Public, 'Doors.Knock'])
    expect(await onlyFile(edit)).toEqual(bytes)
  })

  it('replaces the data of all platforms of a sound of UE3', async () => {
    const edit = await newPackage('UDK')
    await importSound(edit, 'Sine', SINE_OGG)
    await setProperty(edit, edit.export('Sine'), 'SourceFilePath:str', 'C:\\sine.wav')
    await importSound(edit, 'Sine', whole, { sourceFile: 'knock.wav' })
    const { object } = await edit.read(edit.export('Sine'))
    expect(object instanceof ue3.SoundNodeWave && object.compressedPcData.payload.length).toBe(0)
    expect(object.properties.get('Duration')).toBe(Math.fround(4 / 8000))
    expect(String(object.properties.get('SourceFilePath'))).toBe('knock.wav')
    expect(await onlyFile(edit)).toEqual(whole)
  })

  it('may have the path of an object of another class in UE1, but not in UE3, and never that of a group', async () => {
    const edit = await newPackage('UT99')
    addObject(edit, 'Doors.Knock', 'Engine.Palette', new ue1.Palette())
    expect((await importSound(edit, 'Doors.Knock', whole)).path).toBe('Doors.Knock')
    await importSound(edit, 'Doors.Knock', riff(format(1, 16), chunk('data', '09 00')))
    expect(edit.exports.map(({ className }) => className)).toEqual(['Package', 'Palette', 'Sound'])
    await expect(importSound(edit, 'Doors', whole)).rejects.toThrow('expected a Sound, found a Package')
    const udk = await newPackage('UDK')
    addObject(udk, 'Knock', 'Engine.SoundCue', new ue3.SoundGraph())
    await expect(importSound(udk, 'Knock', whole)).rejects.toThrow('expected a SoundNodeWave, found a SoundCue')
  })
})

describe('importSound of bad input', () => {
  const good = chunk('data', samples16)
  const format5Hz = chunk('fmt ', word(1), word(1), 5, 10, word(2), word(16))
  it.each([
    ['nothing', new Uint8Array(0), /^the file is empty$/],
    ['no sound', latin1('????'), /^a sound of an unknown format/],
    ['MP3', latin1('ID3\x04\0'), /unknown format, which begins with 49 44 33/],
    ['a header alone', whole.subarray(0, 12), /^expected a chunk "fmt "/],
    ['no samples', riff(format(1, 16), chunk('data')), /^the file has no samples$/],
    ['part of a sample', riff(format(1, 16), chunk('data', '00')), /^the file has no samples$/],
    [
      'samples cut short',
      riff(format(1, 16), good).subarray(0, 48),
      /^the file is cut short: 8 bytes of samples were expected, 4 found$/,
    ],
    [
      'a count gone wild',
      riff(format(1, 16), body(latin1('data'), -1, '00 00')),
      /^the file is cut short: 4294967295 bytes/,
    ],
    [
      'a wrong block align',
      riff(format(1, 16, { align: 4 }), good),
      /^expected a block align of 2 bytes for 1 × 16 bits, found 4$/,
    ],
    [
      'six channels',
      riff(format(1, 16, { channels: 6 }), chunk('data', '00 '.repeat(12).trim())),
      /^expected at most 2 channels, found 6/,
    ],
    ['too many channels', riff(format(1, 16, { channels: 65535, align: 2 }), good), /^expected 1 to 64 channels/],
    ['PCM of 12 bits', riff(format(1, 12, { align: 2 }), good), /^PCM of 12 bits/],
    ['5 Hz', riff(format5Hz, good), /^expected a rate of 100 to 1000000 Hz, found 5$/],
    ['infinite floats', riff(format(3, 32), chunk('data', '00 00 80 7f')), /^expected samples that are finite numbers/],
    ['another compression', riff(format(85, 0, { align: 1 }), good), /^a WAV file of MP3/],
  ])('is refused: %s', async (_, bytes, message) => {
    for (const target of ['UT99', 'UDK'] as const) {
      const edit = await newPackage(target)
      const before = edit.revision
      const failed = await importSound(edit, 'New.Knock', bytes).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(failed).toBeInstanceOf(MediaError)
      expect(failed instanceof Error && failed.message).toMatch(message)
      expect([edit.exports.length, edit.imports.length, edit.revision]).toEqual([0, 0, before])
    }
  })

  it('leaves no groups and imports when the name is not valid', async () => {
    for (const path of ['New.Group.a b', 'a b.Knock', 'None']) {
      const edit = await newPackage('UT99')
      await expect(importSound(edit, path, whole)).rejects.toThrow(/name|None/)
      expect([edit.exports.length, edit.imports.length]).toEqual([0, 0])
    }
  })

  it('refuses rates that are not valid', async () => {
    const edit = await newPackage('UT99')
    for (const rate of [0, -1, 22050.5, 96000, Number.NaN])
      await expect(importSound(edit, 'Knock', whole, { rate })).rejects.toThrow(/^expected a rate of 100 to 48000 Hz/)
  })

  it('refuses packages of consoles', async () => {
    const edit = await createPackage({ name: 'Made', guid: guidOf('Made'), version: 512, bigEndian: true })
    await expect(importSound(edit, 'Knock', whole)).rejects.toThrow(/the form of a console/)
  })
})

describeCorpus('sounds of real packages', () => {
  it('are the same byte for byte when they are imported over themselves', async () => {
    let count = 0
    const refused = new Map<string, number>()
    for (const { path } of sampleOf(PACKAGES, 4_000_000)) {
      const pkg = await openCorpus(path).catch(() => undefined)
      if (pkg === undefined || !pkg.exports.some(({ className }) => className === 'Sound')) continue
      const reader = await ObjectReader.open(pkg)
      const edit = await PackageEdit.open(pkg)
      for await (const { object, export: exported } of reader.objects('Sound')) {
        const known = object instanceof ue1.Sound || object instanceof ue2.Sound
        if (!known || object.data.length === 0) continue
        const entry = edit.entryOf(exported)
        try {
          const { notes } = await importSound(edit, `#${entry.index}`, object.data)
          expect([notes.filter((note) => note.startsWith('converted')), entry.index]).toEqual([[], entry.index])
          count++
        } catch (error) {
          if (!(error instanceof MediaError)) throw error
          const reason = error.message.replace(/\d+/g, 'N')
          refused.set(reason, (refused.get(reason) ?? 0) + 1)
        }
      }
      const again = await ObjectReader.open(await buildPackage(edit))
      for await (const { object, export: exported } of reader.objects('Sound')) {
        const there = await again.read(again.package.exports[exported.index] ?? exported)
        const known = object instanceof ue1.Sound || object instanceof ue2.Sound
        const found = there.object instanceof ue1.Sound || there.object instanceof ue2.Sound
        if (known) expect(Buffer.compare(object.data, found ? there.object.data : body())).toBe(0)
      }
    }
    expect(count).toBeGreaterThan(0)
    // Voices of Male2Voice.uax are only headers.
    for (const reason of refused.keys()) expect(reason).toBe('the file has no samples')
  })
})
