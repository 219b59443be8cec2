import type { Archive } from '@ukit/container'
import { arrayCount, databaseCount, indices, NO_FLOATS, NO_INTS } from '../common/arrays.js'
import { BspNode, NODE_SIZE, ZONE_SIZE, ZoneProperties } from '../common/bsp.js'
import { UnrealObject } from '../unreal-object.js'
import { BspSurf, SURF_SIZE } from './bsp.js'

/**
 * *The classes that hold the geometry of models before version 62.* From readers; no package available holds
 * one.
 */

/** *Vectors: normals or corners.* */
export class Vectors extends UnrealObject {
  /** Elements that there was room for beyond the count; 0 in every file. */
  slack = 0
  /** Three floats each. */
  vectors = NO_FLOATS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.vectors.length / 3, 12, 'vectors')
    this.vectors = ar.floats(this.vectors, count * 3, 'vectors')
  }
}

/** *BspNodes: the tree of planes, and the zones.* */
export class BspNodes extends UnrealObject {
  /** Elements that there was room for beyond the count; 0 in every file. */
  slack = 0
  /** Node 0 is the root. */
  nodes: BspNode[] = []
  /** At most 64. */
  zones: ZoneProperties[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const nodes = databaseCount(ar, this, this.nodes.length, NODE_SIZE, 'nodes')
    this.nodes = ar.records(this.nodes, nodes, () => new BspNode(NO_FLOATS), 'nodes')
    const zones = arrayCount(ar, this.zones.length, ZONE_SIZE, 'zones')
    // Readers do not agree whether zones hold a time here; they end the object, so the remaining bytes
    // decide.
    if (ar.isLoading && ar.attempt(ar.remaining, () => this.#serializeZones(ar, zones)) === true) return
    this.#serializeZones(ar, zones, 0)
  }

  #serializeZones(ar: Archive, count: number, lastRenderTime?: number): true {
    this.zones = ar.records(this.zones, count, () => new ZoneProperties(lastRenderTime), 'zones')
    return true
  }
}

/** *BspSurfs: what the polygons look like.* */
export class BspSurfs extends UnrealObject {
  /** Elements that there was room for beyond the count; 0 in every file. */
  slack = 0
  /** What nodes refer to. */
  surfs: BspSurf[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.surfs.length, SURF_SIZE, 'surfs')
    this.surfs = ar.records(this.surfs, count, () => new BspSurf(), 'surfs')
  }
}

/** *Verts: corners of polygons.* */
export class Verts extends UnrealObject {
  /** Elements that there was room for beyond the count; 0 in every file. */
  slack = 0
  /** Two numbers each, as in a model. */
  verts = NO_INTS
  /** More than any `side` of a vert. */
  numSharedSides = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.verts.length / 2, 2, 'verts')
    this.verts = indices(ar, this.verts, count * 2, 'verts')
    this.numSharedSides = ar.index(this.numSharedSides, 'numSharedSides')
  }
}
