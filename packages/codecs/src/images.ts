export { type BlockErrorOptions, type BlockFormat, blockBytes, blockError, decodeBlocks } from './images/bc.js'
export { decodeHalfBlocks } from './images/bc6h.js'
export { encodeBmp } from './images/bmp.js'
export { type DdsFormat, type DdsTexture, encodeDds, isDdsFormat } from './images/dds.js'
export { type EncodeBlocksOptions, type EncodedBlockFormat, encodeBlocks } from './images/encode-blocks.js'
export { ImageError, type ImageErrorKind, type ImageFormat } from './images/image-error.js'
export { encodePcx } from './images/pcx.js'
export {
  type IndexedPicture,
  type OpaquePicture,
  PIXEL_SIZE,
  type Picture,
  toOpaque,
  toRgba,
} from './images/picture.js'
export { type Animation, type Deflate, encodeApng, encodePng } from './images/png.js'
export { NearestColor, type Quantized, type QuantizeOptions, quantize } from './images/quantize.js'
export { readApng } from './images/read-apng.js'
export { readBmp } from './images/read-bmp.js'
export { readDds } from './images/read-dds.js'
export { readPcx } from './images/read-pcx.js'
export { type Inflate, isPng, readPng } from './images/read-png.js'
export { readTga } from './images/read-tga.js'
export { encodeTga } from './images/tga.js'
