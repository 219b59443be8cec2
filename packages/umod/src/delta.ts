import { memCrc } from '@ukit/codecs'
import { Archive, FormatContext, readCompactIndex } from '@ukit/container'
import { hex, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'

/** First word of a delta. */
const DELTA_MAGIC = 0x92f9_2912

/** *What comes before a delta's instructions.* 20 bytes, little-endian. */
class DeltaHeader {
  magic = DELTA_MAGIC
  /** Size in bytes and checksum (`memCrc`) of the file that the delta is applied to. */
  oldSize = 0
  oldCrc = 0
  /** The same for the new file. */
  newSize = 0
  newCrc = 0

  serialize(ar: Archive): void {
    this.magic = ar.u32(this.magic, 'magic')
    this.oldSize = ar.i32(this.oldSize, 'oldSize')
    this.oldCrc = ar.u32(this.oldCrc, 'oldCrc')
    this.newSize = ar.i32(this.newSize, 'newSize')
    this.newCrc = ar.u32(this.newCrc, 'newCrc')
  }
}

const HEADER_SIZE = 20

/** Settings of {@link applyDelta}. */
export interface DeltaOptions {
  /** Maximum number of bytes of the new file, which is made in memory. */
  readonly limit?: number | undefined
}

/** The defaults of {@link applyDelta}: 256 MiB, far more than any patched file has. */
export const DELTA_DEFAULTS = { limit: 0x1000_0000 } as const satisfies DeltaOptions

/** Facts about a delta, for checking whether it fits before anything is done. */
export function deltaInfo(delta: Uint8Array): { oldSize: number; oldCrc: number; newSize: number; newCrc: number } {
  const header = new DeltaHeader()
  header.serialize(Archive.load(delta))
  if (header.magic !== DELTA_MAGIC) {
    throw new PackageError('bad-value', `expected a delta (${hex(DELTA_MAGIC)}), found ${hex(header.magic)}`, {
      offset: 0,
    })
  }
  const { oldSize, oldCrc, newSize, newCrc } = header
  return { oldSize, oldCrc, newSize, newCrc }
}

/**
 * *Makes the new file from the old one and a delta* (a member with `Ref=`).
 *
 * After the header come instructions up to the end: a compact index n; if it is negative, −n bytes of the new
 * file follow; otherwise a compact index d follows, and n bytes are copied from the old file, d bytes after
 * the end of the last copied piece.
 *
 * @throws {PackageError} `bad-value` when the old file or the result is not the expected one; `limit` when
 *   the new file would be too large; other kinds when the delta is damaged.
 */
export function applyDelta(
  old: Uint8Array,
  delta: Uint8Array,
  { limit = DELTA_DEFAULTS.limit }: DeltaOptions = {},
): Uint8Array {
  const { oldSize, oldCrc, newSize, newCrc } = deltaInfo(delta)
  if (old.length !== oldSize || memCrc(old) !== oldCrc) {
    throw new PackageError(
      'bad-value',
      `expected an old file of ${plural(oldSize, 'byte')} with checksum ${hex(oldCrc)}, found ${old.length} ` +
        `bytes with ${hex(memCrc(old))}: it is another version`,
    )
  }
  if (newSize < 0) throw new PackageError('bad-count', `expected a size of 0 or more, found ${newSize}`, { offset: 12 })
  if (newSize > limit)
    throw new PackageError('limit', `expected a new file of at most ${plural(limit, 'byte')}, found ${newSize}`, {
      offset: 12,
    })
  const out = new Uint8Array(newSize)
  let done = 0
  let spot = 0
  for (let at = HEADER_SIZE; at < delta.length; ) {
    const start = at
    const count = indexAt(delta, at)
    at += count.size
    const length = Math.abs(count.value)
    if (length > newSize - done) {
      throw new PackageError('bad-count', `expected at most ${plural(newSize - done, 'byte')} more, found ${length}`, {
        offset: start,
      })
    }
    if (count.value < 0) {
      if (at + length > delta.length)
        throw new PackageError('truncated', `expected ${plural(length, 'byte')}, found ${delta.length - at}`, {
          offset: at,
        })
      out.set(delta.subarray(at, at + length), done)
      at += length
    } else {
      const distance = indexAt(delta, at)
      at += distance.size
      const from = spot + distance.value
      if (from < 0 || from + length > old.length) {
        throw new PackageError(
          'bad-offset',
          `expected a piece of the old file's ${plural(old.length, 'byte')}, found ${length} from ${from}`,
          { offset: start },
        )
      }
      out.set(old.subarray(from, from + length), done)
      spot = from + length
    }
    done += length
  }
  if (done !== newSize || memCrc(out) !== newCrc) {
    throw new PackageError(
      'bad-value',
      `expected a new file of ${plural(newSize, 'byte')} with checksum ${hex(newCrc)}, the delta gives ${done} ` +
        `with ${hex(memCrc(out.subarray(0, done)))}`,
    )
  }
  return out
}

function indexAt(bytes: Uint8Array, at: number): { value: number; size: number } {
  const index = readCompactIndex(bytes, at)
  if (index === undefined)
    throw new PackageError('truncated', 'expected a compact index, found the end', { offset: at })
  return index
}

/**
 * Pieces of the old file are found by blocks of this many bytes; shorter repetitions are not worth an
 * instruction.
 */
const BLOCK = 16
/** Pieces of the new file are given in instructions of at most this many bytes. */
const LONGEST = 0x0fff_ffff

/** *Makes a delta* that turns `old` into `fresh`. The same files give the same bytes. */
export function makeDelta(old: Uint8Array, fresh: Uint8Array): Uint8Array {
  const header = new DeltaHeader()
  header.oldSize = old.length
  header.oldCrc = memCrc(old)
  header.newSize = fresh.length
  header.newCrc = memCrc(fresh)
  const ar = Archive.save(FormatContext.DEFAULT, { capacity: 1024 })
  header.serialize(ar)
  const blocks = blocksOf(old)
  let spot = 0
  let literal = 0
  const flush = (end: number) => {
    for (let from = literal; from < end; from += LONGEST) {
      const length = Math.min(LONGEST, end - from)
      ar.compactIndex(-length, 'literal')
      ar.bytes(fresh.subarray(from, from + length), length, 'bytes')
    }
  }
  let hash = hashAt(fresh, 0)
  for (let at = 0; at + BLOCK <= fresh.length; ) {
    const from = matchAt(old, fresh, at, blocks.get(hash), spot)
    if (from < 0) {
      hash = roll(hash, fresh[at] ?? 0, fresh[at + BLOCK] ?? 0)
      at++
      continue
    }
    let start = 0
    while (start < at - literal && start < from && old[from - start - 1] === fresh[at - start - 1]) start++
    let end = BLOCK
    while (from + end < old.length && at + end < fresh.length && old[from + end] === fresh[at + end]) end++
    flush(at - start)
    ar.compactIndex(start + end, 'copy')
    ar.compactIndex(from - start - spot, 'distance')
    spot = from + end
    at += end
    literal = at
    hash = hashAt(fresh, at)
  }
  flush(fresh.length)
  return ar.written().slice()
}

const FACTOR = 0x0100_0193
/** `FACTOR` to the power of `BLOCK`: what the byte that leaves the block was multiplied by. */
const LEAVING = Array.from({ length: BLOCK }).reduce<number>((power) => Math.imul(power, FACTOR), 1)

function hashAt(bytes: Uint8Array, at: number): number {
  let hash = 0
  for (let i = 0; i < BLOCK; i++) hash = (Math.imul(hash, FACTOR) + (bytes[at + i] ?? 0)) | 0
  return hash
}

function roll(hash: number, leaves: number, enters: number): number {
  return (Math.imul(hash, FACTOR) + enters - Math.imul(leaves, LEAVING)) | 0
}

/** Where blocks of the old file are, by their hash; the first one of each. */
function blocksOf(old: Uint8Array): Map<number, number> {
  const blocks = new Map<number, number>()
  for (let at = 0; at + BLOCK <= old.length; at += BLOCK) {
    const hash = hashAt(old, at)
    if (!blocks.has(hash)) blocks.set(hash, at)
  }
  return blocks
}

/**
 * The position in the old file where the bytes at `at` continue: preferably exactly where the last piece
 * ended.
 */
function matchAt(old: Uint8Array, fresh: Uint8Array, at: number, candidate: number | undefined, spot: number): number {
  for (const from of [spot, candidate]) {
    if (from === undefined || from + BLOCK > old.length) continue
    let i = 0
    while (i < BLOCK && old[from + i] === fresh[at + i]) i++
    if (i === BLOCK) return from
  }
  return -1
}
