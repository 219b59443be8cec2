import { parseArgs } from 'node:util'
import type { Option, Options, OptionValues } from './option.js'
import { suggest } from './suggest.js'
import { UsageError } from './usage-error.js'

/** A command line, taken apart. */
export interface Parsed {
  readonly values: OptionValues
  readonly positionals: readonly string[]
}

/**
 * Takes the arguments of a verb apart. Options may stand anywhere; `--` ends them.
 *
 * @throws {UsageError} for an option that does not exist, and for a value that is missing, not wanted, or not allowed.
 */
export function parse(args: readonly string[], options: Options): Parsed {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { takes, short }]) => [
      name,
      {
        type: takes === 'value' ? ('string' as const) : ('boolean' as const),
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
  const values: Record<string, string | true> = {}
  const positionals: string[] = []
  let last = -1
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const word = args[token.index] ?? ''
    if (VALUE.test(word)) {
      // `-53` would be the options 5 and 3: it is there once.
      if (last !== token.index) positionals.push(word)
      last = token.index
      continue
    }
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (option === undefined) throw unknownOption(token.rawName, Object.keys(options))
    values[token.name] = optionValue(token.rawName, option, token.value, token.inlineValue === true)
  }
  return { values, positionals }
}

/** A negative number is a value, not an option, and so is a flag to be cleared (`-ServerSideOnly`): no option begins with a capital letter. */
const VALUE = /^-(?:\.?\d|[A-Z]\w{2,})/

function optionValue(name: string, option: Option, value: string | undefined, inline: boolean): string | true {
  if (option.takes === 'nothing') {
    if (inline) throw new UsageError(`${name} takes no value`)
    return true
  }
  if (value === undefined || value === '' || (!inline && value.startsWith('-'))) {
    if (option.takes === 'optional value' && !inline) return true
    const example = option.choices?.[0]
    throw new UsageError(
      `${name} needs a value: ${name} ${option.value ?? 'VALUE'}${example ? `, such as ${example}` : ''}`,
    )
  }
  if (option.choices !== undefined && !option.choices.includes(value)) {
    const meant = suggest(value, option.choices)
    throw new UsageError(
      `${name} is one of ${option.choices.join(', ')}, not "${value}"${meant ? `; did you mean "${meant}"?` : ''}`,
    )
  }
  return value
}

function unknownOption(name: string, known: readonly string[]): UsageError {
  const meant = suggest(name.replace(/^-+/, ''), known)
  return new UsageError(`there is no option ${name}${meant ? `; did you mean --${meant}?` : ''}`)
}
