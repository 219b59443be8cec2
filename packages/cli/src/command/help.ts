import type { Style } from '../terminal/style.js'
import { displayWidth, wrap } from '../terminal/text.js'
import { PACKAGE_FILES } from './files-help.js'
import { HELP_OPTION } from './help-option.js'
import type { Option, Options } from './option.js'
import type { Verb } from './verb.js'
import { type ListedVerb, VERB_GROUPS, VERBS } from './verbs.js'

/**
 * Maximum width of a line of help, for readability in wide terminals; narrower terminals limit it further.
 */
const MAX_WIDTH = 80
const INDENT = '  '
/** Maximum width of the left column of a list; longer words get their own line. */
const MAX_LEFT = 24

/** The help of one verb. */
export function verbHelp(name: string, listed: ListedVerb, verb: Verb, style: Style, width: number): string {
  const page = new Page(style, width)
  page.title(`ukit ${name}`, lowerFirst(listed.summary))
  page.commands('Usage', [`ukit ${listed.usage} [options]`], false)
  page.section('When to use it', verb.when)
  if (verb.files !== undefined) page.section('Files', verb.files)
  page.list('Options', optionRows({ ...verb.options, ...HELP_OPTION }), MAX_LEFT)
  for (const [heading, ...text] of verb.notes ?? []) page.section(heading, text)
  page.examples(verb.examples)
  page.section('Exit status', [
    verb.result ?? '0 fine; 1 the input has problems, is missing or cannot be read, or a check failed; 2 wrong usage',
  ])
  return page.text
}

/** The help of a group of verbs, by its first word: `ukit umod --help`. */
export function groupHelp(word: string, style: Style, width: number): string {
  const page = new Page(style, width)
  const group = VERB_GROUPS.find(({ verbs }) => Object.keys(verbs).some((name) => name.startsWith(`${word} `)))
  page.title(`ukit ${word}`, lowerFirst(group?.heading ?? ''))
  page.commands('Usage', [`ukit ${word} VERB …`], false)
  const verbs = Object.entries(VERBS).filter(([name]) => name.startsWith(`${word} `))
  page.list('Verbs', verbRows(verbs.map(([, listed]) => listed)))
  page.section('More', [`ukit ${word} VERB --help shows when to use a verb, its options, and examples.`])
  return page.text
}

/** The help of the command: what it is for, its verbs, and where to find more. */
export function overview(version: string, style: Style, width: number): string {
  const page = new Page(style, width)
  page.title('ukit', `opens, checks, changes and serves the package files of Unreal Engine 1, 2 and 3`, ` ${version}`)
  page.commands('Usage', ['ukit VERB FILE… [options]'], false)
  const most = Math.max(...Object.values(VERBS).map(({ usage }) => usage.length))
  for (const { heading, verbs } of VERB_GROUPS) page.list(heading, verbRows(Object.values(verbs)), most, true)
  page.list('Everywhere', [
    ['--help', 'when to use a verb, its options, examples (also: ukit help VERB)'],
    ['--json', 'output for programs'],
    ['--version', 'the versions of ukit and Node'],
    ['help games', 'the games that ukit knows, and their IDs for --game'],
  ])
  page.section('Files', PACKAGE_FILES)
  page.commands('Examples', [
    'ukit info Botpack.u',
    'ukit ls Botpack.u | less',
    'ukit verify Maps System "Textures/*.utx"',
  ])
  return page.text
}

type Row = readonly [left: string, right: string]

/** *A page of help*, laid out for a width. */
class Page {
  readonly #style: Style
  readonly #width: number
  readonly #lines: string[] = []

  constructor(style: Style, width: number) {
    this.#style = style
    this.#width = Math.min(MAX_WIDTH, width)
  }

  get text(): string {
    return `${this.#lines.join('\n').trimEnd()}\n`
  }

  title(name: string, text: string, more = ''): void {
    const [first = '', ...rest] = wrap(`${name}${more}: ${text}`, this.#width)
    this.#lines.push(this.#style.bold(first.slice(0, name.length)) + first.slice(name.length), ...rest, '')
  }

  section(heading: string, texts: readonly string[]): void {
    this.#section(
      heading,
      texts.flatMap((text, i) => [...(i === 0 ? [] : ['']), ...this.#indented(text, INDENT)]),
    )
  }

  /** Adds commands; one that is too long continues on the next line, after a backslash. */
  commands(heading: string, commands: readonly string[], colored = true): void {
    this.#section(
      heading,
      commands.flatMap((command) => this.#command(command, colored)),
    )
  }

  examples(examples: readonly (readonly [command: string, purpose: string])[]): void {
    this.#section(
      'Examples',
      examples.flatMap(([command, purpose]) => [
        ...this.#command(command, true),
        ...this.#indented(purpose, INDENT.repeat(3)),
      ]),
    )
  }

  /**
   * Adds a list with words on the left and their meanings on the right. A meaning is below its words if they
   * are too long for the left column; all are if too little room is left for meanings. With `together`, the
   * left column is `mostLeft` wide, to align several lists.
   */
  list(heading: string, rows: readonly Row[], mostLeft = MAX_WIDTH, together = false): void {
    const widest = Math.max(...rows.map(([left]) => displayWidth(left)))
    const left = together ? mostLeft : Math.min(mostLeft, widest)
    const room = this.#width - INDENT.length - left - 2
    this.#section(
      heading,
      rows.flatMap(([words, meaning]) => this.#row(words, meaning, left, room)),
    )
  }

  #row(words: string, meaning: string, left: number, room: number): string[] {
    const head = `${INDENT}${this.#style.cyan(words)}`
    // The right column would be too narrow to read.
    if (room < 28) return [head, ...this.#indented(meaning, INDENT.repeat(3))]
    const hanging = ' '.repeat(INDENT.length + left + 2)
    const [first = '', ...rest] = wrap(meaning, room)
    if (displayWidth(words) > left) return [head, ...[first, ...rest].map((line) => hanging + line)]
    return [`${head}${' '.repeat(left - displayWidth(words))}  ${first}`, ...rest.map((line) => hanging + line)]
  }

  #section(heading: string, body: readonly string[]): void {
    this.#lines.push(this.#style.bold(heading), ...body, '')
  }

  #indented(text: string, indent: string): string[] {
    return wrap(text, this.#width - indent.length).map((line) => indent + line)
  }

  #command(command: string, colored: boolean): string[] {
    const lines = wrap(command, this.#width - INDENT.length - 6)
    return lines.map((line, i) => {
      const text = i + 1 < lines.length && colored ? `${line} \\` : line
      return `${i === 0 ? INDENT : INDENT.repeat(3)}${colored ? this.#style.cyan(text) : text}`
    })
  }
}

function verbRows(verbs: readonly ListedVerb[]): Row[] {
  return verbs.map(({ usage, summary }) => [usage, summary])
}

function optionRows(options: Options): Row[] {
  return Object.entries(options).map(([name, option]) => {
    const choices = option.takes === 'nothing' || option.choices === undefined ? '' : `: ${option.choices.join(', ')}`
    const fallback = option.default === undefined ? '' : ` (default: ${option.default})`
    return [optionName(name, option), `${option.does}${choices}${fallback}`]
  })
}

function optionName(name: string, option: Option): string {
  const { takes, short } = option
  const value = takes === 'nothing' ? '' : takes === 'optional value' ? `[=${option.value}]` : ` ${option.value}`
  return `${short === undefined ? '' : `-${short}, `}--${name}${value}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
