import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import { Json } from './json.js'

/** A glTF file in parts: its JSON, and the bytes of each of its buffers. */
export interface GltfFile {
  readonly json: Json
  readonly buffers: readonly Uint8Array[]
}

/**
 * Returns the bytes of a file that a glTF file refers to by a path relative to it, decoded, with `/` between
 * folders.
 */
export type ReadBeside = (path: string) => Promise<Uint8Array>

const GLB_MAGIC = 0x46_54_6c_67
const JSON_CHUNK = 0x4e_4f_53_4a
const BIN_CHUNK = 0x00_4e_49_42

/**
 * *Opens a glTF 2.0 file*, text or binary, and its buffers: inside the file, in data URIs, or in files beside
 * it.
 *
 * @throws {MediaError} `broken` when it is not glTF or incomplete, `unsupported` for version 1 and for
 *   required extensions that ukit does not support, `elsewhere` for buffers in other files without `beside`.
 */
export async function openGltf(bytes: Uint8Array, beside?: ReadBeside): Promise<GltfFile> {
  const { text, binary } = partsOf(bytes)
  const json = new Json(parsed(text))
  const version = json.get('asset').get('version').text('')
  if (version.split('.')[0] !== '2')
    throw new MediaError('unsupported', `expected glTF of version 2, found ${version === '' ? 'no version' : version}`)
  checkExtensions(json)
  const buffers: Uint8Array[] = []
  for (const [i, buffer] of json.get('buffers').list().entries())
    buffers.push(await bufferOf(buffer, i === 0 ? binary : undefined, beside))
  return { json, buffers }
}

/** The text, and the data that follows it in a binary file. */
function partsOf(bytes: Uint8Array): { text: Uint8Array; binary: Uint8Array | undefined } {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || words.getUint32(0, true) !== GLB_MAGIC) return { text: bytes, binary: undefined }
  const broken = (message: string) => new MediaError('broken', `binary glTF: ${message}`)
  if (bytes.length < 20) throw broken(`expected a header of 20 bytes, found ${bytes.length}`)
  const version = words.getUint32(4, true)
  if (version !== 2) throw new MediaError('unsupported', `expected glTF of version 2, found ${version}`)
  let text: Uint8Array | undefined
  let binary: Uint8Array | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = words.getUint32(at, true)
    const kind = words.getUint32(at + 4, true)
    const start = at + 8
    if (length > bytes.length - start)
      throw broken(
        `expected a part of ${plural(length, 'byte')} at ${start}, found ${bytes.length - start}: is the ` +
          `file complete?`,
      )
    if (kind === JSON_CHUNK) text ??= bytes.subarray(start, start + length)
    if (kind === BIN_CHUNK) binary ??= bytes.subarray(start, start + length)
    at = start + length
  }
  if (text === undefined) throw broken('expected a part with JSON, found none')
  return { text, binary }
}

function parsed(text: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
  } catch (error) {
    throw notJson(error)
  }
}

function notJson(error: unknown): MediaError {
  const found = error instanceof Error ? error.message : String(error)
  const message = `expected a glTF file, which is JSON or starts with "glTF": ${found}`
  return new MediaError('broken', message, { cause: error })
}

/** Extensions that ukit supports, or that do not affect anything that is read here. */
const HARMLESS =
  /^(?:KHR_(?:mesh_quantization|texture_\w+|materials_\w+|lights_\w+|xmp\w*|animation_pointer)|MSFT_(?:lod|texture_dds)|EXT_texture_\w+)$/

function checkExtensions(json: Json): void {
  for (const required of json.get('extensionsRequired').list()) {
    const name = required.text('')
    if (HARMLESS.test(name)) continue
    const hint = /compression/.test(name) ? 'export it without compression' : 'export it without that extension'
    throw new MediaError(
      'unsupported',
      `the glTF file requires the extension ${name}, which ukit does not know: ${hint}`,
    )
  }
}

async function bufferOf(buffer: Json, binary: Uint8Array | undefined, beside?: ReadBeside): Promise<Uint8Array> {
  const length = buffer.get('byteLength').number({ min: 0, isInteger: true })
  const uri = buffer.get('uri')
  const bytes = uri.exists ? await resourceOf(uri, beside) : binary
  if (bytes === undefined) throw buffer.error('expected a URI, or the binary part of a .glb file')
  if (bytes.length < length) throw buffer.error(`expected ${plural(length, 'byte')}, found ${bytes.length}`)
  return bytes.subarray(0, length)
}

async function resourceOf(place: Json, beside?: ReadBeside): Promise<Uint8Array> {
  const uri = place.text('')
  if (uri.startsWith('data:')) return dataOf(uri, place)
  let path: string
  try {
    path = decodeURIComponent(uri)
  } catch (error) {
    throw place.error(`expected a URI, found ${JSON.stringify(uri.slice(0, 80))}`, { cause: error })
  }
  if (beside === undefined || /^[a-z][a-z0-9+.-]*:/i.test(uri))
    throw new MediaError(
      'elsewhere',
      `the glTF file needs ${JSON.stringify(path.slice(0, 200))}, which is not available`,
    )
  return beside(path)
}

/** The bytes of a base64 data URI. */
function dataOf(uri: string, place: Json): Uint8Array {
  const comma = uri.indexOf(',')
  const head = uri.slice(5, comma)
  if (comma < 0 || !head.endsWith(';base64')) throw place.error('expected a data URI in base64')
  try {
    return Uint8Array.from(atob(uri.slice(comma + 1)), (char) => char.charCodeAt(0))
  } catch (error) {
    throw place.error('expected a data URI in base64, found other characters', { cause: error })
  }
}
