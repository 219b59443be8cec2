import { Guid, Name, UString } from '@ukit/container'
import { ExportObject, ImportObject } from '@ukit/core'
import { equalBytes, UniqueNames } from '@ukit/files/internal'
import { DelegateValue, MapValue, PropertyList, RawStruct, TaggedStruct } from '@ukit/objects'
import { Script, Token } from '@ukit/objects/script'
import { plural } from '@ukit/text/internal'
import { describeValue, type Json } from './describe.js'

/** *One value of an object that came, went, or is another one now.* */
export interface ValueChange {
  /** Way to the value: `Skins[2]`, `Location.X`, `mips[0].data`. */
  readonly field: string
  /** What happened to it. */
  readonly change: 'added' | 'removed' | 'changed'
  /** `null` where there is none; long values are summarised. */
  readonly before: Json
  /** The value in the newer package; `null` when it is gone. */
  readonly after: Json
}

/** A text of several lines that changed; it is told line by line. */
export interface ChangedText {
  readonly field: string
  readonly before: string
  readonly after: string
}

/** Elements of an array, and bytes, that a summary shows. */
const SHOWN = { arrayLimit: 8, bytesLimit: 16 } as const

// Deeper than any value that the engine wrote.
const MAX_DEPTH = 64

/**
 * *Compares two values by what they mean*: names and strings by text, objects by class and path, records
 * field by field.
 *
 * Numbers that only place things (indices, positions) never become values, so they make no difference.
 */
export class ValueComparison {
  readonly changes: ValueChange[] = []
  readonly texts: ChangedText[] = []
  /** The bytecode is another one. */
  scriptChanged = false
  /** And not only because assertions name other lines. */
  doesOther = false

  /** Compares what is at `field`; `undefined` for what is not there. */
  compare(before: unknown, after: unknown, field: string, depth = 0): void {
    if (before === undefined || after === undefined) {
      if (before === after) return
      this.#report(field, before === undefined ? 'added' : 'removed', before, after)
    } else if (before instanceof UString && after instanceof UString && (isLong(before) || isLong(after))) {
      if (before.text !== after.text) this.texts.push({ field, before: before.text, after: after.text })
    } else if (before instanceof Uint8Array && after instanceof Uint8Array) {
      this.#bytes(before, after, field)
    } else if (isNumbers(before) && isNumbers(after)) {
      this.#numbers(before, after, field)
    } else if (before instanceof Script && after instanceof Script) {
      if (!sameScript(before, after)) this.#script(before, after, field)
    } else if (isPlain(before) && isPlain(after) && depth < MAX_DEPTH && sameShape(before, after)) {
      this.#parts(partsOf(before), partsOf(after), field, depth)
    } else if (!sameIgnoringCase(before, after)) {
      this.#report(field, 'changed', before, after)
    }
  }

  /** Compares tagged properties by label. */
  properties(before: PropertyList, after: PropertyList): void {
    this.#parts(partsOf(before), partsOf(after), '', 0)
  }

  #parts(before: Parts, after: Parts, field: string, depth: number): void {
    const at = (key: string) => (field === '' || key.startsWith('[') ? field + key : `${field}.${key}`)
    // Names of variables are the same in any case; keys of maps may be texts.
    const folded = (parts: Parts) => new Map([...parts].map(([key, value]) => [fold(key), value]))
    const [old, now] = [folded(before), folded(after)]
    for (const [key, value] of before) this.compare(value, now.get(fold(key)), at(key), depth + 1)
    for (const [key, value] of after) if (!old.has(fold(key))) this.compare(undefined, value, at(key), depth + 1)
  }

  #report(field: string, change: ValueChange['change'], before: unknown, after: unknown): void {
    this.changes.push({ field, change, before: describeValue(before, SHOWN), after: describeValue(after, SHOWN) })
  }

  #bytes(before: Uint8Array, after: Uint8Array, field: string): void {
    if (equalBytes(before, after)) return
    const at = firstDifference(before, after)
    const shown = (bytes: Uint8Array): Json =>
      bytes.length <= SHOWN.bytesLimit
        ? describeValue(bytes)
        : { bytes: bytes.length, at, starts: describeValue(bytes.subarray(at, at + SHOWN.bytesLimit)) }
    this.changes.push({ field, change: 'changed', before: shown(before), after: shown(after) })
  }

  #numbers(before: Numbers, after: Numbers, field: string): void {
    const at = firstDifference(before, after)
    if (at < 0) return
    const shown = (list: Numbers): Json =>
      list.length <= SHOWN.arrayLimit
        ? Array.from(list)
        : { elements: list.length, at, starts: Array.from({ length: 4 }, (_, i) => list[at + i] ?? null) }
    this.changes.push({ field, change: 'changed', before: shown(before), after: shown(after) })
  }

  #script(before: Script, after: Script, field: string): void {
    this.scriptChanged = true
    if (!sameScript(before, after, true)) this.doesOther = true
    const shown = (script: Script): Json => `${plural(script.memorySize, 'byte')} in memory`
    this.changes.push({ field, change: 'changed', before: shown(before), after: shown(after) })
  }
}

