import { parseArgs } from 'node:util'
import type { Option, Options, OptionValues } from './option.js'
import { suggest } from './suggest.js'
import { UsageError } from './usage-error.js'

/** A parsed command line. */
export interface Parsed<O extends Options> {
  readonly values: OptionValues<O>
  readonly positionals: readonly string[]
}

/**
 * Parses the arguments of a verb. Options may be anywhere; `--` ends them.
 *
 * @throws {UsageError} for an option that does not exist, for one that does nothing without another, and for
 *   a value that is missing, unexpected or not allowed.
 * @param hint what was probably meant by an option that does not exist.
 */
export function parse<O extends Options>(
  args: readonly string[],
  options: O,
  hint?: (name: string) => string | undefined,
): Parsed<O> {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { takes, short }]) => [
      name,
      {
        type: takes === 'value' || takes === 'list' ? ('string' as const) : ('boolean' as const),
        ...(short === undefined ? {} : { short }),
      },
    ]),
  )
  const { tokens } = parseArgs({
    args: [...args],
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values: Record<string, unknown> = {}
  for (const [name, { takes }] of Object.entries(options)) values[name] = takes === 'nothing' ? false : undefined
  const positionals: string[] = []
  let last = -1
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'positional' && token.index !== last) positionals.push(token.value)
    if (token.kind !== 'option') continue
    const word = args[token.index] ?? ''
    if (VALUE.test(word)) {
      // `-53` gives one token for the option 5 and one for 3, but is one word.
      if (last !== token.index) positionals.push(word)
      last = token.index
      continue
    }
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (option === undefined) throw unknownOption(token.rawName, Object.keys(options), hint?.(token.name))
    const next = tokens[i + 1]
    const isFollowed = next?.kind === 'positional' && next.index === token.index + 1 && mayFollow(option, next.value)
    if (isFollowed) last = next.index
    const text = isFollowed ? next.value : token.value
    const given: Given = { name: token.rawName, text, inline: token.inlineValue === true }
    values[token.name] =
      option.takes === 'list'
        ? [...listOf(values[token.name]), ...listValue(given, option)]
        : option.takes === 'nothing'
          ? switchValue(given)
          : textValue(given, option)
  }
  checkCompany(values, options)
  // Each key of the table now has a value of the type that it declares.
  return { values: values as OptionValues<O>, positionals }
}

/** Whether a word after an option is its value though it could be left out: one of those that it takes. */
function mayFollow(option: Option, word: string): boolean {
  return option.takes === 'optional value' && option.choices?.includes(word) === true
}

/** Refuses options that do nothing without another one, which is not there. */
function checkCompany(values: Readonly<Record<string, unknown>>, options: Options): void {
  const isGiven = (name: string) => values[name] !== undefined && values[name] !== false
  for (const [name, { goesWith }] of Object.entries(options)) {
    if (goesWith === undefined || !isGiven(name) || goesWith.some(isGiven)) continue
    const others = goesWith.map((other) => `--${other}`)
    const last = others.pop()
    throw new UsageError(`--${name} goes with ${others.length > 0 ? `${others.join(', ')} or ` : ''}${last}`)
  }
}

/**
 * A negative number is a value, not an option, and so is a flag to be cleared (`-ServerSideOnly`): no option
 * begins with a capital letter.
 */
const VALUE = /^-(?:\.?\d|[A-Z]\w{2,})/
/** A negative number, which is also the value of an option: `--height -128`. */
const NEGATIVE = /^-\.?\d/

/** An option as it was given on the command line. */
interface Given {
  /** With its dashes. */
  readonly name: string
  readonly text: string | undefined
  /** Whether the value came after `=`. */
  readonly inline: boolean
}

function switchValue({ name, inline }: Given): true {
  if (inline) throw new UsageError(`${name} takes no value`)
  return true
}

function textValue(given: Given, option: Extract<Option, { takes: 'value' | 'optional value' }>): unknown {
  const { name, text, inline } = given
  if (option.takes === 'optional value' && !inline && !isValue(given)) return true
  const found = needed(given, option)
  checkChoice(name, found, option.choices)
  return option.read === undefined || text === undefined ? found : option.read(found, name)
}

function listValue(given: Given, option: Extract<Option, { takes: 'list' }>): readonly string[] {
  const { name } = given
  const text = needed(given, option)
  const words = option.read?.(text, name) ?? text.split(',').map((word) => word.trim())
  const found = words.filter((word) => word !== '')
  if (option.choices === undefined) return found
  const chosen = found.map((word) => word.toLowerCase())
  for (const [i, word] of chosen.entries()) checkChoice(name, word, option.choices, found[i])
  return chosen
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value of an option that requires one. A single dash is a value: standard input or output. */
function needed(given: Given, { value, choices }: Extract<Option, { value: string }>): string {
  if (isValue(given)) return given.text
  const example = choices?.[0]
  throw new UsageError(`${given.name} needs a value: ${given.name} ${value}${example ? `, such as ${example}` : ''}`)
}

function isValue(given: Given): given is Given & { readonly text: string } {
  const { text, inline } = given
  return text !== undefined && text !== '' && (inline || text === '-' || !text.startsWith('-') || NEGATIVE.test(text))
}

function checkChoice(name: string, word: string, choices: readonly string[] | undefined, written = word): void {
  if (choices === undefined || choices.includes(word)) return
  const meant = suggest(word, choices)
  throw new UsageError(
    `${name} is one of ${choices.join(', ')}, not "${written}"${meant ? `; did you mean "${meant}"?` : ''}`,
  )
}

function unknownOption(name: string, known: readonly string[], hint: string | undefined): UsageError {
  if (hint !== undefined) return new UsageError(`unknown option ${name}; ${hint}`)
  const meant = suggest(name.replace(/^-+/, ''), known)
  return new UsageError(`unknown option ${name}${meant ? `; did you mean --${meant}?` : ''}`)
}
