export { AnalogTrack, MotionChunk, NamedBone } from './animation.js'
export {
  arrayCount,
  blockArray,
  byteArray,
  databaseCount,
  floatArray,
  indexArray,
  indices,
  intArray,
  NO_BYTES,
  NO_FLOATS,
  NO_INTS,
  NO_SHORTS,
  NO_UINTS,
  NO_USHORTS,
  nameArray,
  objectArray,
  objects,
  recordArray,
  type Slack,
  shortArray,
  string,
  stringArray,
  stringMap,
  uintArray,
  ushortArray,
  vectorArray,
} from './arrays.js'
export * from './block-layouts.js'
export { BspNode, Leaf, ZoneProperties } from './bsp.js'
export { BulkData, BulkFlag, type BulkPlace } from './bulk-data.js'
export { type DrawnGeometry, type DrawnMesh, type DrawnSection, isDrawnMesh } from './drawn-mesh.js'
export { BOX_SIZE, Box, Coords, plane, rotator, Scale, Sphere, vector } from './geometry.js'
export { lazyArray, lazyBytes, lazyRecords } from './lazy-array.js'
export { MeshBone } from './mesh-bone.js'
export {
  type BlockPixelFormat,
  isBlockFormat,
  type PixelFormat,
  pixelBytes,
  pixelFormatName,
  pixelFormatNumber,
  pixelFormatOf,
} from './pixel-format.js'
export {
  type FieldKind,
  halfToNumber,
  type NumberKind,
  RecordBlock,
  type RecordLayout,
  type RecordOf,
  recordSize,
  recordsOf,
} from './record-block.js'
export { Url } from './url.js'
