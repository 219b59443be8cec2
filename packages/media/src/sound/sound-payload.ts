import type { CodecSet } from '@ukit/codecs'
import { Name } from '@ukit/container'
import { type ObjectReader, type ReadObject, readBulkData } from '@ukit/core'
import { type common, type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { extensionOf } from './payload-kind.js'

/** *The file in a sound object*, as it is stored. */
export interface SoundPayload {
  /** What the package holds, unchanged. */
  readonly bytes: Uint8Array
  /** What the bytes are, else what the object says they are: `wav`, `ogg`, `it`, `xma` … */
  readonly extension: string
}

/** Whether an object is a sound or music: `soundPayloadOf` takes it. */
export function isSound({ object, export: exported }: Pick<ReadObject, 'object' | 'export'>): boolean {
  return object instanceof ue3.SoundNodeWave || isPayload(object, exported)
}

/**
 * *The file that a sound or music is*: of UE1 and UE2 the one that was imported; of UE3 too when it is there,
 * else what a platform was given.
 *
 * @throws {MediaError} `no-form` for what is not a sound, `no-data` when it is empty, `elsewhere` when it is
 *   in another file.
 */
export async function soundPayloadOf(reader: ObjectReader, read: ReadObject, codecs: CodecSet): Promise<SoundPayload> {
  const { object, export: exported } = read
  if (object instanceof ue3.SoundNodeWave) return platformPayload(object, reader, codecs)
  const stored = storedPayloadOf(read)
  if (stored === undefined) throw new MediaError('no-form', `${exported.className} is not a sound`)
  return stored
}

/**
 * The file that a sound or music of UE1 or UE2 is; `undefined` for what is not one.
 *
 * @throws {MediaError} as `soundPayloadOf`.
 */
export function storedPayloadOf({ object, export: exported }: ReadObject): SoundPayload | undefined {
  if (!isPayload(object, exported)) return undefined
  if (object.data.length === 0) {
    throw object instanceof ue1.Sound || object instanceof ue2.Sound
      ? new MediaError('no-data', 'it contains no data')
      : new MediaError('elsewhere', 'its data is outside the package, in a stream of its game')
  }
  return { bytes: object.data, extension: extensionOf(object.data, object.format.toString()) }
}

/** What a platform was given of a UE3 sound, and how to call it when its bytes do not tell. */
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

/** A block of UE3 with the extension that its bytes ask for, else the one given. */
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
 * A class whose object is a file and the name of its format: sounds and music of every line of UE1 and UE2.
 */
interface Payload {
  readonly format: Name
  readonly data: Uint8Array
}

function isPayload(object: UnrealObject, exported: ReadObject['export']): object is UnrealObject & Payload {
  if (object instanceof ue1.Sound || object instanceof ue2.Sound || object instanceof ue1.Music) return true
  // A game may lay its sounds out in another way; the parts that count are named alike.
  return (
    exported.className.toLowerCase() === 'sound' &&
    'format' in object &&
    object.format instanceof Name &&
    'data' in object &&
    object.data instanceof Uint8Array
  )
}
