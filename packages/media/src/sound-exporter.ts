import { readBulkData, type UnrealObject } from '@ukit/core'
import { type common, ue1, ue2, ue3 } from '@ukit/core/objects'
import { type ExportContext, type Exporter, MediaError, type MediaFile } from './exporter.js'
import { extensionOf } from './payload-kind.js'

/** *Sounds and music as the payload they are*: nothing is decoded, the file is the very bytes of the object. */
export const soundExporter: Exporter = {
  takes: ({ object }) => isPayload(object),
  async export({ object }) {
    if (!isPayload(object)) throw new MediaError('not a sound')
    if (object.data.length === 0) throw new MediaError('it holds no data')
    return [{ extension: extensionOf(object.data, object.format.toString()), bytes: object.data }]
  },
}

/** *Sounds of UE3*: the imported file when it is there, else what a platform was given. */
export const soundNodeWaveExporter: Exporter = {
  takes: ({ object }) => object instanceof ue3.SoundNodeWave,
  async export({ object }, context) {
    if (!(object instanceof ue3.SoundNodeWave)) throw new MediaError('not a sound')
    const blocks = [
      object.rawData,
      object.compressedPcData,
      object.compressedXbox360Data,
      object.compressedPs3Data,
      object.compressedWiiUData,
      object.compressedIphoneData,
      object.compressedFlashData,
    ]
    const block = blocks.find((candidate) => candidate.payload.length > 0)
    if (block === undefined) throw new MediaError('it holds no data for any platform')
    return [await bulkFile(block, context)]
  },
}

/** *Wwise banks and streams* (BioWare) as they are. */
export const wwiseExporter: Exporter = {
  takes: ({ object }) => object instanceof ue3.WwiseBank || object instanceof ue3.WwiseStream,
  async export({ object }, context) {
    if (object instanceof ue3.WwiseBank) return [await bulkFile(object.bank, context, 'bnk')]
    if (!(object instanceof ue3.WwiseStream)) throw new MediaError('not a Wwise object')
    if (object.data.place === 'separate-file') {
      const cache = object.properties.get('Filename')?.toString() ?? 'its game'
      throw new MediaError(`its data is in another file, the audio cache ${cache}.afc, which is not at hand`)
    }
    return [await bulkFile(object.data, context, 'wem')]
  },
}

function isPayload(object: UnrealObject): object is ue1.Sound | ue2.Sound | ue1.Music {
  return object instanceof ue1.Sound || object instanceof ue2.Sound || object instanceof ue1.Music
}

async function bulkFile(
  data: common.BulkData,
  { reader, codecs }: ExportContext,
  extension?: string,
): Promise<MediaFile> {
  const bytes = await readBulkData(data, { codecs, bigEndian: reader.package.context.bigEndian })
  if (bytes.length === 0) throw new MediaError('it holds no data')
  return { extension: extension ?? extensionOf(bytes, 'bin'), bytes }
}
