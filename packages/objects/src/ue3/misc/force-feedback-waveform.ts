import type { Archive, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import { recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** A stretch of a vibration. */
export class WaveformSample implements Serializable {
  /** Strength of each motor. */
  leftAmplitude = 0
  /** 0 to 100, as the left one. */
  rightAmplitude = 0
  /** How the strength runs: constant, rising, falling … */
  leftFunction = 0
  /** As the left one. */
  rightFunction = 0
  /** Seconds. */
  duration = 0

  serialize(ar: Archive): void {
    this.leftAmplitude = ar.u8(this.leftAmplitude, 'leftAmplitude')
    this.rightAmplitude = ar.u8(this.rightAmplitude, 'rightAmplitude')
    this.leftFunction = ar.u8(this.leftFunction, 'leftFunction')
    this.rightFunction = ar.u8(this.rightFunction, 'rightFunction')
    this.duration = ar.f32(this.duration, 'duration')
  }
}

/**
 * *ForceFeedbackWaveform: how a controller shakes.* Native only before `Version.WaveformProperties`. 671 of
 * 671.
 */
export class ForceFeedbackWaveform extends UnrealObject {
  /** 1 when it starts again after the last sample, else 0. */
  isLooping = 0
  /** One after the other. */
  samples: WaveformSample[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Version.WaveformProperties)) return
    this.isLooping = ar.i32(this.isLooping, 'isLooping')
    this.samples = recordArray(ar, this.samples, () => new WaveformSample(), 8, 'samples')
  }
}
