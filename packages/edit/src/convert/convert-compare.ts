import { Guid, Name, UString } from '@ukit/container'
import { Property } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { EditExport, EditImport } from '../entries.js'

/**
 * What a property knows of its type beyond what is stored: it may come from the bytes, from a class, or from
 * anyone who set it.
 */
const DERIVED: ReadonlySet<string> = new Set(['valueType', 'inferred'])

/** *Where two forms of a record differ first*, field by field. */
export interface FieldDifference {
  /** Path of the field, such as `mips[0].width`. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * Compares two records by their public fields, all the way down; names and objects by identity, strings by
 * their text.
 *
 * @param ignored fields of the outermost record that are not compared.
 * @returns `undefined` when they are equal.
 */
export function firstFieldDifference(
  before: unknown,
  after: unknown,
  ignored: ReadonlySet<string> = new Set(),
): FieldDifference | undefined {
  // Trees of bytecode can be of any depth: no recursion. Fields wait in reverse, so that the
  // first one comes first.
  const waiting: [before: unknown, after: unknown, path: string][] = [[before, after, '']]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [a, b, path] = next
    const parts = partsOf(a, b, path)
    if (parts === undefined) return { field: path, before: a, after: b }
    for (let i = parts.length - 1; i >= 0; i--) {
      const part = parts[i]
      if (part !== undefined && !ignored.has(part[2])) waiting.push(part)
    }
  }
  return undefined
}

type Pair = [before: unknown, after: unknown, path: string]

const EQUAL: readonly Pair[] = []

/**
 * The parts of two values that have to be equal for these to be equal; `undefined` when they differ
 * themselves.
 */
function partsOf(a: unknown, b: unknown, path: string): readonly Pair[] | undefined {
  if (Object.is(a, b)) return EQUAL
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return undefined
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return undefined
  if (a instanceof Name && b instanceof Name) return isSameName(a, b) ? EQUAL : undefined
  if (a instanceof EditExport || a instanceof EditImport) return undefined
  if (a instanceof UString && b instanceof UString) return a.text === b.text ? EQUAL : undefined
  if (a instanceof Guid && b instanceof Guid) return a.equals(b) ? EQUAL : undefined
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return equalViews(a, b) ? EQUAL : undefined
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length ? a.map((value, i): Pair => [value, b[i], `${path}[${i}]`]) : undefined
  }
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size ? [[[...a], [...b], path]] : undefined
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  const inside = path === '' ? '' : `${path}.`
  return [...keys].flatMap((key): Pair[] => {
    const left: unknown = Reflect.get(a, key)
    // A question of a part to its whole is not a value.
    if (typeof left === 'function' || (a instanceof Property && DERIVED.has(key))) return []
    return [[left, Reflect.get(b, key), `${inside}${key}`]]
  })
}

/**
 * A field that its version does not have holds `Name.NONE`, and the others a `None` of the table: no name is
 * not a name.
 */
function isSameName(a: Name, b: Name): boolean {
  const isNone = ({ entry, number }: Name) => number === 0 && entry.text.toLowerCase() === 'none'
  return (a.entry === b.entry && a.number === b.number) || (isNone(a) && isNone(b))
}

function equalViews(a: ArrayBufferView, b: ArrayBufferView): boolean {
  if (a.byteLength !== b.byteLength) return false
  const left = new Uint8Array(a.buffer, a.byteOffset, a.byteLength)
  const right = new Uint8Array(b.buffer, b.byteOffset, b.byteLength)
  return left.every((byte, i) => byte === right[i])
}

/** Most numbers of a vector that are named one by one. */
const FEW = 8

/** A value in a few words, for the reason of a refusal. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'object') {
    if (value instanceof Name || value instanceof Guid) return value.toString()
    if (value instanceof UString) return JSON.stringify(value.text.slice(0, 40))
    if (value instanceof EditExport || value instanceof EditImport) return value.path
    if (value instanceof Float32Array && value.length <= FEW) return `(${value.join(', ')})`
    if (ArrayBuffer.isView(value)) return plural(value.byteLength, 'byte')
    if (Array.isArray(value)) return plural(value.length, 'element')
    if (value instanceof Map) return plural(value.size, 'entry', 'entries')
    return value.constructor.name
  }
  return String(value)
}
