import { readFileSync } from 'node:fs'
import { HELP_OPTION } from './command/help-option.js'
import { Interrupt } from './command/interrupt.js'
import type { Options } from './command/option.js'
import { parse } from './command/parse.js'
import { InputError, UsageError } from './command/usage-error.js'
import type { ExitStatus, Verb } from './command/verb.js'
import { type ListedVerb, VERBS } from './command/verbs.js'
import { Output } from './terminal/output.js'

/** Exit status of a program that was ended by Ctrl-C, as shells report it. */
const INTERRUPTED = 130

/** Runs the command with the words after `ukit`, and sets the exit status of the process. */
export async function main(args: readonly string[]): Promise<void> {
  const output = new Output()
  const interrupt = new Interrupt()
  try {
    process.exitCode = await run(args, output, interrupt)
  } catch (error) {
    process.exitCode = await explain(error, output, interrupt.signal)
    // With wrong usage there is no result; in all other cases, Ctrl-C among them, programs get one that they
    // can read.
    if (process.exitCode !== 2) await output.closeList()
  } finally {
    output.progress.clear()
    await interrupt.end()
  }
  const failure = await output.finish()
  if (failure === undefined) return
  const { reasonOf } = await import('./inputs/reason.js')
  output.error(`cannot write to standard output: ${reasonOf(failure)}`)
  process.exitCode = 1
}

async function run(args: readonly string[], output: Output, interrupt: Interrupt): Promise<ExitStatus> {
  const [first, ...rest] = args
  if (first === undefined || first === '--help' || first === '-h') return printOverview(output)
  if (first === '--version' || first === '-V')
    return print(output, `ukit ${version()} (Node ${process.versions.node})\n`)
  if (first === 'help') {
    const topics = rest.filter((word) => !word.startsWith('-'))
    if (topics[0] === 'games') return printGames(output)
    if (topics.length === 0) return printOverview(output)
    const name = verbName(topics)
    if (groupOf(name).length > 0) return printGroup(output, name)
    const listed = await find(name)
    return printHelp(output, name, listed, await listed.load())
  }
  if (first.startsWith('-')) {
    throw new UsageError(`a verb comes first, then its options: ukit VERB FILE… ${first}\nukit --help lists the verbs.`)
  }
  const name = verbName(args)
  if (groupOf(name).length > 0 && rest.some((word) => word === '--help' || word === '-h'))
    return printGroup(output, name)
  const listed = await find(name)
  try {
    const verb = await listed.load()
    const table: Options = { ...verb.options, ...HELP_OPTION }
    const { values, positionals } = parse(args.slice(name.split(' ').length), table, verb.unknownOption)
    if (values['help'] === true) return printHelp(output, name, listed, verb)
    for (const [key, option] of Object.entries(table)) {
      if (!('data' in option) || values[key] !== true) continue
      if (option.data === 'list') output.list()
      else output.verbatim()
    }
    const prepareInterrupt = () => interrupt.prepare()
    return await verb.run({
      verb: name,
      positionals,
      options: values,
      output,
      signal: interrupt.signal,
      prepareInterrupt,
    })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const advice = `usage: ukit ${listed.usage} [options]\nukit ${name} --help says more.`
    throw new UsageError(`${error.message}\n${advice}`, { cause: error })
  }
}

/** The names of the verbs in a group, by its first word; none if the word is a verb itself. */
function groupOf(word: string): string[] {
  return Object.hasOwn(VERBS, word) ? [] : Object.keys(VERBS).filter((known) => known.startsWith(`${word} `))
}

/** The name of the verb at the start of the words: two words if the first names a group (`umod ls`). */
function verbName([first = '', second = '']: readonly string[]): string {
  if (Object.hasOwn(VERBS, `${first} ${second}`)) return `${first} ${second}`
  if (Object.hasOwn(VERBS, first) || !Object.keys(VERBS).some((name) => name.startsWith(`${first} `))) return first
  return `${first} ${second.startsWith('-') ? '' : second}`.trim()
}

async function find(name: string): Promise<ListedVerb> {
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (verb !== undefined) return verb
  const together = groupOf(name)
  if (together.length > 0)
    throw new UsageError(`${name} needs a second word: ${together.join(', ')}\nukit ${name} --help lists them.`)
  if (/\.\w+$/.test(name))
    throw new UsageError(`"${name}" is not a verb; a verb comes first: ukit info ${name}\nukit --help lists the verbs.`)
  const { suggest } = await import('./command/suggest.js')
  const meant = suggest(name, Object.keys(VERBS))
  throw new UsageError(
    `unknown verb "${name}"${meant === undefined ? '' : `; did you mean "${meant}"?`}\nukit --help lists the verbs.`,
  )
}

// Code for help is loaded only when it is needed: most of the time of a short run is spent loading code.
async function printOverview(output: Output): Promise<ExitStatus> {
  const { overview } = await import('./command/help.js')
  return print(output, overview(version(), output.style, output.width))
}

async function printGroup(output: Output, word: string): Promise<ExitStatus> {
  const { groupHelp } = await import('./command/help.js')
  return print(output, groupHelp(word, output.style, output.width))
}

async function printHelp(output: Output, name: string, listed: ListedVerb, verb: Verb): Promise<ExitStatus> {
  const { verbHelp } = await import('./command/help.js')
  return print(output, verbHelp(name, listed, verb, output.style, output.width))
}

async function printGames(output: Output): Promise<ExitStatus> {
  const { gamesHelp } = await import('./command/games-help.js')
  return print(output, gamesHelp(output.style))
}

async function print(output: Output, text: string): Promise<ExitStatus> {
  await output.write(text)
  return 0
}

/** Prints what went wrong, and returns the exit status for it. */
async function explain(error: unknown, output: Output, signal: AbortSignal): Promise<number> {
  if (signal.aborted) {
    output.note('interrupted')
    return INTERRUPTED
  }
  if (error instanceof UsageError) {
    output.error(error.message)
    return 2
  }
  if (error instanceof InputError) {
    output.error(error.message)
    return 1
  }
  const { problemOf } = await import('./batch/one-file.js')
  const problem = problemOf(error)
  if (problem.kind !== 'internal') {
    output.error(problem.message)
    return 1
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  output.error(`this is a bug in ukit; please report it:\n${text}`)
  return 1
}

function version(): string {
  const manifest: { version?: unknown } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return String(manifest.version)
}
