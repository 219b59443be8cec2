import type { CodecSet } from './codec.js'
import { portableCodecs } from './portable.js'

/** The portable codecs with Node's own zlib in the place of the JavaScript one. */
export const nodeCodecs: CodecSet = {
  ...portableCodecs,
  zlib: async () => (await import('./zlib-node.js')).zlibNode,
}
