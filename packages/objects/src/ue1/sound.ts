import type { Archive } from '@ukit/container'
import { Name, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { NO_BYTES } from '../common/arrays.js'
import { checkSound } from '../common/check-sound.js'
import { lazyBytes } from '../common/lazy-array.js'
import { UnrealObject } from '../unreal-object.js'
import { HarryPotterSound, UndyingSound } from './sound-extras.js'

/**
 * *Sound: a wave file, as imported.* 1,851 of 1,851 (versions 61 to 69); what Undying and Harry Potter add is
 * from readers.
 *
 * Those two games share version numbers, so the layout is taken whose lazy array ends where its skip says and
 * whose last field ends the object.
 */
export class Sound extends UnrealObject {
  /** `WAV` … */
  format: Name = Name.NONE
  /** The file as imported: RIFF, but for decoys in obfuscated packages. */
  data = NO_BYTES
  undying: UndyingSound | undefined = undefined
  harryPotter: HarryPotterSound | undefined = undefined

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.format = ar.name(this.format, 'format')
    if (!ar.isLoading || !ar.since(Version.LaterUnreal1)) {
      this.#serializeData(ar)
      return
    }
    for (const [undying, harryPotter] of [
      [undefined, undefined],
      // Harry Potter first: in version 77 the skip of its lip movements would pass for Undying's rate of the
      // envelope.
      [undefined, new HarryPotterSound()],
      [new UndyingSound(), undefined],
    ] as const) {
      this.undying = undying
      this.harryPotter = harryPotter
      if (ar.attempt(ar.remaining, () => this.#serializeData(ar)) === true) return
    }
    this.undying = undefined
    this.#serializeData(ar)
  }

  #serializeData(ar: Archive): true {
    if (this.undying !== undefined) ar.record(this.undying, 'undying')
    if (this.harryPotter !== undefined) ar.record(this.harryPotter, 'harryPotter')
    this.data = lazyBytes(ar, this.data, 'data')
    this.undying?.serializeEnvelope(ar)
    this.harryPotter?.serializeLipSync(ar)
    return true
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkSound(report, 'data', this.data, this.format.toString())
  }
}
