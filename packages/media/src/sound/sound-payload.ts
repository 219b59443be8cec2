import type { CodecSet } from '@ukit/codecs'
import { Name } from '@ukit/container'
import { type ObjectReader, type ReadObject, readBulkData } from '@ukit/core'
import { type common, type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { extensionOf } from './payload-kind.js'

/** *The file in a sound object*, as it is stored. */
export interface SoundPayload {
  /** The bytes of the package, unchanged. */
  readonly bytes: Uint8Array
  /** The extension that fits the bytes, else the one that the object names: `wav`, `ogg`, `it`, `xma` … */
  readonly extension: string
}

/** Whether an object is a sound or music, which `soundPayloadOf` accepts. */
export function isSound({ object, export: exported }: Pick<ReadObject, 'object' | 'export'>): boolean {
  return object instanceof ue3.SoundNodeWave || isPayload(object, exported)
}

/**
 * *The file in a sound or music object*: in UE1 and UE2 the one that was imported; in UE3 also, if the
 * package has it, else the data made for one platform.
 *
 * @throws {MediaError} `no-form` when the object is not a sound, `no-data` when it is empty, `elsewhere` when
 *   its data is in another file.
 */
export async function soundPayloadOf(reader: ObjectReader, read: ReadObject, codecs: CodecSet): Promise<SoundPayload> {
  const { object, export: exported } = read
  if (object instanceof ue3.SoundNodeWave) return platformPayload(object, reader, codecs)
  const stored = storedPayloadOf(read)
  if (stored === undefined) throw new MediaError('no-form', `${exported.className} is not a sound`)
  return stored
}

/**
 * The file in a sound or music object of UE1 or UE2; `undefined` for any other object.
 *
 * @throws {MediaError} as `soundPayloadOf`.
 */
export function storedPayloadOf({ object, export: exported }: ReadObject): SoundPayload | undefined {
  if (!isPayload(object, exported)) return undefined
  if (object.data.length === 0) {
    if (object instanceof ue1.Music)
      throw new MediaError('no-data', 'it contains no data: its module was removed from the package')
    throw object instanceof ue1.Sound || object instanceof ue2.Sound
      ? new MediaError('no-data', 'it contains no data')
      : new MediaError('elsewhere', 'its data is outside the package, in a stream of its game')
  }
  return { bytes: object.data, extension: extensionOf(object.data, object.format.toString()) }
}

/** The data of a UE3 sound made for one platform, and its extension when the bytes do not tell. */
type PlatformBlock = readonly [data: common.BulkData, extension: string]

async function platformPayload(wave: ue3.SoundNodeWave, reader: ObjectReader, codecs: CodecSet): Promise<SoundPayload> {
  const blocks: PlatformBlock[] = [
    [wave.rawData, 'wav'],
    [wave.compressedPcData, 'ogg'],
    [wave.compressedXbox360Data, 'xma'],
    [wave.compressedPs3Data, 'msf'],
    [wave.compressedWiiUData, 'bin'],
    [wave.compressedIphoneData, 'bin'],
    [wave.compressedFlashData, 'mp3'],
  ]
  const block = blocks.find(([candidate]) => candidate.payload.length > 0)
  if (block !== undefined) return bulkPayload(block[0], reader, codecs, block[1])
  if (blocks.some(([candidate]) => candidate.place === 'separate-file'))
    throw new MediaError('elsewhere', 'its data is in another file of the game')
  throw new MediaError('no-data', 'it contains no data for any platform')
}

/** A block of UE3 with the extension that fits its bytes, else the given one. */
export async function bulkPayload(
  data: common.BulkData,
  reader: ObjectReader,
  codecs: CodecSet,
  extension: string,
): Promise<SoundPayload> {
  const bytes = await readBulkData(data, { codecs, bigEndian: reader.package.context.bigEndian })
  if (bytes.length === 0) throw new MediaError('no-data', 'it contains no data')
  return { extension: extensionOf(bytes, extension), bytes }
}

/**
 * An object that consists of a file and the name of its format: sounds and music of every branch of UE1 and
 * UE2.
 */
interface Payload {
  readonly format: Name
  readonly data: Uint8Array
}

function isPayload(object: UnrealObject, exported: ReadObject['export']): object is UnrealObject & Payload {
  if (object instanceof ue1.Sound || object instanceof ue2.Sound || object instanceof ue1.Music) return true
  // A game may lay out its sounds differently; the fields that matter have the same names.
  return (
    exported.className.toLowerCase() === 'sound' &&
    'format' in object &&
    object.format instanceof Name &&
    'data' in object &&
    object.data instanceof Uint8Array
  )
}
