import type { ObjectReader, ReadObject } from '@ukit/core'
import { Field, FunctionField } from '@ukit/objects/script'
import type { DeclaredFields } from './diff-script.js'
import type { ExportPair } from './diff-tables.js'
import { diffLines, type TextHunk } from './diff-text.js'
import { type ValueChange, ValueComparison } from './diff-values.js'

/** *An object that is in both packages and has other values.* */
export interface ObjectChange {
  /** Path inside the package. */
  readonly path: string
  /** Name of its class. */
  readonly class: string
  /** Properties that its tags set; of a class its defaults. */
  readonly properties: readonly ValueChange[]
  /** What its class stores beside them. */
  readonly fields: readonly ValueChange[]
  /** Changes beyond these, which are not listed. */
  readonly more: number
  /**
   * Nothing changed but its place in its owner's list, in the script text, on the network, or the checksums
   * of classes that it was compiled against.
   */
  readonly bookkeeping: boolean
  /** The class's codec failed on one of the two: bytes were compared, not values. */
  readonly undecoded: boolean
}

/** *A function that changed.* */
export interface FunctionChange {
  /** Path inside the package: `Class.Function`. */
  readonly path: string
  /** As its callers know it; `null` when it is the same. */
  readonly signature: { readonly before: string; readonly after: string } | null
  /** Flags by name; `null` when they are the same. */
  readonly flags: { readonly before: string; readonly after: string } | null
  /** The code does something else. */
  readonly bytecode: boolean
  /** Other values: operator precedence, native index. */
  readonly fields: readonly ValueChange[]
}

/** *A text that changed.* */
export interface TextChange {
  /** Path of the object that holds the text. */
  readonly path: string
  /** Field of the object, `text` of a script's text. */
  readonly field: string
  /** How many lines came. */
  readonly added: number
  /** How many lines went. */
  readonly removed: number
  /** The first ones, as many as the limit of lines allows. */
  readonly hunks: readonly TextHunk[]
  /** Lines of hunks that are left out. */
  readonly more: number
}

/** What changed in objects. */
export interface ContentsDiff {
  readonly objects: ObjectChange[]
  readonly functions: FunctionChange[]
  readonly texts: TextChange[]
  /** A script does something else, or a function has another signature, or other flags. */
  doesOther: boolean
}

/** Something of the old package and the same of the new one. */
export interface Both<T> {
  readonly before: T
  readonly after: T
}

/**
 * Tells whether a field says where something is, or what it was compiled against, and nothing of what it is.
 */
