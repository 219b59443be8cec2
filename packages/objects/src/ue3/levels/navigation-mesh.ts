import type { Archive, Serializable } from '@ukit/container'
import { Guid, Name, type ObjectSource } from '@ukit/container'
import { NO_BYTES, NO_USHORTS, recordArray, ushortArray } from '../../common/arrays.js'
import { Box } from '../../common/geometry.js'
import { UnrealObject } from '../../unreal-object.js'

/** A corner, and the polygons that meet there. */
export class NavMeshVertex implements Serializable {
  /** X, Y, Z in the mesh's own space. */
  position: Float32Array = new Float32Array(3)
  /** Indices into the mesh's `polygons`. */
  polygons: Uint16Array = NO_USHORTS

  serialize(ar: Archive): void {
    this.position = ar.floats(this.position, 3, 'position')
    this.polygons = ushortArray(ar, this.polygons, 'polygons')
  }
}

/** Which class an edge is of, and where it is once in memory. */
export class NavMeshEdgeEntry implements Serializable {
  /**
   * Position and size in memory, in bytes: what comes before and what the class has, not what the file holds.
   */
  offset = 0
  /** Bytes in memory. */
  size = 0
  /** Such as `FNavMeshEdgeBase`. */
  class: Name = Name.NONE

  serialize(ar: Archive): void {
    this.offset = ar.u32(this.offset, 'offset')
    this.size = ar.u16(this.size, 'size')
    this.class = ar.name(this.class, 'class')
  }
}

/** A place of a cover that is on a polygon. */
export class NavMeshCover implements Serializable {
  /** The CoverLink; none when it is in another level. */
  actor: ObjectSource | null = null
  /** GUID of the cover link. */
  guid = Guid.ZERO
  /** Number of the slot in the cover link, from 0. */
  slot = 0

  serialize(ar: Archive): void {
    this.actor = ar.object(this.actor, 'actor')
    this.guid = ar.guid(this.guid, 'guid')
    this.slot = ar.i32(this.slot, 'slot')
  }
}

/** *A polygon that can be walked on, or a side of an obstacle.* */
export class NavMeshPolygon implements Serializable {
  /** Indices of its corners and edges. */
  vertices: Uint16Array = NO_USHORTS
  /** Indices of edges, in the order of `edgeEntries`. */
  edges: Uint16Array = NO_USHORTS
  /** X, Y, Z in the mesh's own space. */
  centre: Float32Array = new Float32Array(3)
  /** X, Y, Z of length 1. */
  normal: Float32Array = new Float32Array(3)
  /** In the mesh's own space. */
  bounds = new Box()
  /** None in all; as raw cover references are elsewhere. */
  covers: NavMeshCover[] = []
  /** How high one can be there. */
  height = 0

  serialize(ar: Archive): void {
    this.vertices = ushortArray(ar, this.vertices, 'vertices')
    this.edges = ushortArray(ar, this.edges, 'edges')
    this.centre = ar.floats(this.centre, 3, 'centre')
    this.normal = ar.floats(this.normal, 3, 'normal')
    ar.record(this.bounds, 'bounds')
    this.covers = recordArray(ar, this.covers, () => new NavMeshCover(), 24, 'covers')
    this.height = ar.f32(this.height, 'height')
  }
}

/**
 * *NavigationMeshBase: where one can walk.* Worked out on 12 objects of versions 820 and 888, which end on
 * their exact last byte.
 */
export class NavigationMeshBase extends UnrealObject {
  /** Version of these meshes now and when it was made: 39 in file version 820, 43 in 888. */
  navMeshVersion = 0
  /** The version that it was made with. */
  versionAtGeneration = 0
  /** Corners of the polygons. */
  vertices: NavMeshVertex[] = []
  /** One for each edge of `edgeData`. */
  edgeEntries: NavMeshEdgeEntry[] = []
  /** What one can walk on. */
  polygons: NavMeshPolygon[] = []
  /** 16 floats each. */
  localToWorld: Float32Array = new Float32Array(16)
  /** 16 floats, the inverse of `localToWorld`. */
  worldToLocal: Float32Array = new Float32Array(16)
  /** Three numbers an edge at the border: two vertices and a polygon. */
  borderEdges: Uint16Array = NO_USHORTS
  /** Of all polygons, in the mesh's own space. */
  bounds = new Box()
  /**
   * The edges, one after the other up to the end of the object, each as its class in `edgeEntries` writes
   * it: 38 bytes for FNavMeshEdgeBase in 888, 80 for FNavMeshCrossPylonEdge in 820. What other classes write
   * is not known, so they stay together.
   */
  edgeData: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.navMeshVersion = ar.i32(this.navMeshVersion, 'navMeshVersion')
    this.versionAtGeneration = ar.i32(this.versionAtGeneration, 'versionAtGeneration')
    this.vertices = recordArray(ar, this.vertices, () => new NavMeshVertex(), 16, 'vertices')
    this.edgeEntries = recordArray(ar, this.edgeEntries, () => new NavMeshEdgeEntry(), 14, 'edgeEntries')
    this.polygons = recordArray(ar, this.polygons, () => new NavMeshPolygon(), 65, 'polygons')
    this.localToWorld = ar.floats(this.localToWorld, 16, 'localToWorld')
    this.worldToLocal = ar.floats(this.worldToLocal, 16, 'worldToLocal')
    this.borderEdges = ushortArray(ar, this.borderEdges, 'borderEdges', 3)
    ar.record(this.bounds, 'bounds')
    const size = this.edgeEntries.length === 0 ? 0 : ar.isLoading ? ar.remaining : this.edgeData.length
    this.edgeData = ar.bytes(this.edgeData, size, 'edgeData')
  }
}
