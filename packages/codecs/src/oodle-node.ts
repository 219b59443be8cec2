import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Codec } from './codec.js'
import { type OodleDecompress, oodleCodec } from './oodle.js'

/**
 * Loads a user's own decoder for Oodle: an ES module that exports `decompress(input, size)`. A relative path
 * is resolved from the current folder.
 *
 * @throws {Error} when there is no such module, or it does not export that function.
 */
export async function loadOodle(path: string): Promise<Codec> {
  const loaded: unknown = await import(pathToFileURL(resolve(path)).href)
  const { decompress } = Object(loaded)
  if (typeof decompress !== 'function') {
    throw new Error(`expected "${path}" to export a function decompress(input, size), found ${typeof decompress}`)
  }
  const call: OodleDecompress = (input, size) => decompress(input, size)
  return oodleCodec(call)
}
