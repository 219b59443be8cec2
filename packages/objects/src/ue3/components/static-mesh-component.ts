import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import { blockArray, NO_BYTES, objectArray, recordArray } from '../../common/arrays.js'
import { byteFlag } from '../../common/flag.js'
import { UnrealObject } from '../../unreal-object.js'
import { isReleasedXcom2 } from '../branches.js'
import { ColourBuffer } from '../meshes/static-mesh-lod.js'
import { LightMap } from './light-map.js'

/** *What one level of detail of a mesh has at this place of the world*: shadows, light, painted colours. */
export class StaticMeshComponentLod implements Serializable {
  shadowMaps: (ObjectSource | null)[] = []
  shadowVertexBuffers: (ObjectSource | null)[] = []
  lightMap = new LightMap()
  /** 1 when colours were painted on. */
  hasOverrideColours = 0
  overrideColours = new ColourBuffer()
  /** XCOM 2: two bytes, in 845/101 one; 0 in all. */
  xcom2Unknown: Uint8Array = new Uint8Array(2)
  /** Where the painted vertices were, 20 bytes each: for painting again after a mesh changed. */
  paintedVertices: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.shadowMaps = objectArray(ar, this.shadowMaps, 'shadowMaps')
    this.shadowVertexBuffers = objectArray(ar, this.shadowVertexBuffers, 'shadowVertexBuffers')
    ar.record(this.lightMap, 'lightMap')
    if (ar.since(Version.ColourBuffer)) {
      this.hasOverrideColours = byteFlag(ar, this.hasOverrideColours, 'hasOverrideColours')
      if (this.hasOverrideColours === 1) ar.record(this.overrideColours, 'overrideColours')
    }
    if (ar.context.branch === 'xcom-2') this.xcom2Unknown = zeros(ar, this.xcom2Unknown, isReleasedXcom2(ar) ? 2 : 1)
    if (ar.since(Version.PaintedVertices))
      this.paintedVertices = blockArray(ar, this.paintedVertices, 20, 'paintedVertices')
  }
}

/** XCOM 2's bytes, of another number in a component that was not read from one of its packages. */
function zeros(ar: Archive, bytes: Uint8Array, length: number): Uint8Array {
  return ar.bytes(ar.isLoading || bytes.length === length ? bytes : new Uint8Array(length), length, 'xcom2Unknown')
}

/** *StaticMeshComponent: a static mesh in the world.* 3,038 of 3,038, and 24 fractured ones. */
export class StaticMeshComponent extends UnrealObject {
  lodData: StaticMeshComponentLod[] = []
  /** 813 to 815; 0 in all. */
  unknown813 = 0
  /** XCOM 2; 0 in all. */
  xcom2Unknown: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.lodData = recordArray(ar, this.lodData, () => new StaticMeshComponentLod(), 12, 'lodData')
    if (ar.since(Version.StaticMeshComponentUnknown) && !ar.since(Version.NoStaticMeshComponentUnknown))
      this.unknown813 = ar.i32(this.unknown813, 'unknown813')
    if (ar.context.branch === 'xcom-2') this.xcom2Unknown = zeros(ar, this.xcom2Unknown, isReleasedXcom2(ar) ? 46 : 44)
  }
}
