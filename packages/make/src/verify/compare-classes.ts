import { ObjectReader, type Package } from '@ukit/core'
import type { PackageDiff } from '@ukit/inspect'
import { isDeclaredClass } from '@ukit/objects/script'

/** Something that is otherwise in the package that was built. */
export interface ClassDifference {
  /** Path of the object in the package: `Mill.Turn`. */
  readonly object: string
  /** The field that differs; `''` for an object that only one of the two has. */
  readonly field: string
  readonly message: string
  /** It is a default property, or an object that default properties make. */
  readonly isDefault?: boolean
}

/** Where a class's text does not say what the package has. */
const FROM_ELSEWHERE = /^(?:netIndex|stripped|rest|position|top|addedToClass\.fileTimes\[\d\])$/

/** Lists of SWAT 4 that name things as often as its compiler came by them. */
const SETS = /^addedToClass\.(?:implements|objects)(?:\[\d+\])?$/

/** What a class has of its default properties beside them (UE3). */
const OF_DEFAULTS = /^components\b/

/** The objects that hold defaults (UE3), and what is in them. */
const IN_DEFAULTS = /^default__/i
const IN_DEFAULTS_OBJECT = /^default__[^.]*\./i

/** *What differs in the classes of two packages*, names compared as the engine does: without case. */
export function classDifferences(
  diff: PackageDiff,
  packageName: string,
  isOfClass: (path: string) => boolean,
  withDefaults: boolean,
): readonly ClassDifference[] {
  const found: ClassDifference[] = []
  // Classes that native code declares and that have no text are in the package, and not built: they are
  // referred to as those of another package are.
  const ownPrefix = `'${packageName}.`
  const note = (object: string, field: string, before: unknown, after: unknown, isDefault = false) => {
    if (FROM_ELSEWHERE.test(field) || !isOfClass(object)) return
    if (!withDefaults && (OF_DEFAULTS.test(field) || IN_DEFAULTS_OBJECT.test(object))) return
    const text = (value: unknown) => (SETS.test(field) ? asSet(value) : shown(value)).replaceAll(ownPrefix, "'")
    const [was, is] = [text(before), text(after)]
    if (was.toLowerCase() === is.toLowerCase()) return
    found.push({ object, field, message: `expected ${was}, as in the package, found ${is}`, isDefault })
  }
  for (const { path, class: of } of diff.exports.removed)
    if (isOfClass(path) && (isDeclared(path, of) || (withDefaults && path.includes('.'))))
      found.push({
        object: path,
        field: '',
        message: `expected a ${of}, as in the package, found none`,
        isDefault: !isDeclared(path, of),
      })
  for (const { path, class: of } of diff.exports.added)
    if (isOfClass(path) && (isDeclared(path, of) || (withDefaults && path.includes('.'))))
      found.push({
        object: path,
        field: '',
        message: `expected none, as in the package, found a ${of}`,
        isDefault: !isDeclared(path, of),
      })
  for (const { path, changes } of diff.exports.changed)
    for (const { field, before, after } of changes) if (field !== 'size') note(path, field, before, after)
  for (const { path, class: of, properties, fields } of diff.objects) {
    // A texture may be named like a class.
    const isDefaults = path.toLowerCase() === `default__${of}`.toLowerCase()
    if (of !== 'Class' && !path.includes('.') && !isDefaults) continue
    for (const { field, before, after } of fields) note(path, field, before, after)
    if (!withDefaults && (of === 'Class' || IN_DEFAULTS.test(path))) continue
    for (const { field, before, after } of properties) note(path, field, before, after, true)
  }
  for (const { path, signature, flags, bytecode, fields } of diff.functions) {
    if (signature !== null) note(path, 'signature', signature.before, signature.after)
    if (flags !== null) note(path, 'flags', flags.before, flags.after)
    if (bytecode && isOfClass(path))
      found.push({
        object: path,
        field: 'script',
        message: 'expected the same code as in the package, found other code',
      })
    for (const { field, before, after } of fields) note(path, field, before, after)
  }
  for (const { path, field } of diff.texts)
    if (isOfClass(path)) found.push({ object: path, field, message: 'expected the same text as in the package' })
  return found
}

/** Where default properties that both packages have are in another order. */
export async function orderDifferences(
  before: Package,
  after: Package,
  classes: ReadonlySet<string>,
): Promise<ClassDifference[]> {
  const found: ClassDifference[] = []
  const [old, now] = [await ObjectReader.open(before), await ObjectReader.open(after)]
  const labelsOf = async (reader: ObjectReader, path: string) =>
    (await reader.get(path))?.object.properties.items.map(({ label }) => label.toLowerCase()) ?? []
  const holder = before.context.engine === 3 ? 'Default__' : ''
  for (const className of classes) {
    const name = `${holder}${className}`
    const [were, are] = [await labelsOf(old, name), await labelsOf(now, name)]
    const [first, second] = [were.filter((one) => are.includes(one)), are.filter((one) => were.includes(one))]
    const at = first.findIndex((one, i) => one !== second[i])
    if (at >= 0)
      found.push({
        object: name,
        field: 'properties',
        message: `expected ${first[at]} at this place in the default properties, found ${second[at]}`,
        isDefault: true,
      })
  }
  return found
}

/** Name of the class that an object belongs to, in lower case. */
export function classOf(path: string): string {
  return (path.split('.', 1)[0] ?? '').toLowerCase().replace(/^default__/, '')
}

/** Tells whether an object is what texts of classes declare, or the text of one. */
export function isDeclared(path: string, of: string): boolean {
  return (isDeclaredClass(of) || of === 'TextBuffer') && (of === 'Class' || path.includes('.'))
}

/** The values of a list in the order of the alphabet, each once. */
function asSet(value: unknown): string {
  const list: unknown = typeof value === 'object' && value !== null && 'starts' in value ? value.starts : (value ?? [])
  return JSON.stringify(Array.isArray(list) ? [...new Set(list.map(String))].sort() : list)
}

/** A value as JSON. That a class was changed in the editor says nothing of what it is. */
function shown(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.filter((one) => one !== 'SourceModified') : value)
}
