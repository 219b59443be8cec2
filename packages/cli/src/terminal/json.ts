import { printableJson, wellFormed } from '@ukit/text/internal'

/**
 * An object as one element of the printed array: one key per line, and one line for each object in a list, so
 * that it can be read, searched with grep and compared with diff. Lists may be generators, so that not
 * everything has to be in memory at once.
 */
export function* jsonElement(element: Readonly<Record<string, unknown>>): Generator<string> {
  let text = '  {'
  let first = true
  for (const [key, value] of Object.entries(element)) {
    if (value === undefined) continue
    text += `${first ? '' : ','}\n    ${scalar(key)}: `
    first = false
    if (!isLong(value)) {
      text += spaced(value)
      continue
    }
    text += '['
    let any = false
    for (const item of value) {
      text += `${any ? ',' : ''}\n      ${spaced(item)}`
      any = true
      if (text.length > PIECE) {
        yield text
        text = ''
      }
    }
    text += any ? '\n    ]' : ']'
  }
  yield `${text}\n  }`
}

/** Characters that are yielded at a time. */
const PIECE = 0x10000

/** Whether a value gets a line per item: lists of objects, and generators. */
function isLong(value: unknown): value is Iterable<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value)) return false
  return !Array.isArray(value) || (typeof value[0] === 'object' && value[0] !== null)
}

/** JSON on one line with a space after `:` and `,`. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return scalar(value)
  const pairs = Object.entries(value).map(([key, item]) => `${scalar(key)}: ${spaced(item)}`)
  return `{${pairs.join(', ')}}`
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return printableJson(JSON.stringify(wellFormed(value)))
  return JSON.stringify(value) ?? 'null'
}
