import type { Archive, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import { blockArray, byteArray, NO_BYTES, recordArray } from '../../common/arrays.js'
import { flag } from '../../common/flag.js'
import { Box } from '../../common/geometry.js'

/** *Light at points of the air, for what moves.* */
export class PrecomputedLightVolume implements Serializable {
  /** 1 when the fields below follow, else 0. */
  isInitialized = 0
  /** In world units. */
  bounds = new Box()
  /** World units between samples. */
  sampleSpacing = 0
  /**
   * 33 bytes a sample: place, radius, four bytes of directions, three colours of four, a flag; 55 before
   * `Version.ShortLightSamples`.
   */
  samples: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.isInitialized = flag(ar, this.isInitialized, 'isInitialized')
    if (this.isInitialized === 0) return
    ar.record(this.bounds, 'bounds')
    this.sampleSpacing = ar.f32(this.sampleSpacing, 'sampleSpacing')
    this.samples = blockArray(ar, this.samples, ar.since(Version.ShortLightSamples) ? 33 : 55, 'samples')
  }
}

/** A part of a bucket: its cells' data in one piece. Public knowledge is the outline only. */
export class VisibilityChunk implements Serializable {
  /** 1 when `data` is compressed, else 0. */
  isCompressed = 0
  /** Bytes before compression. */
  uncompressedSize = 0
  /** The bits of its cells. */
  data: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.isCompressed = ar.i32(this.isCompressed, 'isCompressed')
    this.uncompressedSize = ar.i32(this.uncompressedSize, 'uncompressedSize')
    this.data = byteArray(ar, this.data, 'data')
  }
}

/** Cells that are near each other. Public readers only; none in 37 levels. */
export class VisibilityBucket implements Serializable {
  /** Bytes of one cell's bits. */
  cellDataSize = 0
  /** 16 bytes a cell: smallest X, Y, Z as floats, 16 bits chunk, 16 bits place in it. */
  cells: Uint8Array = NO_BYTES
  /** The cells' data. */
  chunks: VisibilityChunk[] = []

  serialize(ar: Archive): void {
    this.cellDataSize = ar.i32(this.cellDataSize, 'cellDataSize')
    this.cells = blockArray(ar, this.cells, 16, 'cells')
    this.chunks = recordArray(ar, this.chunks, () => new VisibilityChunk(), 12, 'chunks')
  }
}

/** *What can be seen from where, computed.* */
export class PrecomputedVisibility implements Serializable {
  /** X, Y of the corner of the buckets, size of a cell along X and Y, along Z. */
  numbers: Float32Array = new Float32Array(4)
  /** Cells of a bucket along X and Y. */
  bucketSizeXY = 0
  /** Buckets along X and along Y. */
  bucketCountXY = 0
  /** The cells of the level, in groups. */
  buckets: VisibilityBucket[] = []

  serialize(ar: Archive): void {
    this.numbers = ar.floats(this.numbers, 4, 'numbers')
    this.bucketSizeXY = ar.i32(this.bucketSizeXY, 'bucketSizeXY')
    this.bucketCountXY = ar.i32(this.bucketCountXY, 'bucketCountXY')
    this.buckets = recordArray(ar, this.buckets, () => new VisibilityBucket(), 12, 'buckets')
  }
}

/** *How far the next surface is, on a grid.* */
export class VolumeDistanceField implements Serializable {
  /** World units that the largest stored value means. */
  maxDistance = 0
  /** In world units: what the grid covers. */
  bounds = new Box()
  /** Points along X. */
  sizeX = 0
  /** Points along Y. */
  sizeY = 0
  /** Points along Z. */
  sizeZ = 0
  /** Four bytes a point. */
  data: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.maxDistance = ar.f32(this.maxDistance, 'maxDistance')
    ar.record(this.bounds, 'bounds')
    this.sizeX = ar.i32(this.sizeX, 'sizeX')
    this.sizeY = ar.i32(this.sizeY, 'sizeY')
    this.sizeZ = ar.i32(this.sizeZ, 'sizeZ')
    this.data = blockArray(ar, this.data, 4, 'data')
  }
}
