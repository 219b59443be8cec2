export { isLongerThanPlain, MOST_UNPACKED, type UnpackOptions } from './uz-limits.js'
export { decompressUz, decompressUzPieces, type Unpacked, UzReader } from './uz-reader.js'
export {
  compressUz,
  compressUzPieces,
  DEFAULT_UZ_SIGNATURE,
  type UzOptions,
  type UzSignature,
  UzWriter,
} from './uz-writer.js'
export {
  compressUz2,
  compressUz2Pieces,
  decompressUz2,
  decompressUz2Pieces,
  readUz2Chunk,
  UZ2_CHUNK,
  UZ2_HEAD,
  type Uz2Chunk,
  unpackUz2Chunk,
} from './uz2.js'
export { compressUz3, decompressUz3, readUz3Length, UZ3_HEAD } from './uz3.js'
