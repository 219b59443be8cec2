import { concat } from '@ukit/codecs/internal'
import { Archive, type IndexPlace, numberedName } from '@ukit/container'
import { PropertyList, UnrealObject } from '@ukit/objects'
import { Class, Field, Struct } from '@ukit/objects/script'
import type { ObjectReader } from './object-reader.js'
import { ExportObject, ImportObject, type PackageObject } from './package-object.js'
import type { ReadObject } from './read-object.js'
import { isOfOtherPackage } from './written-path.js'

/** *What an object is, as two hashes*: SHA-256 in 64 lower-case hex digits. */
export interface ContentHash {
  /** Of everything that the object holds. */
  readonly all: string
  /**
   * Of what its class stores beside the properties: pixels, samples, vertices, text, code. The same art with
   * other settings has the same. `null` for an object of a class that stores nothing but properties.
   */
  readonly data: string | null
}

/** The canonical bytes that `ContentHash` is made of. */
interface CanonicalBytes {
  readonly all: Uint8Array<ArrayBuffer>
  readonly data: Uint8Array<ArrayBuffer> | null
}

const ENCODER = new TextEncoder()

/**
 * *A hash of an object's content that does not depend on the package that holds it*: not on indices of names
 * and objects, offsets, the object's own name and group, nor on the package's name, GUID and compression.
 * Equal after `package rename`, `package move`, `compress`, a new GUID, conforming, and after edits of other
 * objects that this one does not refer to.
 *
 * Names count as their text, ignoring case. An object that is referred to counts as its class and its path
 * without the package, what is inside this object by its path from here. What says where the object stands
 * among others, not what it is (the next field in its owner's list, where it is in the text, its index on the
 * network, the checksums of classes that a class was compiled against), does not count.
 *
 * Packages of different versions store different fields, so the hash is comparable only among packages of one
 * version. An object that could not be read in full counts with the bytes that it has: indices in what is not
 * understood then still matter.
 *
 * ```ts
 * const reader = await ObjectReader.open(pkg)
 * const { all, data } = await contentHash(reader, pkg.export('Wood.Plank'))
 * ```
 *
 * @throws {PackageError} when the bytes themselves cannot be read, as `ObjectReader.read` does.
 */
export async function contentHash(reader: ObjectReader, exported: ExportObject): Promise<ContentHash> {
  // Decoded once more by the reader, so what is cleared for the hash is not an object that somebody holds.
  const { all, data } = canonicalBytes(reader, await reader.read(exported))
  return { all: await sha256(all), data: data === null ? null : await sha256(data) }
}

function canonicalBytes(reader: ObjectReader, read: ReadObject): CanonicalBytes {
  const { object } = read
  clearPlace(object)
  const all = saved(reader, read)
  if (object.constructor === UnrealObject) return { all, data: null }
  object.properties = new PropertyList()
  return { all, data: saved(reader, read) }
}

/** Takes away what says where the object stands, not what it is. */
function clearPlace(object: UnrealObject): void {
  object.netIndex = -1
  if (object instanceof Field) object.next = null
  if (object instanceof Struct) {
    object.children = null
    object.textPosition = -1
    object.line = 0
  }
  if (object instanceof Class) object.dependencies = []
}

/** The object's bytes with texts instead of indices. */
function saved(reader: ObjectReader, { export: exported, object, rest }: ReadObject): Uint8Array<ArrayBuffer> {
  const indices: IndexPlace[] = []
  const subject = reader.subjectOf(exported)
  const ar = Archive.save(reader.package.context, {
    subject,
    indices,
    canonical: true,
    capacity: exported.entry.size * 2,
  })
  object.serialize(ar)
  ar.opaque(rest, rest.length, 'rest')
  const bytes = ar.written()
  const pieces = [textPiece(exported.className)]
  let at = 0
  for (const place of indices) {
    pieces.push(bytes.subarray(at, place.start), textPiece(meaning(place, exported)))
    at = place.end
  }
  pieces.push(bytes.subarray(at))
  return concat(pieces)
}

function meaning({ of, number = 0 }: IndexPlace, from: ExportObject): string {
  if (of instanceof ExportObject || of instanceof ImportObject) return referenceText(of, from)
  return 'text' in of ? numberedName(of.text, number) : of.path
}

/** `Class'Path'`: from the object itself for what is inside it, else from the package, which is not named. */
function referenceText(to: PackageObject, from: ExportObject): string {
  const names: string[] = []
  let at: PackageObject | null = to
  for (; at !== null && at !== from && names.length < MOST_OUTERS; at = at.outer) names.unshift(at.name)
  if (at === from) names.unshift('.')
  // The outermost of an import is its package, unless that is what is meant; so is the group that cooking
  // makes of a package.
  else if (names.length > 1 && (to instanceof ImportObject || isOfOtherPackage(to))) names.shift()
  return `${to.className}'${names.join('.')}'`
}

/** More outers are a circle. */
const MOST_OUTERS = 64

/** A text in lower case behind its length, so that two texts never run together. */
function textPiece(text: string): Uint8Array {
  const bytes = ENCODER.encode(text.toLowerCase())
  const piece = new Uint8Array(4 + bytes.length)
  new DataView(piece.buffer).setUint32(0, bytes.length, true)
  piece.set(bytes, 4)
  return piece
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
