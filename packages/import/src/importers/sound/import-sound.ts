import { Feature } from '@ukit/container'
import { type PackageEdit, setProperty } from '@ukit/edit'
import { MediaError } from '@ukit/media'
import { common, ue1, ue2, ue3 } from '@ukit/objects'
import { type SoundFile, type SoundRules, soundFileFor } from '../../models/sound-file.js'
import type { Imported } from '../importer.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'

/** How to import a sound. */
export interface ImportSoundOptions {
  /** Samples per second; the file's own by default, at most 48,000. */
  readonly rate?: number | undefined
  /** UE1, UE2: the format that the object names; editors take it from the file's name: `WAV`, `wav`. */
  readonly format?: string | undefined
  /** UE3: the path of the file from which the editor reimports it (`SourceFilePath`). */
  readonly sourceFile?: string | undefined
}

/** The defaults of `importSound`. */
export const IMPORT_SOUND_DEFAULTS = { format: 'WAV' } as const

/** The mixers of the three engines output no more than this, so anything above cannot be heard. */
const MOST_RATE = 48_000

/** UE1 and UE2 play PCM of 8 and 16 bits (744 of 744 real sounds); the editor of UE3 takes 16. */
const RULES: Readonly<Record<1 | 2 | 3, SoundRules>> = {
  1: { bits: [8, 16], ogg: false, mostChannels: 2, mostRate: MOST_RATE },
  2: { bits: [8, 16], ogg: false, mostChannels: 2, mostRate: MOST_RATE },
  3: { bits: [16], ogg: true, mostChannels: 2, mostRate: MOST_RATE },
}

/**
 * *Imports a sound*: a WAV (PCM, floats, ADPCM), FLAC or Ogg Vorbis file as a Sound of UE1 and UE2, or a
 * SoundNodeWave of UE3.
 *
 * A WAV file that the engine plays is stored unchanged, with all its chunks (loops, names). Other files
 * become PCM of 16 bits, and a note says so. UE3 stores Ogg Vorbis unchanged, for the PC.
 *
 * ```ts
 * const { notes } = await importSound(edit, 'Doors.Knock', await readFile('knock.flac'))
 * ```
 *
 * @param path of the object, `Group.Name`. Missing groups are added. An existing sound is replaced: it keeps
 *   all properties that do not describe the samples.
 * @throws {MediaError} when the file is damaged, has no samples, more than two channels or a form that cannot
 *   be decoded, or when the package is for a console; {PackageError} `refused` when the path is not free for
 *   a sound. The document is then unchanged.
 */
export async function importSound(
  edit: PackageEdit,
  path: string,
  bytes: Uint8Array,
  options: ImportSoundOptions = {},
): Promise<Imported> {
  const { context } = edit.package
  const { engine } = context
  const isNode = engine === 3
  if (isNode && (context.bigEndian || context.since(Feature.SoundNumbers)))
    throw new MediaError('unsupported', 'sounds of this package have the form of a console, which ukit does not write')
  const file = await soundFileFor(bytes, RULES[engine], options.rate)
  return isNode ? importNode(edit, path, file, options) : importWave(edit, path, file, options)
}

async function importWave(
  edit: PackageEdit,
  path: string,
  file: SoundFile,
  { format }: ImportSoundOptions,
): Promise<Imported> {
  const target = await importTarget<ue1.Sound | ue2.Sound>(edit, path, 'Sound', [ue1.Sound, ue2.Sound])
  const notes = [...file.notes]
  const present = target.object.format.toString()
  // The existing spelling stays: `wav` and `WAV` are both common.
  const name = format ?? (present.toLowerCase() === 'wav' ? present : IMPORT_SOUND_DEFAULTS.format)
  if (target.object instanceof ue2.Sound && target.object.lipSync.length > 0)
    notes.push('its lip movements belonged to the old sound and were removed')
  const { path: made, className } = await putObject(edit, target, RESOURCE_FLAGS, (sound) => {
    sound.format = edit.findName(name)?.numbered(0) ?? edit.addName(name)
    sound.data = file.bytes
    if (sound instanceof ue2.Sound && sound.hasLipSync !== undefined) {
      sound.hasLipSync = 0
      sound.lipSync = new Uint8Array(0)
    }
  })
  return { path: made, className, objects: [made], notes }
}

async function importNode(
  edit: PackageEdit,
  path: string,
  file: SoundFile,
  { sourceFile }: ImportSoundOptions,
): Promise<Imported> {
  const target = await importTarget(edit, path, 'SoundNodeWave', [ue3.SoundNodeWave])
  const flags = RESOURCE_FLAGS | LOCALIZED
  const entry = await putObject(edit, target, flags, (wave) => {
    // The data for other platforms were made from the old sound.
    for (const key of PLATFORMS) wave[key] = new common.BulkData()
    wave.furtherData = wave.furtherData.map(() => new common.BulkData())
    wave[file.kind === 'ogg' ? 'compressedPcData' : 'rawData'] = bulkOf(file.bytes)
  })
  const size = file.samples * file.channels * file.width
  await setProperty(edit, entry, 'Duration:float', file.samples / file.rate)
  await setProperty(edit, entry, 'NumChannels:int', file.channels)
  await setProperty(edit, entry, 'SampleRate:int', file.rate)
  await setProperty(edit, entry, 'RawPCMDataSize:int', size)
  if (sourceFile !== undefined) await setProperty(edit, entry, 'SourceFilePath:str', sourceFile)
  const notes = [...file.notes]
  if (file.kind === 'wav')
    notes.push(
      'stored as WAV: the editor compresses it to Ogg Vorbis when it cooks the package; ' +
        'for a package that is cooked already, import an Ogg Vorbis file',
    )
  return { path: entry.path, className: entry.className, objects: [entry.path], notes }
}

/** Row flag of every SoundNodeWave (16 of 16): its subtitles have translations. */
const LOCALIZED = 0x100

const PLATFORMS = [
  'rawData',
  'compressedPcData',
  'compressedXbox360Data',
  'compressedPs3Data',
  'compressedWiiUData',
  'compressedIphoneData',
  'compressedFlashData',
] as const

/** A file as bulk data whose elements are bytes. */
function bulkOf(bytes: Uint8Array): common.BulkData {
  return Object.assign(new common.BulkData(), { count: bytes.length, sizeOnDisk: bytes.length, payload: bytes })
}
