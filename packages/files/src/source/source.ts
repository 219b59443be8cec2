/**
 * *Bytes that can be read anywhere, in any order.*
 *
 * The one thing ukit asks of the outside: a length, and any range of it. A file, a Blob, a URL that honours
 * Range requests and plain memory all fit; so do the layers below a package (decryption, compressed chunks, a
 * file inside an archive), each a source over another source. Node's `Buffer` never appears here.
 */
export interface ByteSource {
  /** Length in bytes, known from the start. */
  readonly byteLength: number
  /**
   * All of it, where it is in memory already: what is read in many places then needs no view for each. To be
   * treated as read-only; absent everywhere else.
   */
  readonly allBytes?: Uint8Array
  /**
   * The bytes from `start` up to, not including, `end`; both are inside `0 … byteLength`.
   *
   * May answer at once or by a promise, so that memory costs no promise per read. The result may be a view of
   * shared memory: treat it as read-only.
   *
   * @throws {RangeError} when the range lies outside the source: that is a bug of the caller, who knows
   *   `byteLength`.
   */
  slice(start: number, end: number): Uint8Array | Promise<Uint8Array>
  /**
   * Puts the bytes from `start` on into `target`, as many as it has room for; all lie inside the source.
   * Absent where it would save nothing over `slice`; {@link readInto} reads from either.
   */
  readInto?(target: Uint8Array, start: number): void | Promise<void>
  /** Frees what the source holds open (a file handle); absent where there is nothing to free. */
  close?(): Promise<void>
}

/** Puts bytes of a source from `start` on into `target`: without memory of its own, where the source can. */
export function readInto(source: ByteSource, target: Uint8Array, start: number): void | Promise<void> {
  if (source.readInto !== undefined) return source.readInto(target, start)
  const bytes = source.slice(start, start + target.length)
  if (bytes instanceof Uint8Array) target.set(bytes)
  else return bytes.then((all) => target.set(all))
}
