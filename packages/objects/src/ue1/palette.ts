import type { Archive } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { blockArray, NO_BYTES } from '../common/arrays.js'
import { UnrealObject } from '../unreal-object.js'

/** Bytes of a colour. */
const COLOR_SIZE = 4

/** Colours of a palette: as many as a byte has values. */
const COLORS = 256

/**
 * *Palette: the colours that 8-bit pixels index.* 2,637 of 2,637 in UE1 and 610 of 610 in UE2 have 256.
 */
export class Palette extends UnrealObject {
  /** R, G, B, A of each colour. Before version 66 A is left over garbage and the engine takes 255. */
  colors = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.colors = blockArray(ar, this.colors, COLOR_SIZE, 'colors')
  }

  override check(report: CheckReport): void {
    super.check(report)
    const count = this.colors.length / COLOR_SIZE
    if (count !== COLORS)
      report.warning('colors', `expected ${COLORS} colours, one for each value of a pixel, found ${count}`)
  }
}
