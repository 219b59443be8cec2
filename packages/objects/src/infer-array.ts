import type { Archive, Subject, ValueType } from '@ukit/container'
import { Feature, Name, UString, Version } from '@ukit/container'
import type { PropertyScope } from './property-scope.js'
import { type PropertyValue, serializeTagValue, TaggedStruct } from './property-value.js'

const STRUCTS: ValueType = { kind: 'array', inner: { kind: 'struct', struct: '' } }
const STRINGS: ValueType = { kind: 'array', inner: { kind: 'str' } }
const INTS: ValueType = { kind: 'array', inner: { kind: 'int' } }
const OBJECTS: ValueType = { kind: 'array', inner: { kind: 'object' } }
const NAMES: ValueType = { kind: 'array', inner: { kind: 'name' } }
const REFERENCES: readonly ValueType[] = [OBJECTS, NAMES]
const BYTES: ValueType = { kind: 'array', inner: { kind: 'byte' } }
const EMPTY: ValueType = { kind: 'array', inner: undefined }

/**
 * *What an array holds whose class is not available*, when nothing but one type fits its bytes.
 *
 * An empty array needs no type. Then the types that arrays of this name have in stock classes count (nearly
 * always one: what `VariableLinks` is in all sequence objects it is in a game's own too). Then structs whose
 * members are tags, and strings: both say so much about themselves that nothing else parses to the exact end.
 * Then, in UE3, names, which take eight bytes each as nothing else that is common, objects that no numbers
 * would happen to mean (see `areReferences`), and bytes: elements of one byte refer to nothing.
 *
 * All other arrays of numbers and objects look alike and stay as they are; so do those that are plain numbers
 * in stock classes, but may as well refer to names or objects here: what is renumbered must not be taken for
 * a number.
 */
export function inferArrayType(ar: Archive, name: string, scope: PropertyScope, size: number): ValueType | undefined {
  if (fits(ar, EMPTY, scope, size, isEmpty)) return EMPTY
  const known = ar.subject?.schema.arraysNamed?.(name) ?? []
  const fitting = known.filter((type) => fits(ar, type, scope, size, isAnything))
  const [only] = fitting
  if (only !== undefined && fitting.length === 1)
    return isPlain(ar, only) && REFERENCES.some((type) => fits(ar, type, scope, size, refers)) ? undefined : only
  if (ar.since(Feature.ArrayTagType)) return undefined
  // If several types fit, only structs whose members are tags are equivalent.
  if (fits(ar, STRUCTS, scope, size, isTagged)) return STRUCTS
  if (fitting.length > 0) return undefined
  if (fits(ar, STRINGS, scope, size, isText)) return STRINGS
  if (!ar.since(Version.NameNumbers)) return undefined
  if (fits(ar, NAMES, scope, size, areNames)) return NAMES
  if (fits(ar, BYTES, scope, size, isAnything)) return BYTES
  const { subject } = ar
  if (subject === undefined) return undefined
  return fits(ar, INTS, scope, size, (value) => areReferences(value, subject)) ? OBJECTS : undefined
}

/** An array of values that refer to nothing. */
function isPlain(ar: Archive, type: ValueType): boolean {
  const inner = type.kind === 'array' ? type.inner : undefined
  if (inner?.kind === 'byte') return inner.enum === undefined || !ar.since(Version.NamedPropertyTypes)
  return inner?.kind === 'int' || inner?.kind === 'float' || inner?.kind === 'bool'
}

/** Something in it is the name or object that its number would mean. */
function refers(value: PropertyValue): boolean {
  return (
    Array.isArray(value) && value.some((element) => (element instanceof Name ? !isNone(element) : element !== null))
  )
}

/** Tells whether a value of a type takes exactly `size` bytes here and is sound; moves nothing. */
function fits(
  ar: Archive,
  type: ValueType,
  scope: PropertyScope,
  size: number,
  sound: (value: PropertyValue) => boolean,
): boolean {
  let fitting = false
  // The outer attempt always fails, so that the archive is back where it began.
  ar.attempt(size, () => {
    const value = ar.attempt(size, () => serializeTagValue(ar, type, undefined, scope))
    fitting = value !== undefined && sound(value)
    throw ar.error('bad-value', 'value', 'looked ahead')
  })
  return fitting
}

function isAnything(): boolean {
  return true
}

function isEmpty(value: PropertyValue): boolean {
  return Array.isArray(value) && value.length === 0
}

/** Each struct has a member, and each member a type that exists. */
function isTagged(value: PropertyValue): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (element) =>
        element instanceof TaggedStruct &&
        element.properties.items.length > 0 &&
        element.properties.items.every((property) => property.type !== 'unknown'),
    )
  )
}

/**
 * Each is a name that says something; two numbers, of which the first happens to be one's, rarely all are.
 */
function areNames(value: PropertyValue): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((element) => element instanceof Name && !isNone(element) && element.number <= MOST_NUMBER)
  )
}

/** More than numbered names have, and less than a float's bits. */
const MOST_NUMBER = 0xffff

/**
 * Each number is a reference to an object of another package. None of 3,138 arrays of UE3 that are known to
 * hold numbers is like that: they would all have to be negative. Only −1 is one that means something of its
 * own.
 *
 * Numbers are compared as they are stored, since an edit may have renamed or renumbered what they mean.
 */
function areReferences(value: PropertyValue, subject: Subject): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((element) => typeof element === 'number' && subject.imports?.(element) === true) &&
    value.some((element) => element !== -1)
  )
}

function isNone(name: Name): boolean {
  return name.toString().toLowerCase() === 'none'
}

/** Each string ends in its only zero, and one of them says something. */
function isText(value: PropertyValue): boolean {
  return (
    Array.isArray(value) &&
    value.every((element) => element instanceof UString && (element.length === 0 || element.terminated)) &&
    value.every(
      (element) =>
        element instanceof UString &&
        ![...element.text].some((char) => char < ' ' && char !== '\t' && char !== '\r' && char !== '\n'),
    ) &&
    value.some((element) => element instanceof UString && element.length > 1)
  )
}
