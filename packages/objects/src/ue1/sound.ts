import type { Archive } from '@ukit/container'
import { Name } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { NO_BYTES } from '../common/arrays.js'
import { checkSound } from '../common/check-sound.js'
import { lazyBytes } from '../common/lazy-array.js'
import { UnrealObject } from '../unreal-object.js'

/** *Sound: a wave file, as imported.* 1,851 of 1,851 (versions 61 to 69). */
export class Sound extends UnrealObject {
  /** `WAV` … */
  format: Name = Name.NONE
  /** The file as imported: RIFF, but for decoys in obfuscated packages. */
  data = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.format = ar.name(this.format, 'format')
    this.serializeData(ar)
  }

  /** The data, and what a game stores around it. */
  protected serializeData(ar: Archive): void {
    this.data = lazyBytes(ar, this.data, 'data')
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkSound(report, 'data', this.data, this.format.toString())
  }
}
