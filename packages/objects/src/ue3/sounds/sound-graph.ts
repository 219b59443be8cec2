import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** Where the editor shows a node. */
export class SoundNodeEditorData implements Serializable {
  /** The SoundNode or SoundClass. */
  node: ObjectSource | null = null
  /** Pixels. */
  x = 0
  /** Pixels, downwards. */
  y = 0

  serialize(ar: Archive): void {
    this.node = ar.object(this.node, 'node')
    this.x = ar.i32(this.x, 'x')
    this.y = ar.i32(this.y, 'y')
  }
}

/**
 * *SoundCue and SoundClass: their nodes' places in the editor.* 56 of 56 and 122 of 122; what plays is in the
 * properties.
 */
export class SoundGraph extends UnrealObject {
  /** One for each node. */
  editorData: SoundNodeEditorData[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.editorData = recordArray(ar, this.editorData, () => new SoundNodeEditorData(), 12, 'editorData')
  }
}
