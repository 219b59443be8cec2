import type { Archive, ObjectSource } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { floatArray, NO_BYTES, NO_FLOATS, recordArray } from '../common/arrays.js'
import { Box } from '../common/geometry.js'
import { PartHeader, partHeader } from './part-header.js'
import { Primitive } from './primitive.js'
import { RawTriangles } from './raw-triangles.js'
import { StaticMeshCollision } from './static-mesh-collision.js'
import {
  ColorStream,
  IndexBuffer,
  StaticMeshSection,
  StaticMeshVertices,
  UV_STREAM_SIZE,
  UvStream,
} from './static-mesh-streams.js'

/** Bytes of a section. */
const SECTION_SIZE = 14
/** Most bytes that a game is thought to add. */
const MAX_GAME_FIELDS = 96

/**
 * *StaticMesh: a mesh without bones.*
 *
 * Materials are the property `Materials`, one for each section. 428 of 428; the headers of parts are from
 * readers.
 */
export class StaticMesh extends Primitive {
  /** Its own versions, in games that have them. */
  header = new PartHeader()
  /** One for each material. */
  sections: StaticMeshSection[] = []
  /** The bounds once more. */
  meshBox = new Box()
  /** Positions and normals. */
  vertices = new StaticMeshVertices()
  /** Colours of the vertices. */
  colors = new ColorStream()
  /** The same for what is transparent at the vertices. */
  alphas = new ColorStream()
  /** One for each set of texture coordinates. */
  uvStreams: UvStream[] = []
  /** Three a triangle. */
  indices = new IndexBuffer()
  /** Two an edge. */
  wireframe = new IndexBuffer()
  /** A simpler Model to collide with. */
  collisionModel: ObjectSource | null = null
  /** The triangles that traces hit. */
  collision = new StaticMeshCollision()
  /** Before `Version.StaticMeshWithoutGap`: 12 bytes of unknown meaning. Readers only. */
  gap = NO_BYTES
  /**
   * Games that count licensee versions may have fields of their own here; not since
   * `Feature.PlainStaticMesh`.
   */
  gameFields = NO_BYTES
  /** What the mesh was made from. */
  rawTriangles = new RawTriangles()
  /** Version of the mesh format: 8 to 11 (11 in UT2004 alone). */
  internalVersion = 11
  /**
   * Since `Feature.StaticMeshNumber` one of unknown meaning; since `Feature.StaticMeshNumbers` a list of
   * them, empty in 208 of 211.
   */
  numbers = NO_FLOATS
  /** A KMeshProps. */
  karmaProps: ObjectSource | null = null
  /** Since version 120: 32 bits; what they are computed from is not known. */
  authenticationKey = 0
  /**
   * What only some games have at the end. Seen: 1, the properties HavokCollisionTypeDynamic and
   * HavokCollisionTypeStatic once more, 70 zeros (3 of 3 of SWAT 4); 17 bytes (Lineage II 133/40).
   */
  gameEnd = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    partHeader(ar, this.header, Feature.StaticMeshHeader)
    this.sections = recordArray(ar, this.sections, () => new StaticMeshSection(), SECTION_SIZE, 'sections')
    ar.record(this.meshBox, 'meshBox')
    ar.record(this.vertices, 'vertices')
    ar.record(this.colors, 'colors')
    ar.record(this.alphas, 'alphas')
    this.uvStreams = recordArray(ar, this.uvStreams, () => new UvStream(), UV_STREAM_SIZE, 'uvStreams')
    ar.record(this.indices, 'indices')
    ar.record(this.wireframe, 'wireframe')
    this.collisionModel = ar.object(this.collisionModel, 'collisionModel')
    ar.record(this.collision, 'collision')
    if (!ar.since(Version.StaticMeshWithoutGap)) this.gap = ar.bytes(this.gap, 12, 'gap')
    if (ar.context.hasLicenseeVersion && !ar.since(Feature.PlainStaticMesh)) this.#serializeGameFields(ar)
    else this.#serializeEnd(ar)
  }

  /**
   * Some games put fields of their own in front of the imported triangles (26 bytes in 8 of 8 meshes of
   * 123/12: zeros, then 1 and 1 as floats). Readers do not name them all, so the number of bytes is taken
   * after which the triangles and the rest of the object fit exactly.
   */
  #serializeGameFields(ar: Archive): void {
    if (ar.isLoading) {
      for (const hasEnd of [false, true])
        for (let length = 0; length <= MAX_GAME_FIELDS; length++) if (this.#fits(ar, length, hasEnd)) return
      this.gameFields = NO_BYTES
    } else if (this.gameFields.length > 0) {
      this.gameFields = ar.bytes(this.gameFields, this.gameFields.length, 'gameFields')
    }
    this.#serializeEnd(ar)
    if (!ar.isLoading) this.#serializeGameEnd(ar)
  }

  /**
   * Tells whether the object goes on after `length` bytes of the game's own, with more of them at its end or
   * without.
   */
  #fits(ar: Archive, length: number, hasEnd: boolean): boolean {
    const fits = ar.attempt(ar.remaining, () => {
      this.gameFields = ar.bytes(NO_BYTES, length, 'gameFields')
      this.#serializeEnd(ar)
      if (hasEnd) this.#serializeGameEnd(ar)
      return true
    })
    return fits === true
  }

  /** What games put after everything: kept as bytes. */
  #serializeGameEnd(ar: Archive): void {
    if (ar.isLoading && ar.remaining > MAX_GAME_FIELDS)
      throw ar.error('bad-value', 'gameEnd', `expected at most ${MAX_GAME_FIELDS} more bytes, found ${ar.remaining}`)
    this.gameEnd = ar.bytes(this.gameEnd, ar.isLoading ? ar.remaining : this.gameEnd.length, 'gameEnd')
  }

  #serializeEnd(ar: Archive): void {
    ar.record(this.rawTriangles, 'rawTriangles')
    this.internalVersion = ar.i32(this.internalVersion, 'internalVersion')
    if (ar.since(Feature.StaticMeshNumber)) this.numbers = ar.floats(this.numbers, 1, 'numbers')
    if (ar.since(Feature.StaticMeshNumbers)) this.numbers = floatArray(ar, this.numbers, 'numbers')
    this.karmaProps = ar.object(this.karmaProps, 'karmaProps')
    if (ar.since(Version.AuthenticationKey))
      this.authenticationKey = ar.u32(this.authenticationKey, 'authenticationKey')
    if (ar.since(Feature.StaticMeshEnd)) this.#serializeGameEnd(ar)
  }

  override check(report: CheckReport): void {
    super.check(report)
    const { count } = this.vertices
    const { indices } = this.indices
    for (const [i, section] of this.sections.entries()) {
      if (section.isStrip === 0)
        report.run(`sections[${i}]`, section.firstIndex, 3 * section.numTriangles, indices.length, 'indices')
    }
    report.indices('indices', indices, count, 'vertices')
    report.indices('wireframe', this.wireframe.indices, count, 'vertices')
    const colors = this.colors.colors.length / 4
    if (colors > 0) report.equal('colors', colors, count, 'one for each vertex')
    for (const [i, stream] of this.uvStreams.entries())
      report.equal(`uvStreams[${i}]`, stream.coordinates.length / 2, count, 'one for each vertex')
    for (const axis of [0, 1, 2]) {
      const [least = 0, greatest = 0] = [this.meshBox.min[axis], this.meshBox.max[axis]]
      if (!(least <= greatest)) report.warning('meshBox', `expected corners in order, found ${least} to ${greatest}`)
    }
    report.isA('collisionModel', this.collisionModel, 'Model')
  }
}
