import type { FormatContext, PositionWord, Subject } from '@ukit/container'
import { Version } from '@ukit/container'
import type { DecodedBytes, EncodedBytes } from '@ukit/core'
import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import type { UnrealObject } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { containsInt32Between } from './contains-int32.js'
import { indicesIn } from './opaque-indices.js'

/**
 * *The bytes of an object under change.*
 *
 * `stored`: as they are somewhere, with the indices that the package had when it was opened; `base` is the
 * position that offsets inside them were written for. `changed`: an object whose values were changed; its
 * bytes are made when the package is built.
 */
export type EditBody =
  | {
      readonly kind: 'stored'
      readonly source: ByteSource
      readonly start: number
      readonly size: number
      readonly base: number
    }
  | ChangedBody

/**
 * The body of an object whose values were changed, and facts about the bytes that it was read from.
 */
export interface ChangedBody {
  readonly kind: 'changed'
  readonly object: UnrealObject
  readonly rest: Uint8Array
  /** Position and size that it had as it was read. */
  readonly base: number
  readonly size: number
  /** Bytes of it that are not understood. */
  readonly opaque: readonly OpaquePart[]
  /** Why it is not understood as an object of its class. */
  readonly error: PackageError | undefined
}

/** Bytes of an object that no named field explains. */
export interface OpaquePart {
  /** Where they are: `Skins.value`, the value of a property; `rest`, what follows all that is understood. */
  readonly field: string
  readonly bytes: Uint8Array
}

/** What `relocate` needs from the document. */
export interface BodyCodec {
  readonly context: FormatContext
  /** Decodes with the document's names and objects. */
  decode(bytes: Uint8Array, base: number): DecodedBytes
  /**
   * Decodes with the package's own names and objects and encodes again: what the bytes were, if they are
   * understood.
   */
  recode(bytes: Uint8Array, base: number): Uint8Array
  encode(object: UnrealObject, rest: Uint8Array, offset: number, size: number): EncodedBytes
  /** The parts of `bytes` that no named field explains. */
  opaqueParts(bytes: Uint8Array, base: number): OpaquePart[]
  /**
   * Tells whether a number that was stored, if it is an index, now means another name or object than it did.
   */
  meansOtherEntry(index: number): boolean
  readonly subject: Subject
}

/** What {@link relocate} makes. */
export interface RelocatedBytes {
  readonly bytes: Uint8Array
  /** True if they are the same wherever the object is, with the same indices. */
  readonly isAnywhere: boolean
}

/**
 * Bytes of an object for another place, or with other indices.
 *
 * What may move: bytes that hold no position (`holdsPosition`), and bytes that are understood. A byte that is
 * not understood may move only when it and its neighbours cannot be a position inside the object; and where
 * indices change, only when it and its neighbours cannot be an index that means something else now.
 *
 * @param renumbered entries of the tables are elsewhere than when the bytes were written.
 * @throws {PackageError} `unsupported`, naming the object, when it may not be moved or renumbered.
 */
export function relocate(
  codec: BodyCodec,
  bytes: Uint8Array,
  base: number,
  offset: number,
  renumbered: boolean,
): RelocatedBytes {
  if (!renumbered && offset === base) return { bytes, isAnywhere: false }
  if (!renumbered && !mayHoldPosition(codec.context, bytes, base, base + bytes.length))
    return { bytes, isAnywhere: true }
  const read = codec.decode(bytes, base)
  const { path } = codec.subject
  if (!renumbered && isUnderstood(read)) {
    const moved = bytes.slice()
    movePositions(codec.context, moved, base, offset, read.positions)
    return { bytes: moved, isAnywhere: read.positions.length === 0 }
  }
  const before = renumbered ? codec.recode(bytes, base) : codec.encode(read.object, read.rest, base, bytes.length).bytes
  if (!equalBytes(before, bytes)) throw misreadError(path)
  const parts = read.opaqueBytes > 0 || read.error !== undefined ? codec.opaqueParts(bytes, base) : []
  if (renumbered) checkIndices(codec, parts, read.error)
  const made = codec.encode(read.object, read.rest, offset, bytes.length)
  if (offset !== base || made.bytes.length !== bytes.length) checkOpaque(codec, parts, base, bytes.length)
  return { bytes: made.bytes, isAnywhere: made.positions.length === 0 && parts.length === 0 }
}

/**
 * Moves bytes where they are: as `relocate` for bytes that are not renumbered, in memory that is the
 * caller's.
 *
 * @throws {PackageError} `unsupported`, as `relocate`.
 */
export function moveInPlace(codec: BodyCodec, bytes: Uint8Array, base: number, offset: number): void {
  if (offset === base || !mayHoldPosition(codec.context, bytes, base, base + bytes.length)) return
  const read = codec.decode(bytes, base)
  if (isUnderstood(read)) movePositions(codec.context, bytes, base, offset, read.positions)
  else bytes.set(relocate(codec, bytes, base, offset, false).bytes)
}

