import type { Archive } from '@ukit/container'
import { Name } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { NO_BYTES } from '../common/arrays.js'
import { ascii, printable } from '../common/check-sound.js'
import { lazyBytes } from '../common/lazy-array.js'
import { UnrealObject } from '../unreal-object.js'

/**
 * How modules begin. The name of the format does not matter: players look for themselves, and real files say
 * `s3m` of modules of Impulse Tracker.
 */
const BEGINNINGS: readonly ((data: Uint8Array) => boolean)[] = [
  (data) => ascii(data, 0, 4) === 'IMPM',
  (data) => ascii(data, 44, 4) === 'SCRM',
  (data) => ascii(data, 0, 17) === 'Extended Module: ',
  (data) => /^(?:M.K.|\d+CH.?|\d\dC[HN]|FLT\d|CD81|OKTA)$/s.test(ascii(data, 1080, 4)),
  (data) => /^(?:OggS|RIFF|MThd|ID3.)$/s.test(ascii(data, 0, 4)),
]

/** Formats that are modules; anti-cheat packages carry programs. */
const MODULES = /^(?:it|s3m|xm|mod|umx|ogg)$/i

/** *Music: a tracker module, as imported.* 71 of 71 (versions 62 to 69). */
export class Music extends UnrealObject {
  /** `it`, `s3m`, `xm`, `mod` …; anti-cheat packages carry `dll` and `so`. */
  format: Name = Name.NONE
  /** The file as imported. */
  data = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.format = ar.name(this.format, 'format')
    this.data = lazyBytes(ar, this.data, 'data')
  }

  override check(report: CheckReport): void {
    super.check(report)
    if (this.data.length === 0 || !MODULES.test(this.format.toString()) || BEGINNINGS.some((is) => is(this.data)))
      return
    report.warning(
      'data',
      `expected a module of the kind ${this.format}, found data that begin with ${printable(this.data)}`,
    )
  }
}
