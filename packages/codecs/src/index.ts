export type { Codec, CodecLoader, CodecSet, CompressionName } from './codec.js'
export { CodecError, type CodecErrorKind } from './error.js'
