import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { floatArray, intArray, NO_FLOATS, NO_INTS, objectArray, recordArray } from '../common/arrays.js'
import { BOX_SIZE, Box, rotator, SPHERE_SIZE, Sphere, vector } from '../common/geometry.js'
import { lazyArray, lazyRecords } from '../common/lazy-array.js'
import { AnimSequence, checkSequences, SEQUENCE_SIZE } from './anim-sequence.js'
import { Primitive } from './primitive.js'

/** *A triangle of a mesh.* */
export class MeshTriangle implements Serializable {
  /** Three vertices of a frame. */
  vertices: Uint16Array = new Uint16Array(3)
  /** U and V of each vertex, in pixels of a texture of 256. */
  uv: Uint8Array = new Uint8Array(6)
  /** Bits of `PolyFlag`. */
  polyFlags = 0
  /** One of the mesh's `textures`. */
  texture = 0

  serialize(ar: Archive): void {
    this.vertices = ar.ushorts(this.vertices, 3, 'vertices')
    this.uv = ar.bytes(this.uv, 6, 'uv')
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.texture = ar.i32(this.texture, 'texture')
  }
}

/** Bytes of a `MeshTriangle`. */
const TRIANGLE_SIZE = 20

/**
 * *Mesh: a body whose every frame stores every vertex.*
 *
 * 113 of 113, the base of LodMesh and SkeletalMesh included (versions 68, 69). It has no properties.
 */
export class Mesh extends Primitive {
  /**
   * Vertices, frame after frame (frameVerts × animFrames). One word each: X in bits 0 to 10, Y in 11 to 21, Z
   * in 22 to 31, signed. Deus Ex takes two words: X and Y, Z and nothing, 16 bits each; see `vertex`.
   */
  verts = NO_INTS
  /**
   * Words of a vertex: 2 in Deus Ex (53 of 53), told apart by where the array ends, since the version is the
   * same.
   */
  vertexWords: 1 | 2 = 1
  /** Empty in a LodMesh. */
  tris: MeshTriangle[] = []
  /** Named runs of frames. */
  animSeqs: AnimSequence[] = []
  /** For each vertex of a frame: how many triangles it is in, and where in `vertLinks` they are. */
  connects = NO_INTS
  /** As `box` and `sphere` (113 of 113). */
  meshBox = new Box()
  /** As `sphere`. */
  meshSphere = new Sphere()
  /** Triangles by vertex. */
  vertLinks = NO_INTS
  /** Skins by number; none where an actor brings its own. */
  textures: (ObjectSource | null)[] = []
  /** One a frame. */
  boxes: Box[] = []
  /** One a frame. */
  spheres: Sphere[] = []
  /** Vertices of a frame. */
  frameVerts = 0
  /** Frames of all sequences. */
  animFrames = 0
  /** Flags that all triangles share, and flags that any has. */
  andFlags = 0
  /** Bits of `PolyFlag` that any triangle has. */
  orFlags = 0
  /** X, Y, Z that vertices are multiplied by. */
  scale: Float32Array = Float32Array.of(1, 1, 1)
  /** X, Y, Z of the mesh's origin, in its units before `scale`. */
  origin: Float32Array = new Float32Array(3)
  /** Pitch, yaw, roll that the mesh is turned by; 65,536 is a full turn. */
  rotOrigin: Int32Array = new Int32Array(3)
  /** What was last picked in the editor. */
  curPoly = 0
  /** Number of a vertex, as `curPoly`. */
  curVertex = 0
  /** Distance factors: one in version 65, one a texture since. */
  textureLod = NO_FLOATS

  /** X, Y, Z of a vertex before scale and origin; `undefined` when there is no such vertex. */
  vertex(index: number): [x: number, y: number, z: number] | undefined {
    const word = this.verts[index * this.vertexWords]
    if (word === undefined) return undefined
    if (this.vertexWords === 1) return [(word << 21) >> 21, (word << 10) >> 21, word >> 22]
    return [(word << 16) >> 16, word >> 16, ((this.verts[index * 2 + 1] ?? 0) << 16) >> 16]
  }

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.verts = lazyArray(ar, 'verts', (end) => this.#serializeVerts(ar, end))
    this.tris = lazyRecords(ar, this.tris, () => new MeshTriangle(), TRIANGLE_SIZE, 'tris')
    this.animSeqs = recordArray(ar, this.animSeqs, () => new AnimSequence(), SEQUENCE_SIZE, 'animSeqs')
    this.connects = lazyArray(ar, 'connects', () => intArray(ar, this.connects, 'connects', 2))
    ar.record(this.meshBox, 'meshBox')
    ar.record(this.meshSphere, 'meshSphere')
    this.vertLinks = lazyArray(ar, 'vertLinks', () => intArray(ar, this.vertLinks, 'vertLinks'))
    this.textures = objectArray(ar, this.textures, 'textures')
    this.boxes = recordArray(ar, this.boxes, () => new Box(), BOX_SIZE, 'boxes')
    this.spheres = recordArray(ar, this.spheres, () => new Sphere(), SPHERE_SIZE, 'spheres')
    this.frameVerts = ar.i32(this.frameVerts, 'frameVerts')
    this.animFrames = ar.i32(this.animFrames, 'animFrames')
    this.andFlags = ar.u32(this.andFlags, 'andFlags')
    this.orFlags = ar.u32(this.orFlags, 'orFlags')
    this.scale = vector(ar, this.scale, 'scale')
    this.origin = vector(ar, this.origin, 'origin')
    this.rotOrigin = rotator(ar, this.rotOrigin, 'rotOrigin')
    this.curPoly = ar.i32(this.curPoly, 'curPoly')
    this.curVertex = ar.i32(this.curVertex, 'curVertex')
    if (ar.since(Version.MeshTextureLods)) this.textureLod = floatArray(ar, this.textureLod, 'textureLod')
    else if (ar.since(Version.MeshTextureLod)) this.textureLod = ar.floats(this.textureLod, 1, 'textureLod')
  }

  #serializeVerts(ar: Archive, end: number): Int32Array {
    const count = ar.indexCount(this.verts.length / this.vertexWords, 'verts.count', 4)
    if (ar.isLoading) this.vertexWords = count > 0 && end - ar.position === count * 8 ? 2 : 1
    return ar.ints(this.verts, count * this.vertexWords, 'verts')
  }

  override check(report: CheckReport): void {
    super.check(report)
    this.checkFrames(report)
    for (const [i, triangle] of this.tris.entries()) {
      report.indices(`tris[${i}].vertices`, triangle.vertices, this.frameVerts, 'vertices')
    }
    // A mesh without frames has them elsewhere, if at all: those of its bones, or of the class that shows it.
    if (this.animFrames > 0) checkSequences(report, this.animSeqs, this.animFrames)
    for (let i = 0; i < this.connects.length / 2; i++) {
      const [count = 0, first = 0] = this.connects.subarray(2 * i)
      report.run(`connects[${i}]`, first, count, this.vertLinks.length, 'links')
    }
  }

  /** Every frame has every vertex. A mesh on bones has no frames. */
  protected checkFrames(report: CheckReport): void {
    const count = this.verts.length / this.vertexWords
    report.equal('verts', count, this.frameVerts * this.animFrames, 'frameVerts × animFrames')
  }
}
