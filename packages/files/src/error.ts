import { UkitError } from '@ukit/codecs/internal'
/**
 * What is wrong with a file, in a few kinds that a program can switch on:
 *
 * - `not-a-package`: the first bytes are not a tag of any package that ukit knows;
 * - `truncated`: the bytes end before the field does;
 * - `bad-count`: a count is negative, or promises more entries than the bytes left could hold;
 * - `bad-offset`: an offset or a range lies outside the file, or overlaps what it must not;
 * - `bad-index`: an index into the name, import or export table is out of range;
 * - `bad-value`: a field holds a value that cannot be;
 * - `unsupported`: the format is known by name, but ukit has no public facts to read it (a game's encryption,
 *   UE4);
 * - `compression`: compressed bytes do not decode, or their codec is not available (Oodle);
 * - `limit`: reading on would take more memory than the caller allows;
 * - `refused`: an edit would leave the package broken (a dangling reference, two objects of one path);
 *   nothing was changed;
 * - `io`: the outside failed (a file that vanished, a server that refused).
 */
export type ErrorKind =
  | 'not-a-package'
  | 'truncated'
  | 'bad-count'
  | 'bad-offset'
  | 'bad-index'
  | 'bad-value'
  | 'unsupported'
  | 'compression'
  | 'limit'
  | 'refused'
  | 'io'

/** Where in a file something is wrong. */
export interface ErrorPlace {
  /** Position in the package, in bytes; in a compressed package a position of the uncompressed image. */
  readonly offset?: number | undefined
  /** Path of the field, such as `exports[12].objectName`. */
  readonly field?: string | undefined
  /** Path of the object that was read, such as `Group.Object`. */
  readonly object?: string | undefined
  /** The error underneath, when this one only adds the place. */
  readonly cause?: unknown
}

/**
 * *The one error that ukit throws for other people's bytes.* A bug of ours throws something else.
 *
 * The message says what was expected, what was found, and where.
 */
export class PackageError extends UkitError {
  /** The name of the class. */
  override readonly name = 'PackageError'
  /** What kind of error; programs decide by it. */
  readonly kind: ErrorKind
  /** Position in the package, in bytes, where one is known. */
  readonly offset: number | undefined
  /** Path of the field: `exports[3].outer`. */
  readonly field: string | undefined
  /** Path of the object that it is about. */
  readonly object: string | undefined

  constructor(kind: ErrorKind, message: string, place: ErrorPlace = {}) {
    super(describe(message, place), place.cause === undefined ? undefined : { cause: place.cause })
    this.kind = kind
    this.offset = place.offset
    this.field = place.field
    this.object = place.object
  }
}

function describe(message: string, { offset, field, object }: ErrorPlace): string {
  const where = [object, field].filter((part) => part !== undefined && part !== '').join(': ')
  const at = offset === undefined ? '' : ` (at offset ${hex(offset)})`
  return where === '' ? `${message}${at}` : `${where}: ${message}${at}`
}

/** A number as `0x1F`, the form that messages and hex views use. */
export function hex(value: number): string {
  return value < 0 ? `-0x${(-value).toString(16).toUpperCase()}` : `0x${value.toString(16).toUpperCase()}`
}
