export { type BlockFormat, blockBytes, decodeBlocks } from './bc.js'
export { encodePng, PIXEL_SIZE, type Picture } from './png.js'
