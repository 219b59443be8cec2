import { Feature, type FormatContext, Name, readCompactIndex, Version } from '@ukit/container'
import { ue1, ue2 } from '@ukit/objects'

/** Classes whose objects show themselves by the structure of their own data. */
export type SalvageClass = 'Texture' | 'Palette' | 'Sound' | 'Music'

/** *An object's own data*, found by its structure: what is after its properties. */
export interface NativeBody {
  readonly class: SalvageClass
  /** Position of the first byte, directly after the `None` that ends the properties. */
  readonly start: number
  readonly end: number
  readonly content: SalvagedTexture | ue1.Palette | ue1.Sound | ue2.Sound | ue1.Music
  /** Levels of a texture that are not wholly in the file. */
  readonly missingLevels: number
}

/** A texture of either engine: UE2 stores it as UE1 does, without compressed levels. */
export type SalvagedTexture = ue1.Texture | ue2.Texture

/** Tells whether an object is a texture of either engine. */
export function isTexture(content: NativeBody['content']): content is SalvagedTexture {
  return content instanceof ue1.Texture || content instanceof ue2.Texture
}

/** Where bodies are looked for. */
export interface BodySource {
  readonly bytes: Uint8Array
  /** Names; empty when the name table is lost. */
  readonly names: readonly string[]
  readonly context: FormatContext
  /** True if a lazy array begins with the position of its end (`Version.LazyArraySkip`). */
  readonly hasSkips: boolean
}

/** Textures of 2^15 pixels and more do not exist; so none has more levels. */
const MOST_LEVELS = 16

/** Width and height as 32-bit integers, their exponents as bytes. */
const SIZES_LENGTH = 10

/** Colours of a palette, and their count as a compact index. */
const PALETTE_COUNT = [0x40, 0x04] as const
const PALETTE_LENGTH = 2 + 4 * 256

/**
 * *Textures, sounds and music anywhere in the bytes*, in the order of their positions.
 *
 * A texture is a count and as many levels, each of which says its sizes twice (as numbers and as exponents)
 * and, where lazy arrays have skips, the position where its pixels end. Sounds and music are such an array
 * that begins as their files do, or has the name of a format in front.
 */
export function findNativeBodies(source: BodySource, from: number): NativeBody[] {
  const found: NativeBody[] = []
  const hasTextures = !hasOwnTextures(source.context)
  for (let at = from; at < source.bytes.length; ) {
    const body = (hasTextures ? textureAt(source, at) : undefined) ?? soundAt(source, at)
    if (body !== undefined) found.push(body)
    at = body?.end ?? at + 1
  }
  return found
}

/** Tells whether the game stores more than levels, so that these do not tell where a texture begins. */
function hasOwnTextures(context: FormatContext): boolean {
  const more = [Feature.MaterialByte, Feature.TextureNumber, Feature.TextureTable, Feature.MipHeader]
  return context.dialect.added?.material !== undefined || more.some((feature) => context.since(feature))
}

/** The palette whose own data start here: 256 colours after their count. */
export function paletteAt({ bytes }: BodySource, start: number): NativeBody | undefined {
  const end = start + PALETTE_LENGTH
  if (end > bytes.length || PALETTE_COUNT.some((byte, i) => bytes[start + i] !== byte)) return undefined
  const content = new ue1.Palette()
  content.colors = bytes.slice(start + PALETTE_COUNT.length, end)
  return { class: 'Palette', start, end, content, missingLevels: 0 }
}

function textureAt(source: BodySource, start: number): NativeBody | undefined {
  const first = levelsAt(source, start)
  if (first === undefined) return undefined
  if (source.context.engine > 1) {
    const content = Object.assign(new ue2.Texture(), { mips: first.levels })
    return { class: 'Texture', start, end: first.end, content, missingLevels: first.missing }
  }
  const content = new ue1.Texture()
  content.mips = first.levels
  // Compressed levels may follow; nothing else that begins a body looks like more levels.
  const more = first.missing > 0 ? undefined : levelsAt(source, first.end)
  if (more !== undefined && more.missing === 0) content.compressedMips = more.levels
  const end = content.compressedMips.length > 0 ? (more?.end ?? first.end) : first.end
  return { class: 'Texture', start, end, content, missingLevels: first.missing }
}

/** Levels after their count: all of them, or those that the file still has. */
function levelsAt(
  source: BodySource,
  start: number,
): { readonly levels: ue1.Mip[]; readonly end: number; readonly missing: number } | undefined {
  const { bytes } = source
  const count = bytes[start] ?? 0
  if (count === 0 || count > MOST_LEVELS) return undefined
  const levels: ue1.Mip[] = []
  let at = start + 1
  while (levels.length < count) {
    const level = levelAt(source, at)
    if (level === undefined) {
      // Only the end of the file excuses a level that does not exist.
      if (levels.length === 0 || !reachesEnd(source, at)) return undefined
      break
    }
    const above = levels.at(-1)
    if (above !== undefined && !isHalf(above, level.mip)) return undefined
    levels.push(level.mip)
    at = level.end
  }
  return { levels, end: at, missing: count - levels.length }
}

