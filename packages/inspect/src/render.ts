import { printable as escapeHidden, plural } from '@ukit/text/internal'
import type { Json } from './describe.js'

/** How to lay out a description. */
export interface RenderOptions {
  /** Columns to fill at most, as far as values allow. */
  readonly width?: number | undefined
  /** Lines of a long text that are printed. All when absent. */
  readonly textLines?: number | undefined
  /** Makes text stand out: the names of fields, and remarks on values. */
  readonly paint?: RenderPaint | undefined
}

/** Ways to make parts of a description stand out on a terminal; they add no columns. */
export interface RenderPaint {
  /** The name of a field. */
  label(text: string): string
  /** A remark on a value. */
  note(text: string): string
}

/** Columns of a page by default. */
export const RENDER_DEFAULTS = { width: 100 } as const satisfies RenderOptions

const PLAIN: RenderPaint = { label: (text) => text, note: (text) => text }

/** Columns of names before they only indent. */
const LABEL_WIDTH = 28

/**
 * *A description as a person reads it*: a line a field, small records (a vector, a colour) on one line, long
 * arrays wrapped or summarised, nesting by indentation.
 */
export function renderDescription(fields: { readonly [key: string]: Json }, options: RenderOptions = {}): string[] {
  return new Page(options).fields(fields, 0)
}

class Page {
  readonly #width: number
  readonly #textLines: number
  readonly #paint: RenderPaint

  constructor({ width = RENDER_DEFAULTS.width, textLines = Number.POSITIVE_INFINITY, paint = PLAIN }: RenderOptions) {
    this.#width = width
    this.#textLines = textLines
    this.#paint = paint
  }

  fields(fields: { readonly [key: string]: Json }, indent: number): string[] {
    const entries = Object.entries(fields).map(([name, value]) => [printable(name), value] as const)
    const column = Math.min(LABEL_WIDTH, Math.max(0, ...entries.map(([name]) => name.length)))
    return entries.flatMap(([name, value]) => this.#field(name.padEnd(column), value, indent))
  }

  #field(label: string, value: Json, indent: number): string[] {
    const margin = ' '.repeat(indent)
    const name = this.#paint.label(label)
    const bytes = longBytes(value)
    if (bytes !== undefined) return [`${margin}${name}  ${this.#paint.note(bytes)}`]
    if (typeof value === 'string' && /\n./s.test(value)) return this.#text(label.trimEnd(), value, indent)
    const inline = renderInline(value)
    const fits = indent + label.length + 2 + inline.length <= this.#width
    if (isScalar(value) || (fits && !isDeep(value))) return [`${margin}${name}  ${inline}`]
    const list = longArray(value)
    if (list !== undefined)
      return [
        `${margin}${this.#paint.label(label.trimEnd())}  ${this.#listHead(list)}`,
        ...this.#list(list, indent + 2),
      ]
    return [
      `${margin}${this.#paint.label(label.trimEnd())}`,
      ...(isRecord(value) ? this.fields(value, indent + 2) : [`${margin}  ${inline}`]),
    ]
  }

  /** Text of several lines, as it is, below its name. */
  #text(label: string, text: string, indent: number): string[] {
    const margin = ' '.repeat(indent)
    const lines = text.split(/\r?\n/)
    if (lines.at(-1) === '') lines.pop()
    const shown = lines
      .slice(0, this.#textLines)
      .map((line) => `${margin}  ${line.split('\t').map(printable).join('    ')}`)
    const more = lines.length - shown.length
    return [
      `${margin}${this.#paint.label(label)}  ${this.#paint.note(`${amount(lines.length, 'line')}:`)}`,
      ...shown.map((line) => line.trimEnd()),
      ...(more > 0 ? [`${margin}  ${this.#paint.note(`… ${grouped(more)} more`)}`] : []),
    ]
  }

  #listHead({ length }: LongArray): string {
    return this.#paint.note(`${amount(length, 'element')}:`)
  }

  #list({ length, values }: LongArray, indent: number): string[] {
    const margin = ' '.repeat(indent)
    const more = length > values.length ? [margin + this.#paint.note(`… ${grouped(length - values.length)} more`)] : []
    if (!values.every(isScalar)) return [...values.flatMap((value, i) => this.#field(`[${i}]`, value, indent)), ...more]
    const lines: string[] = []
    let line = margin
    for (const value of values) {
      const text = renderInline(value)
      if (line.length > indent && line.length + text.length > this.#width) {
        lines.push(line.trimEnd())
        line = margin
      }
      line += `${text}  `
    }
    return [...lines, line.trimEnd(), ...more]
  }
}

/** An array, or the beginning of one. */
interface LongArray {
  readonly length: number
  readonly values: readonly Json[]
}

/** An array in full, or cut by `DescribeOptions.arrayLimit`. */
function longArray(value: Json): LongArray | undefined {
  if (Array.isArray(value)) return { length: value.length, values: value }
  if (!isRecord(value) || Object.keys(value).length !== 2) return undefined
  const { elements, starts } = value
  return typeof elements === 'number' && Array.isArray(starts) ? { length: elements, values: starts } : undefined
}

/** Bytes cut by `DescribeOptions.bytesLimit`: `16,384 bytes: 0a 0b …`. */
function longBytes(value: Json): string | undefined {
  if (!isRecord(value) || Object.keys(value).length !== 2) return undefined
  const { bytes, starts } = value
  if (typeof bytes !== 'number' || typeof starts !== 'string') return undefined
  const digits = starts.slice(0, 32).replace(/../g, '$& ').trimEnd()
  return `${amount(bytes, 'byte')}${digits === '' ? '' : `: ${digits} …`}`
}

/** A value on one line: `X=1 Y=2 Z=3` for a record, `[1 2 3]` for an array. */
function renderInline(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return printable(value)
  if (longBytes(value) !== undefined && isRecord(value)) return `(${amount(Number(value['bytes']), 'byte')})`
  const list = longArray(value)
  if (list !== undefined) {
    const more = list.length - list.values.length
    return `[${list.values.map(renderInline).join(' ')}${more > 0 ? ` … ${grouped(more)} more` : ''}]`
  }
  if (!isRecord(value)) return ''
  const isGroup = (item: Json) => isRecord(item) && longBytes(item) === undefined && longArray(item) === undefined
  const parts = Object.entries(value).map(
    ([name, item]) => `${printable(name)}=${isGroup(item) ? `(${renderInline(item)})` : renderInline(item)}`,
  )
  return parts.length === 0 ? '–' : parts.join(' ')
}

/** The shortest digits that give the same single-precision float; integers stay whole. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value)
  if (Math.fround(value) !== value) return String(value)
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(Number(value.toPrecision(9)))
}

/** A number with separated thousands, and its noun. */
function amount(value: number, noun: string): string {
  return plural(value, noun, undefined, grouped(value))
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Text on one line, with escapes for everything that could steer a terminal. */
function printable(text: string): string {
  return escapeHidden(text.replace(/[\n\r\t]/g, (char) => SHORT_ESCAPES[char] ?? char))
}

function isScalar(value: Json): boolean {
  return value === null || typeof value !== 'object'
}

/** Arrays of records, and records in records in records, read better one below the other. */
function isDeep(value: Json): boolean {
  const list = longArray(value)
  if (list !== undefined) return !Array.isArray(value) || !value.every(isScalar)
  return depthOf(value) > 2
}

function depthOf(value: Json): number {
  if (isScalar(value) || longBytes(value) !== undefined) return 0
  return 1 + Math.max(0, ...Object.values(value ?? {}).map(depthOf))
}

function isRecord(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
