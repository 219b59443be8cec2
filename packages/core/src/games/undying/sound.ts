import type { Archive } from '@ukit/container'
import { ue1 } from '@ukit/objects'
import { HarryPotterSoundFields, UndyingSoundFields } from './sound-fields.js'

/**
 * *Sound of Undying and of Harry Potter*, which add different fields around the data; from readers.
 *
 * The games share version numbers, so the first layout is used whose lazy array ends where its skip says and
 * whose last field ends the object. The engine's own is tried first.
 */
export class UndyingSound extends ue1.Sound {
  /** Set for a sound of Undying. */
  undying: UndyingSoundFields | undefined = undefined
  /** Set for a sound of a Harry Potter game. */
  harryPotter: HarryPotterSoundFields | undefined = undefined

  protected override serializeData(ar: Archive): void {
    if (!ar.isLoading) {
      this.#serializeLayout(ar)
      return
    }
    for (const [undying, harryPotter] of [
      [undefined, undefined],
      // Harry Potter first: in version 77 the skip of its lip movements could be mistaken for Undying's
      // envelope rate.
      [undefined, new HarryPotterSoundFields()],
      [new UndyingSoundFields(), undefined],
    ] as const) {
      this.undying = undying
      this.harryPotter = harryPotter
      if (ar.attempt(ar.remaining, () => this.#serializeLayout(ar)) === true) return
    }
    this.undying = undefined
    this.#serializeLayout(ar)
  }

  #serializeLayout(ar: Archive): true {
    if (this.undying !== undefined) ar.record(this.undying, 'undying')
    if (this.harryPotter !== undefined) ar.record(this.harryPotter, 'harryPotter')
    super.serializeData(ar)
    this.undying?.serializeEnvelope(ar)
    this.harryPotter?.serializeLipSync(ar)
    return true
  }
}
