import type { Archive } from '@ukit/container'
import { Version } from '@ukit/container'
import { BulkData } from '../../common/bulk-data.js'
import { Texture } from './texture.js'
import { Texture2D } from './texture-2d.js'

/** *LightMapTexture2D: light that was computed for the surfaces of a level.* 217 of 217. */
export class LightMapTexture2D extends Texture2D {
  /** 0 to 3 occur; public readers: 1 streamed, 2 one colour instead of three directions. */
  lightMapFlags = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Version.LightMapFlags)) this.lightMapFlags = ar.i32(this.lightMapFlags, 'lightMapFlags')
  }
}

/** *TextureMovie: a film as a texture.* 5 of 5. */
export class TextureMovie extends Texture {
  /** The film: a Bink file (`BIKi`). */
  movie = new BulkData()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.movie, 'movie')
  }
}
