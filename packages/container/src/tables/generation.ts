import type { Archive } from '../archive/archive.js'
import { Version } from '../versions.js'

/**
 * *One release of a package*: how many exports and names its tables held.
 *
 * A server and a client with different releases agree on the older one's objects. The last generation equals
 * the present counts (1,063 of 1,063 files).
 */
export class Generation {
  /** Exports that the release had: as many rows at the start of the table are theirs. */
  exportCount = 0
  /** Names that the release had. */
  nameCount = 0
  /** Objects that can be referred to over the network; UE3 only. */
  netObjectCount = 0

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.exportCount = ar.i32(this.exportCount, 'exportCount')
    this.nameCount = ar.i32(this.nameCount, 'nameCount')
    if (ar.since(Version.NetObjectCounts)) this.netObjectCount = ar.i32(this.netObjectCount, 'netObjectCount')
  }
}