function fold(key: string): string {
  return key.startsWith('[') ? key : key.toLowerCase()
}

/** Names and paths are the same in any case, strings are not. */
function sameIgnoringCase(before: unknown, after: unknown): boolean {
  const [old, now] = [JSON.stringify(describeValue(before)), JSON.stringify(describeValue(after))]
  return old === now || (isSymbol(before) && isSymbol(after) && old.toLowerCase() === now.toLowerCase())
}

function isSymbol(value: unknown): boolean {
  return (
    value instanceof Name ||
    value instanceof ExportObject ||
    value instanceof ImportObject ||
    value instanceof DelegateValue
  )
}

function isLong({ text }: UString): boolean {
  return text.includes('\n')
}

type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array

function isNumbers(value: unknown): value is Numbers {
  return ArrayBuffer.isView(value) && !(value instanceof DataView) && !(value instanceof Uint8Array)
}

function firstDifference(
  a: { readonly length: number; readonly [index: number]: number },
  b: { readonly length: number; readonly [index: number]: number },
): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (!Object.is(a[i], b[i])) return i
  return a.length === b.length ? -1 : length
}

/** The parts of a value by their names, in order. */
type Parts = ReadonlyMap<string, unknown>

/** A value that has parts, none of which is told by a text of the whole. */
function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof UString) &&
    !(value instanceof Name) &&
    !(value instanceof Guid) &&
    !(value instanceof ExportObject) &&
    !(value instanceof ImportObject) &&
    !(value instanceof DelegateValue) &&
    !ArrayBuffer.isView(value)
  )
}

function sameShape(before: object, after: object): boolean {
  if (Array.isArray(before) || Array.isArray(after)) {
    return Array.isArray(before) && Array.isArray(after) && before.length === after.length
  }
  return before.constructor === after.constructor
}

function partsOf(value: object): Parts {
  if (value instanceof PropertyList) return propertyParts(value)
  if (value instanceof TaggedStruct) return propertyParts(value.properties)
  if (value instanceof RawStruct) {
    return new Map(value.values.map((part, i) => [value.type.members[i]?.name ?? `member${i}`, part]))
  }
  if (value instanceof MapValue) return mapParts(value.entries)
  if (value instanceof Map) return mapParts(value)
  if (Array.isArray(value)) return new Map(value.map((part: unknown, i) => [`[${i}]`, part]))
  return new Map(Object.entries(value).filter(([, part]) => typeof part !== 'function'))
}

function mapParts(entries: Iterable<readonly [unknown, unknown]>): Parts {
  const parts = new Map<string, unknown>()
  for (const [key, value] of entries) parts.set(`[${JSON.stringify(describeValue(key))}]`, value)
  return parts
}

function propertyParts(list: PropertyList): Parts {
  const parts = new Map<string, unknown>()
  const labels = new UniqueNames('#')
  for (const property of list.items) parts.set(labels.take(property.label), property.value)
  return parts
}

/**
 * Tells whether two scripts are the same, names and objects by text; the lines that assertions name only if
 * wanted.
 */
function sameScript(before: Script, after: Script, ignoresLines = false): boolean {
  if (before.raw !== undefined || after.raw !== undefined) {
    return before.raw !== undefined && after.raw !== undefined && equalBytes(before.raw, after.raw)
  }
  return before.memorySize === after.memorySize && sameDeep(before.tokens, after.tokens, 0, ignoresLines)
}

// Tokens nest as deep as expressions do; the reader of bytecode has its own limit, which this one is beyond.
const MAX_TOKEN_DEPTH = 2000

function sameDeep(a: unknown, b: unknown, depth: number, ignoresLines: boolean): boolean {
  if (Object.is(a, b)) return true
  if (ignoresLines && isAssertion(a) && isAssertion(b))
    return sameDeep(a.operands.slice(1), b.operands.slice(1), depth + 1, ignoresLines)
  if (depth > MAX_TOKEN_DEPTH) return false
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) {
    return equalBytes(
      new Uint8Array(a.buffer, a.byteOffset, a.byteLength),
      new Uint8Array(b.buffer, b.byteOffset, b.byteLength),
    )
  }
  if (!isPlain(a) || !isPlain(b)) {
    return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && sameText(a, b)
  }
  if (!sameShape(a, b)) return false
  const [parts, others] = [partsOf(a), partsOf(b)]
  if (parts.size !== others.size) return false
  for (const [key, part] of parts) if (!sameDeep(part, others.get(key), depth + 1, ignoresLines)) return false
  return true
}

/** `assert` of all engines: its first operand is the line of the text. */
const ASSERT = 0x09

function isAssertion(value: unknown): value is Token {
  return value instanceof Token && value.op === ASSERT
}

function sameText(a: object, b: object): boolean {
  return String(describeValue(a)).toLowerCase() === String(describeValue(b)).toLowerCase()
}
