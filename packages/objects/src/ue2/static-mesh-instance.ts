import type { Archive, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { blockArray, NO_BYTES, recordArray } from '../common/arrays.js'
import { UnrealObject } from '../unreal-object.js'
import { LightBits } from './light-bits.js'
import { PartHeader, partHeader } from './part-header.js'

/** *A light on a static mesh actor.* */
export class StaticMeshLight extends LightBits {
  /** 1 but for 167 of 33,282: the light is in the colours. */
  isApplied = 1
  /** Since `Feature.InstanceHeader`. */
  header = new PartHeader()
  /** After a header of minor version 1 and later: 0 in 88 of 88. */
  unknown: Uint8Array = new Uint8Array(2)

  override serialize(ar: Archive): void {
    const minor = partHeader(ar, this.header, Feature.InstanceHeader)
    super.serialize(ar)
    this.isApplied = ar.i32(this.isApplied, 'isApplied')
    if (minor > 0) this.unknown = ar.bytes(this.unknown, 2, 'unknown')
  }
}

/** Bytes of a colour and a direction. */
const DIRECTION_SIZE = 20

/** *The colour and the direction of light on each vertex.* Since `Feature.InstanceHeader`. */
export class LightDirections implements Serializable {
  /** As its record's in front of others. */
  header = new PartHeader()
  /** 20 bytes a vertex, or none: colour (4), direction whose length is a strength (3 floats), 0 (4). */
  vertices = NO_BYTES
  /** Counts changes, for the renderer's copy. */
  revision = 0

  serialize(ar: Archive): void {
    ar.record(this.header, 'header')
    this.vertices = blockArray(ar, this.vertices, DIRECTION_SIZE, 'vertices')
    this.revision = ar.i32(this.revision, 'revision')
  }
}

/** Minimum size in bytes of a `StaticMeshLight`. */
const LIGHT_SIZE = 6

/** *StaticMeshInstance: the light on the vertices of one static mesh actor.* 1,885 of 1,885. */
export class StaticMeshInstance extends UnrealObject {
  /** Since `Feature.InstanceHeader`. */
  header = new PartHeader()
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
  /** Since `Feature.InstanceHeader`, after a header of minor version 1 and later. */
  directions = new LightDirections()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const minor = partHeader(ar, this.header, Feature.InstanceHeader)
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
    if (minor > 0) ar.record(this.directions, 'directions')
  }

  override check(report: CheckReport): void {
    super.check(report)
    const bytes = Math.ceil(this.colors.length / 4 / 8)
    for (const [i, light] of this.lights.entries())
      report.equal(`lights[${i}].bits`, light.bits.length, bytes, 'a bit for each vertex')
    const directions = this.directions.vertices.length / DIRECTION_SIZE
    if (directions > 0) report.equal('directions', directions, this.colors.length / 4, 'one for each vertex')
  }
}
