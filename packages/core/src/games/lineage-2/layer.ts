import { crc32 } from '@ukit/codecs'
import type { ByteSource } from '@ukit/files'
import { hex, PackageError, piecesOf, sameBytes, sectionSource, segmentsSource } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import { bothCiphers, type Cipher, decryptedSource, encrypted, xorCipher } from '../../layers/cipher.js'
import type { Layer, LayerContext, LayerKind } from '../../layers/layer.js'
import { fixedLineageCipher, LINEAGE_HEADER, lineageCipherNumber, sentenceCipher } from './ciphers.js'
import { isRsaNumber, openRsa } from './rsa.js'

/** `Lineage2Ver` and three digits, in UTF-16. */
const HEADER_SIZE = LINEAGE_HEADER
const MARK = 'Lineage2Ver'

/** First decrypted byte of every package: the lowest byte of the tag. */
const FIRST_BYTE = 0xc1

/** Size in bytes of the trailer that some of these files have. */
const TRAILER_SIZE = 20
/** Position of the checksum in the trailer. */
const TRAILER_CRC = 12

/** The three digits of the wrapper, or `undefined` if there is no wrapper. */
function lineageNumber(head: Uint8Array): number | undefined {
  if (head.length < HEADER_SIZE) return undefined
  let text = ''
  for (let i = 0; i < HEADER_SIZE; i += 2) {
    if (head[i + 1] !== 0) return undefined
    text += String.fromCharCode(head[i] ?? 0)
  }
  const digits = text.slice(MARK.length)
  return text.startsWith(MARK) && /^\d{3}$/.test(digits) ? Number(digits) : undefined
}

/**
 * *Lineage II's and Exteel's wrapper*: 28 bytes that name the encryption, the encrypted package, and
 * sometimes 20 unencrypted bytes with a checksum.
 *
 * 111 and 121 are based on 103 files, the other numbers on public readers.
 *
 * @throws {PackageError} `unsupported` for a number whose encryption is not public.
 */
export const lineageLayer = (): LayerKind => ({
  recognises: (head) => lineageNumber(head) !== undefined,
  open,
})

async function open(source: ByteSource, context: LayerContext): Promise<Layer> {
  const head = await source.slice(0, Math.min(source.byteLength, HEADER_SIZE + 1))
  const outer = lineageNumber(head) ?? 0
  const name = `${MARK}${outer}`
  const { number, sentence } = lineageCipherNumber(outer)
  if (number === 111 || number === 121) {
    const first = head.subarray(HEADER_SIZE).slice()
    sentenceCipher(sentence).decrypt(first, 0)
    return openXor(source, name, number, (first[0] ?? 0) ^ FIRST_BYTE, sentence, context)
  }
  if (isRsaNumber(number)) return openRsaLayer(source, name, number, sentence, context)
  const cipher = fixedLineageCipher(number, sentence)
  if (cipher !== undefined) return cipherLayer(source, name, cipher)
  throw new PackageError('unsupported', `${name}: no public source describes this encryption`, { offset: 0 })
}

/** Exteel's key instead of Lineage II's 0xAC. */
const EXTEEL_KEY = 0x42

/**
 * 111 and 121: every byte is XORed with the same byte (0xAC for Lineage II, 0x42 for Exteel; 121 takes it
 * from the file name). 103 of 103 files.
 *
 * The key is derived from the first byte, which decrypts to the first of the tag, so a renamed file still
 * opens.
 */
function openXor(
  source: ByteSource,
  name: string,
  number: 111 | 121,
  key: number,
  sentence: boolean,
  context: LayerContext,
): Promise<Layer> {
  const expected = number === 121 && context.fileName !== undefined ? keyOfName(context.fileName) : key
  const notes = key === expected ? [] : [`${name} takes its key from the file name; this file once had another name`]
  const xor = xorCipher(() => key)
  const cipher = sentence ? bothCiphers(sentenceCipher(true), xor) : xor
  return cipherLayer(source, name, cipher, number === 111 && key === EXTEEL_KEY ? 'exteel' : 'lineage-2', notes)
}

/** Low byte of the sum of the characters of the lower-cased name, extension included. */
function keyOfName(fileName: string): number {
  let sum = 0
  for (const unit of fileName.replace(/^.*[/\\]/, '').toLowerCase()) sum += unit.charCodeAt(0)
  return sum & 0xff
}

