import type { Archive } from '@ukit/container'
import { Feature } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { blockArray, NO_BYTES, recordArray } from '../common/arrays.js'
import { UnrealObject } from '../unreal-object.js'
import { LightBits } from './light-bits.js'

/** *A light on a static mesh actor.* */
export class StaticMeshLight extends LightBits {
  /** 1 but for 167 of 33,282: the light is in the colours. */
  isApplied = 1

  override serialize(ar: Archive): void {
    super.serialize(ar)
    this.isApplied = ar.i32(this.isApplied, 'isApplied')
  }
}

/** Minimum size in bytes of a `StaticMeshLight`. */
const LIGHT_SIZE = 6

/** *StaticMeshInstance: the light on the vertices of one static mesh actor.* 1,885 of 1,885. */
export class StaticMeshInstance extends UnrealObject {
  /** R, G, B, A a vertex. */
  colors = NO_BYTES
  /** Counts changes, for the renderer's copy. */
  revision = 0
  /** Which vertices each light reaches. */
  lights: StaticMeshLight[] = []
  /** Since `Feature.EnvironmentLights`. */
  environmentLights: StaticMeshLight[] = []
  /** Since `Feature.InstanceIndices`: two numbers of unknown meaning. */
  indices: [number, number] = [0, 0]

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.colors = blockArray(ar, this.colors, 4, 'colors')
    this.revision = ar.i32(this.revision, 'revision')
    this.lights = recordArray(ar, this.lights, () => new StaticMeshLight(), LIGHT_SIZE, 'lights')
    if (ar.since(Feature.EnvironmentLights)) {
      this.environmentLights = recordArray(
        ar,
        this.environmentLights,
        () => new StaticMeshLight(),
        LIGHT_SIZE,
        'environmentLights',
      )
    }
    if (ar.since(Feature.InstanceIndices)) {
      this.indices[0] = ar.index(this.indices[0], 'indices[0]')
      this.indices[1] = ar.index(this.indices[1], 'indices[1]')
    }
  }

  override check(report: CheckReport): void {
    super.check(report)
    const bytes = Math.ceil(this.colors.length / 4 / 8)
    for (const [i, light] of this.lights.entries())
      report.equal(`lights[${i}].bits`, light.bits.length, bytes, 'a bit for each vertex')
  }
}
