import type { Json } from './describe.js'

/** How to lay out a description. */
export interface RenderOptions {
  /** Columns to fill at most, as far as values allow. */
  readonly width?: number
}

/** Columns of a page unless told otherwise. */
export const RENDER_DEFAULTS = { width: 100 } as const satisfies RenderOptions

/**
 * *A description as a person reads it*: a line a field, small records (a vector, a colour) on one line, long arrays wrapped, nesting by indentation.
 */
export function renderDescription(fields: { readonly [key: string]: Json }, options: RenderOptions = {}): string[] {
  return renderFields(fields, 0, options.width ?? RENDER_DEFAULTS.width)
}

function renderFields(fields: { readonly [key: string]: Json }, indent: number, width: number): string[] {
  const entries = Object.entries(fields)
  const column = Math.min(24, Math.max(0, ...entries.map(([name]) => name.length)))
  return entries.flatMap(([name, value]) => renderField(name.padEnd(column), value, indent, width))
}

function renderField(label: string, value: Json, indent: number, width: number): string[] {
  const margin = ' '.repeat(indent)
  const inline = renderInline(value)
  if (indent + label.length + 2 + inline.length <= width || isScalar(value)) return [`${margin}${label}  ${inline}`]
  if (Array.isArray(value))
    return [`${margin}${label.trimEnd()}  ${value.length} elements`, ...renderArray(value, indent + 2, width)]
  return [
    `${margin}${label.trimEnd()}`,
    ...(isRecord(value) ? renderFields(value, indent + 2, width) : [`${margin}  ${inline}`]),
  ]
}

function renderArray(values: readonly Json[], indent: number, width: number): string[] {
  const margin = ' '.repeat(indent)
  if (!values.every(isScalar)) return values.flatMap((value, i) => renderField(`[${i}]`, value, indent, width))
  const lines: string[] = []
  let line = margin
  for (const value of values) {
    const text = renderInline(value)
    if (line.length > indent && line.length + text.length + 2 > width) {
      lines.push(line.trimEnd())
      line = margin
    }
    line += `${text}  `
  }
  return [...lines, line.trimEnd()]
}

/** A value on one line: `X=1 Y=2 Z=3` for a record, `[1 2 3]` for an array. */
function renderInline(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return printable(value)
  if (Array.isArray(value)) return `[${value.map(renderInline).join(' ')}]`
  const parts = Object.entries(value).map(
    ([name, item]) => `${name}=${isScalar(item) ? renderInline(item) : `(${renderInline(item)})`}`,
  )
  return parts.length === 0 ? '–' : parts.join(' ')
}

/** Six significant digits suffice for a single-precision float; integers stay whole. */
function formatNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)))
}

/** Text on one line, with control characters as escapes, so that a file's bytes cannot steer a terminal. */
function printable(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll('\u007f', '\\u007f')
    .replace(/[\u0080-\u009f]/g, escapeUnit)
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function isScalar(value: Json): boolean {
  return value === null || typeof value !== 'object'
}

function isRecord(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
