import type { OpenedInput } from '@ukit/batch'
import { type ExportObject, ObjectReader, openPackage, type Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import {
  checkListings,
  hasScript,
  type ListingOptions,
  type PackageScript,
  packageScriptLines,
  packageScriptText,
  readScript,
} from '@ukit/script/decompile'
import { loadWorld, type StandIn } from '@ukit/script/symbols'
import type { BatchVerb, Outcome, Settings } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { runBatch } from '../../batch/run.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, FORCE_OPTION, JSON_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { closeContainers, openInput } from '../../inputs/open.js'
import { oneOutput, STANDARD, writeTo } from '../../inputs/standard.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'
import { findObject } from '../look/show-find.js'
import { standInNotes } from './base-notes.js'
import { BASE_OPTIONS, basePackages } from './base-packages.js'
import { scriptWords } from './script-words.js'

const OPTIONS = {
  check: {
    takes: 'nothing',
    does: 'Print only whether every script survives: disassembled, assembled again, and compared byte by byte',
  },
  all: { takes: 'nothing', does: 'Print every failure of --check', default: 'the first few', goesWith: ['check'] },
  out: { takes: 'value', value: 'OUT', short: 'o', does: 'Write the listing of one file to OUT' },
  ...JSON_OPTION,
  ...BASE_OPTIONS,
  ...FORCE_OPTION,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

type Named = readonly string[]

/** Maximum number of failures that are printed for one file. */
const MOST_FAILURES = 5

/** `ukit disasm FILE [PATH…]` */
export const disasm: BatchVerb<typeof OPTIONS, Named> = {
  when: [
    'You want to see what the virtual machine runs: every function, state, class (its replication ' +
      'conditions) and struct as tokens with their operands, with labels where jumps lead.',
    'The listing is complete: ukit assemble makes the same bytes from it, and ukit script patch puts a ' +
      'changed one into a package. To read code as its author wrote it, use ukit decompile.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'PATH',
      'A function, state, class or struct by its path in the package, ignoring case: Bot.Roaming; or its ' +
        'number in ukit ls --flat: #12. A class includes its functions and states. Without a PATH the ' +
        'whole package is listed. Words after the first are files if they exist.',
    ],
    [
      'Listing',
      'A line per statement: its position in memory (in which jumps count, and names and objects have a fixed ' +
        "size), the token, its operands. L001A: is a label. Names are 'Name', objects " +
        'Class\'Path\', texts "text". A count ' +
        'to skip is left out when it is the one that compilers write. Bytes that are not tokens follow .bytes.',
    ],
    [
      'JSON',
      'path, scripts (their number), listings [{object, class, memory, lines [{offset, label, text}], ' +
        'problem, bytes}], error. With --check: path, scripts, identical, empty, damaged and failures ' +
        '[{object, message}], error.',
    ],
  ],
  result:
    'Exit status 1 when a file cannot be read, a PATH is not found, a script is damaged, or ' +
    '--check finds a difference.',
  examples: [
    ['ukit disasm Botpack.u Bot.Roaming | less', 'a state and its functions'],
    ['ukit disasm Engine.u Actor.Touch', 'one function'],
    ['ukit disasm --check System', 'whether every script of every package comes back unchanged'],
    ['ukit disasm Mod.u -o Mod.txt', 'the whole package, to be searched or changed'],
  ],
  worthThreads: { files: Number.POSITIVE_INFINITY, bytes: 16e6 },
  run,
  between: ({ options }) => (options.check ? '' : '\n'),

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<string, Outcome> {
    const { json, options, prepared } = settings
    const pkg = await open(opened, settings.game, signal)
    const reader = await ObjectReader.open(pkg)
    if (options.check) {
      const found = await checkListings(reader, {
        signal,
        onProgress: (done, total) => progress(done, total, 'scripts'),
      })
      const { scripts, identical, damaged, failures } = found
      if (json) yield* jsonElement({ path: input.path, ...found, error: null })
      else yield checkText(input.path, found, options.all, style)
      const counts = { scripts, identical, damaged: damaged.length }
      return { failed: failures.length > 0 || damaged.length > 0, errors: [], counts }
    }
    const errors: string[] = []
    const owners = ownersOf(reader, prepared, errors)
    const { names, notes } = await nativeNames(pkg, input.path, options)
    if (json) {
      const listings: unknown[] = []
      for (const [done, owner] of owners.entries()) {
        signal.throwIfAborted()
        const script = await readScript(reader, owner)
        if (script.problem !== undefined) errors.push(`${owner.path}: ${script.problem}`)
        listings.push(scriptFacts(script, reader, names))
        progress(done + 1, owners.length, 'scripts')
      }
      yield* jsonElement({ path: input.path, scripts: listings.length, listings, error: null })
    } else {
      yield* textsOf(pkg, owners, reader, names, prepared.length === 0, errors)
    }
    return { failed: errors.length > 0, errors, notes: notes() }
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    const facts = { path: input.path, scripts: 0 }
    const checked = { identical: 0, empty: 0, damaged: [], failures: [] }
    return [...jsonElement({ ...facts, ...(settings.options.check ? checked : { listings: [] }), error })].join('')
  },

  tail: (files, failed, { scripts, identical = 0, damaged = 0 }, style) =>
    scripts === undefined ? '' : checkTail(files, failed, scripts, identical, damaged, style),
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { files, names } = scriptWords(call.positionals)
  const { json, out, check } = call.options
  if (check && names.length > 0) throw new UsageError('disasm --check takes whole files')
  if (out === undefined)
    return runBatch({ ...disasm, prepare: () => names }, { ...call, positionals: files }, call.options)
  if (check || json) throw new UsageError('disasm -o writes a listing: leave out --check and --json')
  oneOutput(out, json)
  return writeListing(call, files, names, out)
}

/** Writes the listing of one file to a file. */
async function writeListing(
  { options, output, signal }: Call<typeof OPTIONS>,
  files: readonly string[],
  names: Named,
  out: string,
): Promise<ExitStatus> {
  const { inputs } = await expand(files)
  const [input, ...more] = inputs
  if (input === undefined || more.length > 0) throw new UsageError('disasm -o takes one file')
  const game = await gameIdOf(options.game)
  const errors: string[] = []
  let scripts = 0
  let opened: OpenedInput | undefined
  try {
    opened = await openInput(input)
    const pkg = await open(opened, game, signal)
    const reader = await ObjectReader.open(pkg)
    const owners = ownersOf(reader, names, errors)
    scripts = owners.length
    const { names: words, notes } = await nativeNames(pkg, input.path, options)
    const texts = textsOf(pkg, owners, reader, words, names.length === 0, errors)
    await writeTo(out, encoded(texts), output, { force: options.force, signal })
    for (const note of notes()) output.note(note)
  } catch (error) {
    if (signal.aborted) throw error
    errors.push(problemOf(error).message)
  } finally {
    await opened?.close()
    await closeContainers()
  }
  for (const message of errors) output.error(`${input.path}: ${message}`)
  if (errors.length > 0) return 1
  if (out !== STANDARD)
    await output.write(
      `${output.style.green('ok')}  ${output.style.bold(printable(out))}: ${plural(scripts, 'script')}\n`,
    )
  return 0
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

function open({ source, fileName }: OpenedInput, game: string | undefined, signal: AbortSignal): Promise<Package> {
  return openPackage(source, { fileName, codecs: nodeCodecs, signal, game })
}

/**
 * The objects with scripts that were asked for: at each path and inside it; without paths, all in the
 * package.
 */
function ownersOf(reader: ObjectReader, paths: Named, errors: string[]): ExportObject[] {
  const all = reader.package.exports.filter((exported) => hasScript(reader, exported))
  if (paths.length === 0) return all
  const wanted = new Set<ExportObject>()
  for (const path of paths) {
    const { object, suggestions } = findObject(reader.package, path)
    const found = object === undefined ? [] : all.filter((owner) => isIn(owner, object))
    for (const owner of found) wanted.add(owner)
    const hint = suggestions.length > 0 ? `; did you mean ${suggestions.join(' or ')}?` : ''
    if (object === undefined) errors.push(`there is no object "${path}"${hint}`)
    else if (found.length === 0) errors.push(`"${path}" is a ${object.className}, which has no script`)
  }
  return all.filter((owner) => wanted.has(owner))
}

function isIn(object: ExportObject, outer: unknown): boolean {
  let at: ExportObject['outer'] = object
  for (let depth = 0; at !== null && depth < MAX_OUTERS; depth++) {
    if (at === outer) return true
    at = at.outer
  }
  return false
}

const MAX_OUTERS = 64

/** Names of native functions, and notes of what stood in for packages that some of them are from. */
interface NativeNames {
  readonly names: Required<Pick<ListingOptions, 'nativeName'>>
  notes(): string[]
}

/** Names of native functions, from the packages that this one was compiled against. */
async function nativeNames(
  pkg: Package,
  path: string,
  options: Settings<typeof OPTIONS>['options'],
): Promise<NativeNames> {
  const world = await loadWorld([pkg], { packages: await basePackages(path, options), standIns: true })
  const used = new Set<StandIn>()
  const nativeName = (index: number) => {
    const found = world.native(index)
    const standIn = world.standIns.find(({ name }) => name === found?.class.packageName)
    if (standIn !== undefined) used.add(standIn)
    return found?.name
  }
  return { names: { nativeName }, notes: () => standInNotes([...used]) }
}

async function* textsOf(
  pkg: Package,
  owners: readonly ExportObject[],
  reader: ObjectReader,
  names: Omit<ListingOptions, 'symbols'>,
  isWhole: boolean,
  errors: string[],
): AsyncGenerator<string> {
  if (isWhole)
    yield `// ${printable(pkg.name)}, version ${pkg.version}/${pkg.licensee}, ${plural(owners.length, 'script')}\n`
  for (const [index, owner] of owners.entries()) {
    const script = await readScript(reader, owner)
    if (script.problem !== undefined) errors.push(`${owner.path}: ${script.problem}`)
    yield `${isWhole || index > 0 ? '\n' : ''}${packageScriptText(script, reader, names)}`
  }
}

function scriptFacts(script: PackageScript, reader: ObjectReader, names: Omit<ListingOptions, 'symbols'>) {
  return {
    object: script.export.path,
    class: script.export.className,
    memory: script.memorySize,
    lines: packageScriptLines(script, reader, names).map(({ offset, label = null, text }) => ({ offset, label, text })),
    problem: script.problem ?? null,
    bytes: script.rest === undefined ? null : Buffer.from(script.rest).toString('hex'),
  }
}

type Check = Awaited<ReturnType<typeof checkListings>>

function checkText(path: string, { scripts, identical, damaged, failures }: Check, all: boolean, style: Style): string {
  const ok = failures.length === 0 && damaged.length === 0
  const mark = ok ? style.green('ok    ') : style.red('failed')
  const lines = [`${mark}  ${count(identical)} of ${plural(scripts, 'script')}  ${printable(path)}`]
  const problems = [
    ...failures.map(({ object, message }) => `${object}: ${message}`),
    ...damaged.map(({ object, message }) => `${object} is damaged: ${message}`),
  ]
  const shown = all ? problems : problems.slice(0, MOST_FAILURES)
  lines.push(...shown.map((problem) => `        ${printable(problem)}`))
  if (shown.length < problems.length) lines.push(`        and ${count(problems.length - shown.length)} more (--all)`)
  return `${lines.join('\n')}\n`
}

function checkTail(
  files: number,
  failed: number,
  scripts: number,
  identical: number,
  damaged: number,
  style: Style,
): string {
  const found = damaged === 0 ? '' : `, ${count(damaged)} damaged`
  const what = `${plural(files, 'file')}, ${count(identical)} of ${plural(scripts, 'script')} identical${found}`
  return `\n${failed === 0 ? style.bold(style.green('ok')) : style.bold(style.red('failed'))}  ${what}\n`
}
