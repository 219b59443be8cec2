export type { Codec, CodecLoader, CodecName, CodecSet, CompressionName } from './codec.js'
export { crc32, memCrc, packageSourceCrc } from './crc.js'
export { CodecError, type CodecErrorKind } from './error.js'
export { portableCodecs } from './portable.js'
