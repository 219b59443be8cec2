import type { Archive } from '@ukit/container'
import { Feature, UString } from '@ukit/container'
import { BulkData } from '../../common/bulk-data.js'
import { UnrealObject } from '../../unreal-object.js'

/**
 * *Texture (UE3): what all textures start with.* TextureCube and the render targets store nothing more (35 of
 * 35).
 */
export class Texture extends UnrealObject {
  /**
   * The picture as imported: a PNG file (413 of 416), or raw pixels of blue, green, red, alpha when the
   * property bIsSourceArtUncompressed is set. Empty in cooked packages; absent since `Feature.NoSourceArt`.
   */
  sourceArt = new BulkData()
  /** Since `Feature.SourceFiles`: where the picture was imported from. */
  sourceFile = UString.EMPTY

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (!ar.since(Feature.NoSourceArt)) ar.record(this.sourceArt, 'sourceArt')
    if (ar.since(Feature.SourceFiles)) this.sourceFile = ar.string(this.sourceFile, 'sourceFile')
  }
}
