/**
 * Thrown inside the package layer when a window of the file ends but the file goes on: read more and try
 * again.
 */
export class MoreBytesNeeded extends Error {
  /** First position that is missing. */
  readonly offset: number
  constructor(offset: number) {
    super('the window ends inside a field; the reader of tables handles this by widening it')
    this.offset = offset
  }
}