function levelAt(source: BodySource, at: number): { readonly mip: ue1.Mip; readonly end: number } | undefined {
  const { bytes } = source
  const blob = blobAt(source, at)
  if (blob === undefined || blob.end + SIZES_LENGTH > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + blob.end, SIZES_LENGTH)
  const mip = new ue1.Mip()
  mip.width = view.getUint32(0, true)
  mip.height = view.getUint32(4, true)
  mip.widthBits = view.getUint8(8)
  mip.heightBits = view.getUint8(9)
  if (mip.widthBits >= MOST_LEVELS || mip.heightBits >= MOST_LEVELS) return undefined
  if (mip.width !== 1 << mip.widthBits || mip.height !== 1 << mip.heightBits) return undefined
  const length = blob.end - blob.start
  // Without a skip only the number of pixels, a byte each, tells a level from other bytes.
  if (!source.hasSkips && length !== 0 && length !== mip.width * mip.height) return undefined
  mip.data = bytes.slice(blob.start, blob.end)
  return { mip, end: blob.end + SIZES_LENGTH }
}

/** Tells whether the level that begins here may end after the file. */
function reachesEnd(source: BodySource, at: number): boolean {
  const { bytes, hasSkips } = source
  if (at + 4 >= bytes.length) return true
  if (hasSkips) {
    const end = u32(bytes, at)
    return end + SIZES_LENGTH > bytes.length && end < bytes.length + MOST_MISSING
  }
  const count = readCompactIndex(bytes, at)
  return count === undefined || (count.value >= 0 && at + count.size + count.value + SIZES_LENGTH > bytes.length)
}

/** Bytes of the largest level there can be. */
const MOST_MISSING = 0x1000_0000

function isHalf(above: ue1.Mip, mip: ue1.Mip): boolean {
  return mip.width === Math.max(1, above.width >> 1) && mip.height === Math.max(1, above.height >> 1)
}

function soundAt(source: BodySource, start: number): NativeBody | undefined {
  const { bytes, names, hasSkips, context } = source
  const name = readCompactIndex(bytes, start)
  if (name === undefined || name.value < 0 || (names.length > 0 && name.value >= names.length)) return undefined
  const weight = context.since(Feature.SoundLikelihood) ? WEIGHT_LENGTH : 0
  const blob = blobAt(source, start + name.size + weight)
  if (blob === undefined || blob.end === blob.start) return undefined
  const kind = mediaKind(bytes.subarray(blob.start, blob.end))
  const said = names[name.value]
  // Without a skip the name of a format is too weak a sign: two small numbers would be one and a count.
  const isSound = said !== undefined && /^(?:wav|mp3)$/i.test(said) && (hasSkips || kind !== undefined)
  const isMusic = said !== undefined && /^(?:it|s3m|xm|mod|umx|ogg)$/i.test(said) && (hasSkips || kind !== undefined)
  if (kind === undefined && !isSound && !isMusic) return undefined
  const data = bytes.slice(blob.start, blob.end)
  const format = new Name({ text: (names.length > 0 ? said : kind) ?? 'wav', index: -1 })
  const found = { start, end: blob.end, missingLevels: 0 }
  if (context.engine > 1) {
    // UE2 has no music of its own: it plays files.
    const content = Object.assign(new ue2.Sound(), { data, format })
    if (weight > 0) content.likelihood = f32(bytes, start + name.size)
    return { ...found, class: 'Sound', content, end: lipSyncEnd(source, blob.end) }
  }
  const isWave = isSound || (!isMusic && kind === 'wav')
  return isWave
    ? { ...found, class: 'Sound', content: Object.assign(new ue1.Sound(), { data, format }) }
    : { ...found, class: 'Music', content: Object.assign(new ue1.Music(), { data, format }) }
}

/** Bytes of a sound's weight in its group. */
const WEIGHT_LENGTH = 4

/** Where a sound ends that says with a zero that it has no samples for lips; those with samples lose them. */
function lipSyncEnd({ bytes, context }: BodySource, end: number): number {
  const saysSo = context.since(Version.LipSync) && end + 4 <= bytes.length && u32(bytes, end) === 0
  return saysSo ? end + 4 : end
}

function f32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getFloat32(0, true)
}

/** The format of sounds and modules, as UE1 calls it, by how they begin; `undefined` for anything else. */
function mediaKind(data: Uint8Array): string | undefined {
  const text = (start: number, length: number) => String.fromCharCode(...data.subarray(start, start + length))
  if (text(0, 4) === 'RIFF') return 'wav'
  if (text(0, 4) === 'IMPM') return 'it'
  if (text(0, 17) === 'Extended Module: ') return 'xm'
  if (text(44, 4) === 'SCRM') return 's3m'
  if (/^(?:M[.!]K[.!]|[4-8]CHN|FLT[48])$/.test(text(1080, 4))) return 'mod'
  return text(0, 4) === 'OggS' ? 'ogg' : undefined
}

/** The lazy array of bytes that begins here, if it is wholly in the file. */
function blobAt(
  { bytes, hasSkips }: BodySource,
  at: number,
): { readonly start: number; readonly end: number } | undefined {
  const count = readCompactIndex(bytes, hasSkips ? at + 4 : at)
  if (count === undefined || count.value < 0) return undefined
  const start = (hasSkips ? at + 4 : at) + count.size
  const end = start + count.value
  if (end > bytes.length) return undefined
  if (hasSkips && u32(bytes, at) !== end) return undefined
  return { start, end }
}

function u32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0
  )
}
