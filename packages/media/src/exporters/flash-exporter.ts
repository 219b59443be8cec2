import { NO_BYTES } from '@ukit/files/internal'
import type { UnrealObject } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { extensionOf, isFlash } from '../sound/payload-kind.js'
import type { Exporter } from './exporter.js'

/**
 * *Movies of Flash and Scaleform GFx*: the file in the property RawData, regardless of what the game calls
 * the class.
 */
export const flashExporter: Exporter = {
  classes: ['swfmovie', 'gfxmovieinfo'],
  takes: ({ object }) => isFlash(rawData(object)),
  async export({ object }) {
    const bytes = rawData(object)
    if (!isFlash(bytes)) throw new MediaError('no-form', 'not a movie')
    return [{ extension: extensionOf(bytes, ''), bytes }]
  },
}

/** The bytes of the property, which is an array of bytes. */
function rawData(object: UnrealObject): Uint8Array {
  const value = object.properties.get('RawData')
  // An array whose element type is not known is kept as bytes that begin with its count.
  if (value instanceof Uint8Array) return value.subarray(4)
  return Array.isArray(value) && typeof value[0] === 'number' ? Uint8Array.from(value, Number) : NO_BYTES
}
