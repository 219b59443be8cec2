import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import { blockArray, NO_BYTES, objectArray, recordArray } from '../../common/arrays.js'
import { byteFlag } from '../../common/flag.js'
import { UnrealObject } from '../../unreal-object.js'
import { ColourBuffer } from '../meshes/static-mesh-lod.js'
import { LightMap } from './light-map.js'

/** *What one level of detail of a mesh has at this place of the world*: shadows, light, painted colours. */
export class StaticMeshComponentLod implements Serializable {
  /** ShadowMap2D objects: shadows of single lights in textures. */
  shadowMaps: (ObjectSource | null)[] = []
  /** ShadowMap1D objects: the same for each vertex. */
  shadowVertexBuffers: (ObjectSource | null)[] = []
  /** The light on the mesh. */
  lightMap = new LightMap()
  /** 1 when colours were painted on. */
  hasOverrideColours = 0
  /** The painted colours, one for each vertex. */
  overrideColours = new ColourBuffer()
  /** Since `Feature.MeshComponentBytes` a byte, since `Feature.LaterMeshComponents` two; 0 in all. */
  unknown: Uint8Array = new Uint8Array(2)
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
    if (ar.since(Feature.MeshComponentBytes))
      this.unknown = zeros(ar, this.unknown, ar.since(Feature.LaterMeshComponents) ? 2 : 1)
    if (ar.since(Version.PaintedVertices))
      this.paintedVertices = blockArray(ar, this.paintedVertices, 20, 'paintedVertices')
  }
}

/** Bytes of unknown meaning, of another number in a component that was read from another build. */
function zeros(ar: Archive, bytes: Uint8Array, length: number): Uint8Array {
  return ar.bytes(ar.isLoading || bytes.length === length ? bytes : new Uint8Array(length), length, 'unknown')
}

/** How many bytes of unknown meaning a component ends with. */
function endLength(ar: Archive): number {
  if (ar.since(Feature.LaterMeshComponents)) return 46
  if (ar.since(Feature.MeshComponentBytes)) return 44
  return ar.since(Feature.EarlyMeshComponents) ? 42 : 0
}

/** *StaticMeshComponent: a static mesh in the world.* 3,038 of 3,038, and 24 fractured ones. */
export class StaticMeshComponent extends UnrealObject {
  /** The finest level of detail first; may have fewer than the mesh. */
  lodData: StaticMeshComponentLod[] = []
  /** 813 to 815; 0 in all. */
  unknown813 = 0
  /** Since `Feature.EarlyMeshComponents` or `Feature.MeshComponentBytes`; 0 in all. */
  unknown: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.lodData = recordArray(ar, this.lodData, () => new StaticMeshComponentLod(), 12, 'lodData')
    if (ar.since(Version.StaticMeshComponentUnknown) && !ar.since(Version.NoStaticMeshComponentUnknown))
      this.unknown813 = ar.i32(this.unknown813, 'unknown813')
    this.unknown = zeros(ar, this.unknown, endLength(ar))
  }
}
