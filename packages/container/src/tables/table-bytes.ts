/**
 * *Bytes that rows of tables are read from, and the same for numbers*: a view takes as long to make as
 * several rows take to read, so the tables of a package that is in memory share one.
 */
export class TableBytes {
  readonly bytes: Uint8Array
  readonly view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}