export function isBookkeeping({ field }: Pick<ValueChange, 'field'>): boolean {
  return /^(?:next|children|line|textPosition|netIndex|dependencies(?:\[.*)?)$/.test(field)
}

interface ContentsOptions {
  readonly changeLimit: number
  readonly textLimit: number
  readonly onProgress: ((done: number, total: number) => void) | undefined
  readonly signal: AbortSignal | undefined
}

/** Compares what is in pairs of objects. */
export async function diffContents(
  pairs: readonly ExportPair[],
  readers: Both<ObjectReader>,
  declared: Both<DeclaredFields>,
  options: ContentsOptions,
): Promise<ContentsDiff> {
  const found: ContentsDiff = { objects: [], functions: [], texts: [], doesOther: false }
  let done = 0
  for (const pair of pairs) {
    options.signal?.throwIfAborted()
    const before = await readers.before.read(pair.before)
    const after = await readers.after.read(pair.after)
    const comparison = compareObjects(before, after)
    const path = pair.after.path
    if (comparison.doesOther) found.doesOther = true
    for (const { field, before: old, after: now } of comparison.texts) {
      found.texts.push({ path, field, ...limited(diffLines(old, now), options.textLimit) })
    }
    if (before.object instanceof FunctionField && after.object instanceof FunctionField) {
      await diffFunctions(pair, before.object, after.object, comparison, declared, found)
    } else {
      pushObject(path, pair.after.className, comparison, options.changeLimit, found)
    }
    keepFields(declared, before, after)
    options.onProgress?.(++done, pairs.length)
  }
  return found
}

/** What changed in one object, properties apart from the rest. */
interface Comparison {
  readonly properties: readonly ValueChange[]
  readonly fields: readonly ValueChange[]
  readonly texts: readonly { readonly field: string; readonly before: string; readonly after: string }[]
  readonly scriptChanged: boolean
  readonly doesOther: boolean
  readonly undecoded: boolean
}

function compareObjects(before: ReadObject, after: ReadObject): Comparison {
  const properties = new ValueComparison()
  properties.properties(before.object.properties, after.object.properties)
  const fields = new ValueComparison()
  // What a class codec could not read is in the rest; of objects read in two ways only the common part
  // compares.
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  for (const [name, value] of old) fields.compare(value, now.get(name), name)
  for (const [name, value] of now) if (!old.has(name)) fields.compare(undefined, value, name)
  fields.compare(before.rest, after.rest, 'rest')
  return {
    properties: properties.changes,
    fields: fields.changes,
    texts: [...properties.texts, ...fields.texts],
    scriptChanged: fields.scriptChanged,
    doesOther: fields.doesOther,
    undecoded: before.error !== undefined || after.error !== undefined,
  }
}

function fieldsOf({ object }: ReadObject): Map<string, unknown> {
  return new Map(Object.entries(object).filter(([name, value]) => name !== 'properties' && typeof value !== 'function'))
}

function pushObject(path: string, className: string, found: Comparison, limit: number, into: ContentsDiff): void {
  const { properties, fields, undecoded } = found
  if (properties.length + fields.length === 0) return
  const shownProperties = properties.slice(0, limit)
  const shownFields = fields.slice(0, limit - shownProperties.length)
  into.objects.push({
    path,
    class: className,
    properties: shownProperties,
    fields: shownFields,
    more: properties.length + fields.length - shownProperties.length - shownFields.length,
    bookkeeping: properties.length === 0 && fields.every(isBookkeeping),
    undecoded,
  })
}

async function diffFunctions(
  pair: ExportPair,
  before: FunctionField,
  after: FunctionField,
  comparison: Comparison,
  declared: Both<DeclaredFields>,
  into: ContentsDiff,
): Promise<void> {
  declared.before.keep(pair.before, before)
  declared.after.keep(pair.after, after)
  const signature = differing(
    await declared.before.signature(pair.before),
    await declared.after.signature(pair.after),
    true,
  )
  const flags = differing(
    await declared.before.functionFlags(pair.before),
    await declared.after.functionFlags(pair.after),
    false,
  )
  const { properties, fields, scriptChanged } = comparison
  const others = [...properties, ...fields].filter(({ field }) => field !== 'flags' && field !== 'script')
  if (signature === null && flags === null && !scriptChanged && others.every(isBookkeeping)) {
    pushObject(pair.after.path, pair.after.className, { ...comparison, fields: others, properties: [] }, 100, into)
    return
  }
  const shown = others.filter((change) => !isBookkeeping(change))
  if (signature !== null || flags !== null || shown.length > 0) into.doesOther = true
  into.functions.push({ path: pair.after.path, signature, flags, bytecode: scriptChanged, fields: shown })
}

/** Both texts when they are there and not the same; names are the same in any case. */
function differing(
  before: string | undefined,
  after: string | undefined,
  anyCase: boolean,
): { before: string; after: string } | null {
  if (before === undefined || after === undefined || before === after) return null
  return anyCase && before.toLowerCase() === after.toLowerCase() ? null : { before, after }
}

function keepFields(declared: Both<DeclaredFields>, before: ReadObject, after: ReadObject): void {
  if (before.object instanceof Field && before.error === undefined) declared.before.keep(before.export, before.object)
  if (after.object instanceof Field && after.error === undefined) declared.after.keep(after.export, after.object)
}

function limited(
  { added, removed, hunks }: { added: number; removed: number; hunks: readonly TextHunk[] },
  limit: number,
): Omit<TextChange, 'path' | 'field'> {
  const shown: TextHunk[] = []
  let left = limit
  let more = 0
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, Math.max(0, left))
    if (lines.length > 0) shown.push({ ...hunk, lines })
    more += hunk.lines.length - lines.length
    left -= hunk.lines.length
  }
  return { added, removed, hunks: shown, more }
}
