import type { ReadObject } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { decodeSound } from '../sound/sound-of.js'
import { bulkPayload, isSound, soundPayloadOf, storedPayloadOf } from '../sound/sound-payload.js'
import { wavOf } from '../sound/wav.js'
import type { ExportContext, Exporter, MediaFile } from './exporter.js'

/**
 * *Sounds and music as their payload*: nothing is decoded, and the file is exactly the bytes of the object.
 * With `wav` everything becomes WAV with PCM; what cannot be decoded stays unchanged, with a note that says
 * why.
 */
export const soundExporter: Exporter = {
  classes: ['sound', 'music', 'soundnodewave'],
  takes: (read) => isSound(read),
  export(read: ReadObject, context) {
    if (context.options.wav === true) return wavFiles(read, context)
    const stored = storedPayloadOf(read)
    return stored === undefined ? payloadFiles(read, context) : [stored]
  },
}

async function payloadFiles(read: ReadObject, { reader, codecs }: ExportContext): Promise<MediaFile[]> {
  return [await soundPayloadOf(reader, read, codecs)]
}

async function wavFiles(read: ReadObject, { reader, codecs }: ExportContext): Promise<MediaFile[]> {
  const payload = await soundPayloadOf(reader, read, codecs)
  try {
    const sound = await decodeSound(payload.bytes, payload.extension)
    const notes = sound.notes.length === 0 ? {} : { note: sound.notes.join('; ') }
    return [{ extension: 'wav', bytes: wavOf(sound), ...notes }]
  } catch (error) {
    if (!(error instanceof MediaError) || error.reason !== 'unsupported') throw error
    return [{ ...payload, note: `not decoded: ${error.message}` }]
  }
}

/** *Wwise banks and streams* (BioWare), unchanged. */
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

/** *Movies as the file that they contain* (Bink). */
export const movieExporter: Exporter = {
  classes: ['texturemovie'],
  takes: ({ object }) => object instanceof ue3.TextureMovie,
  async export({ object }, context) {
    if (!(object instanceof ue3.TextureMovie)) throw new MediaError('no-form', 'not a movie')
    if (object.movie.place === 'separate-file') throw new MediaError('elsewhere', 'its data is in another file')
    return [await bulkFile(object.movie, context, 'bin')]
  },
}

async function bulkFile(
  data: Parameters<typeof bulkPayload>[0],
  { reader, codecs }: ExportContext,
  extension: string,
): Promise<MediaFile> {
  return bulkPayload(data, reader, codecs, extension)
}
