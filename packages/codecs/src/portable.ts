import type { CodecSet } from './codec.js'

/**
 * Every codec in plain JavaScript, each loaded when it is first needed. They run in browsers, workers, Node,
 * Deno and Bun.
 */
export const portableCodecs: CodecSet = {
  zlib: async () => (await import('./zlib-portable.js')).zlibPortable,
  lzo: async () => (await import('./lzo.js')).lzo,
  lzx: async () => (await import('./lzx.js')).lzx,
  lzma: async () => (await import('./lzma.js')).lzma,
}
