import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { BOX_SIZE, Box, indexArray, intArray, NO_FLOATS, NO_INTS, recordArray, vectorArray } from '@ukit/objects/common'
import { Primitive } from '@ukit/objects/ue2'

/** Bytes of a set of zones: 256 bits. */
const ZONE_SET_SIZE = 32

/** *A node of the BSP tree in Duke Nukem Forever*; see `BspNode`. */
export class DukeBspNode implements Serializable {
  plane: Float32Array = new Float32Array(4)
  /** Bit n: zone n is below this node. */
  zones: Uint8Array = new Uint8Array(ZONE_SET_SIZE)
  flags = 0
  vertPool = 0
  surf = 0
  back = -1
  front = -1
  coplanar = -1
  collisionBound = -1
  renderBound = -1
  zoneNumbers: [number, number] = [0, 0]
  numVertices = 0
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
  /** Meaning unknown, as all that is called a number or an object here. */
  firstNumber = 0
  material: ObjectSource | null = null
  object: ObjectSource | null = null
  secondNumber = 0
  polyFlags = 0
  moreFlags = 0
  base = 0
  normal = 0
  textureU = 0
  textureV = 0
  brushPoly = -1
  panU = 0
  panV = 0
  actor: ObjectSource | null = null
  settings: Uint8Array = new Uint8Array(4)
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
  zone = 0
  permeating = -1
  volumetric = -1
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

/** Minimum size in bytes of a node, a surface, a leaf. */
const NODE_SIZE = 68
const SURF_SIZE = 32
const LEAF_SIZE = 36

/** *Model of Duke Nukem Forever.* 5,311 of 5,311. */
export class DukeModel extends Primitive {
  vectors = NO_FLOATS
  points = NO_FLOATS
  nodes: DukeBspNode[] = []
  surfs: DukeBspSurf[] = []
  /** Point and side each. */
  verts = NO_INTS
  numSharedSides = 0
  polys: ObjectSource | null = null
  boxes: Box[] = []
  leafHulls = NO_INTS
  leaves: DukeBspLeaf[] = []
  rootOutside = 0
  linked = 0
  /** Meaning unknown. */
  numbers = NO_INTS
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
