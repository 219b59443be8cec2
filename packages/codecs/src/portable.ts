import type { CodecSet } from './codec.js'

/**
 * Every codec in plain JavaScript, each loaded when first asked for. Runs in a browser, a worker, Node, Deno
 * and Bun alike.
 */
export const portableCodecs: CodecSet = {
  zlib: async () => (await import('./zlib-portable.js')).zlibPortable,
  lzo: async () => (await import('./lzo.js')).lzo,
  lzx: async () => (await import('./lzx.js')).lzx,
  lzma: async () => (await import('./lzma.js')).lzma,
}
