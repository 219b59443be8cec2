import { UkitError } from '@ukit/codecs/internal'
import {
  EXEC_ALIASES,
  EXEC_DIRECTIVES,
  type ExecDirective,
  type ExecDirectiveName,
  type ExecValueKind,
  type ExecValues,
} from './directives.js'

/**
 * *A parsed line of `#exec`*: its directive, and the values it gives to the keys.
 *
 * `directive` determines the type of `values`.
 */
export type ExecLine = { readonly [D in ExecDirectiveName]: ExecLineOf<D> }[ExecDirectiveName]

/** A line of one directive. */
export interface ExecLineOf<D extends ExecDirectiveName> {
  /** The directive of the line. */
  readonly directive: D
  /** Its values, by key. */
  readonly values: ExecValues<D>
  /**
   * What the engine would silently ignore: unknown keys, words without a meaning, values that are not
   * numbers.
   */
  readonly remarks: readonly string[]
}

/** *A line of `#exec` that cannot be carried out*; the message says what was expected. */
export class ExecError extends UkitError {
  /** The name of the class. */
  override readonly name = 'ExecError'
}

/**
 * Parses a line of `#exec`, with or without that word at its start.
 *
 * Lines are read as the engine reads them: keys may be in any case and order; a value ends at a blank unless
 * it is in quotes; if a key is given twice, the first counts; a number ends where its digits end; a switch is
 * on for `1`, `ON` and `TRUE` and off for everything else. A comment after `//` is not part of the line.
 *
 * @throws {ExecError} when ukit does not know the directive, or a key that the directive requires is missing.
 */
export function parseExec(text: string): ExecLine {
  const line = text.replace(/^\s*#exec(?=\s|$)/i, '')
  const words = wordsOf(line)
  const name = directiveOf(words)
  const directive: ExecDirective = EXEC_DIRECTIVES[name]
  const remarks: string[] = []
  const values: Record<string, string | number | boolean> = {}
  for (const { key, value } of words) {
    if (key === undefined) {
      const word = value.toUpperCase()
      if (directive.words?.includes(word) !== true) remarks.push(`the word ${value} means nothing here`)
      else if (Object.hasOwn(directive.keys, word)) values[word] ??= true
      continue
    }
    const known = Object.hasOwn(directive.keys, key) ? directive.keys[key] : undefined
    if (known === undefined) remarks.push(`${name} has no key ${key}`)
    else if (Object.hasOwn(values, key)) remarks.push(`${key} is given twice: the first one is used`)
    else if (value === '') remarks.push(`${key}= has no value`)
    else {
      const { value: meant, remark } = VALUES[known[0]](value)
      values[key] = meant
      if (remark) remarks.push(`${key}=${value} is read as ${meant}`)
    }
  }
  const found: FoundLine = { directive: name, values, remarks }
  if (isComplete(found)) return found
  const missing = directive.needs.filter((key) => !Object.hasOwn(values, key))
  throw new ExecError(`${name} needs ${missing.join(', ')}`)
}

/** A line whose values have the types that the table gives; required keys may be missing. */
interface FoundLine {
  readonly directive: ExecDirectiveName
  readonly values: Readonly<Record<string, string | number | boolean | undefined>>
  readonly remarks: readonly string[]
}

function isComplete(line: FoundLine): line is ExecLine {
  return EXEC_DIRECTIVES[line.directive].needs.every((key) => Object.hasOwn(line.values, key))
}

/** A word of a line: `KEY=value`, or only a value. */
interface Word {
  readonly key?: string
  readonly value: string
}

/**
 * Splits a line into words and their values; values in quotes may contain blanks. Text after `//` is a
 * comment.
 */
function wordsOf(line: string): Word[] {
  const found: Word[] = []
  for (const [, key, quoted, plain, word] of line.matchAll(
    /(?:([A-Za-z_]\w*)=(?:"([^"]*)"?|((?:(?!\/\/)\S)*)))|(\/\/.*|\S+)/g,
  )) {
    if (key !== undefined) found.push({ key: key.toUpperCase(), value: quoted ?? plain ?? '' })
    else if (word?.startsWith('//')) break
    else if (word !== undefined) found.push({ value: word })
  }
  return found
}

/** Removes the words of the directive from the front of the list and returns the directive's name. */
function directiveOf(words: Word[]): ExecDirectiveName {
  const end = words.findIndex(({ key }) => key !== undefined)
  const front = words.slice(0, end < 0 ? undefined : end).map(({ value }) => value.toUpperCase())
  for (const count of [2, 1]) {
    const written = front.slice(0, count).join(' ')
    const name = EXEC_ALIASES[written] ?? written
    if (front.length < count || !isDirective(name)) continue
    words.splice(0, count)
    return name
  }
  const shown = front.slice(0, 2).join(' ')
  throw new ExecError(
    shown === '' ? 'there is no directive after #exec' : `${shown} is not a directive that ukit knows`,
  )
}

function isDirective(name: string): name is ExecDirectiveName {
  return Object.hasOwn(EXEC_DIRECTIVES, name)
}

/** Reads a text as one kind of value; `remark` is set if only a part of the text was understood. */
type Meaning = (text: string) => { value: string | number | boolean; remark?: boolean }

const VALUES: Readonly<Record<ExecValueKind, Meaning>> = {
  text: (text) => ({ value: text }),
  whole: (text) => numberOf(text, /^[+-]?\d+/),
  number: (text) => numberOf(text, /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i),
  switch: (text) => ({ value: /^(?:1|on|true)$/i.test(text), remark: !/^(?:0|1|on|off|true|false)$/i.test(text) }),
}

function numberOf(text: string, form: RegExp) {
  const digits = form.exec(text)?.[0] ?? ''
  return { value: Number(digits), remark: digits !== text }
}
