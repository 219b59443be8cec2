import type { Archive, Serializable } from '@ukit/container'
import { Guid, Name } from '@ukit/container'
import { recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** A package and its GUID. */
export class GuidCacheEntry implements Serializable {
  /** Its name, without extension. */
  package: Name = Name.NONE
  /** The GUID of its summary. */
  guid = Guid.ZERO

  serialize(ar: Archive): void {
    this.package = ar.name(this.package, 'package')
    this.guid = ar.guid(this.guid, 'guid')
  }
}

/** *GuidCache: GUIDs of all packages of a cooked game.* 1 of 1. */
export class GuidCache extends UnrealObject {
  /** One for each package. */
  entries: GuidCacheEntry[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.entries = recordArray(ar, this.entries, () => new GuidCacheEntry(), 24, 'entries')
  }
}
