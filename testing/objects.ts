import {
  Archive,
  type FormatContext,
  Name,
  type ObjectSource,
  type Subject,
  type Symbols,
  type TracedField,
} from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import { expect } from 'vitest'
import { hexOf } from './bytes.js'
import { contextByVersions } from './packages.js'

/** Names of the packages that these tests make: number 0 is None, as in most files. */
export const NAMES = ['None', 'WAV', 'Walk', 'Group', 'bHasComp', 'Root', 'Step', 'Outside'].map(
  (text, index) => new Name({ text, index }),
)

/** A name of `NAMES`. */
export function name(text: string): Name {
  const found = NAMES.find((candidate) => candidate.entry.text === text)
  if (found === undefined) throw new Error(`${text} is not among the names of these tests`)
  return found
}

/** The object that a file refers to by this number. */
export function object(reference: number): ObjectSource | null {
  if (reference === 0) return null
  const known = OBJECTS.get(reference) ?? { reference, path: `Object${reference}` }
  OBJECTS.set(reference, known)
  return known
}

const OBJECTS = new Map<number, ObjectSource>()

/** Resolves the names above, and any object from −1000 to 1000. */
export const symbols: Symbols = {
  nameAt: (index) => NAMES[index],
  objectAt: (reference) => (Math.abs(reference) <= 1000 ? (object(reference) ?? undefined) : undefined),
}

/** UE1 at a version. */
export function ue1(version: number, licensee = 0): FormatContext {
  return contextByVersions(version, licensee)
}

/** The bytes of an object at a position in a package; its properties end in the None of `NAMES`. */
export function encode(value: UnrealObject, context: FormatContext, base = 0, subject?: Subject): Uint8Array {
  if (value.properties.end === Name.NONE) value.properties.end = name('None')
  const ar = Archive.save(context, { base, subject })
  value.serialize(ar)
  return ar.written().slice()
}

/** An object decoded from bytes; fails unless it takes all of them. */
export function decode<T extends UnrealObject>(
  create: () => T,
  bytes: Uint8Array,
  context: FormatContext,
  base = 0,
  trace?: (field: TracedField) => void,
): T {
  const ar = Archive.load(bytes, context, { base, symbols, trace })
  const value = create()
  value.serialize(ar)
  expect(ar.remaining, 'bytes left over').toBe(0)
  expect(ar.opaqueBytes).toBe(0)
  return value
}

/**
 * Reads an object from bytes and checks what applies to every class: it is written back as the same bytes,
 * here and (except for skips) at a different position; measuring counts all bytes; tracing finds each byte
 * once; visiting references changes nothing.
 */
export function check<T extends UnrealObject>(create: () => T, bytes: Uint8Array, context: FormatContext, base = 0): T {
  const fields: TracedField[] = []
  const value = decode(create, bytes, context, base)
  expect(hexOf(encode(value, context, base))).toBe(hexOf(bytes))

  decode(create, bytes, context, base, (field) => fields.push(field))
  let at = base
  for (const field of fields) {
    expect(field.offset, `${field.path} starts where the field before it ends`).toBe(at)
    at += field.length
  }
  expect(at).toBe(base + bytes.length)

  const measure = Archive.measure(context, { base })
  value.serialize(measure)
  expect(measure.position - base).toBe(bytes.length)

  value.serialize(Archive.references({}, context))
  expect(hexOf(encode(value, context, base))).toBe(hexOf(bytes))
  const moved = encode(value, context, base + 0x1234)
  expect(moved.length).toBe(bytes.length)
  expect(hexOf(encode(decode(create, moved, context, base + 0x1234), context, base))).toBe(hexOf(bytes))
  return value
}

/** Like `check`, for an object that was made instead of read. */
export function checkMade<T extends UnrealObject>(create: () => T, made: T, context: FormatContext, base = 0): T {
  return check(create, encode(made, context, base), context, base)
}
