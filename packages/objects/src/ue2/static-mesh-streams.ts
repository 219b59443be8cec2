import type { Archive, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import { blockArray, floatArray, NO_BYTES, NO_FLOATS, NO_USHORTS, ushortArray } from '../common/arrays.js'
import { PartHeader, partHeader } from './part-header.js'

/**
 * *What a renderer draws a mesh from.* Every stream ends with a revision: a number that changes with the
 * data, for caches.
 */

/**
 * *Triangles of a static mesh that share a material*; the section's number is the material's in the property
 * `Materials`. 14 bytes.
 */
export class StaticMeshSection implements Serializable {
  /** 0 in every file. */
  isStrip = 0
  /**
   * firstIndex, firstVertex, lastVertex, then a number of triangles that is too high in 49 of 3,222 meshes,
   * and the number of triangles that `indices` holds (3,222 of 3,222).
   */
  numbers: Uint16Array = new Uint16Array(5)

  /** The first of its indices. */
  get firstIndex(): number {
    return this.numbers[0] ?? 0
  }

  /** Triangles that it has: a third of its indices. */
  get numTriangles(): number {
    return this.numbers[4] ?? 0
  }

  serialize(ar: Archive): void {
    this.isStrip = ar.i32(this.isStrip, 'isStrip')
    this.numbers = ar.ushorts(this.numbers, 5, 'numbers')
  }
}

/** *Vertices of a static mesh.* */
export class StaticMeshVertices implements Serializable {
  /** Its own versions, in games that have them. */
  header = new PartHeader()
  /** Position and normal, six floats a vertex. */
  vertices = NO_FLOATS
  /** Counts changes, for the renderer's copy. */
  revision = 0
  /** After a header of minor version 1 and later: two vectors a vertex, for bumps. Readers only. */
  tangents = NO_FLOATS

  /** How many vertices there are. */
  get count(): number {
    return this.vertices.length / 6
  }

  serialize(ar: Archive): void {
    const minor = partHeader(ar, this.header, Feature.StaticVerticesHeader)
    this.vertices = floatArray(ar, this.vertices, 'vertices', 6)
    this.revision = ar.i32(this.revision, 'revision')
    if (minor >= 1) this.tangents = floatArray(ar, this.tangents, 'tangents', 6)
  }
}

/** *Colours, one a vertex.* */
export class ColorStream implements Serializable {
  /** 4 bytes each: R, G, B, A. FF FF FF FF where none was given. */
  colors = NO_BYTES
  /** Counts changes, for the renderer's copy. */
  revision = 0

  serialize(ar: Archive): void {
    this.colors = blockArray(ar, this.colors, 4, 'colors')
    this.revision = ar.i32(this.revision, 'revision')
  }
}

/** *Texture coordinates, one pair a vertex.* */
export class UvStream implements Serializable {
  /** U, V each. */
  coordinates = NO_FLOATS
  /** Which set of coordinates of the mesh it is. */
  coordinateIndex = 0
  /** Counts changes, for the renderer's copy. */
  revision = 0

  serialize(ar: Archive): void {
    this.coordinates = floatArray(ar, this.coordinates, 'coordinates', 2)
    this.coordinateIndex = ar.i32(this.coordinateIndex, 'coordinateIndex')
    this.revision = ar.i32(this.revision, 'revision')
  }
}

/** Minimum size in bytes of a `UvStream`. */
export const UV_STREAM_SIZE = 9

/** *Numbers of vertices: three a triangle, or two a line.* */
export class IndexBuffer implements Serializable {
  /** Numbers below 65,536. */
  indices = NO_USHORTS
  /** Counts changes, for the renderer's copy. */
  revision = 0

  serialize(ar: Archive): void {
    this.indices = ushortArray(ar, this.indices, 'indices')
    this.revision = ar.i32(this.revision, 'revision')
  }
}
