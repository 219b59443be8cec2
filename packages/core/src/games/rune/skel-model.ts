import type { Archive, Serializable } from '@ukit/container'
import { Name } from '@ukit/container'
import { NO_BYTES } from '@ukit/files/internal'
import { ue1 } from '@ukit/objects'
import { Box, blockArray, byteArray, recordArray, rotator, Scale, vector } from '@ukit/objects/common'

/** *The skeletal models of Rune (version 69).* From two readers that agree; no file is available. */

/** Maximum number of triangle groups of a mesh. */
const GROUPS = 16
/** Minimum size in bytes of a sequence: the engine's 15, and the length of its data. */
const SEQUENCE_SIZE = 16

/** *A skin of a group of triangles.* */
export class SkelGroup implements Serializable {
  /** Apparently bits of `PolyFlag`. */
  flags = 0
  /** Name of the skin, which the model's properties map to a texture. */
  skin: Name = Name.NONE

  serialize(ar: Archive): void {
    this.flags = ar.i32(this.flags, 'flags')
    this.skin = ar.name(this.skin, 'skin')
  }
}

/** *One of the meshes of a model.* */
export class SkelMesh implements Serializable {
  /** Number of vertices; as many as in `vertices`. */
  numVerts = 0
  /** Number of triangles; as many as in `triangles`. */
  numTris = 0
  /** 13 bytes each: three vertices (16 bits), U and V of each (bytes), group (byte). */
  triangles = NO_BYTES
  /**
   * 36 bytes each: a position relative to each of two joints (three floats each), the two joints (32 bits),
   * the first one's weight (float).
   */
  vertices = NO_BYTES
  /** Count for reducing the triangles. */
  decCount = 0
  /** Data for reducing the triangles; not decoded. */
  dec = NO_BYTES
  /** A fixed number of groups, of which only the first are used. */
  groups: SkelGroup[] = Array.from({ length: GROUPS }, () => new SkelGroup())

  serialize(ar: Archive): void {
    this.numVerts = ar.i32(this.numVerts, 'numVerts')
    this.numTris = ar.i32(this.numTris, 'numTris')
    this.triangles = blockArray(ar, this.triangles, 13, 'triangles')
    this.vertices = blockArray(ar, this.vertices, 36, 'vertices')
    this.decCount = ar.i32(this.decCount, 'decCount')
    this.dec = byteArray(ar, this.dec, 'dec')
    this.groups = ar.records(this.groups, GROUPS, () => new SkelGroup(), 'groups')
  }
}

/** *A joint of the skeleton.* */
export class SkelJoint implements Serializable {
  /** Number of the parent joint; −1 for the root. */
  parent = -1
  /** Four indices; −1 for none. */
  children: Int32Array = new Int32Array(4).fill(-1)
  /** The name that scripts use. */
  name: Name = Name.NONE
  /** Number of a group of joints. */
  group = 0
  /** Bits; their meaning is not known. */
  flags = 0
  /** Pitch, yaw, roll at rest; 65,536 is a full turn. */
  baseRotation: Int32Array = new Int32Array(3)
  /** Six planes around it, of four floats each. */
  planes: Float32Array = new Float32Array(24)

  serialize(ar: Archive): void {
    this.parent = ar.i32(this.parent, 'parent')
    this.children = ar.ints(this.children, 4, 'children')
    this.name = ar.name(this.name, 'name')
    this.group = ar.i32(this.group, 'group')
    this.flags = ar.i32(this.flags, 'flags')
    this.baseRotation = rotator(ar, this.baseRotation, 'baseRotation')
    this.planes = ar.floats(this.planes, 24, 'planes')
  }
}

/** *A sequence, and how the joints move in it.* */
export class SkelSequence extends ue1.AnimSequence {
  /** Compressed; not decoded. */
  animData = NO_BYTES

  /** The engine's fields, then what this game adds. */
  override serialize(ar: Archive): void {
    super.serialize(ar)
    this.animData = byteArray(ar, this.animData, 'animData')
  }
}

/** *The state of a joint in a frame.* */
export class SkelJointState implements Serializable {
  /** X, Y, Z in the parent's space. */
  position: Float32Array = new Float32Array(3)
  /** Pitch, yaw, roll; 65,536 is a full turn. */
  rotation: Int32Array = new Int32Array(3)
  /** 1 for the joint's own size. */
  scale = new Scale()

  serialize(ar: Archive): void {
    this.position = vector(ar, this.position, 'position')
    this.rotation = rotator(ar, this.rotation, 'rotation')
    ar.record(this.scale, 'scale')
  }
}

/** *A frame.* */
export class SkelFrame implements Serializable {
  /** Index into the model's `animSeqs`. */
  sequence = 0
  /** The event that scripts are notified of when the frame is reached; None for none. */
  event: Name = Name.NONE
  /** Bounds of the model in this frame. */
  bounds = new Box()
  /** One for each joint of the model. */
  joints: SkelJointState[] = []

  serialize(ar: Archive): void {
    this.sequence = ar.i16(this.sequence, 'sequence')
    this.event = ar.name(this.event, 'event')
    ar.record(this.bounds, 'bounds')
    this.joints = recordArray(ar, this.joints, () => new SkelJointState(), 41, 'joints')
  }
}

/** *SkelModel: meshes on a skeleton, and how it moves.* */
export class SkelModel extends ue1.Primitive {
  /** As many as `meshes` has. */
  numMeshes = 0
  /** As many as `joints` has. */
  numJoints = 0
  /** As many as `frames` has. */
  numFrames = 0
  /** As many as `animSeqs` has. */
  numSequences = 0
  /** Number of skins that the groups can have. */
  numSkins = 0
  /** Index into `joints`. */
  rootJoint = 0
  /** Each with triangles of its own. */
  meshes: SkelMesh[] = []
  /** The skeleton. */
  joints: SkelJoint[] = []
  /** Named runs of frames. */
  animSeqs: SkelSequence[] = []
  /** The frames of all sequences, one after the other. */
  frames: SkelFrame[] = []
  /** Offset of the model: X, Y, Z. */
  positionOffset: Float32Array = new Float32Array(3)
  /** Rotation of the model: pitch, yaw, roll; 65,536 is a full turn. */
  rotationOffset: Int32Array = new Int32Array(3)

  /** Reads or writes the fields after the properties, in file order. */
  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.numMeshes = ar.i32(this.numMeshes, 'numMeshes')
    this.numJoints = ar.i32(this.numJoints, 'numJoints')
    this.numFrames = ar.i32(this.numFrames, 'numFrames')
    this.numSequences = ar.i32(this.numSequences, 'numSequences')
    this.numSkins = ar.i32(this.numSkins, 'numSkins')
    this.rootJoint = ar.i32(this.rootJoint, 'rootJoint')
    this.meshes = recordArray(ar, this.meshes, () => new SkelMesh(), 95, 'meshes')
    this.joints = recordArray(ar, this.joints, () => new SkelJoint(), 137, 'joints')
    this.animSeqs = recordArray(ar, this.animSeqs, () => new SkelSequence(), SEQUENCE_SIZE, 'animSeqs')
    this.frames = recordArray(ar, this.frames, () => new SkelFrame(), 29, 'frames')
    this.positionOffset = vector(ar, this.positionOffset, 'positionOffset')
    this.rotationOffset = rotator(ar, this.rotationOffset, 'rotationOffset')
  }
}
