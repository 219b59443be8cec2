import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { BOX_SIZE, Box, indexArray, intArray, NO_FLOATS, NO_INTS, recordArray, vectorArray } from '@ukit/objects/common'
import { Primitive } from '@ukit/objects/ue2'

/** Size in bytes of a set of zones (256 bits). */
const ZONE_SET_SIZE = 32

/** *A node of the BSP tree in Duke Nukem Forever*; see `BspNode`. */
export class DukeBspNode implements Serializable {
  /** X, Y, Z of the normal, and the distance from the origin. */
  plane: Float32Array = new Float32Array(4)
  /** Bit n: zone n is below this node. */
  zones: Uint8Array = new Uint8Array(ZONE_SET_SIZE)
  /** Bits, as UE2's nodes have them. */
  flags = 0
  /** Index of its first corner in the model's `verts`. */
  vertPool = 0
  /** Index into `surfs`. */
  surf = 0
  /** The node behind the plane; −1 for none. */
  back = -1
  /** The node in front of the plane; −1 for none. */
  front = -1
  /** The next node in the same plane; −1 for none. */
  coplanar = -1
  /** Index into `leafHulls`; −1 for none. */
  collisionBound = -1
  /** Index into `boxes`; −1 for none. */
  renderBound = -1
  /** The zones behind the plane and in front of it. */
  zoneNumbers: [number, number] = [0, 0]
  /** Corners of the polygon; 0 for none. */
  numVertices = 0
  /** The leaves behind the plane and in front of it; −1 for none. */
  leaves: [number, number] = [-1, -1]
  /** Meaning unknown. */
  number = 0

  serialize(ar: Archive): void {
    this.plane = ar.floats(this.plane, 4, 'plane')
    this.zones = ar.bytes(this.zones, ZONE_SET_SIZE, 'zones')
    this.flags = ar.u8(this.flags, 'flags')
    this.vertPool = ar.index(this.vertPool, 'vertPool')
    this.surf = ar.index(this.surf, 'surf')
    this.back = ar.index(this.back, 'back')
    this.front = ar.index(this.front, 'front')
    this.coplanar = ar.index(this.coplanar, 'coplanar')
    this.collisionBound = ar.index(this.collisionBound, 'collisionBound')
    this.renderBound = ar.index(this.renderBound, 'renderBound')
    this.zoneNumbers[0] = ar.index(this.zoneNumbers[0], 'zoneNumbers[0]')
    this.zoneNumbers[1] = ar.index(this.zoneNumbers[1], 'zoneNumbers[1]')
    this.numVertices = ar.u8(this.numVertices, 'numVertices')
    this.leaves[0] = ar.i32(this.leaves[0], 'leaves[0]')
    this.leaves[1] = ar.i32(this.leaves[1], 'leaves[1]')
    this.number = ar.index(this.number, 'number')
  }
}

/** *A surface in Duke Nukem Forever*; see `BspSurf`. */
export class DukeBspSurf implements Serializable {
  /** Meaning unknown, as for every field named a number or an object here. */
  firstNumber = 0
  /** The material; none is the default one. */
  material: ObjectSource | null = null
  /** Meaning unknown. */
  object: ObjectSource | null = null
  /** Meaning unknown. */
  secondNumber = 0
  /** Bits of `PolyFlag`. */
  polyFlags = 0
  /** Further bits that only this game has. */
  moreFlags = 0
  /** Index into `points`: the texture's origin. */
  base = 0
  /** Index into `vectors`. */
  normal = 0
  /** Index into `vectors`: the direction in which U grows. */
  textureU = 0
  /** Index into `vectors`: the direction in which V grows. */
  textureV = 0
  /** Side of the brush; −1 for none. */
  brushPoly = -1
  /** Texture offset in pixels. */
  panU = 0
  /** As `panU`, for V. */
  panV = 0
  /** The brush. */
  actor: ObjectSource | null = null
  /** Four bytes; meaning unknown. */
  settings: Uint8Array = new Uint8Array(4)
  /** Meaning unknown. */
  lastNumber = 0

