import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource, UString, Version } from '@ukit/container'
import { recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** One remark, such as `ToolTip`. */
export class MetaDataValue implements Serializable {
  /** Such as `ToolTip` or `DisplayName`. */
  key: Name = Name.NONE
  /** The remark. */
  value = UString.EMPTY

  serialize(ar: Archive): void {
    this.key = ar.name(this.key, 'key')
    this.value = ar.string(this.value, 'value')
  }
}

/** What is remarked of one object. */
export class MetaDataEntry implements Serializable {
  /** The class or variable; none when its package is not loaded. */
  owner: ObjectSource | null = null
  /** Before `Version.MetaDataObjects`: the owner as `Package.Class:member`. */
  ownerPath = UString.EMPTY
  /** Its remarks. */
  values: MetaDataValue[] = []

  serialize(ar: Archive): void {
    if (ar.since(Version.MetaDataObjects)) this.owner = ar.object(this.owner, 'owner')
    else this.ownerPath = ar.string(this.ownerPath, 'ownerPath')
    this.values = recordArray(ar, this.values, () => new MetaDataValue(), 12, 'values')
  }
}

/** *MetaData: what the editor knows of a package's classes and variables.* 130 of 130. */
export class MetaData extends UnrealObject {
  /** One for each object with remarks. */
  entries: MetaDataEntry[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.entries = recordArray(ar, this.entries, () => new MetaDataEntry(), 8, 'entries')
  }
}
