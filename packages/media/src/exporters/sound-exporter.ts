import { Name } from '@ukit/container'
import { readBulkData } from '@ukit/core'
import type { UnrealObject } from '@ukit/objects'
import { type common, ue1, ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { extensionOf } from '../sound/payload-kind.js'
import type { ExportContext, Exporter, MediaFile } from './exporter.js'

/**
 * *Sounds and music as the payload they are*: nothing is decoded, the file is the very bytes of the object.
 */
export const soundExporter: Exporter = {
  classes: ['sound', 'music'],
  takes: ({ object, export: exported }) => isPayload(object, exported.className),
  async export({ object, export: exported }) {
    if (!isPayload(object, exported.className)) throw new MediaError('no-form', 'not a sound')
    if (object.data.length === 0) {
      throw object instanceof ue1.Sound || object instanceof ue2.Sound
        ? new MediaError('no-data', 'it contains no data')
        : new MediaError('elsewhere', 'its data is outside the package, in a stream of its game')
    }
    return [{ extension: extensionOf(object.data, object.format.toString()), bytes: object.data }]
  },
}

/** What a platform was given of a UE3 sound, and how to call it when its bytes do not tell. */
type PlatformBlock = readonly [data: common.BulkData, extension: string]

/** *Sounds of UE3*: the imported file when it is there, else what a platform was given. */
export const soundNodeWaveExporter: Exporter = {
  classes: ['soundnodewave'],
  takes: ({ object }) => object instanceof ue3.SoundNodeWave,
  async export({ object }, context) {
    if (!(object instanceof ue3.SoundNodeWave)) throw new MediaError('no-form', 'not a sound')
    const blocks: PlatformBlock[] = [
      [object.rawData, 'wav'],
      [object.compressedPcData, 'ogg'],
      [object.compressedXbox360Data, 'xma'],
      [object.compressedPs3Data, 'msf'],
      [object.compressedWiiUData, 'bin'],
      [object.compressedIphoneData, 'bin'],
      [object.compressedFlashData, 'mp3'],
    ]
    const block = blocks.find(([candidate]) => candidate.payload.length > 0)
    if (block !== undefined) return [await bulkFile(block[0], context, block[1])]
    if (blocks.some(([candidate]) => candidate.place === 'separate-file'))
      throw new MediaError('elsewhere', 'its data is in another file of the game')
    throw new MediaError('no-data', 'it contains no data for any platform')
  },
}

/** *Wwise banks and streams* (BioWare) as they are. */
export const wwiseExporter: Exporter = {
  classes: ['wwisebank', 'wwisestream'],
  takes: ({ object }) => object instanceof ue3.WwiseBank || object instanceof ue3.WwiseStream,
  async export({ object }, context) {
    if (object instanceof ue3.WwiseBank) return [{ ...(await bulkFile(object.bank, context, 'bnk')), extension: 'bnk' }]
    if (!(object instanceof ue3.WwiseStream)) throw new MediaError('no-form', 'not a Wwise object')
    if (object.data.place === 'separate-file') {
      const cache = object.properties.get('Filename')?.toString()
      const where = cache === undefined ? 'an audio cache (.afc)' : `the audio cache ${cache}.afc`
      throw new MediaError('elsewhere', `its data is in another file, ${where}`)
    }
    // RIFF or RIFX with Wwise's own codecs inside: `wav` would promise too much.
    return [{ ...(await bulkFile(object.data, context, 'wem')), extension: 'wem' }]
  },
}

/** *Films as the file they are* (Bink). */
export const movieExporter: Exporter = {
  classes: ['texturemovie'],
  takes: ({ object }) => object instanceof ue3.TextureMovie,
  async export({ object }, context) {
    if (!(object instanceof ue3.TextureMovie)) throw new MediaError('no-form', 'not a film')
    if (object.movie.place === 'separate-file') throw new MediaError('elsewhere', 'its film is in another file')
    return [await bulkFile(object.movie, context, 'bin')]
  },
}

/**
 * A class whose object is a file and the name of its format: sounds and music of every line of UE1 and UE2.
 */
interface Payload {
  readonly format: Name
  readonly data: Uint8Array
}

function isPayload(object: UnrealObject, className: string): object is UnrealObject & Payload {
  if (object instanceof ue1.Sound || object instanceof ue2.Sound || object instanceof ue1.Music) return true
  // A game may lay its sounds out in another way; the parts that count are named alike.
  return (
    className.toLowerCase() === 'sound' &&
    'format' in object &&
    object.format instanceof Name &&
    'data' in object &&
    object.data instanceof Uint8Array
  )
}

async function bulkFile(
  data: common.BulkData,
  { reader, codecs }: ExportContext,
  extension: string,
): Promise<MediaFile> {
  const bytes = await readBulkData(data, { codecs, bigEndian: reader.package.context.bigEndian })
  if (bytes.length === 0) throw new MediaError('no-data', 'it contains no data')
  return { extension: extensionOf(bytes, extension), bytes }
}
