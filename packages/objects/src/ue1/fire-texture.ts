import type { Archive } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { blockArray, NO_BYTES } from '../common/arrays.js'
import { Texture } from './texture.js'

/** Bytes of a spark. */
const SPARK_SIZE = 8

/**
 * *FireTexture: a texture that the engine paints from sparks.*
 *
 * The other painted kinds (water, waves, ice, scripted) keep everything in properties and are plain textures
 * here. 149 of 149.
 */
export class FireTexture extends Texture {
  /**
   * 8 bytes a spark: type, heat, X, Y, and four whose meaning the type decides. As many as the property
   * `NumSparks` says (149 of 149).
   */
  sparks = NO_BYTES

  /** How many sparks there are. */
  get sparkCount(): number {
    return this.sparks.length / SPARK_SIZE
  }

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.sparks = blockArray(ar, this.sparks, SPARK_SIZE, 'sparks')
  }

  override check(report: CheckReport): void {
    super.check(report)
    const said = this.properties.get('NumSparks')
    report.shouldEqual('sparks', this.sparkCount, typeof said === 'number' ? said : 0, 'as the property NumSparks says')
  }
}
