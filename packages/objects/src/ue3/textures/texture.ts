import type { Archive } from '@ukit/container'
import { UString } from '@ukit/container'
import { BulkData } from '../../common/bulk-data.js'
import { UnrealObject } from '../../unreal-object.js'
import { isLateMassEffect } from '../branches.js'

/**
 * *Texture (UE3): what all textures start with.* TextureCube and the render targets store nothing more (35 of 35).
 */
export class Texture extends UnrealObject {
  /**
   * The picture as imported: a PNG file (413 of 416), or raw pixels of blue, green, red, alpha when the property bIsSourceArtUncompressed is set. Empty in cooked
   * packages; absent in Mass Effect 3.
   */
  sourceArt = new BulkData()
  /** TERA: where the picture was imported from. */
  sourceFile = UString.EMPTY

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (!isLateMassEffect(ar)) ar.record(this.sourceArt, 'sourceArt')
    if (ar.context.branch === 'tera') this.sourceFile = ar.string(this.sourceFile, 'sourceFile')
  }
}
