import type { Archive } from '@ukit/container'
import { Feature, Name, type ObjectSource, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { byteArray, NO_BYTES, objectArray } from '../common/arrays.js'
import { checkSound } from '../common/check-sound.js'
import { lazyBytes } from '../common/lazy-array.js'
import { UnrealObject } from '../unreal-object.js'

/** A float that is larger is not a weight: the sound was read in another game's layout. */
const MAX_LIKELIHOOD = 1000

/** *Sound: a wave file, as imported.* 305 of 305. */
export class Sound extends UnrealObject {
  /** `WAV`, `OGG` … */
  format: Name = Name.NONE
  /** Since `Feature.SoundLikelihood`: the sound's weight in a `SoundGroup`, 1 unless changed. */
  likelihood = 1
  /** The file as imported. */
  data = NO_BYTES
  /**
   * Since `Version.LipSync`: not 0 when samples for lips follow. `undefined` when the sound ends before it
   * (`Feature.ShortSounds`).
   */
  hasLipSync: number | undefined = 0
  /** How far a mouth is open, probably. */
  lipSync = NO_BYTES
  /** −1 in every file. */
  lipSyncEnd = -1

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.format = ar.name(this.format, 'format')
    if (ar.since(Feature.SoundLikelihood)) this.likelihood = ar.f32(this.likelihood, 'likelihood')
    this.data = lazyBytes(ar, this.data, 'data')
    if (!ar.since(Version.LipSync)) return
    if (ar.isLoading && ar.since(Feature.ShortSounds) && ar.remaining === 0) this.hasLipSync = undefined
    if (this.hasLipSync === undefined) return
    this.hasLipSync = ar.i32(this.hasLipSync, 'hasLipSync')
    if (this.hasLipSync === 0) return
    this.lipSync = byteArray(ar, this.lipSync, 'lipSync')
    this.lipSyncEnd = ar.i32(this.lipSyncEnd, 'lipSyncEnd')
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkSound(report, 'data', this.data, this.format.toString())
    if (!(this.likelihood >= 0 && this.likelihood < MAX_LIKELIHOOD))
      report.warning('likelihood', `expected a weight from 0 to ${MAX_LIKELIHOOD}, found ${this.likelihood}`)
  }
}

/**
 * *SoundGroup: one of several sounds, picked by their likelihoods.* It has none of `Sound`'s data (5 of 5).
 */
export class SoundGroup extends UnrealObject {
  /** Sound or ProceduralSound objects. */
  sounds: (ObjectSource | null)[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.sounds = objectArray(ar, this.sounds, 'sounds')
  }
}

/**
 * *ProceduralSound: a sound played with a changed pitch and volume.* The same values are properties. 9 of 9.
 */
export class ProceduralSound extends UnrealObject {
  /** Relative to the others of its group. */
  likelihood = 1
  /** The Sound that is played. */
  baseSound: ObjectSource | null = null
  /** Factor of the pitch; 1 changes nothing. */
  pitchModification = 1
  /** Factor of the volume; 1 changes nothing. */
  volumeModification = 1
  /** How far the pitch may differ from that by chance. */
  pitchVariance = 0
  /** How far the volume may differ from that by chance. */
  volumeVariance = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.likelihood = ar.f32(this.likelihood, 'likelihood')
    this.baseSound = ar.object(this.baseSound, 'baseSound')
    this.pitchModification = ar.f32(this.pitchModification, 'pitchModification')
    this.volumeModification = ar.f32(this.volumeModification, 'volumeModification')
    this.pitchVariance = ar.f32(this.pitchVariance, 'pitchVariance')
    this.volumeVariance = ar.f32(this.volumeVariance, 'volumeVariance')
  }
}
