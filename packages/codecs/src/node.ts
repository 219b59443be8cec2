import type { CodecSet } from './codec.js'
import { portableCodecs } from './portable.js'

const oodle = process.env['UKIT_OODLE'] ?? ''

/**
 * The portable codecs with Node's own zlib instead of the JavaScript one; with Oodle where the
 * environment variable `UKIT_OODLE` names an ES module that exports `decompress(input, size)`.
 */
export const nodeCodecs: CodecSet = {
  ...portableCodecs,
  zlib: async () => (await import('./zlib-node.js')).zlibNode,
  ...(oodle === '' ? {} : { oodle: async () => (await import('./oodle-node.js')).loadOodle(oodle) }),
}
