import { Archive, type IndexPlace, type NameSource, type ObjectSource, writeCompactIndex } from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import type { ChangedBody } from './body.js'
import type { PackageEdit } from './document.js'
import type { EditExport } from './entries.js'

/** The maximum number of bytes of a compact index. */
const LONGEST = 5

/** Memory in which bytes are put together. */
interface Scratch {
  bytes: Uint8Array
}

/**
 * *The bytes of an object with the places of the names and objects in them*: when tables are in another
 * order, only the indices there are written again. For objects that hold indices in no other way, nor
 * anything that depends on how long these are: sizes, positions.
 */
class BodyTemplate {
  readonly #bytes: Uint8Array
  readonly #places: readonly IndexPlace[]
  /** What the indices in the bytes are. */
  readonly #indices: Int32Array

  constructor(bytes: Uint8Array, places: readonly IndexPlace[]) {
    this.#bytes = bytes
    this.#places = places
    this.#indices = Int32Array.from(places, ({ of }) => indexOf(of))
  }

  /** The bytes with the present indices. */
  filled(scratch: Scratch): Uint8Array {
    const source = this.#bytes
    const places = this.#places
    const indices = this.#indices
    let first = 0
    while (first < places.length && indexOf((places[first] as IndexPlace).of) === indices[first]) first++
    if (first === places.length) return source
    const most = source.length + (places.length - first) * LONGEST
    if (scratch.bytes.length < most) scratch.bytes = new Uint8Array(most * 2)
    const target = scratch.bytes
    let read = 0
    let at = 0
    for (let i = first; i < places.length; i++) {
      const { start, end, of } = places[i] as IndexPlace
      while (read < start) target[at++] = source[read++] as number
      at = writeCompactIndex(target, at, indexOf(of))
      read = end
    }
    while (read < source.length) target[at++] = source[read++] as number
    return target.slice(0, at)
  }
}

function indexOf(of: NameSource | ObjectSource): number {
  return 'reference' in of ? of.reference : of.index
}

/**
 * *The bytes of objects that are in one document after the other* (see `EntryPool`), as they are, in packages
 * whose indices are compact.
 */
export class BodyTemplates {
  readonly #templates = new WeakMap<UnrealObject, BodyTemplate>()
  readonly #isPlain: (object: UnrealObject) => boolean
  readonly #scratch: Scratch = { bytes: new Uint8Array(0x1_0000) }

  /**
   * @param isPlain whether an object is no longer changed, and its bytes hold indices of names and objects
   *   as
   *   such and nothing else that depends on the tables.
   */
  constructor(isPlain: (object: UnrealObject) => boolean) {
    this.#isPlain = isPlain
  }

  /**
   * The bytes of an object with the present indices; `undefined` for one that has to be written as a whole.
   */
  bytesOf(edit: PackageEdit, entry: EditExport, { object, rest, opaque }: ChangedBody): Uint8Array | undefined {
    const known = this.#templates.get(object)
    if (known !== undefined) return known.filled(this.#scratch)
    if (rest.length > 0 || opaque.length > 0 || !this.#isPlain(object)) return undefined
    const indices: IndexPlace[] = []
    const ar = Archive.save(edit.package.context, { subject: edit.subjectOf(entry), indices })
    object.serialize(ar)
    if (ar.positions.length > 0) return undefined
    const bytes = ar.written().slice()
    this.#templates.set(object, new BodyTemplate(bytes, indices))
    return bytes
  }
}
