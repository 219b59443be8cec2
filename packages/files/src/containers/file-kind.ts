import type { ByteSource } from '../source/source.js'

/** What a file is, by its content: the kinds that ukit has a verb for. */
export type FileKind = 'package' | 'umod' | 'uz' | 'uz2' | 'uz3' | 'unknown'

/** A compressed download. */
export type DownloadKind = 'uz' | 'uz2' | 'uz3'

/** A UMOD ends with 20 bytes that start with this word. */
const UMOD_MAGIC = 0x9fe3c5a3
const UMOD_TRAILER = 20

/**
 * A `.uz` starts with one of these words (5678 with a further stage), a `.uz3` with 5678 too but no name
 * after it.
 */
const UZ_SIGNATURES = [1234, 5678]

/**
 * Maximum number of bytes of a `.uz2` chunk, and of what it decompresses to: seen in files and fixed in the
 * engine.
 */
const UZ2_CHUNK = { compressed: 33_096, uncompressed: 32_768 }

/** The bytes that show the kind: a word, and a file name of usual length after it. */
const HEAD = 320

/**
 * Which compressed download a file is; `undefined` for none. An installer may begin with one, and is none.
 */
export async function downloadKind(source: ByteSource): Promise<DownloadKind | undefined> {
  const kind = await kindOfOther(source)
  return kind === 'unknown' || (await isInstaller(source)) ? undefined : kind
}

/**
 * Tells the kind of a file that is neither package nor installer: a compressed download by its first bytes.
 *
 * `umod-and-network.md` §1.1 and §2: 5 of 5 UMODs, one `.uz` and two `.uz2` files available; `.uz3` from a
 * wiki only.
 */
export async function kindOfOther(source: ByteSource): Promise<Exclude<FileKind, 'package' | 'umod'>> {
  const head = view(await source.slice(0, Math.min(HEAD, source.byteLength)))
  if (head.byteLength < 10) return 'unknown'
  const first = head.getUint32(0, true)
  const second = head.getUint32(4, true)
  if (UZ_SIGNATURES.includes(first)) return isZlib(head, 8) && !holdsName(head, 4) ? 'uz3' : 'uz'
  const isUz2 =
    first > 0 && first <= UZ2_CHUNK.compressed && second > 0 && second <= UZ2_CHUNK.uncompressed && isZlib(head, 8)
  return isUz2 ? 'uz2' : 'unknown'
}

/**
 * True for an installer, whatever it starts with: its members come first, so that it may begin as a package
 * does. The trailer says the file's own length.
 */
export async function isInstaller(source: ByteSource): Promise<boolean> {
  if (source.byteLength < UMOD_TRAILER) return false
  const trailer = view(await source.slice(source.byteLength - UMOD_TRAILER, source.byteLength))
  return trailer.getUint32(0, true) === UMOD_MAGIC && trailer.getUint32(8, true) === source.byteLength
}

/** A zlib stream starts with a byte that means deflate, and a multiple of 31. */
function isZlib(bytes: DataView, at: number): boolean {
  return at + 2 <= bytes.byteLength && (bytes.getUint8(at) & 0x0f) === 8 && bytes.getUint16(at) % 31 === 0
}

/**
 * A name in one byte a character: its length with the closing zero (a compact index of one or two bytes), and
 * no other zero before that.
 */
function holdsName(bytes: DataView, at: number): boolean {
  const first = bytes.getUint8(at)
  const isLong = (first & 0x40) !== 0
  const length = (first & 0x3f) + (isLong ? (bytes.getUint8(at + 1) & 0x7f) * 64 : 0)
  const last = at + (isLong ? 2 : 1) + length - 1
  if ((first & 0x80) !== 0 || length < 2 || last >= bytes.byteLength || bytes.getUint8(last) !== 0) return false
  for (let i = last - length + 1; i < last; i++) if (bytes.getUint8(i) < 0x20) return false
  return true
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
