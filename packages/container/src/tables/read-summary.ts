import type { ByteSource } from '@ukit/files'
import { hex, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import { Archive } from '../archive/archive.js'
import type { FormatContext } from '../archive/context.js'
import { MoreBytesNeeded } from '../archive/more-bytes-needed.js'
import { CompressedChunk } from './compressed-chunk.js'
import type { Layout } from './layout.js'
import { Summary } from './summary.js'

/** The first words of a package, by which its game is found. */
export interface FirstWords {
  /** As a little-endian word; `0x9E2A83C1` also for a big-endian package. */
  readonly tag: number
  readonly bigEndian: boolean
  readonly version: number
  readonly licensee: number
}

/** Usual bytes of a summary with room to spare. */
const WINDOW = 1024

/**
 * Maximum number of bytes of a summary. Chunks and texture allocations of the largest packages take a few
 * thousand; without a limit, lists in a file made to harm could.
 */
const MAX_SUMMARY = 0x10_0000

/** The start of a package: enough for its first words, and for most summaries. */
export function readHead(source: ByteSource): Uint8Array | Promise<Uint8Array> {
  return source.slice(0, Math.min(WINDOW, source.byteLength))
}

/**
 * Reads a summary in one layout.
 *
 * @param head the start of the package, when it has been read already.
 * @returns at once if the bytes are available at once.
 * @throws {PackageError} as the fields do, also at once; `limit` when it does not end within 1 MB.
 */
export function readSummary(
  source: ByteSource,
  context: FormatContext,
  layout: Layout,
  head: Uint8Array | Promise<Uint8Array> = readHead(source),
): SummaryRead | Promise<SummaryRead> {
  if (!(head instanceof Uint8Array)) return head.then((bytes) => readSummary(source, context, layout, bytes))
  const ar = Archive.load(head, context, { limit: source.byteLength })
  const summary = new Summary()
  try {
    summary.serialize(ar, layout)
  } catch (error) {
    if (!(error instanceof MoreBytesNeeded)) throw error
    const most = Math.min(source.byteLength, MAX_SUMMARY)
    if (head.length >= most) throw endless(error)
    return readSummary(source, context, layout, source.slice(0, Math.min(head.length * 4, most)))
  }
  if (ar.irregular) summary.verbatim = ar.bytesSince(0)
  return { summary, length: ar.position }
}

/** A summary, and the bytes that it takes. */
export interface SummaryRead {
  readonly summary: Summary
  readonly length: number
}

function endless(cause: MoreBytesNeeded): PackageError {
  const message = `expected a summary of at most ${MAX_SUMMARY} bytes, found a longer one`
  return new PackageError('limit', message, { offset: cause.offset, cause })
}

/** The bytes of a summary. */
export function writeSummary(summary: Summary, context: FormatContext, layout: Layout): Uint8Array {
  const ar = Archive.save(context, { capacity: WINDOW })
  summary.serialize(ar, layout)
  return ar.written()
}

/**
 * How well a summary fits its file, 0 to 2: 0 when an offset or a count cannot be, 1 when all can, 2 when the
 * first region also starts just where the summary ends, as in every file that the engine wrote.
 */
export function fitOfSummary(summary: Summary, length: number, fileLength: number, layout: Layout): 0 | 1 | 2 {
  let end = fileLength
  for (const chunk of summary.chunks) end = Math.max(end, chunk.uncompressedOffset + chunk.uncompressedSize)
  const fits =
    canBe(summary.nameCount, summary.nameOffset, 1, end) &&
    canBe(summary.importCount, summary.importOffset, 5, end) &&
    canBe(summary.exportCount, summary.exportOffset, 8, end) &&
    canBe(summary.heritageCount, summary.heritageOffset, 16, end)
  if (!fits) return 0
  const firstRegion = summary.heritageCount > 0 ? summary.heritageOffset : summary.nameOffset
  return firstRegion + (layout.chunkSize ?? CompressedChunk.SIZE) * summary.chunks.length === length ? 2 : 1
}

/** Tells whether there can be a table of `count` rows of at least so many bytes each. */
function canBe(count: number, offset: number, least: number, end: number): boolean {
  return count >= 0 && offset >= 0 && (count === 0 || offset + count * least <= end)
}

/**
 * Reads tag and version word from the start of a package.
 *
 * @param tagGap bytes that a game puts between them, by its tag.
 * @throws {PackageError} `not-a-package` when the tag is none that `isTag` knows; `truncated`; `unsupported`
 *   for UE4 and versions beyond UE3.
 */
export function readFirstWords(
  head: Uint8Array,
  isTag: (tag: number) => boolean,
  tagGap: (tag: number, head: Uint8Array) => number,
): FirstWords {
  if (head.length < 4) {
    const found = head.length === 0 ? 'an empty file' : `a file of ${plural(head.length, 'byte')}`
    throw new PackageError('truncated', `expected a package, found ${found}`, { offset: 0 })
  }
  const little = wordAt(head, 0, false)
  const bigEndian = !isTag(little) && isTag(wordAt(head, 0, true))
  const tag = bigEndian ? wordAt(head, 0, true) : little
  if (!isTag(tag)) {
    throw new PackageError(
      'not-a-package',
      `expected a package, which starts with C1 83 2A 9E; found ${firstBytes(head)}${otherKind(head)}`,
      { offset: 0, field: 'tag' },
    )
  }
  const at = 4 + tagGap(tag, head)
  if (head.length < at + 4) {
    throw new PackageError(
      'truncated',
      `expected the file version, found the end of the file after ${plural(head.length, 'byte')}`,
      { offset: at, field: 'version' },
    )
  }
  const word = wordAt(head, at, bigEndian)
  if (word >>> 12 === 0xfffff) {
    throw new PackageError(
      'unsupported',
      `expected a package of Unreal Engine 1, 2 or 3, found one of Unreal Engine 4 or later (${word | 0})`,
      { offset: at, field: 'version' },
    )
  }
  return { tag, bigEndian, version: word & 0xffff, licensee: word >>> 16 }
}

/** An unsigned word, without a view: these two are read before it is known whether anything else will be. */
function wordAt(head: Uint8Array, at: number, bigEndian: boolean): number {
  const a = head[at] ?? 0
  const b = head[at + 1] ?? 0
  const c = head[at + 2] ?? 0
  const d = head[at + 3] ?? 0
  return (bigEndian ? (a << 24) | (b << 16) | (c << 8) | d : a | (b << 8) | (c << 16) | (d << 24)) >>> 0
}

/** Other kinds of files that people take for packages, by their first bytes. */
const OTHER_KINDS: readonly (readonly [start: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 3, 4], 'a zip archive'],
  [[0x52, 0x61, 0x72, 0x21], 'a RAR archive; unpack it first'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7z archive; unpack it first'],
  [[0x1f, 0x8b], 'a gzip file; unpack it first'],
  [[0x4d, 0x5a], 'a program for Windows'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program for Linux'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture (PNG)'],
  [[0xff, 0xd8, 0xff], 'a picture (JPEG)'],
  [[0x44, 0x44, 0x53, 0x20], 'a picture (DDS)'],
  [[0x52, 0x49, 0x46, 0x46], 'a sound (WAV)'],
  [[0x4f, 0x67, 0x67, 0x53], 'a sound (Ogg)'],
]

/** What the file is instead, if its first bytes show it. */
function otherKind(head: Uint8Array): string {
  const found = OTHER_KINDS.find(([start]) => start.every((byte, i) => head[i] === byte))
  const what = found?.[1] ?? kindOfText(head)
  return what === undefined ? '' : `; it is ${what}`
}

/** Number of bytes that must be characters for a file to count as text. */
const TEXT_HEAD = 64

/** What kind of text it is; `undefined` if it is not text. */
function kindOfText(head: Uint8Array): string | undefined {
  const start = head.subarray(0, TEXT_HEAD)
  const isText = start.every((byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 13)
  if (!isText) return undefined
  const isPage = /^\s*<(?:!doctype html|html)\b/i.test(String.fromCharCode(...start))
  return isPage ? 'a web page, which servers send instead of files that they do not have' : 'a text'
}

function firstBytes(head: Uint8Array): string {
  const bytes = [...head.subarray(0, 8)]
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ')
  const text = bytes.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
  return `${digits} "${text}"`
}

/** Lowest and highest file versions that UE1 to UE3 reached, with room for unknown builds. */
const KNOWN_VERSIONS = { lowest: 20, highest: 1000 } as const

/** @throws {PackageError} `unsupported` for a version that no UE1 to UE3 package has. */
export function checkVersion({ version, licensee }: FirstWords): void {
  if (version < KNOWN_VERSIONS.lowest || version > KNOWN_VERSIONS.highest) {
    throw new PackageError(
      'unsupported',
      `expected a file version from ${KNOWN_VERSIONS.lowest} to ${KNOWN_VERSIONS.highest}, found ` +
        `${version}/${licensee} (${hex(version)}); no Unreal Engine 1 to 3 game is known to use it`,
      { offset: 4, field: 'version' },
    )
  }
}
