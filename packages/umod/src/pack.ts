import { memCrc } from '@ukit/codecs'
import { Archive, FormatContext, UString } from '@ukit/container'
import { type ByteSource, foldName, PackageError, piecesOf, safePath } from '@ukit/files'
import { PieceMemory, reusedPiecesOf } from '@ukit/files/internal'
import { Directory, DirectoryEntry, TRAILER_SIZE, Trailer } from './layout.js'

/** A file to be packed. */
export interface UmodMember {
  /** Path below the game's folder; a string is stored with `\` between folders. */
  readonly name: string | UString
  /** See `UmodFlag`; default 0. */
  readonly flags?: number
  /** Its bytes. */
  readonly data: ByteSource
}

/** Settings of {@link packUmod}. */
export interface PackOptions {
  /**
   * Every member starts at a multiple of this many bytes, after zeros. UT99's tool did not align, those of
   * UT2003 and UT2004 align to 16.
   */
  readonly align?: number | undefined
  /** Bytes before the members: the program of a self-extracting installer. */
  readonly stub?: ByteSource | undefined
  /** Accept names that are not safe to extract: only for making exactly the same file again. */
  readonly allowUnsafeNames?: boolean | undefined
  /**
   * Reuse memory: a piece is valid only until the one after the next is requested. Saves memory and time with
   * `saveFile`.
   */
  readonly reuse?: boolean | undefined
}

/** The defaults of {@link packUmod}. */
export const PACK_DEFAULTS = { align: 1, allowUnsafeNames: false, reuse: false } as const

/** The trailer's numbers are signed. */
const LARGEST = 0x7fff_ffff

/**
 * *Writes an installer*, piece by piece: members in the given order, directory, trailer. The same members
 * give the same bytes.
 *
 * @throws {PackageError} `bad-value` for a name that is unsafe or occurs twice; `limit` when the installer
 *   would be larger than 2 GiB.
 */
export async function* packUmod(members: Iterable<UmodMember>, options: PackOptions = {}): AsyncGenerator<Uint8Array> {
  const {
    align = PACK_DEFAULTS.align,
    stub,
    allowUnsafeNames = PACK_DEFAULTS.allowUnsafeNames,
    reuse = PACK_DEFAULTS.reuse,
  } = options
  if (!Number.isSafeInteger(align) || align < 1 || align > 0x1_0000) {
    throw new RangeError(`align must be a whole number from 1 to 65536, found ${align}`)
  }
  const list = [...members]
  const directory = new Directory()
  const seen = new Set<string>()
  let end = stub?.byteLength ?? 0
  for (const { name, flags = 0, data } of list) {
    const entry = new DirectoryEntry()
    entry.name = typeof name === 'string' ? UString.from(name.replace(/\//g, '\\')) : name
    if (!allowUnsafeNames) checkName(entry.name.text, seen)
    entry.offset = Math.ceil(end / align) * align
    entry.size = data.byteLength
    entry.flags = flags
    end = entry.offset + entry.size
    directory.entries.push(entry)
  }
  const table = Archive.save(FormatContext.DEFAULT, { base: end })
  directory.serialize(table)
  const tableBytes = table.written()
  const trailer = new Trailer()
  trailer.directoryOffset = end
  trailer.fileSize = end + tableBytes.length + TRAILER_SIZE
  if (trailer.fileSize > LARGEST) {
    throw new PackageError(
      'limit',
      `expected at most ${LARGEST} bytes in an installer, these files need ${trailer.fileSize}`,
    )
  }
  let crc = 0
  for await (const piece of body(list, directory, tableBytes, stub, reuse)) {
    crc = memCrc(piece, crc)
    yield piece
  }
  trailer.crc = crc
  const last = Archive.save(FormatContext.DEFAULT, { capacity: TRAILER_SIZE })
  trailer.serialize(last)
  yield last.written()
}

async function* body(
  list: readonly UmodMember[],
  directory: Directory,
  table: Uint8Array,
  stub: ByteSource | undefined,
  reuse: boolean,
): AsyncGenerator<Uint8Array> {
  const memory = new PieceMemory()
  const pieces = (source: ByteSource) => (reuse ? reusedPiecesOf(source, memory) : piecesOf(source))
  let at = 0
  if (stub !== undefined) {
    yield* pieces(stub)
    at = stub.byteLength
  }
  for (const [i, { data }] of list.entries()) {
    const entry = directory.entries[i]
    if (entry === undefined) continue
    if (entry.offset > at) yield new Uint8Array(entry.offset - at)
    yield* pieces(data)
    at = entry.offset + entry.size
  }
  yield table
}

function checkName(name: string, seen: Set<string>): void {
  const safe = safePath(name)
  if ('problem' in safe) throw new PackageError('bad-value', `"${name}" cannot be packed: ${safe.problem}`)
  const key = foldName(name)
  if (seen.has(key)) {
    throw new PackageError('bad-value', `"${name}" cannot be packed twice: engines ignore case`)
  }
  seen.add(key)
}