/**
 * Tells whether every byte is explained: then all positions in them are known, and a moved object differs in
 * nothing else.
 */
function isUnderstood({ opaqueBytes, error }: DecodedBytes): boolean {
  return opaqueBytes === 0 && error === undefined
}

function movePositions(
  context: FormatContext,
  bytes: Uint8Array,
  base: number,
  offset: number,
  positions: readonly PositionWord[],
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (const { at, to } of positions) view.setInt32(at - base, to + offset - base, !context.bigEndian)
}

/**
 * The bytes of a changed object for a place.
 *
 * @throws {PackageError} `unsupported`, as `relocate`.
 */
export function placeChanged(codec: BodyCodec, body: ChangedBody, offset: number, renumbered: boolean): EncodedBytes {
  const { object, rest, base, size, opaque, error } = body
  if (renumbered) checkIndices(codec, opaque, error)
  const encoded = codec.encode(object, rest, offset, size)
  if (offset !== base || encoded.bytes.length !== size) checkOpaque(codec, opaque, base, size)
  return encoded
}

/**
 * @throws {PackageError} `unsupported` when bytes that are not understood may hold an index of what is
 * elsewhere now.
 */
function checkIndices(codec: BodyCodec, parts: readonly OpaquePart[], error: PackageError | undefined): void {
  for (const part of parts) {
    for (const index of indicesIn(codec.context, part.bytes)) {
      if (!codec.meansOtherEntry(index)) continue
      const message =
        `its names and references cannot be renumbered: ${opaqueText(codec, part)} and may hold the index ` +
        `${index}${adviceFor(codec, part, error)}`
      throw cannotChange(codec.subject.path, message, error)
    }
  }
}

/** What is not understood, as part of a message. */
function opaqueText({ subject }: Pick<BodyCodec, 'subject'>, { field, bytes }: OpaquePart): string {
  const name = variableIn(field)
  if (name === undefined) return `${bytes.length} of its bytes are not understood (${field})`
  return `the type of its variable ${name} (${plural(bytes.length, 'byte')}) is not known in ${subject.ancestry[0] ?? 'its class'}`
}

/** Why some bytes are not understood, and what would help, as part of a message. */
export function opaqueReason(codec: Pick<BodyCodec, 'subject'>, part: OpaquePart): string {
  return `${opaqueText(codec, part)}${adviceFor(codec, part, undefined)}`
}

/** What would help to understand such bytes, as the end of a message. */
function adviceFor(
  { subject }: Pick<BodyCodec, 'subject'>,
  { field }: OpaquePart,
  error: PackageError | undefined,
): string {
  if (variableIn(field) === undefined) return error === undefined ? '' : `: ${error.message}`
  return `; name the folder of the packages that declare ${subject.ancestry[0] ?? 'its class'} with --packages DIR`
}

/** The variable whose value is not understood; `undefined` for bytes that are not the value of one. */
function variableIn(field: string): string | undefined {
  return field.endsWith('.value') ? field.slice(0, -'.value'.length) : undefined
}

/**
 * @throws {PackageError} `unsupported` when bytes that are not understood may hold a position, and so cannot
 * be moved.
 */
function checkOpaque(codec: BodyCodec, parts: readonly OpaquePart[], base: number, size: number): void {
  for (const part of parts) {
    if (!mayHoldPosition(codec.context, part.bytes, base, base + size)) continue
    const message =
      `${opaqueText(codec, part)} and may hold a position in the file, so it can neither move nor change its ` +
      `size${adviceFor(codec, part, undefined)}`
    throw cannotChange(codec.subject.path, message)
  }
}

/** An object that would not be written back with the same bytes. */
export function misreadError(path: string): PackageError {
  return cannotChange(path, 'it would be written with different bytes, so ukit may have misread it')
}

function cannotChange(object: string, message: string, cause?: unknown): PackageError {
  return new PackageError('unsupported', message, { object, cause })
}

/**
 * Tells whether some four bytes in a row read as a position inside the object, after its first byte and up to
 * its end.
 *
 * The only positions in bodies are the ends of lazy arrays (UE1, UE2) and the places of bulk data (UE3): 32
 * bits, in the package's byte order, at any address, pointing into the same body. Bytes without any such
 * number therefore mean the same wherever they are. Before lazy arrays had an end in front there were none
 * at all.
 */
export function mayHoldPosition(context: FormatContext, bytes: Uint8Array, base: number, end: number): boolean {
  if (!context.since(Version.LazyArraySkip)) return false
  return containsInt32Between(bytes, base, end, context.bigEndian)
}
