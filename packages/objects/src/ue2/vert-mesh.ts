import type { Archive } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { floatArray, NO_FLOATS, NO_UINTS, recordArray, uintArray } from '../common/arrays.js'
import { BOX_SIZE, Box, SPHERE_SIZE, Sphere } from '../common/geometry.js'
import { checkSequences } from '../ue1/anim-sequence.js'
import { type AnimationSequence, endWithSequences, SEQUENCE_SIZE } from './animation-sequence.js'
import { LodMesh } from './lod-mesh.js'

/** *VertMesh: a mesh that moves by frames.* 10 of 10. */
export class VertMesh extends LodMesh {
  /** Position, normal, U, V: eight floats each. Empty in 9 of 10. */
  streamVertices = NO_FLOATS
  /** A number that goes with `streamVertices`; its meaning is not known. */
  streamVersion = 0
  /** Packed as `vertices`. */
  packedVertices = NO_UINTS
  /** Meaning unknown. */
  numbers = NO_FLOATS
  /** Named runs of frames. */
  sequences: AnimationSequence[] = []
  /** Three times 10 bits, 512 is 0; as many as `vertices`. */
  normals = NO_UINTS
  /** Vertices of a frame. */
  frameVertices = 0
  /** Frames of all sequences. */
  numFrames = 0
  /** One a frame. */
  frameBoxes: Box[] = []
  /** One a frame. */
  frameSpheres: Sphere[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.streamVertices = floatArray(ar, this.streamVertices, 'streamVertices', 8)
    this.streamVersion = ar.i32(this.streamVersion, 'streamVersion')
    this.packedVertices = uintArray(ar, this.packedVertices, 'packedVertices')
    this.numbers = floatArray(ar, this.numbers, 'numbers')
    endWithSequences(ar, (create) => this.#serializeEnd(ar, create))
  }

  #serializeEnd(ar: Archive, create: () => AnimationSequence): void {
    this.sequences = recordArray(ar, this.sequences, create, SEQUENCE_SIZE, 'sequences')
    this.normals = uintArray(ar, this.normals, 'normals')
    this.frameVertices = ar.i32(this.frameVertices, 'frameVertices')
    this.numFrames = ar.i32(this.numFrames, 'numFrames')
    this.frameBoxes = recordArray(ar, this.frameBoxes, () => new Box(), BOX_SIZE, 'frameBoxes')
    this.frameSpheres = recordArray(ar, this.frameSpheres, () => new Sphere(), SPHERE_SIZE, 'frameSpheres')
  }

  override check(report: CheckReport): void {
    super.check(report)
    if (this.vertices.length > 0)
      report.equal('vertices', this.vertices.length, this.frameVertices * this.numFrames, 'frameVertices × numFrames')
    if (this.normals.length > 0)
      report.equal('normals', this.normals.length, this.vertices.length, 'one for each vertex')
    checkSequences(report, this.sequences, this.numFrames, 'sequences')
  }
}
