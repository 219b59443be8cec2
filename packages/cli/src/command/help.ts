import type { Style } from '../terminal/style.js'
import { displayWidth, padEnd, wrap } from '../terminal/text.js'
import { PACKAGE_FILES } from './files-help.js'
import { HELP_OPTION } from './help-option.js'
import type { Option, Options } from './option.js'
import type { Verb } from './verb.js'
import { type ListedVerb, VERB_GROUPS, VERBS } from './verbs.js'

/** Lines of help are never longer, so that they fit every terminal and read well in a wide one. */
const WIDTH = 80
const INDENT = '  '

/** The help of one verb. */
export function verbHelp(name: string, { summary, usage }: ListedVerb, verb: Verb, style: Style): string {
  const lines = [`${style.bold(`ukit ${name}`)}: ${lowerFirst(summary)}`, '']
  section(lines, style, 'Usage', [`${INDENT}ukit ${usage} [options]`])
  section(lines, style, 'When to use it', paragraphs(verb.when))
  if (verb.files !== undefined) section(lines, style, 'Files', paragraphs(verb.files))
  section(lines, style, 'Options', optionLines({ ...verb.options, ...HELP_OPTION }, style))
  for (const [heading, ...text] of verb.notes ?? []) section(lines, style, heading, paragraphs(text))
  section(
    lines,
    style,
    'Examples',
    verb.examples.flatMap(([command, purpose]) => [`${INDENT}${style.cyan(command)}`, `${INDENT}    ${purpose}`]),
  )
  section(lines, style, 'Exit status', [`${INDENT}0 fine, 1 the input has problems or a check failed, 2 wrong usage`])
  return `${lines.join('\n').trimEnd()}\n`
}

/** The help of the command: what it is for, its verbs, where to read on. */
export function overview(version: string, style: Style): string {
  const width = Math.max(...Object.values(VERBS).map((verb) => verb.usage.length))
  const lines = [
    `${style.bold('ukit')} ${version}: opens, checks, changes and serves the package files of Unreal Engine 1, 2 and 3`,
    '',
  ]
  section(lines, style, 'Usage', [`${INDENT}ukit VERB FILE… [options]`])
  for (const { heading, verbs } of VERB_GROUPS) {
    const rows = Object.values(verbs)
    section(
      lines,
      style,
      heading,
      rows.map(({ usage, summary }) => `${INDENT}${style.cyan(padEnd(usage, width))}  ${summary}`),
    )
  }
  section(lines, style, 'Everywhere', [
    `${INDENT}--help       when to use a verb, its options, examples (also: ukit help VERB)`,
    `${INDENT}--json       output for programs`,
    `${INDENT}--version    version of ukit, and of Node`,
    `${INDENT}help games   the games that ukit knows, and their IDs for --game`,
  ])
  section(lines, style, 'Files', paragraphs(PACKAGE_FILES))
  section(lines, style, 'Examples', [
    `${INDENT}${style.cyan('ukit info Botpack.u')}`,
    `${INDENT}${style.cyan('ukit ls Botpack.u | less')}`,
    `${INDENT}${style.cyan('ukit verify Maps System "Textures/*.utx"')}`,
  ])
  return `${lines.join('\n').trimEnd()}\n`
}

function section(lines: string[], style: Style, heading: string, body: readonly string[]): void {
  lines.push(style.bold(heading), ...body, '')
}

function paragraphs(texts: readonly string[]): string[] {
  return texts.flatMap((text, i) => [
    ...(i === 0 ? [] : ['']),
    ...wrap(text, WIDTH - INDENT.length).map((line) => INDENT + line),
  ])
}

function optionLines(options: Options, style: Style): string[] {
  const rows = Object.entries(options).map(([name, option]) => ({ left: optionName(name, option), option }))
  const width = Math.min(24, Math.max(...rows.map(({ left }) => displayWidth(left))))
  return rows.flatMap(({ left, option }) => {
    const choices = option.takes === 'nothing' || option.choices === undefined ? '' : `: ${option.choices.join(', ')}`
    const fallback = option.default === undefined ? '' : ` (default: ${option.default})`
    const text = wrap(`${option.does}${choices}${fallback}`, WIDTH - INDENT.length - width - 2)
    const hanging = ' '.repeat(INDENT.length + width + 2)
    const [first = '', ...rest] = text
    const head = `${INDENT}${style.cyan(left)}`
    if (displayWidth(left) > width) return [head, ...text.map((line) => hanging + line)]
    return [`${head}${' '.repeat(width - displayWidth(left))}  ${first}`, ...rest.map((line) => hanging + line)]
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
