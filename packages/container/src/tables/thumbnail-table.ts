import { NO_BYTES } from '@ukit/files/internal'
import type { Archive } from '../archive/archive.js'
import { UString } from '../archive/ustring.js'

/** One entry of the thumbnail table: whose picture, and where it is. */
export class ThumbnailEntry {
  /** Name of the object's class. */
  className = UString.EMPTY
  /** Path of the object in its package, without the package. */
  objectPath = UString.EMPTY
  /** Position of the `Thumbnail`, in bytes. */
  offset = 0

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.className = ar.string(this.className, 'className')
    this.objectPath = ar.string(this.objectPath, 'objectPath')
    this.offset = ar.i32(this.offset, 'offset')
  }
}

/** *The table of thumbnails* (since `Version.ThumbnailTable`); 169 of 169 files. */
export class ThumbnailTable {
  /** A row for each object that has a picture. */
  entries: ThumbnailEntry[] = []

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    const count = ar.count(this.entries.length, 'thumbnailCount', 12)
    this.entries = ar.records(this.entries, count, () => new ThumbnailEntry(), 'thumbnails')
  }
}

/** *A picture of an object for the editor's browser*: 0, 0 and no bytes when it has none (434 of 1,597). */
export class Thumbnail {
  /** Pixels. */
  width = 0
  /** Height in pixels. */
  height = 0
  /** A PNG file. */
  png: Uint8Array = NO_BYTES

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.width = ar.i32(this.width, 'width')
    this.height = ar.i32(this.height, 'height')
    const size = ar.count(this.png.length, 'size', 1)
    this.png = ar.bytes(this.png, size, 'png')
  }
}
