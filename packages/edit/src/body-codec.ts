import type { Subject, Symbols } from '@ukit/container'
import type { ObjectReader } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'
import type { UnrealObject } from '@ukit/objects'
import type { BodyCodec, EditBody, OpaquePart } from './body.js'

/**
 * How the bytes of an object are read with the names and objects of a document, and written with their
 * present indices.
 */
export function bodyCodec(
  reader: ObjectReader,
  subject: Subject,
  symbols: Symbols,
  meansOtherEntry: (index: number) => boolean,
): BodyCodec {
  const place = (base: number, from: Symbols) => ({ subject, base, symbols: from })
  const encode = (object: UnrealObject, rest: Uint8Array, offset: number, size: number) =>
    reader.encodeAs(object, rest, subject, offset, size)
  return {
    context: reader.package.context,
    subject,
    meansOtherEntry,
    encode,
    decode: (bytes, base) => reader.decodeAs(place(base, symbols), bytes),
    recode: (bytes, base) => {
      const { object, rest } = reader.decodeAs(place(base, reader.package), bytes)
      return encode(object, rest, base, bytes.length).bytes
    },
    opaqueParts: (bytes, base) => {
      let parts: OpaquePart[] = []
      reader.decodeAs(place(base, symbols), bytes, {
        begin: () => {
          parts = []
        },
        field: ({ kind, offset, length, path: field }) => {
          if (kind !== 'opaque' || length === 0) return
          parts.push({ field, bytes: bytes.subarray(offset - base, offset - base + length) })
        },
      })
      return parts
    },
  }
}

/** The body of an object that is new: bytes, or an object whose bytes are made when the package is built. */
export function bodyOf(content: UnrealObject | Uint8Array): EditBody {
  if (content instanceof Uint8Array) return storedBytes(content, 0)
  return { kind: 'changed', object: content, rest: NO_BYTES, base: 0, size: 0, opaque: [], error: undefined }
}

/** Bytes in memory as a body; `base` is the position that offsets inside them were written for. */
export function storedBytes(bytes: Uint8Array, base: number): EditBody {
  return { kind: 'stored', source: memorySource(bytes), start: 0, size: bytes.length, base }
}