  serialize(ar: Archive): void {
    this.firstNumber = ar.u32(this.firstNumber, 'firstNumber')
    this.material = ar.object(this.material, 'material')
    this.object = ar.object(this.object, 'object')
    this.secondNumber = ar.u16(this.secondNumber, 'secondNumber')
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.moreFlags = ar.u32(this.moreFlags, 'moreFlags')
    this.base = ar.index(this.base, 'base')
    this.normal = ar.index(this.normal, 'normal')
    this.textureU = ar.index(this.textureU, 'textureU')
    this.textureV = ar.index(this.textureV, 'textureV')
    this.brushPoly = ar.index(this.brushPoly, 'brushPoly')
    this.panU = ar.i16(this.panU, 'panU')
    this.panV = ar.i16(this.panV, 'panV')
    this.actor = ar.object(this.actor, 'actor')
    this.settings = ar.bytes(this.settings, 4, 'settings')
    this.lastNumber = ar.index(this.lastNumber, 'lastNumber')
  }
}

/** *A leaf in Duke Nukem Forever*; see `BspLeaf`. */
export class DukeBspLeaf implements Serializable {
  /** Number of the zone that it is in. */
  zone = 0
  /** As `BspLeaf.permeating`; −1 for none. */
  permeating = -1
  /** As `BspLeaf.volumetric`; −1 for none. */
  volumetric = -1
  /** Meaning unknown. */
  number = 0
  /** Bit n: zone n can be seen. */
  visibleZones: Uint8Array = new Uint8Array(ZONE_SET_SIZE)

  serialize(ar: Archive): void {
    this.zone = ar.index(this.zone, 'zone')
    this.permeating = ar.index(this.permeating, 'permeating')
    this.volumetric = ar.index(this.volumetric, 'volumetric')
    this.number = ar.index(this.number, 'number')
    this.visibleZones = ar.bytes(this.visibleZones, ZONE_SET_SIZE, 'visibleZones')
  }
}

/** Minimum sizes in bytes of a node, a surface and a leaf. */
const NODE_SIZE = 68
const SURF_SIZE = 32
const LEAF_SIZE = 36

/** *Model of Duke Nukem Forever.* Verified on 5,311 of 5,311 objects. */
export class DukeModel extends Primitive {
  /** Normals and texture directions: X, Y, Z of each. */
  vectors = NO_FLOATS
  /** Corners: X, Y, Z of each. */
  points = NO_FLOATS
  /** The tree; node 0 is its root. */
  nodes: DukeBspNode[] = []
  /** Surfaces, which `nodes` refer to for material and brush. */
  surfs: DukeBspSurf[] = []
  /** Point and side of each corner. */
  verts = NO_INTS
  /** Greater than any side in `verts`. */
  numSharedSides = 0
  /** The Polys that the tree was built from. */
  polys: ObjectSource | null = null
  /** Bounds that nodes refer to. */
  boxes: Box[] = []
  /** As in UE1's Model. */
  leafHulls = NO_INTS
  /** Leaves, which nodes refer to. */
  leaves: DukeBspLeaf[] = []
  /** 0: outside is solid, as in a level; 1: a brush. */
  rootOutside = 0
  /** 1 if the sides know their coplanar neighbours, otherwise 0. */
  linked = 0
  /** Meaning unknown. */
  numbers = NO_INTS
  /** Meaning unknown. */
  lastNumber = 0

  /** Reads or writes the fields after the properties, in file order. */
  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.vectors = vectorArray(ar, this.vectors, 'vectors')
    this.points = vectorArray(ar, this.points, 'points')
    this.nodes = recordArray(ar, this.nodes, () => new DukeBspNode(), NODE_SIZE, 'nodes')
    this.surfs = recordArray(ar, this.surfs, () => new DukeBspSurf(), SURF_SIZE, 'surfs')
    this.verts = indexArray(ar, this.verts, 2, 'verts')
    this.numSharedSides = ar.i32(this.numSharedSides, 'numSharedSides')
    this.polys = ar.object(this.polys, 'polys')
    this.boxes = recordArray(ar, this.boxes, () => new Box(), BOX_SIZE, 'boxes')
    this.leafHulls = intArray(ar, this.leafHulls, 'leafHulls')
    this.leaves = recordArray(ar, this.leaves, () => new DukeBspLeaf(), LEAF_SIZE, 'leaves')
    this.rootOutside = ar.i32(this.rootOutside, 'rootOutside')
    this.linked = ar.i32(this.linked, 'linked')
    this.numbers = intArray(ar, this.numbers, 'numbers')
    this.lastNumber = ar.i32(this.lastNumber, 'lastNumber')
  }
}