/** A layer with a cipher that works in place. */
async function cipherLayer(
  source: ByteSource,
  name: string,
  cipher: Cipher,
  game = 'lineage-2',
  notes: string[] = [],
): Promise<Layer> {
  const trailer = await trailerOf(source)
  const end = source.byteLength - trailer.length
  const fillUp = (end - HEADER_SIZE) % cipher.blockSize === 0
  return {
    kind: 'encryption',
    name,
    game,
    notes,
    source: decryptedSource(source, HEADER_SIZE, end, cipher),
    cover: (changed) => withTrailer(source, encrypted(changed, cipher, fillUp), end, trailer),
    check: () => checkTrailer(source, end, trailer),
  }
}

/** A layer of RSA and zlib; it keeps the entire package in memory. */
async function openRsaLayer(
  source: ByteSource,
  name: string,
  number: number,
  sentence: boolean,
  { codecs }: LayerContext,
): Promise<Layer> {
  const trailer = await trailerOf(source)
  const end = source.byteLength - trailer.length
  const over = sentenceCipher(sentence)
  const { plain, encrypt } = await openRsa(decryptedSource(source, HEADER_SIZE, end, over), number, name, codecs)
  return {
    kind: 'encryption',
    name,
    game: 'lineage-2',
    source: plain,
    async *cover(changed) {
      if (await sameBytes(changed, plain)) {
        yield* piecesOf(source)
        return
      }
      if (encrypt === undefined) {
        throw new PackageError(
          'unsupported',
          `${name}: the package was changed, and encrypting it needs the publisher's private key, ` +
            'which is not public; take the encryption off, or start from a file made with the ' +
            "community's key",
        )
      }
      const blocks = segmentsSource(await encrypt(await changed.slice(0, changed.byteLength)))
      yield* withTrailer(source, encrypted(blocks, over), end, trailer)
    },
    check: () => checkTrailer(source, end, trailer),
  }
}

/** Header, encrypted pieces and trailer; the checksum is rebuilt if anything before it changed. */
async function* withTrailer(
  source: ByteSource,
  pieces: AsyncIterable<Uint8Array>,
  end: number,
  trailer: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const header = await source.slice(0, HEADER_SIZE)
  yield header
  let crc = crc32(header)
  let at = HEADER_SIZE
  let same = true
  for await (const piece of pieces) {
    crc = crc32(piece, crc)
    same &&= equalBytes(piece, await source.slice(Math.min(at, end), Math.min(at + piece.length, end)))
    at += piece.length
    yield piece
  }
  if (trailer.length === 0) return
  const kept = trailer.slice()
  if (!same || at !== end) new DataView(kept.buffer).setUint32(TRAILER_CRC, crc, true)
  yield kept
}

/** Tells whether the trailer, if there is one, has the checksum of what is before it. */
async function checkTrailer(source: ByteSource, end: number, trailer: Uint8Array): Promise<string[]> {
  if (trailer.length === 0) return []
  let crc = 0
  for await (const piece of piecesOf(sectionSource(source, 0, end))) crc = crc32(piece, crc)
  const stored = new DataView(trailer.buffer, trailer.byteOffset).getUint32(TRAILER_CRC, true)
  if (stored === crc) return []
  return [`expected the checksum ${hex(crc)} in the last 20 bytes of the file, found ${hex(stored)}: it was changed`]
}

/** Numbers of the trailer are below this; four encrypted bytes are not, except for one in 65,536. */
const TRAILER_NUMBERS = 0x10000

/**
 * The 20 unencrypted bytes at the end: 0, two small numbers, CRC-32 of everything before, 0. Empty if there
 * are none. The first number differs from file to file (3 to 61; 0), the second was 99 in 20 files, 152 in
 * 23, 213 in one and 0 in one: whatever they mean, it does not tell which files have a trailer.
 */
async function trailerOf(source: ByteSource): Promise<Uint8Array> {
  if (source.byteLength < HEADER_SIZE + TRAILER_SIZE) return new Uint8Array(0)
  const bytes = await source.slice(source.byteLength - TRAILER_SIZE, source.byteLength)
  const view = new DataView(bytes.buffer, bytes.byteOffset, TRAILER_SIZE)
  const word = (i: number) => view.getUint32(4 * i, true)
  const known = word(0) === 0 && word(4) === 0 && word(1) < TRAILER_NUMBERS && word(2) < TRAILER_NUMBERS
  return known ? bytes.slice() : new Uint8Array(0)
}
