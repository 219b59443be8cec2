import type { TracedField } from '@ukit/container'
import type { ImportObject, ReadObject } from '@ukit/core'
import { describeObject, presentFields, renderDescription } from '@ukit/inspect'
import type { Style } from '../../terminal/style.js'
import { plural, printable, wrap } from '../../terminal/text.js'

/** How to print an object. */
export interface ShowSettings {
  /** Print long arrays and bytes in full. */
  readonly all: boolean
  readonly width: number
  readonly style: Style
}

/** Maximum number of elements of an array, and of bytes, that are printed, unless all are asked for. */
const SHOWN_ELEMENTS = 16
const SHOWN_BYTES = 16

/** Maximum number of lines of a text that are printed. */
const SHOWN_LINES = 40

/** Width when output is not a terminal. */
const PAGE_WIDTH = 100

/**
 * An object as text: where it is, its properties, what its class stores, and what is not understood.
 *
 * @param fields where its fields are, if that is known: fields that its version does not have are not among
 *   them.
 */
export function* objectText(
  read: ReadObject,
  fields: readonly TracedField[] | undefined,
  settings: ShowSettings,
): Generator<string> {
  const { style, all } = settings
  const width = Number.isFinite(settings.width) ? settings.width : PAGE_WIDTH
  const facts = describeObject(read, {
    readable: true,
    ...(fields === undefined ? {} : { present: presentFields(fields) }),
    ...(all ? { bytesLimit: Number.POSITIVE_INFINITY } : { arrayLimit: SHOWN_ELEMENTS, bytesLimit: SHOWN_BYTES }),
  })
  yield `${style.bold(printable(read.export.toString()))}\n`
  const flags = facts.flags.length === 0 ? 'none' : facts.flags.join(' ')
  yield* card(
    [
      ['Export', `#${facts.index}, ${plural(facts.size, 'byte')} at ${hexOffset(facts.offset)}`],
      ['Class', read.export.class?.path ?? 'Class'],
      ['Flags', flags],
      ['Outer', facts.outer ?? `none (directly in ${read.export.package.name})`],
      ['Super', facts.super],
      ['Archetype', facts.archetype],
    ],
    width,
    style,
  )
  const paint = { label: style.cyan, note: style.dim }
  for (const [heading, values] of [
    [read.export.entry.class === 0 ? 'Defaults' : 'Properties', facts.properties],
    ['Fields', facts.fields],
  ] as const) {
    if (Object.keys(values).length === 0) continue
    yield `\n${style.bold(heading)}\n`
    for (const line of renderDescription(values, {
      width: width - 2,
      paint,
      ...(all ? {} : { textLines: SHOWN_LINES }),
    }))
      yield `  ${line}\n`
  }
  yield* remarks(read, width, style)
}

/** What could not be read, and what was read but is not understood. */
function* remarks(
  { error, opaqueBytes, rest, export: exported }: ReadObject,
  width: number,
  style: Style,
): Generator<string> {
  const notes: [text: string, paint: (text: string) => string][] = []
  if (exported.entry.size === 0) notes.push(['It has no bytes.', style.dim])
  if (error !== undefined) {
    const what = rest.length === exported.entry.size ? 'None of it could be read' : 'It could not be read in full'
    notes.push([`${what}: ${error.message}`, style.red])
  }
  if (rest.length > 0) {
    const from = exported.entry.offset + exported.entry.size - rest.length
    notes.push([
      `${plural(rest.length, 'byte')} from ${hexOffset(from)} on ${rest.length === 1 ? 'is' : 'are'} ` +
        `kept as ${rest.length === 1 ? 'it is' : 'they are'}: their meaning is not known (--hex shows them).`,
      style.yellow,
    ])
  }
  const inside = opaqueBytes - rest.length
  if (inside > 0)
    notes.push([
      `${plural(inside, 'byte')} inside fields ${inside === 1 ? 'is' : 'are'} not understood (--hex marks them).`,
      style.yellow,
    ])
  if (notes.length > 0) yield '\n'
  for (const [text, paint] of notes) for (const line of wrap(printable(text), width)) yield `${paint(line)}\n`
}

/** What an import refers to. */
export function* importText(object: ImportObject, { width, style }: ShowSettings): Generator<string> {
  const columns = Number.isFinite(width) ? width : PAGE_WIDTH
  yield `${style.bold(printable(object.toString()))}\n`
  const parts = object.path.split('.')
  yield* card(
    [
      ['Import', `#${object.index}: the object is in another package; this one only refers to it`],
      ['Class', `${object.classPackage}.${object.className}`],
      ['Package', parts.length > 1 ? (parts[0] ?? null) : null],
      ['Outer', object.outer === null ? null : String(object.outer)],
      ['Used by', users(object)],
    ],
    columns,
    style,
  )
}

/** How many rows of the export table name the import as class, super, outer or archetype. */
function users(object: ImportObject): string {
  const pkg = object.package
  const { reference } = object
  const classes = pkg.exportTable.filter((entry) => entry.class === reference).length
  const supers = pkg.exportTable.filter((entry) => entry.super === reference).length
  const archetypes = pkg.exportTable.filter((entry) => entry.archetype === reference).length
  const parts = [
    classes > 0 ? `class of ${plural(classes, 'export')}` : '',
    supers > 0 ? `super of ${plural(supers, 'export')}` : '',
    archetypes > 0 ? `archetype of ${plural(archetypes, 'export')}` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'objects only (no row of the export table names it)' : parts.join(', ')
}

function* card(
  rows: readonly (readonly [label: string, value: string | null])[],
  width: number,
  style: Style,
): Generator<string> {
  const column = Math.max(...rows.map(([label]) => label.length))
  for (const [label, value] of rows) {
    if (value === null) continue
    const [first = '', ...more] = wrap(printable(value), width - column - 4)
    yield `  ${style.cyan(label.padEnd(column))}  ${first}\n`
    for (const line of more) yield `${' '.repeat(column + 4)}${line}\n`
  }
}

/** `0x1A2B`. */
function hexOffset(offset: number): string {
  return `0x${offset.toString(16).toUpperCase()}`
}
