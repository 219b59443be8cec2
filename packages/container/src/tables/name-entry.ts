import type { Archive } from '../archive/archive.js'
import type { RowArchive } from '../archive/row-archive.js'
import { UString } from '../archive/ustring.js'
import { Version } from '../versions.js'
import type { ExtraFields } from './extra.js'
import type { Layout } from './layout.js'

/**
 * *One name of the name table.*
 *
 * Everything in a package that has a name refers to an entry of this table. Sweeney 1999 and the Unreal Wiki;
 * 847,361 names of 1,142 files.
 */
export class NameEntry {
  /** The name, in the units that the file stores. */
  text = UString.EMPTY
  /** Object flags of the name; the lower 32 bits of the 64 in UE3. */
  flags = 0
  /** The upper 32 bits in UE3. */
  flagsHigh = 0
  /** What a game adds. */
  extra: ExtraFields | undefined = undefined
  /**
   * The stored bytes, when the engine would have written the same values otherwise; used until the entry is
   * changed.
   */
  verbatim: Uint8Array | undefined = undefined

  /** Minimum size in bytes of an entry: a zero or a length, and 32 bits of flags. */
  static readonly MIN_SIZE = 1

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive, layout: Layout): void {
    if (layout.name !== undefined) layout.name(ar, this)
    else this.serializeStandard(ar)
  }

  /**
   * The engine's own fields, in its order; a game that only adds some calls it too. `NameRows` reads the same
   * fields faster: what changes here changes there.
   */
  serializeStandard(ar: RowArchive): void {
    this.text = ar.since(Version.NameLengths) ? ar.string(this.text, 'text') : ar.zeroTerminated(this.text, 'text')
    this.serializeFlags(ar)
  }

  /** 32 bits, and 64 since `Version.Flags64`. */
  serializeFlags(ar: RowArchive): void {
    if (ar.since(Version.Flags64)) {
      this.flags = ar.flagsLow(this.flags, this.flagsHigh, 'flags')
      this.flagsHigh = ar.flagsHigh(this.flagsHigh)
    } else {
      this.flags = ar.u32(this.flags, 'flags')
    }
  }
}
