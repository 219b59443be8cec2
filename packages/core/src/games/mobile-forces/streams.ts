import type { Archive } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { blockArray, floatArray, NO_BYTES, NO_FLOATS, NO_USHORTS, ushortArray } from '@ukit/objects/common'

/** *IndexBuffer: indices of vertices*. */
export class IndexBuffer extends UnrealObject {
  /** 1 in every file. */
  revision = 1
  /** Numbers below 65,536. */
  indices = NO_USHORTS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.revision = ar.i32(this.revision, 'revision')
    this.indices = ushortArray(ar, this.indices, 'indices')
  }
}

/** Number of floats per vertex: position, normal, U, V. */
export const VERTEX_WIDTH = 8

/** *VertexNCBuffer: positions, normals and texture coordinates of a static mesh's vertices*. */
export class VertexNCBuffer extends UnrealObject {
  /** 1 in every file. */
  revision = 1
  /** Size of a vertex in bytes: 32. */
  stride = 32
  /** 0 and 4 in every file. */
  unknown: [number, number] = [0, 4]
  /** Eight numbers each: X, Y, Z of the position and of the normal, U, V. */
  vertices = NO_FLOATS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.revision = ar.i32(this.revision, 'revision')
    this.stride = ar.i32(this.stride, 'stride')
    this.unknown[0] = ar.i32(this.unknown[0], 'unknown[0]')
    this.unknown[1] = ar.i32(this.unknown[1], 'unknown[1]')
    this.vertices = floatArray(ar, this.vertices, 'vertices', VERTEX_WIDTH)
  }
}

/** *VertexStreamCOLOR: the colours of the vertices of one static mesh in the level*. */
export class VertexStreamColour extends UnrealObject {
  /** 4 in every file. */
  revision = 4
  /** Size of a vertex in bytes: 4. */
  stride = 4
  /** 0 and 2 in every file. */
  unknown: [number, number] = [0, 2]
  /** Blue, green, red, alpha of each vertex. */
  colours = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.revision = ar.i32(this.revision, 'revision')
    this.stride = ar.i32(this.stride, 'stride')
    this.unknown[0] = ar.i32(this.unknown[0], 'unknown[0]')
    this.unknown[1] = ar.i32(this.unknown[1], 'unknown[1]')
    this.colours = blockArray(ar, this.colours, 4, 'colours')
  }
}
