import type { ObjectAt } from './package-calls.js'

/** Calls about the bytes of a package. */
export interface BytesCalls {
  /** Every byte of an object, or of the file when no object is given: header, tables, and bodies as a whole. */
  readonly bytes: { readonly given: { readonly id: number; readonly index?: number }; readonly brought: FieldMap }
}

/** What a field holds; colours go by it. */
export type FieldKind = 'count' | 'reference' | 'name' | 'number' | 'text' | 'flag' | 'bulk' | 'opaque'

/** *The bytes of something and the fields that they are*: together they cover all of it. */
export interface FieldMap {
  /** Where the bytes are in the file. */
  readonly offset: number
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly fields: readonly Field[]
  readonly isBigEndian: boolean
  /** Why the object does not decode, or not all of the file is shown. */
  readonly error: string | undefined
}

/** A field. */
export interface Field {
  /** From the first of `FieldMap.bytes`. */
  readonly at: number
  readonly length: number
  /** Its path: `mips[0].width`. */
  readonly path: string
  /** Its value in words. */
  readonly text: string
  readonly kind: FieldKind
  /** The object that it refers to, when this is in an open package. */
  readonly to?: ObjectAt | undefined
}
